// The engine that writes down speech: hears samples, finds where someone speaks, and asks the model for the words.
import { availableParallelism } from 'node:os';
import type { SpeechModel } from './model.ts';
import type { SpeechEngine } from './port.ts';
import { WhisperSession } from './session.ts';

export interface SpeechSettings {
  /** A directory with a Whisper model as ONNX, instead of the packaged one (docs/audio.md). */
  readonly modelDirectory?: string;
  /** Threads one window may use; the number of cores by default. */
  readonly threads?: number;
}

export async function createSpeechEngine(settings: SpeechSettings = {}): Promise<SpeechEngine> {
  let model: Promise<SpeechModel> | undefined;
  // Loaded when the first sound worth it comes, once for all recordings; silence needs neither model nor runtime.
  const load = (): Promise<SpeechModel> => {
    model ??= import('./model.ts').then(({ loadModel }) =>
      loadModel({ modelDirectory: settings.modelDirectory, threads: settings.threads ?? availableParallelism() }),
    );
    return model;
  };
  return { begin: async (request) => new WhisperSession(load, request) };
}
