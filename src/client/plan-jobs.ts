// The plan of a run: which documents there are and where each result goes. Everything that can be refused is refused
// here, before the first byte is written.
import { join, resolve } from 'node:path';
import type { ConvertSettings } from './convert-settings.ts';
import { type FoundInputs, findInputs } from './find-inputs.ts';
import type { FoundInput, MissingInput } from './found-input.ts';
import { usageFailure } from './parse-arguments.ts';
import {
  type ImagePlace,
  imagePlace,
  markdownNames,
  type OutputPlace,
  outputPlace,
  refuseOverwriting,
  relativePaths,
} from './plan-outputs.ts';

export interface Job {
  readonly index: number;
  readonly input: FoundInput | MissingInput;
  /** How messages call it. */
  readonly label: string;
  /** File of its own that the Markdown goes to, if any. */
  readonly output: string | undefined;
  readonly images: ImagePlace | undefined;
}

export interface JobPlan {
  readonly jobs: readonly Job[];
  readonly place: OutputPlace;
  /** The command line may mean several documents, so results are told apart. */
  readonly many: boolean;
  readonly notes: FoundInputs['notes'];
}

const commands = ['serve', 'keys', 'formats', 'help'];

export async function planJobs(settings: ConvertSettings): Promise<JobPlan> {
  const { json, options } = settings;
  const operands = settings.operands.length === 0 ? ['-'] : settings.operands;
  const likely = outputPlace(settings.output, operands.length > 1, json);
  const { inputs, roots, many, notes } = await findInputs(operands, {
    windows: process.platform === 'win32',
    commands,
    ...(likely.kind === 'folder' ? { outputFolder: resolve(likely.path) } : {}),
  });
  const place = outputPlace(settings.output, many, json);
  refuseStrayHints(settings, inputs);
  if (
    options.extractImages &&
    settings.images === undefined &&
    (place.kind === 'stdout' || (json && place.kind === 'file'))
  ) {
    throw usageFailure('Extracted images need a folder here.', 'Name one with --images DIR, or a folder with -o DIR/.');
  }

  const documents = inputs.filter((input) => input.kind !== 'missing');
  const names = markdownNames(relativePaths(documents, roots, settings.name ?? 'stdin'));
  const nameOf = new Map(documents.map((input, at) => [input, names[at]]));
  const outputOf = (name: string): string | undefined => {
    if (place.kind === 'folder') return join(place.path, name);
    return place.kind === 'file' && !json ? place.path : undefined;
  };
  const jobs = inputs.map((input, index): Job => {
    const name = input.kind === 'missing' ? undefined : nameOf.get(input);
    const output = name === undefined ? undefined : outputOf(name);
    return {
      index,
      input,
      label: input.kind === 'stdin' ? (settings.name ?? 'standard input') : input.path,
      output,
      images: options.extractImages && name !== undefined ? imagePlace(output, settings.images, name, many) : undefined,
    };
  });
  const outputs = place.kind === 'file' ? [place.path] : jobs.map((job) => job.output);
  refuseOverwriting(
    documents,
    outputs.filter((path) => path !== undefined),
  );
  return { jobs, place, many, notes };
}

/** A hint that could mean several documents means none of them. */
function refuseStrayHints(settings: ConvertSettings, inputs: readonly (FoundInput | MissingInput)[]): void {
  const { name, mediaType, extension } = settings;
  if (name === undefined && mediaType === undefined && extension === undefined) return;
  if (inputs.length <= 1 || inputs.some((input) => input.kind === 'stdin')) return;
  const given = name === undefined ? '--type' : '--name';
  throw usageFailure(`${given} is a hint about one document, and there are ${inputs.length}.`, 'Convert it alone.');
}
