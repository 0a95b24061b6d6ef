// Decides where every result goes before anything is converted, so that no two inputs share an output and no input is
// overwritten.
import { statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FoundInput } from './found-input.ts';
import { usageFailure } from './parse-arguments.ts';

export type OutputPlace =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string };

/** Where OUT leads. With --json a name that is no folder is the one file of all lines. */
export function outputPlace(out: string | undefined, many: boolean, json: boolean): OutputPlace {
  if (out === undefined || out === '-') return { kind: 'stdout' };
  if (out === '') throw usageFailure('-o needs a file or a folder.');
  const existing = kindOf(out);
  if (/[\\/]$/.test(out) && (sep === '\\' || out.endsWith('/'))) {
    if (existing === 'file') throw usageFailure(`${out} is a file, not a folder.`, 'Name another folder with -o.');
    return { kind: 'folder', path: out };
  }
  if (existing === 'folder') return { kind: 'folder', path: out };
  if (!many || json) {
    // Said now, and not after a long conversion.
    if (kindOf(dirname(out)) !== 'folder') {
      throw usageFailure(
        `The folder of the output ${out} does not exist.`,
        'Create it first, or name another with -o.',
      );
    }
    return { kind: 'file', path: out };
  }
  if (existing === 'file') {
    throw usageFailure(`Several inputs cannot go into the one file ${out}.`, 'Name a folder with -o DIR/.');
  }
  return { kind: 'folder', path: out };
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    // With its slash, the system would report a file of this name as an error of the path.
    const stats = statSync(path.replace(/(?<=[^\\/]|^[\\/])[\\/]+$/, ''), { throwIfNoEntry: false });
    return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : 'file';
  } catch {
    // What may not be looked at is reported when it is written to, with its reason.
    return undefined;
  }
}

/** The path of each input below the folder that holds them all; the base of its output's path. */
export function relativePaths(inputs: readonly FoundInput[], roots: readonly string[], stdinName: string): string[] {
  const base = sharedFolder(roots);
  return inputs.map((input) => {
    if (input.kind === 'stdin') return fileNameOf(stdinName);
    const path = resolve(input.path);
    const below = base === undefined ? '' : relative(base, path);
    // Another drive on Windows shares no folder: only the name is left.
    return below === '' || isAbsolute(below) || below.split(sep, 1)[0] === '..' ? basename(path) : below;
  });
}

/** The deepest folder that all of these are in; undefined when there is none. */
export function sharedFolder(folders: readonly string[]): string | undefined {
  let shared: string[] | undefined;
  for (const folder of folders) {
    const parts = folder.split(sep);
    if (shared === undefined) {
      shared = parts;
      continue;
    }
    let same = 0;
    while (same < shared.length && same < parts.length && shared[same] === parts[same]) same += 1;
    shared = shared.slice(0, same);
  }
  if (shared === undefined || shared.length === 0) return undefined;
  return shared.length === 1 ? `${shared[0]}${sep}` : shared.join(sep);
}

/** A name given from outside as a plain file name: never a path, never empty. */
function fileNameOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last === '' || last === '.' || last === '..' ? 'stdin' : last;
}

/**
 * One Markdown name per path, all different: `report.pdf` gives `report.md`; where that would meet another, the old
 * extension stays (`report.pdf.md`). Names that differ only in case count as equal, as some file systems hold them so.
 */
export function markdownNames(paths: readonly string[]): string[] {
  const names = paths.map((path) => `${path.slice(0, path.length - extname(path).length)}.md`);
  const long = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    const holders = byKey(names);
    for (const holding of holders.values()) {
      if (holding.length < 2) continue;
      for (const index of holding) {
        if (long.has(index)) continue;
        long.add(index);
        names[index] = `${paths[index]}.md`;
        changed = true;
      }
    }
  }
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(keyOf(unique)); number += 1) unique = `${name.slice(0, -3)}-${number}.md`;
    taken.add(keyOf(unique));
    return unique;
  });
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function byKey(names: readonly string[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, name] of names.entries()) {
    const holding = holders.get(keyOf(name));
    if (holding === undefined) holders.set(keyOf(name), [index]);
    else holding.push(index);
  }
  return holders;
}

/** Refuses to write over anything that is to be read: compares the files themselves, so links are seen through. */
export function refuseOverwriting(inputs: readonly FoundInput[], outputs: readonly string[]): void {
  const read = new Map<string, string>();
  for (const input of inputs) {
    const identity = input.kind === 'file' ? identityOf(input.path) : undefined;
    if (identity !== undefined) read.set(identity, input.path);
  }
  for (const output of outputs) {
    const identity = identityOf(output);
    const input = identity === undefined ? undefined : read.get(identity);
    if (input !== undefined) {
      throw usageFailure(`The output ${output} would overwrite the input ${input}.`, 'Name another place with -o.');
    }
  }
}

/** Device and inode as text; undefined for what does not exist or is no regular file. */
function identityOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
    return stats?.isFile() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}

/** Where the images of one output go, and how its Markdown refers to them. */
export interface ImagePlace {
  readonly folder: string;
  /** Prefix of every image's URL, relative to the Markdown, percent-encoded. */
  readonly base: string;
}

/**
 * Images of `out/report.md` go to `out/report.images/`; with --images DIR to DIR, and to DIR/NAME/ when there may be
 * several documents. Markdown on standard output refers to them from the working folder.
 */
export function imagePlace(
  output: string | undefined,
  given: string | undefined,
  name: string,
  many: boolean,
): ImagePlace | undefined {
  const withoutMd = (path: string): string => (/\.md$/i.test(path) ? path.slice(0, -3) : path);
  if (given !== undefined) {
    const folder = many ? join(given, withoutMd(name)) : given;
    const from = output === undefined ? process.cwd() : resolve(output, '..');
    const path = isAbsolute(given) && output === undefined ? folder : relative(from, resolve(folder));
    return { folder, base: urlOf(path) };
  }
  if (output === undefined) return undefined;
  const folder = `${withoutMd(output)}.images`;
  return { folder, base: urlOf(basename(folder)) };
}

function urlOf(path: string): string {
  const parts = path.split(sep).filter((part, index) => part !== '' || index === 0);
  return path === '' ? '' : `${parts.map(encodeURIComponent).join('/')}/`;
}
