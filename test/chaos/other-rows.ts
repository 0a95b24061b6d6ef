// Rows of the scorecard whose tests stand elsewhere: files that are run, and the row passes when all of them do, or a function
// that gives a finding for each set of stores.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { burstRow, mixedRow, type RunRow, slowRow, soakRow, uploadsRow } from '../load/rows.ts';
import type { Finding } from './finding.ts';
import { storeNames } from './store-sets.ts';

const root = join(import.meta.dirname, '../..');

/** A row without files has no test that covers all it asks for, which counts as failed. */
const tests: readonly (readonly [number, string, readonly string[] | RunRow])[] = [
  [1, 'mixed load, 200 connections', mixedRow],
  [2, 'burst of submissions', burstRow],
  [3, 'uploads of a gigabyte in flat memory', uploadsRow],
  [4, 'slow connections', slowRow],
  [5, 'soak', soakRow],
  [14, 'saboteur reader', ['test/sandbox/saboteur.test.ts']],
  [15, 'SIGTERM under load', ['test/http/shutdown.test.ts', 'test/http/shutdown-load.test.ts']],
  [16, 'mutants', ['test/attack/mutants.test.ts']],
  // Where no folder of them is named, nothing was tried.
  [17, 'real odd files', process.env['ODD_FILES'] === undefined ? [] : ['test/attack/odd-files.test.ts']],
  [18, 'bombs', ['test/attack/bombs.test.ts', 'test/attack/packages.test.ts', 'test/attack/images.test.ts']],
  [19, 'external references', ['test/attack/external-references.test.ts']],
  [20, 'hostile names', ['test/attack/hostile-names.test.ts']],
  [21, 'regular expressions', ['test/house/regular-expressions.test.ts']],
  [22, 'safe output', ['test/attack/active-content.test.ts', 'test/browser/safety.test.ts']],
  [23, 'foreign ids', ['test/http/isolation.test.ts']],
  [24, 'routes without a key', ['test/http/without-key.test.ts']],
  [25, 'keys are never kept', ['test/http/keys.test.ts', 'src/service/keys.test.ts', 'test/http/operating.test.ts']],
  [26, 'tampered links', ['src/service/links.test.ts']],
  [27, 'addresses that must not be fetched', ['test/attack/ssrf.test.ts']],
];

/** `scale` shortens the functions that last; files are run as they are. */
export async function* otherRows(isWanted: (row: number) => boolean, scale: number): AsyncGenerator<Finding> {
  for (const [row, test, paths] of tests) {
    if (!isWanted(row)) continue;
    if (typeof paths === 'function') {
      for (const store of storeNames) {
        const broken = (error: unknown): Finding => ({ row, test, store, problems: [String(error)], figure: '' });
        yield await paths(store, scale).catch(broken);
      }
      continue;
    }
    if (paths.length === 0) {
      yield { row, test, store: 'none', problems: ['no test here covers it'], figure: '' };
      continue;
    }
    const { code, last } = await vitest(paths);
    const problems = code === 0 ? [] : [`${paths.join(' ')}: ${last}`];
    yield { row, test, store: 'embedded', problems, figure: `${last} (${paths.length} files)` };
  }
}

function vitest(paths: readonly string[]): Promise<{ code: number; last: string }> {
  return new Promise((resolve) => {
    const runner = join(root, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [runner, 'run', ...paths], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += String(piece);
    });
    child.once('exit', (code) => resolve({ code: code ?? 1, last: output.trim().split('\n').at(-1) ?? '' }));
  });
}
