// The first step of a job behind a URL, on a real database and real files: written down once, fetched again after a crash,
// and never left behind by an attempt that lost its lease.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../core/failure.ts';
import { newId } from '../core/ids.ts';
import { createAccounts } from '../storage/accounts.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Db } from '../storage/db.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { createJobs, type Jobs } from '../storage/jobs.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { JobRow, Schema } from '../storage/schema.ts';
import { createInputFetcher } from './fetch-input.ts';
import type { Fetched } from './fetch-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-fetch-input-'));
const now = Date.UTC(2026, 10, 15, 12);
let db: Db<Schema>;
let jobs: Jobs;
let blobs: Blobs;
beforeAll(async () => {
  db = await openLibsql<Schema>({ path: join(folder, 'test.db') });
  await migrate(db, migrations);
  jobs = createJobs(db);
  blobs = await openDiskBlobs({ root: join(folder, 'blobs') });
  await createAccounts(db).create(
    { id: 'a', name: 'a', plan: 'starter', subscription: 'active', billing_cycle: 'monthly', created_at: now },
    10,
  );
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

async function claimed(options = '{}', filename: string | null = null, leaseMs = 1000): Promise<JobRow> {
  const id = newId(now);
  const accepted = await jobs.accept(
    {
      id,
      account_id: 'a',
      key_id: 'k',
      mode: 'convert',
      filename,
      media_type: null,
      options,
      has_secret: 0,
      notes: '[]',
      source_type: 'url',
      source_url: 'https://example.com/report',
      input_key: `jobs/${id}/input`,
      input_size: 0,
      input_sha256: '',
    },
    { daily: 100, monthly: 100 },
    now,
  );
  const job = await jobs.claim('first-token-of-sixteen', leaseMs, now);
  if (job?.id !== accepted.id) throw new Error('another job was claimed');
  return job;
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array, void> {
  for (const text of texts) yield Buffer.from(text);
}

const stored = async (id: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const blob of blobs.list(`jobs/${id}/`)) keys.push(blob.key);
  return keys;
};

function fetcherOf(content: () => AsyncIterable<Uint8Array>, described: Partial<Fetched> = {}) {
  const asked: unknown[] = [];
  const fetchInput = createInputFetcher({
    jobs,
    blobs,
    maxFileBytes: async (accountId) => (accountId === 'a' ? 77 : 0),
    fetcher: {
      fetch: async (url, { maxBytes, userAgent }) => {
        asked.push([url, maxBytes, userAgent]);
        return { content: content(), finalUrl: url, ...described };
      },
    },
  });
  return { fetchInput, asked };
}
const signal = new AbortController().signal;

test('the document is stored and written down with its name and type', async () => {
  const job = await claimed('{"userAgent":"Reader/7"}');
  const { fetchInput, asked } = fetcherOf(() => pieces('ab', 'c'), { filename: 'report.html', mediaType: 'text/html' });
  const ready = await fetchInput(job, 'first-token-of-sixteen', signal);
  expect(asked).toEqual([['https://example.com/report', 77, 'Reader/7']]);
  expect(ready).toMatchObject({ source_url: null, input_size: 3, filename: 'report.html', media_type: 'text/html' });
  const read = await blobs.read({ key: ready.input_key, size: ready.input_size, sha256: ready.input_sha256 });
  expect(await read.toArray()).toEqual([Buffer.from('abc')]);
  // A later attempt finds it stored and fetches nothing.
  expect(await fetchInput(ready, 'second-token', signal)).toBe(ready);
  expect(asked).toHaveLength(1);
});

test('the name that the sender gave stays', async () => {
  const job = await claimed('{}', 'mine.pdf');
  const { fetchInput } = fetcherOf(() => pieces('x'), { filename: 'theirs.pdf' });
  expect((await fetchInput(job, 'first-token-of-sixteen', signal)).filename).toBe('mine.pdf');
});

test('a failure half-way leaves the URL with the job and nothing in the store', async () => {
  const job = await claimed();
  const { fetchInput } = fetcherOf(async function* () {
    yield Buffer.from('half');
    throw new Failure('URL_003');
  });
  await expect(fetchInput(job, 'first-token-of-sixteen', signal)).rejects.toMatchObject({ code: 'URL_003' });
  expect(await jobs.findById(job.id)).toMatchObject({ source_url: 'https://example.com/report', input_size: 0 });
  expect(await stored(job.id)).toEqual([]);
});

test('an attempt that lost its lease removes what it stored, and not what the next one did', async () => {
  const job = await claimed('{}', null, 10);
  const { fetchInput } = fetcherOf(() => pieces('same'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  const again = await jobs.reclaim('second-token-of-sixteen', 99_000);
  expect(again?.id).toBe(job.id);
  const ready = await fetchInput(again ?? job, 'second-token-of-sixteen', signal);
  await expect(fetchInput(job, 'first-token-of-sixteen', signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await stored(job.id)).toEqual([ready.input_key]);
});
