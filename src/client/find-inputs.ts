// Turns what was named on the command line (files, folders, patterns, "-") into the list of documents to convert.
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { formatByExtension } from '../convert/formats.ts';
import { Failure } from '../core/failure.ts';
import { readFailure } from './file-failures.ts';
import { isPattern, matchesSegment, type PathPattern, parsePattern } from './glob-pattern.ts';
import { nearestWord } from './nearest-word.ts';

/** A document to convert. */
export interface FoundInput {
  /** `pipe` is a named source without a size, such as a FIFO or `<(command)`: it is read like standard input. */
  readonly kind: 'file' | 'pipe' | 'stdin';
  /** As the user would write it; empty for standard input. */
  readonly path: string;
  readonly size: number;
}

/** Something named that is no document; it is reported in its place and the others go on. */
export interface MissingInput {
  readonly kind: 'missing';
  readonly path: string;
  readonly failure: Failure;
}

export interface FoundInputs {
  readonly inputs: readonly (FoundInput | MissingInput)[];
  /** The folders the inputs were found under, absolute: output paths are kept relative to what they share. */
  readonly roots: readonly string[];
  /** True when the command line may mean more than one document, however many there are. */
  readonly many: boolean;
  readonly notes: readonly { readonly path: string; readonly message: string }[];
}

/** Documents one run may convert. */
const mostInputs = 1_000_000;

export interface FindSettings {
  /** Folder that receives the output: never searched for input, or a second run would convert its own results. */
  readonly outputFolder?: string;
  /** Command names, for "did you mean". */
  readonly commands?: readonly string[];
  readonly windows?: boolean;
}

export function findInputs(operands: readonly string[], settings: FindSettings = {}): FoundInputs {
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
  const addPath = (path: string, stats: Stats): number => {
    if (stats.isDirectory()) return addFolder(path);
    add({ kind: stats.isFile() ? 'file' : 'pipe', path, size: stats.isFile() ? stats.size : 0 });
    return 1;
  };
  const addFolder = (folder: string): number => {
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
      if (addPath(operand, stats) === 0) missing(operand, nothingIn);
      continue;
    }
    // A backslash separates folders on Windows and quotes a character everywhere else.
    const text = settings.windows ? operand.replaceAll('\\', '/') : operand;
    if (stats.code !== 'NOT_FOUND' || !isPattern(text)) {
      missing(operand, explained(operand, stats, settings.commands ?? []));
      continue;
    }
    many = true;
    const matches = new Set<string>();
    for (const pattern of parsePattern(text)) {
      roots.add(resolve(rootOf(pattern)));
      for (const path of expand(pattern)) matches.add(path);
    }
    let count = 0;
    for (const path of [...matches].sort(byPath)) {
      const found = statOf(path);
      if (!(found instanceof Failure)) count += addPath(path, found);
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

function statOf(path: string): Stats | Failure {
  try {
    return statSync(path);
  } catch (error) {
    return readFailure(error);
  }
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

/** Supported files below a folder, sorted; hidden ones and node_modules are left out, links to folders not followed. */
function* filesBelow(
  folder: string,
  outputFolder: string | undefined,
  notes: { path: string; message: string }[],
): Generator<FoundInput | MissingInput> {
  const top = resolve(folder);
  const open = [folder];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    const isOutput = outputFolder !== undefined && resolve(current) === outputFolder && outputFolder !== top;
    if (isOutput) continue;
    const folders: string[] = [];
    let entries: Dirent[];
    try {
      entries = entriesOf(current).sort((a, b) => compare(a.name, b.name));
    } catch (error) {
      yield { kind: 'missing', path: current, failure: readFailure(error) };
      continue;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const path = join(current, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') folders.push(path);
        continue;
      }
      if (!entry.isFile() && !entry.isSymbolicLink()) continue;
      const stats = statOf(path);
      if (stats instanceof Failure) {
        if (isSupported(path)) notes.push({ path, message: `skipped: ${stats.message}` });
      } else if (stats.isDirectory()) {
        notes.push({ path, message: 'a link to a folder is not followed; name it to convert what it holds' });
      } else if (stats.isFile() && isSupported(path)) {
        yield { kind: 'file', path, size: stats.size };
      }
    }
    open.push(...folders.reverse());
  }
}

function isSupported(path: string): boolean {
  return formatByExtension(extname(path).slice(1)) !== undefined;
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

/** The fixed part before the first wildcard: what `docs/` is in `docs/**\/*.md`. */
function rootOf(pattern: PathPattern): string {
  const names: string[] = [];
  for (const segment of pattern.segments.slice(0, -1)) {
    if (segment.kind !== 'name') break;
    names.push(segment.name);
  }
  return (pattern.absolute ? '/' : '') + (names.length > 0 ? names.join('/') : pattern.absolute ? '' : '.');
}

/** Existing paths that match, in no order. */
function expand(pattern: PathPattern): string[] {
  let current: Iterable<string> = new Set([pattern.absolute ? '/' : '']);
  // A folder is searched at any depth anyway: `docs/**` is `docs`.
  const segments = pattern.segments.at(-1)?.kind === 'folders' ? pattern.segments.slice(0, -1) : pattern.segments;
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const next = new Set<string>();
    for (const path of current) {
      if (segment.kind === 'name') {
        const named = join(path, segment.name);
        if (!(statOf(named) instanceof Failure)) next.add(named);
      } else if (segment.kind === 'folders') {
        for (const below of foldersBelow(path)) next.add(below);
      } else {
        for (const entry of readable(path)) {
          if (matchesSegment(segment, entry.name) && (isLast || !entry.isFile())) next.add(join(path, entry.name));
        }
      }
      if (next.size > mostInputs)
        throw new Failure('DOCUMENT_LIMIT', { details: `More than ${mostInputs} paths match.` });
    }
    current = next;
  }
  return [...current].map((path) => (path === '' ? '.' : path));
}

/** The folder itself and every folder below it, as `**` means it. */
function* foldersBelow(folder: string): Generator<string> {
  const open = [folder];
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    yield current;
    for (const entry of readable(current)) {
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
        open.push(join(current, entry.name));
      }
    }
  }
}

/** A pattern passes over what is no folder or may not be listed, as shells do. */
function readable(folder: string): Dirent[] {
  try {
    return entriesOf(folder === '' ? '.' : folder);
  } catch {
    return [];
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Files of a folder before its subfolders' neighbours: compares part by part, so `a/b` sorts before `a.txt`'s rest. */
function byPath(a: string, b: string): number {
  const left = a.split(/[\\/]/);
  const right = b.split(/[\\/]/);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compare(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
