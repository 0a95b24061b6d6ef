// The files and folders a pattern stands for, found by walking only the folders it can match.
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../core/failure.ts';
import { compareNames, mostInputs, statOf } from './found-input.ts';
import { matchesSegment, type PathPattern } from './glob-pattern.ts';

/** The fixed part before the first wildcard: what `docs/` is in `docs/**\/*.md`. */
export function rootOf(pattern: PathPattern): string {
  const names: string[] = [];
  for (const segment of pattern.segments.slice(0, -1)) {
    if (segment.kind !== 'name') break;
    names.push(segment.name);
  }
  return (pattern.absolute ? '/' : '') + (names.length > 0 ? names.join('/') : pattern.absolute ? '' : '.');
}

/** Existing paths that match a pattern, sorted part by part. */
export function matchingPaths(pattern: PathPattern): string[] {
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
  return [...current].map((path) => (path === '' ? '.' : path)).sort(byPath);
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
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Part by part, so that what is in one folder stays together. */
function byPath(a: string, b: string): number {
  const left = a.split(/[\\/]/);
  const right = b.split(/[\\/]/);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const order = compareNames(left[at] ?? '', right[at] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length;
}
