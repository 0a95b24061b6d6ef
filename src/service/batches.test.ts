// Batches on a real database, with a clock of the test: what a caller sees of one, for how long, and who is woken.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultOptions } from '../convert/options.ts';
import { plans } from '../core/plan.ts';
import { createAccounts } from '../storage/accounts.ts';
import type { Db } from '../storage/db.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { type Completion, createJobs, type Jobs } from '../storage/jobs.ts';
import { openLibsql } from '../storage/libsql.ts';
import { migrate } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import type { Schema } from '../storage/schema.ts';
import { createBatchDeadlines } from './batch-deadlines.ts';
import { type Batches, type BatchFile, createBatches } from './batches.ts';
import { createLocalBell, jobEnded, newJobs } from './bell.ts';
import { createIntake } from './intake.ts';
import { createVault } from './vault.ts';

const folder = mkdtempSync(join(tmpdir(), 'docmill-batch-service-'));
const start = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;
let at = start;
const clock = { now: () => at, monotonic: () => performance.now() };
const bell = createLocalBell();
const vault = createVault();
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const gone = new AbortController().signal;
const principal = { accountId: 'a', keyId: 'k', plan: plans.starter, scopes: new Set(['convert']) };
const settings = { deadlineMs: 30 * minute, retentionMs: 24 * 60 * minute };
let db: Db<Schema>;
let jobs: Jobs;
let batches: Batches;
beforeAll(async () => {
  db = await openLibsql<Schema>({ path: join(folder, 'test.db') });
  await migrate(db, migrations);
  jobs = createJobs(db);
  const blobs = await openDiskBlobs({ root: join(folder, 'blobs') });
  const intake = createIntake({ jobs, blobs, bell, vault, clock });
  batches = createBatches({ jobs, bell, vault, clock, intake }, settings);
  await createAccounts(db).create(
    { id: 'a', name: 'a', plan: 'starter', subscription: 'active', billing_cycle: 'monthly', created_at: start },
    10,
  );
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const done: Completion = {
  format: 'txt',
  pages: 1,
  outcome: '{}',
  result: { key: 'r', size: 1, sha256: 'r' },
  map: { key: 'm', size: 1, sha256: 'm' },
};

async function files(count: number, password?: string): Promise<BatchFile[]> {
  const next = batches.jobIds();
  const made: BatchFile[] = [];
  for (let index = 0; index < count; index += 1) {
    const jobId = next();
    const content = await batches.store(
      jobId,
      (async function* () {
        yield Buffer.from('text');
      })(),
    );
    const options = { ...defaultOptions, ...(password === undefined ? {} : { password }) };
    made.push({ jobId, fileId: `f${index}`, source: { kind: 'stored', content }, options, unknownOptions: [] });
  }
  return made;
}

const accept = async (count: number, sequential = false, password?: string) =>
  batches.accept(principal, batches.newBatchId(), { mode: 'convert', sequential, files: await files(count, password) });

async function convertOne(): Promise<string> {
  const job = await jobs.claim('t', minute, at);
  await jobs.complete(job?.id ?? '', 't', done, { at, processingMs: 5, expiresAt: at + settings.retentionMs });
  return job?.id ?? '';
}

test('ids of one batch rise in the order of its files, within one millisecond too', () => {
  const next = batches.jobIds();
  const ids = Array.from({ length: 500 }, next);
  expect([...ids].sort()).toEqual(ids);
});

test('accepting wakes the workers', async () => {
  let woken = false;
  const waiting = bell.wait(newJobs, minute).then(() => {
    woken = true;
  });
  await accept(1);
  await waiting;
  expect(woken).toBe(true);
  await convertOne();
});

test('a batch is visible to its account until the last of its files is deleted', async () => {
  at = start;
  const batch = await accept(2);
  await convertOne();
  at += 60 * minute;
  await convertOne();
  expect(await batches.find(batch.id, 'b')).toBeUndefined();
  expect(await batches.find(batch.id, 'a')).toMatchObject({ state: 'completed', percentage: 100 });
  const sweep = async () => {
    for (const job of await jobs.expired(at, 100)) await jobs.markDeleted(job.id, at);
  };
  at = start + settings.retentionMs;
  await sweep();
  const half = await batches.find(batch.id, 'a');
  expect(half?.jobs.map((job) => job.deleted_at === null)).toEqual([false, true]);
  at += 60 * minute;
  await sweep();
  expect(await batches.find(batch.id, 'a')).toBeUndefined();
});

test('waiting ends at once when the service stops asking, the time is over or the caller has gone', async () => {
  const batch = await accept(1);
  expect((await batches.waitFor(batch, 0, gone)).state).toBe('pending');
  const leaver = new AbortController();
  const left = batches.waitFor(batch, minute, leaver.signal);
  leaver.abort();
  expect((await left).state).toBe('pending');
  await convertOne();
  expect((await batches.waitFor(batch, minute, gone)).state).toBe('completed');
});

test('what is left when the time is over fails, its waiters hear of it and its passwords are forgotten', async () => {
  at = start;
  const batch = await accept(3, true, 'secret');
  const first = await convertOne();
  const running = await jobs.claim('t', 60 * minute, at);
  const [, second, third] = await jobs.ofBatch(batch.id);
  expect(running?.id).toBe(second?.id);
  expect(await vault.password(third?.id ?? '')).toBe('secret');
  const deadlines = createBatchDeadlines({ jobs, bell, vault, clock, log: quiet }, settings.retentionMs);
  at = start + settings.deadlineMs - 1;
  expect(await deadlines.sweep()).toBe(0);
  at += 1;
  let heard = false;
  const waiting = bell.wait(jobEnded(second?.id ?? ''), minute).then(() => {
    heard = true;
  });
  expect(await deadlines.sweep()).toBe(2);
  await waiting;
  expect(heard).toBe(true);
  expect(await vault.password(third?.id ?? '')).toBeUndefined();
  const view = await batches.find(batch.id, 'a');
  expect(view).toMatchObject({ state: 'partial_failure', percentage: 100 });
  expect(view?.jobs.map((job) => [job.id === first, job.state, job.processing_ms])).toEqual([
    [true, 'completed', 5],
    [false, 'failed', settings.deadlineMs],
    [false, 'failed', 0],
  ]);
  // The worker that still held the second file comes too late.
  const late = { at, processingMs: 1, expiresAt: at };
  expect(await jobs.complete(second?.id ?? '', 't', done, late)).toBeUndefined();
  expect(await deadlines.sweep()).toBe(0);
});
