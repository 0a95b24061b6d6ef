// Turns what was named on the command line (files, folders, patterns, "-") into the list of documents to convert.
// Folders and patterns load their code when they are met: a single file, the common case, starts sooner without it.
import type { Stats } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { Failure } from '../core/failure.ts';
import { type FoundInput, type MissingInput, mostInputs, statOf } from './found-input.ts';
import type { PathPattern } from './glob-pattern.ts';
import { nearestWord } from './nearest-word.ts';

export interface FoundInputs {
  readonly inputs: readonly (FoundInput | MissingInput)[];
  /** The folders the inputs were found under, absolute: output paths are kept relative to what they share. */
  readonly roots: readonly string[];
  /** True when the command line may mean more than one document, however many there are. */
  readonly many: boolean;
  readonly notes: readonly { readonly path: string; readonly message: string }[];
}

export interface FindSettings {
  /** Folder that receives the output: never searched for input, or a second run would convert its own results. */
  readonly outputFolder?: string;
  /** Command names, for "did you mean". */
  readonly commands?: readonly string[];
  readonly windows?: boolean;
}

export async function findInputs(operands: readonly string[], settings: FindSettings = {}): Promise<FoundInputs> {
  const inputs: (FoundInput | MissingInput)[] = [];
  const seen = new Set<string>();
  const roots = new Set<string>();
  const notes: { path: string; message: string }[] = [];
  let many = operands.length > 1;

  const add = (input: FoundInput | MissingInput): void => {
    const key = input.kind === 'stdin' ? '-' : resolve(input.path);
    if (seen.has(key)) return;
    seen.add(key);
    if (inputs.length >= mostInputs)
      throw new Failure('DOCUMENT_LIMIT', { details: `More than ${mostInputs} inputs.` });
    inputs.push(input);
  };
  const missing = (path: string, failure: Failure): void => add({ kind: 'missing', path, failure });
  const addPath = async (path: string, stats: Stats): Promise<number> => {
    if (stats.isDirectory()) return addFolder(path);
    add({ kind: stats.isFile() ? 'file' : 'pipe', path, size: stats.isFile() ? stats.size : 0 });
    return 1;
  };
  const addFolder = async (folder: string): Promise<number> => {
    const { filesBelow } = await import('./walk-folder.ts');
    let count = 0;
    for (const found of filesBelow(folder, settings.outputFolder, notes)) {
      add(found);
      count += 1;
    }
    return count;
  };

  for (const operand of operands) {
    if (operand === '-') {
      add({ kind: 'stdin', path: '', size: 0 });
      continue;
    }
    const stats = statOf(operand);
    if (!(stats instanceof Failure)) {
      if (stats.isDirectory()) many = true;
      roots.add(stats.isDirectory() ? resolve(operand) : dirname(resolve(operand)));
      if ((await addPath(operand, stats)) === 0) missing(operand, nothingIn);
      continue;
    }
    // A backslash separates folders on Windows and quotes a character everywhere else.
    const text = settings.windows ? operand.replaceAll('\\', '/') : operand;
    const patterns = stats.code === 'NOT_FOUND' ? (await import('./glob-pattern.ts')).parsePattern(text) : [];
    if (!patterns.some(meansMore) && patterns.length < 2) {
      missing(operand, explained(operand, stats, settings.commands ?? []));
      continue;
    }
    many = true;
    const matches = new Set<string>();
    const { matchingPaths, rootOf } = await import('./expand-pattern.ts');
    for (const pattern of patterns) {
      const root = resolve(rootOf(pattern));
      roots.add(root);
      for (const path of matchingPaths(pattern)) {
        if (!isOwnOutput(resolve(path), root, settings.outputFolder)) matches.add(path);
      }
    }
    let count = 0;
    for (const path of matches) {
      const found = statOf(path);
      if (!(found instanceof Failure)) count += await addPath(path, found);
    }
    if (count === 0) missing(operand, matches.size === 0 ? noMatch : nothingIn);
  }
  return { inputs, roots: [...roots], many, notes };
}

const nothingIn = new Failure('NOT_FOUND', {
  message: 'There is no file of a supported format in this folder.',
  suggestion: 'Run docmill formats for the list, or name the files themselves.',
});

const noMatch = new Failure('NOT_FOUND', {
  message: 'No file matches this pattern.',
  suggestion: 'Check the pattern; hidden files match only when their dot is written.',
});

/** True when a pattern says more than the path it spells. */
const meansMore = (pattern: PathPattern): boolean => pattern.segments.some((segment) => segment.kind !== 'name');

/** True for what lies in the output folder, unless that is where one was asked to look. */
function isOwnOutput(path: string, root: string, outputFolder: string | undefined): boolean {
  if (outputFolder === undefined || isWithin(root, outputFolder)) return false;
  return isWithin(path, outputFolder);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A missing name is often something else that was meant: say so. */
function explained(operand: string, failure: Failure, commands: readonly string[]): Failure {
  if (failure.code !== 'NOT_FOUND') return failure;
  if (/^https?:\/\//i.test(operand)) {
    return new Failure('NOT_FOUND', {
      message: 'This is a URL, and the command reads files only.',
      suggestion: 'Fetch it first: curl -L URL | docmill --type html',
    });
  }
  const command = /^[a-z]+$/i.test(operand) ? nearestWord(operand, commands) : undefined;
  if (command === undefined) return failure;
  return new Failure('NOT_FOUND', {
    message: failure.message,
    suggestion: `Did you mean the command docmill ${command}?`,
  });
}
