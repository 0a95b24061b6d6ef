// Closes the books after a fault: jobs, usage, counters and files must agree, and the database must be sound.
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { BlobRef, Blobs } from '../../src/storage/blobs.ts';
import type { JobRow } from '../../src/storage/schema.ts';
import type { StoreSet } from './store-sets.ts';

type Store = Parameters<Parameters<StoreSet['inStore']>[0]>[0];

/** Waits until every job has ended; how many had not when none ended for so long. */
export async function drained(set: StoreSet, withinMs: number): Promise<number> {
  return await set.inStore((store) => noneOpen(store, withinMs));
}

/** The same with the store at hand. */
export async function noneOpen({ db }: Pick<Store, 'db'>, withinMs: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (;;) {
    const open = await sql<{ n: number }>`
      select count(*) as n from jobs where state in ('pending', 'processing')`.execute(db.reader);
    const left = Number(open.rows[0]?.n ?? 0);
    // What waits behind others is not stuck: on a slow machine a long queue takes its time.
    if (left < least) deadline = performance.now() + withinMs;
    least = Math.min(least, left);
    if (left === 0 || performance.now() > deadline) return left;
    await pause(100);
  }
}

const mustBeZero: readonly (readonly [string, string])[] = [
  ['jobs not ended', `select count(*) as n from jobs where state not in ('completed', 'failed')`],
  [
    'ended jobs without a usage record',
    'select count(*) as n from jobs left join usage_records on job_id = jobs.id where job_id is null',
  ],
  [
    'usage records without a job',
    'select count(*) as n from usage_records left join jobs on jobs.id = job_id where jobs.id is null',
  ],
  [
    'usage records that contradict the job',
    `select count(*) as n from jobs join usage_records on job_id = jobs.id
     where succeeded <> case when state = 'completed' then 1 else 0 end`,
  ],
  [
    'difference between sums of usage and their records',
    `select abs((select coalesce(sum(conversions), 0) from usage_days) - (select count(*) from usage_records))
          + abs((select coalesce(sum(successes), 0) from usage_days) - (select count(*) from jobs where state = 'completed'))
     as n`,
  ],
  ['running or waiting counters left over', 'select coalesce(sum(abs(running) + abs(waiting)), 0) as n from tenants'],
  [
    'difference between quota used and jobs completed',
    `select abs((select coalesce(sum(month_used), 0) from tenants)
              - (select count(*) from jobs where state = 'completed')) as n`,
  ],
  ['jobs with a negative duration', 'select count(*) as n from jobs where processing_ms < 0'],
];

/** What does not add up; nothing when all is well. `texts` are the Markdown that jobs must have, by id of their row. */
export async function discrepancies(set: StoreSet, texts: ReadonlyMap<string, string> = new Map()): Promise<string[]> {
  return await set.inStore(async (store) => {
    const found: string[] = [];
    for (const [name, query] of mustBeZero) {
      const { rows } = await sql<{ n: number }>`${sql.raw(query)}`.execute(store.db.reader);
      const n = Number(rows[0]?.n ?? -1);
      if (n !== 0) found.push(`${name}: ${n}`);
    }
    return [...found, ...(await integrity(store)), ...(await faultyFiles(set, store, texts))];
  });
}

async function integrity({ db }: Store): Promise<string[]> {
  if (db.kind === 'sqlite') {
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.reader);
    return check.rows[0]?.integrity_check === 'ok' ? [] : [`integrity: ${JSON.stringify(check.rows)}`];
  }
  try {
    await db.write((tx) => sql`create extension if not exists amcheck`.execute(tx));
    await sql`select bt_index_check(index => indexrelid, heapallindexed => true) from pg_index
              join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
              where amname = 'btree' and relnamespace = 'public'::regnamespace`.execute(db.reader);
    return [];
  } catch (error) {
    return [`integrity: ${String((error as Error).cause ?? error)}`];
  }
}

/** Every file of a completed job is read whole against its hash. */
async function faultyFiles(set: StoreSet, { db }: Store, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const blobs = await set.blobs();
  const found: string[] = [];
  const jobs = await db.reader.selectFrom('jobs').selectAll().where('state', '=', 'completed').execute();
  const next = jobs.values();
  const look = async (): Promise<void> => {
    for (const job of next) {
      if (job.deleted_at !== null) continue;
      for (const ref of [resultOf(job), mapOf(job)]) {
        try {
          const bytes = await readPatiently(blobs, ref);
          const expected = ref.key === job.result_key ? texts.get(job.id) : undefined;
          if (expected !== undefined && bytes.toString() !== expected) found.push(`wrong content: ${job.id}`);
        } catch (error) {
          found.push(`completed without its file: ${ref.key}: ${String((error as Error).cause ?? error)}`);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, look));
  return found;
}

/** Thousands of files are read at once: a store that is too busy to answer has not lost one. */
async function readPatiently(blobs: Blobs, ref: BlobRef): Promise<Buffer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await buffer(await blobs.read(ref));
    } catch (error) {
      if (tries === 3 || (error as { code?: string }).code !== 'UNAVAILABLE') throw error;
      await pause(1000);
    }
  }
}

const resultOf = (job: JobRow) => ({
  key: job.result_key ?? '',
  size: job.result_size ?? -1,
  sha256: job.result_sha256 ?? '',
});
const mapOf = (job: JobRow) => ({ key: job.map_key ?? '', size: job.map_size ?? -1, sha256: job.map_sha256 ?? '' });
