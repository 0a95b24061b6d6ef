// The documents in a folder named on the command line, at any depth.
import { type Dirent, readdirSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { formatByExtension } from '../convert/formats.ts';
import { Failure } from '../core/failure.ts';
import { readFailure } from './file-failures.ts';
import { compareNames, type FoundInput, type MissingInput, statOf } from './found-input.ts';

/** Supported files below a folder, sorted; hidden ones and node_modules are left out, links to folders not followed. */
export function* filesBelow(
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
      entries = readdirSync(current, { withFileTypes: true }).sort((a, b) => compareNames(a.name, b.name));
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
