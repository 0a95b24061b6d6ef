// Real odd files: `npx tsx bench/odd-files.ts FOLDER...` after npm run build. Converts every file of the folders through the
// sandbox and tells how each ended: crashes, the share within limits, failures without a code.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Failure, failures } from '../src/core/failure.ts';
import { createPool } from '../src/sandbox/pool.ts';

const folders = process.argv.slice(2).map((folder) => resolve(folder));
if (folders.length === 0) {
  console.error('Name one or more folders: npx tsx bench/odd-files.ts FOLDER...');
  process.exit(2);
}
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile()),
);

const scratch = mkdtempSync(join(tmpdir(), 'docmill-odd-'));
const pool = createPool({
  childEntry: join(import.meta.dirname, '../dist/sandbox/child.js'),
  scratchRoot: scratch,
  readableRoots: folders,
  size: 2,
});

type End = 'converted' | 'refused' | 'over its limits' | 'crashed' | 'no code';

/** Whose fault the end was: the facts of a failure name the limit that was passed or the signal that ended the child. */
function endOf({ code, facts }: Failure): End {
  if (!Object.hasOwn(failures, code)) return 'no code';
  if (facts?.['signal'] !== undefined) return 'crashed';
  if (code === 'PROCESSING_TIMEOUT') return 'over its limits';
  const isOurs = code === 'PROCESSING_FAILED' || failures[code].status >= 500;
  if (!isOurs) return 'refused';
  return facts?.['limit'] === undefined ? 'crashed' : 'over its limits';
}

interface Row {
  readonly file: string;
  readonly end: End;
  readonly code: string;
  readonly ms: number;
}

async function convertOne(path: string): Promise<Row> {
  const outputDir = mkdtempSync(join(scratch, 'out-'));
  const start = performance.now();
  const row = (end: End, code = ''): Row => ({ file: path, end, code, ms: Math.round(performance.now() - start) });
  try {
    await pool.run({ inputPath: path, outputDir, name: basename(path), options: {} });
    return row('converted');
  } catch (error) {
    if (!(error instanceof Failure)) return row('no code', String(error));
    return row(endOf(error), error.code);
  } finally {
    rmSync(outputDir, { recursive: true, force: true });
  }
}

const rows: Row[] = [];
const waiting = [...files];
await Promise.all(
  [1, 2].map(async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) rows.push(await convertOne(path));
  }),
);
await pool.close();
rmSync(scratch, { recursive: true, force: true });

const count = (end: End): number => rows.filter((row) => row.end === end).length;
console.table(rows.filter(({ end }) => end !== 'converted').map((row) => ({ ...row, file: row.file.slice(-60) })));
console.table(
  [...rows]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map((row) => ({ ...row, file: row.file.slice(-60) })),
);
const within = rows.length - count('over its limits') - count('crashed') - count('no code');
console.log(
  JSON.stringify({
    bench: 'odd-files',
    files: rows.length,
    converted: count('converted'),
    refused: count('refused'),
    crashed: count('crashed'),
    without_code: count('no code'),
    within_limits_percent: rows.length === 0 ? 0 : Math.round((1000 * within) / rows.length) / 10,
  }),
);
process.exitCode = count('crashed') + count('no code') > 0 || within < rows.length * 0.99 ? 1 : 0;
