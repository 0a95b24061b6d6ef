// Batches on a real database: all or nothing, one after the other where that was asked for, and books that balance.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmptyStores, storeKinds } from '../../test/support/empty-stores.ts';
import type { FailureRecord } from '../core/failure.ts';
import { newId } from '../core/ids.ts';
import { createAccounts } from './accounts.ts';
import type { Db } from './db.ts';
import { type Completion, createJobs, type Jobs, type NewBatchJob } from './jobs.ts';
import type { Schema } from './schema.ts';

const now = Date.UTC(2026, 10, 15, 12);
let stores: EmptyStores;
let db: Db<Schema>;
let jobs: Jobs;
/** What the clock of leases shows. */
let leaseTime = now;

describe.each(storeKinds)('batches on $name', ({ open }) => {
  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores?.close());
  beforeEach(async () => {
    await begin();
  });

  async function begin(): Promise<void> {
    leaseTime = now;
    db = await freshDb();
    jobs = createJobs(db, () => sql<number>`${leaseTime}`);
  }

  async function freshDb(): Promise<Db<Schema>> {
    const fresh = await stores.fresh();
    await createAccounts(fresh).create(
      { id: 'a', name: 'a', plan: 'starter', subscription: 'active', billing_cycle: 'monthly', created_at: now },
      3,
    );
    return fresh;
  }

  const plenty = { daily: 10_000, monthly: 10_000 };
  const broken: FailureRecord = { code: 'FILE_001', message: 'm', suggestion: 's', retryable: false };
  let made = 0;

  function file(refused: boolean, url?: string): NewBatchJob {
    const id = newId(now + made++);
    return {
      fileId: `file ${made}`,
      job: {
        id,
        account_id: 'a',
        key_id: 'key',
        mode: 'convert',
        source_type: url === undefined ? 'file' : 'url',
        source_url: url ?? null,
        filename: null,
        media_type: null,
        options: '{}',
        has_secret: 0,
        notes: '[]',
        input_key: `jobs/${id}/input`,
        input_size: 5,
        input_sha256: 'ab',
      },
      ...(refused ? { refused: { failure: broken, format: 'pdf' } } : {}),
    };
  }
  const files = (pattern: string): NewBatchJob[] => [...pattern].map((one) => file(one === 'x'));

  const ending = { at: now + 1000, processingMs: 1000, expiresAt: now + 86_400_000 };
  const done: Completion = {
    format: 'txt',
    pages: 1,
    outcome: '{}',
    result: { key: 'r', size: 1, sha256: 'r' },
    map: { key: 'm', size: 1, sha256: 'm' },
  };

  function accept(pattern: string, sequential: boolean, quota = plenty, at = now) {
    const batch = {
      id: newId(at),
      account_id: 'a',
      key_id: 'key',
      sequential: sequential ? 1 : 0,
      deadline_at: at + 100,
    };
    return jobs.acceptBatch(batch, files(pattern), quota, at, ending.expiresAt);
  }
  const tenant = () => db.reader.selectFrom('tenants').selectAll().executeTakeFirstOrThrow();
  const places = async (batchId: string) =>
    (await jobs.ofBatch(batchId)).map((job) => `${job.state === 'pending' && job.held === 1 ? 'held' : job.state}`);

  describe('accepting', () => {
    test('takes a unit for every file that is work, and none for those refused', async () => {
      const batch = await accept('..x.', false);
      expect(batch).toMatchObject({ total_files: 4, completed_files: 0, failed_files: 1, finished_at: null });
      expect(await tenant()).toMatchObject({ waiting: 3, day_used: 3, month_used: 3 });
      expect(await places(batch.id)).toEqual(['pending', 'pending', 'failed', 'pending']);
    });

    test('is all or nothing: without units for every file nothing is kept', async () => {
      await expect(accept('...', false, { daily: 2, monthly: 100 })).rejects.toMatchObject({ code: 'RATE_002' });
      await expect(accept('...', false, { daily: 100, monthly: 2 })).rejects.toMatchObject({ code: 'RATE_003' });
      for (const table of ['jobs', 'batches', 'usage_records'] as const) {
        expect(await db.reader.selectFrom(table).selectAll().execute()).toEqual([]);
      }
      expect(await tenant()).toMatchObject({ waiting: 0, day_used: 0 });
      await accept('..x', false, { daily: 2, monthly: 2 });
    });

    test('a batch of refused files alone has ended at once', async () => {
      const batch = await accept('xx', true);
      expect(batch).toMatchObject({ failed_files: 2, finished_at: now });
      expect(await tenant()).toMatchObject({ waiting: 0, day_used: 0 });
    });

    test('500 files are one unit, in their order', async () => {
      const batch = await accept('.'.repeat(500), false);
      const stored = await jobs.ofBatch(batch.id);
      expect(stored.map((job) => job.batch_index)).toEqual(Array.from({ length: 500 }, (_, index) => index));
      expect((await jobs.claim('t', 10, now))?.batch_index).toBe(0);
    });
  });

  describe('one after the other', () => {
    test('a refused file behind the first does not set the second to work', async () => {
      const batch = await accept('..xx', true);
      expect(await places(batch.id)).toEqual(['pending', 'held', 'failed', 'failed']);
      expect(await tenant()).toMatchObject({ waiting: 1 });
    });

    test('a held file whose time is over does not set the next to work beside the running one', async () => {
      const batch = await accept('...', true);
      const running = await jobs.claim('t', 10, now);
      const [, second] = await jobs.ofBatch(batch.id);
      await jobs.abandon(second?.id ?? '', broken, 'txt', ending);
      expect(await places(batch.id)).toEqual(['processing', 'failed', 'held']);
      await jobs.complete(running?.id ?? '', 't', done, ending);
      expect(await places(batch.id)).toEqual(['completed', 'failed', 'pending']);
    });
  });

  test('overdue files are found when the time of their batch is over, the last first', async () => {
    const batch = await accept('..', true);
    expect(await jobs.overdue(now + 99, 10)).toEqual([]);
    const due = await jobs.overdue(now + 100, 10);
    expect(due.map((job) => [job.batch_id, job.batch_index])).toEqual([
      [batch.id, 1],
      [batch.id, 0],
    ]);
  });

  test('a fetched document is written down once, by the holder of the lease', async () => {
    const batch = { id: newId(now), account_id: 'a', key_id: 'key', sequential: 0, deadline_at: now + 100 };
    await jobs.acceptBatch(batch, [file(false, 'https://example.com/')], plenty, now, ending.expiresAt);
    const claimed = await jobs.claim('t', 10, now);
    expect(claimed).toMatchObject({ step: 'file_upload', source_url: 'https://example.com/' });
    const input = { key: 'k', size: 9, sha256: 'cd', filename: 'found.html', mediaType: 'text/html' };
    expect(await jobs.inputArrived(claimed?.id ?? '', 'other', input)).toBeUndefined();
    expect(await jobs.inputArrived(claimed?.id ?? '', 't', input)).toMatchObject({
      source_url: null,
      input_key: 'k',
      input_size: 9,
      filename: 'found.html',
      media_type: 'text/html',
    });
  });

  test('whatever happens in whatever order, batches stay in order and the counters equal the rows', async () => {
    const step = fc.oneof(
      {
        weight: 1,
        arbitrary: fc.record({
          act: fc.constant('batch'),
          sequential: fc.boolean(),
          pattern: fc.array(fc.constantFrom('.', '.', 'x'), { minLength: 1, maxLength: 5 }),
        }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          act: fc.constantFrom('claim', 'reclaim', 'complete', 'fail', 'release', 'abandon'),
          pick: fc.nat(30),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await begin();
        const leases: { id: string; token: string }[] = [];
        let time = now;
        for (const one of steps) {
          time += 5;
          leaseTime = time;
          if ('pattern' in one) await accept(one.pattern.join(''), one.sequential, plenty, time);
          else await act(one.act, one.pick, time, leases);
          await checkBatches();
        }
        await checkBooks();
        // Nothing is ever stuck: claiming and completing until nothing is left ends every batch.
        for (let turn = 0; turn < 300; turn += 1) {
          time += 1000;
          leaseTime = time;
          const taken = (await jobs.reclaim(`e${time}`, 500)) ?? (await jobs.claim(`e${time}`, 500, time));
          if (taken === undefined) break;
          await checkBatches();
          await jobs.complete(taken.id, `e${time}`, done, ending);
        }
        const unfinished = await db.reader.selectFrom('batches').selectAll().where('finished_at', 'is', null).execute();
        expect(unfinished).toEqual([]);
        await checkBooks();
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  async function act(name: string, pick: number, time: number, leases: { id: string; token: string }[]): Promise<void> {
    const lease = leases[pick % Math.max(1, leases.length)] ?? { id: 'none', token: 'none' };
    if (name === 'complete') await jobs.complete(lease.id, lease.token, done, ending);
    else if (name === 'fail') await jobs.fail(lease.id, lease.token, broken, 'txt', ending);
    else if (name === 'release') await jobs.release(lease.id, lease.token);
    else if (name === 'abandon') {
      const all = await db.reader.selectFrom('jobs').select('id').orderBy('id').execute();
      await jobs.abandon(all[pick % Math.max(1, all.length)]?.id ?? 'none', broken, 'txt', ending);
    } else {
      const token = `t${time}`;
      const taken = name === 'claim' ? await jobs.claim(token, 8, time) : await jobs.reclaim(token, 8);
      if (taken !== undefined) leases.push({ id: taken.id, token });
    }
  }

  async function checkBatches(): Promise<void> {
    for (const batch of await db.reader.selectFrom('batches').selectAll().execute()) {
      const rows = await jobs.ofBatch(batch.id);
      const open_ = rows.filter((job) => job.state === 'pending' || job.state === 'processing');
      const free = open_.filter((job) => job.held === 0);
      if (batch.sequential === 1) {
        expect(free.length).toBe(open_.length === 0 ? 0 : 1);
        // The one that may run is the first that has not ended.
        expect(free[0]?.id).toBe(open_[0]?.id);
      } else expect(free.length).toBe(open_.length);
      expect(batch).toMatchObject({
        total_files: rows.length,
        completed_files: rows.filter((job) => job.state === 'completed').length,
        failed_files: rows.filter((job) => job.state === 'failed').length,
      });
      expect(batch.finished_at === null).toBe(open_.length > 0);
    }
  }

  async function checkBooks(): Promise<void> {
    const rows = await db.reader.selectFrom('jobs').selectAll().execute();
    const count = (state: string) => rows.filter((job) => job.state === state).length;
    const refused = rows.filter((job) => job.state === 'failed').length;
    expect(await tenant()).toMatchObject({
      waiting: rows.filter((job) => job.state === 'pending' && job.held === 0).length,
      running: count('processing'),
      day_used: rows.length - refused,
    });
    const usage = await db.reader.selectFrom('usage_records').select('job_id').execute();
    expect(usage.length).toBe(count('completed') + count('failed'));
  }
});
