// The engine that writes down speech: hears samples, finds where someone speaks, and asks the model for the words.
import { availableParallelism } from 'node:os';
import type { SpeechModel } from './model.ts';
import type { SpeechEngine } from './port.ts';
import { WhisperSession } from './session.ts';
import { type ModelSource, packageFor } from './weights.ts';

export interface SpeechSettings {
  /** A directory with a Whisper model as ONNX, instead of the packaged one (docs/audio.md). */
  readonly modelDirectory?: string;
  /** Threads one window may use; the number of cores by default. */
  readonly threads?: number;
}

export async function createSpeechEngine(settings: SpeechSettings = {}): Promise<SpeechEngine> {
  const { modelDirectory, threads = availableParallelism() } = settings;
  let loaded: { readonly name: string; readonly model: Promise<SpeechModel> } | undefined;
  // Kept for the recordings after it, until one asks for another model: two at a time would need too much memory.
  const load = (source: ModelSource): Promise<SpeechModel> => {
    const name = 'package' in source ? source.package : source.directory;
    if (loaded?.name !== name) {
      loaded = { name, model: import('./model.ts').then(({ loadModel }) => loadModel({ source, threads })) };
    }
    return loaded.model;
  };
  return {
    begin: async (request) => {
      const source: ModelSource =
        modelDirectory === undefined
          ? { package: packageFor(request.accurate ?? false) }
          : { directory: modelDirectory };
      // Loaded when the first sound worth it comes; silence needs neither model nor runtime.
      let mine: Promise<SpeechModel> | undefined;
      return new WhisperSession(() => {
        mine ??= load(source);
        return mine;
      }, request);
    },
  };
}
