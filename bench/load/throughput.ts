// Conversions a second with one, two and four worker processes on both sets of stores, and what one of them costs each
// part: `npx tsx bench/load/throughput.ts [DOCUMENTS]` after npm run build. The figures of docs/scale.md come from here.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStoreSet, type StoreName, type StoreSet, storeNames } from '../../test/chaos/store-sets.ts';
import { fixtureBytes, fixturesOf } from '../../test/support/fixtures.ts';
import type { RunningServer } from '../../test/support/server.ts';
import { cpuSeconds } from './throughput-processes.ts';

const documents = Number(process.argv[2] ?? 150);
const warmUp = 24;
const clients = 8;
const formats = ['text', 'md', 'html', 'csv', 'json', 'xml', 'docx', 'xlsx', 'pptx', 'epub', 'eml', 'pdf'];
/** Small, and without pictures to read: what OCR costs is measured by `npm run bench:ocr`. */
const mostBytes = 60_000;
const each = 3;

interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
}
const samples: Sample[] = formats.flatMap((format) =>
  fixturesOf(format)
    .filter(({ name }) => !/scan|ocr|image|picture/.test(name))
    .map((fixture) => ({ name: `${fixture.name}.${format === 'text' ? 'txt' : format}`, bytes: fixtureBytes(fixture) }))
    .filter(({ bytes }) => bytes.length <= mostBytes)
    .slice(0, each),
);

interface Measured {
  readonly store: StoreName;
  readonly workers: number;
  readonly perSecond: number;
  readonly completed: number;
  readonly failed: number;
  /** Milliseconds of processor time for one job. */
  readonly apiMs: number;
  readonly workerMs: number;
  readonly databaseMs: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly transactions: number;
  readonly walBytes: number;
}

async function measure(store: StoreName, workers: number): Promise<Measured> {
  const set = await openStoreSet(store, { postgresFlags: ['fsync=on', 'synchronous_commit=on'] });
  try {
    const env = { REUSE_RESULTS: 'false', LOG_LEVEL: 'error' };
    const api = await set.start('api', env);
    const crew: RunningServer[] = [];
    for (let made = 0; made < workers; made += 1) crew.push(await set.start('worker', { REUSE_RESULTS: 'false' }));
    await send(api, warmUp);
    await ended(set, warmUp);
    const database = set.postgres === undefined ? undefined : postmaster(await dataDirectory(set));
    const cost = () => ({
      api: cpuSeconds(api.process.pid ?? 0),
      worker: crew.reduce((sum, { process: child }) => sum + cpuSeconds(child.pid ?? 0), 0),
      database: database === undefined ? 0 : cpuSeconds(database),
    });
    const [before, books] = [cost(), await counters(set)];
    const began = performance.now();
    await send(api, documents);
    await ended(set, warmUp + documents);
    const seconds = (performance.now() - began) / 1000;
    const [after, booksAfter] = [cost(), await counters(set)];
    const ms = (part: 'api' | 'worker' | 'database'): number => ((after[part] - before[part]) / documents) * 1000;
    return {
      store,
      workers,
      perSecond: documents / seconds,
      ...(await outcome(set)),
      apiMs: ms('api'),
      workerMs: ms('worker'),
      databaseMs: ms('database'),
      transactions: (booksAfter.transactions - books.transactions) / documents,
      walBytes: (booksAfter.walBytes - books.walBytes) / documents,
    };
  } finally {
    await set.close();
  }
}

/** As clients do who do not wait: each sends its next document when the last one was taken. */
async function send(api: RunningServer, count: number): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const sample = samples[next % samples.length];
      next += 1;
      if (sample === undefined) throw new Error('there are no samples');
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(sample.bytes)]), sample.name);
      const response = await api.fetch('/api/v1/convert', {
        method: 'POST',
        body: form,
        headers: { prefer: 'respond-async' },
      });
      if (response.status >= 300) throw new Error(`not taken: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function ended(set: StoreSet, count: number): Promise<void> {
  await set.inStore(async ({ db }) => {
    for (;;) {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from jobs where state in ('completed', 'failed')`.execute(db.reader);
      if (Number(rows[0]?.n ?? 0) >= count) return;
      await pause(50);
    }
  });
}

async function outcome(set: StoreSet): Promise<Pick<Measured, 'completed' | 'failed' | 'inputBytes' | 'outputBytes'>> {
  return await set.inStore(async ({ db }) => {
    const { rows } = await sql<Record<'completed' | 'failed' | 'input' | 'output', number>>`
      select sum(case when state = 'completed' then 1 else 0 end) as completed,
             sum(case when state = 'failed' then 1 else 0 end) as failed,
             avg(input_size) as input, avg(result_size + map_size) as output from jobs`.execute(db.reader);
    const [row] = rows;
    const number = (value: unknown): number => Number(value ?? 0);
    return {
      completed: number(row?.completed),
      failed: number(row?.failed),
      inputBytes: number(row?.input),
      outputBytes: number(row?.output),
    };
  });
}

async function counters(set: StoreSet): Promise<{ transactions: number; walBytes: number }> {
  if (set.postgres === undefined) return { transactions: 0, walBytes: 0 };
  // The server gathers its statistics a moment later.
  await pause(1200);
  return await set.inStore(async ({ db }) => {
    const { rows } = await sql<{ transactions: number; wal: number }>`
      select (select sum(xact_commit) from pg_stat_database)::bigint as transactions,
             pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal`.execute(db.reader);
    return { transactions: Number(rows[0]?.transactions ?? 0), walBytes: Number(rows[0]?.wal ?? 0) };
  });
}

async function dataDirectory(set: StoreSet): Promise<string> {
  return await set.inStore(async ({ db }) => {
    const { rows } = await sql<{ folder: string }>`
      select current_setting('data_directory') as folder`.execute(db.reader);
    return rows[0]?.folder ?? '';
  });
}

const postmaster = (folder: string): number =>
  Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n', 1)[0]);

const results: Measured[] = [];
process.stdout.write(
  `${samples.length} documents of ${formats.length} formats, ${documents} sent by ${clients} clients\n`,
);
process.stdout.write(
  'store     workers  docs/s  API ms  worker ms  database ms  bytes in/out  transactions  WAL bytes\n',
);
for (const store of storeNames) {
  for (const workers of [1, 2, 4]) {
    const found = await measure(store, workers);
    results.push(found);
    const figures = [
      store.padEnd(8),
      String(workers).padStart(8),
      found.perSecond.toFixed(1).padStart(7),
      found.apiMs.toFixed(1).padStart(7),
      found.workerMs.toFixed(1).padStart(10),
      found.databaseMs.toFixed(1).padStart(12),
      `${Math.round(found.inputBytes)}/${Math.round(found.outputBytes)}`.padStart(13),
      found.transactions.toFixed(1).padStart(13),
      String(Math.round(found.walBytes)).padStart(10),
    ];
    process.stdout.write(`${figures.join(' ')}  (${found.completed} completed, ${found.failed} failed)\n`);
  }
}
process.stdout.write(`${JSON.stringify({ bench: 'throughput', documents, results })}\n`);
