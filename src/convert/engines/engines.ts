// The engines a reader may need, each loaded when it is first asked for and kept for the documents after it.
import type { OcrEngine } from './ocr/port.ts';
import type { SpeechEngine } from './speech/port.ts';

export interface Engines {
  ocr(): Promise<OcrEngine>;
  speech(): Promise<SpeechEngine>;
}

/** Folders of the operator's, beside what is installed. */
export interface EngineSettings {
  /** More languages for OCR, as `*.traineddata` files (docs/ocr.md). */
  readonly ocrLanguageFolder?: string;
  /** A speech model instead of the packaged one (docs/audio.md). */
  readonly speechModelFolder?: string;
}

/** Engines that run in this very process. */
export function createEngines({ ocrLanguageFolder, speechModelFolder }: EngineSettings = {}): Engines {
  let ocr: Promise<OcrEngine> | undefined;
  let speech: Promise<SpeechEngine> | undefined;
  return {
    ocr() {
      ocr ??= import('./ocr/engine.ts').then(({ createOcrEngine }) =>
        createOcrEngine(ocrLanguageFolder === undefined ? {} : { languageFolder: ocrLanguageFolder }),
      );
      return ocr;
    },
    speech() {
      speech ??= import('./speech/engine.ts').then(({ createSpeechEngine }) =>
        createSpeechEngine(speechModelFolder === undefined ? {} : { modelDirectory: speechModelFolder }),
      );
      return speech;
    },
  };
}

/** Those that come with the package. */
export const localEngines: Engines = createEngines();
