// The engines a reader may need, each loaded when it is first asked for and kept for the documents after it.
import type { OcrEngine } from './ocr/port.ts';
import type { SpeechEngine } from './speech/port.ts';

export interface Engines {
  ocr(): Promise<OcrEngine>;
  speech(): Promise<SpeechEngine>;
}

let ocr: Promise<OcrEngine> | undefined;
let speech: Promise<SpeechEngine> | undefined;

/** Engines that run in this very process. */
export const localEngines: Engines = {
  ocr() {
    ocr ??= import('./ocr/engine.ts').then(({ createOcrEngine }) => createOcrEngine());
    return ocr;
  },
  speech() {
    speech ??= import('./speech/engine.ts').then(({ createSpeechEngine }) => createSpeechEngine());
    return speech;
  },
};
