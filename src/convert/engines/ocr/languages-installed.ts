// Which languages can be read here: the data packages installed beside this one, and model files in a folder of the
// operator's choice. Nothing is fetched.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Failure } from '../../../core/failure.ts';
import { languageOf, modelsOf } from './languages.ts';

export interface TrainedData {
  /** Tesseract's name of the model, such as `eng`. */
  readonly code: string;
  /** The model itself, read when it is needed. */
  readonly bytes: () => Uint8Array;
}

const scope = '@tesseract.js-data';
/** The most accurate models that run on whole numbers; other editions of a package are slower or less accurate. */
const bestEdition = '4.0.0_best_int';
/** No model of a language: page orientation, and mathematics, which Tesseract 5 no longer reads. */
const otherModels: ReadonlySet<string> = new Set(['osd', 'equ']);
/** The largest model published has 15 MB. */
const mostModelBytes = 64 * 2 ** 20;

const found = new Map<string, ReadonlyMap<string, string>>();

/** ISO 639-1 codes of the languages that can be read, sorted; the name of the model where a language has no such code. */
export function installedLanguages(folder?: string): readonly string[] {
  return [...new Set([...installedModels(folder).keys()].map(languageOf))].sort();
}

/** The models of these languages, the first first; fails by code where one is not installed. */
export function trainedData(languages: readonly string[], folder?: string): TrainedData[] {
  const installed = installedModels(folder);
  const chosen = new Map<string, string>();
  for (const language of languages) {
    const models = modelsOf(language).filter((model) => installed.has(model));
    if (models.length === 0) throw unsupported(language, folder);
    for (const model of models) chosen.set(model, installed.get(model) ?? '');
  }
  return [...chosen].map(([code, path]) => ({ code, bytes: () => readModel(path) }));
}

/**
 * Those of the languages that Tesseract has a model for. Fails with UNSUPPORTED_LANGUAGE where one has none and is not
 * among the `others`, which another engine reads.
 */
export function installedOf(
  languages: readonly string[],
  folder?: string,
  others: ReadonlySet<string> = new Set(),
): string[] {
  const installed = installedModels(folder);
  return languages.filter((language) => {
    const known = modelsOf(language).some((model) => installed.has(model));
    if (!known && !others.has(language)) throw unsupported(language, folder);
    return known;
  });
}

function unsupported(language: string, folder: string | undefined): Failure {
  const installed = installedLanguages(folder);
  return new Failure('UNSUPPORTED_LANGUAGE', {
    field: 'ocrLanguages',
    details: `The language ${language} is not installed. Installed are: ${installed.join(', ')}.`,
    facts: { language, installed },
  });
}

/** Path of each model by its name; a file of the operator's goes before a package. */
function installedModels(folder: string | undefined): ReadonlyMap<string, string> {
  const known = found.get(folder ?? '');
  if (known) return known;
  const models = new Map<string, string>();
  const homes = createRequire(import.meta.url).resolve.paths(scope) ?? [];
  for (const home of homes) {
    for (const name of namesIn(join(home, scope))) {
      const path = packageModel(join(home, scope, name), name);
      if (path !== undefined && !models.has(name) && !otherModels.has(name)) models.set(name, path);
    }
  }
  if (folder !== undefined) {
    for (const file of namesIn(folder)) {
      const name = /^([A-Za-z_]{2,40})\.traineddata(?:\.gz)?$/.exec(file)?.[1];
      if (name !== undefined && !otherModels.has(name)) models.set(name, join(folder, file));
    }
  }
  found.set(folder ?? '', models);
  return models;
}

function packageModel(folder: string, name: string): string | undefined {
  const best = join(folder, bestEdition, `${name}.traineddata.gz`);
  if (existsSync(best)) return best;
  return namesIn(folder)
    .map((edition) => join(folder, edition, `${name}.traineddata.gz`))
    .find((path) => existsSync(path));
}

/** Sorted; none where the folder is missing or may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readModel(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: mostModelBytes }) : bytes;
}
