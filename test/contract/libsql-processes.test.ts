// The embedded database among processes: two that write at once, and one that is killed without warning.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLibsql } from '../../src/storage/libsql.ts';

const script = fileURLToPath(new URL('writer-process.ts', import.meta.url));
let directory: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docmill-processes-'));
  path = join(directory, 'docmill.db');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

function startWriter(prefix: string, units: number, callers: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, path, prefix, String(units), String(callers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exited = once(child, 'close');
  return {
    child,
    exited,
    /** Names printed so far; a line cut by the kill was not acknowledged to anybody. */
    acknowledged: () => output.split('\n').slice(1, -1),
    ready: async () => {
      while (!output.includes('\n') && child.exitCode === null) await pause(2);
    },
  };
}

/** Opens the file as the next start of the service would, and takes stock. */
async function takeStock(): Promise<{ integrity: string; names: Set<string>; halves: number }> {
  const db = await openLibsql<{ pairs: { name: string } }>({ path });
  try {
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.reader);
    const pairs = await sql<{ name: string; sides: number }>`
      select name, count(*) as sides from pairs group by name`.execute(db.reader);
    return {
      integrity: check.rows.map((row) => row.integrity_check).join('; '),
      names: new Set(pairs.rows.map((row) => row.name)),
      halves: pairs.rows.filter((row) => row.sides !== 2).length,
    };
  } finally {
    await db.close();
  }
}

test('two processes write 200 units each: none is lost, none is refused', async () => {
  const writers = [startWriter('one', 200, 4), startWriter('two', 200, 4)];
  const codes = await Promise.all(writers.map(async ({ exited }) => (await exited)[0]));
  expect(codes).toEqual([0, 0]);
  const stock = await takeStock();
  expect(stock).toMatchObject({ integrity: 'ok', halves: 0 });
  expect(stock.names.size).toBe(400);
  for (const writer of writers) expect(writer.acknowledged()).toHaveLength(200);
}, 60_000);

test('killed in the middle of writing, 5 times: every acknowledged unit is there, whole', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round++) {
    const writer = startWriter(`round${round}`, 1_000_000, 16);
    await writer.ready();
    // Spread over the first moments of writing, where commits, checkpoints and the growth of the log fall.
    await pause(10 + ((round * 53) % 140));
    writer.child.kill('SIGKILL');
    await writer.exited;
    acknowledged.push(...writer.acknowledged());
    const stock = await takeStock();
    expect(stock).toMatchObject({ integrity: 'ok', halves: 0 });
    expect(acknowledged.filter((name) => !stock.names.has(name))).toEqual([]);
  }
  // Without this the test would pass on a writer that never wrote.
  expect(acknowledged.length).toBeGreaterThan(20);
}, 240_000);
