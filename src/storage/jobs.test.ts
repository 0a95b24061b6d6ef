// The queue on a real database: exact quotas, fair turns, leases that fence, and books that always balance.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmptyStores, storeKinds } from '../../test/support/empty-stores.ts';
import { completion, newJob } from '../../test/support/stored-jobs.ts';
import { createAccounts } from './accounts.ts';
import type { Db } from './db.ts';
import { createJobs, type Jobs } from './jobs.ts';
import type { Schema } from './schema.ts';

const now = Date.UTC(2026, 10, 15, 12);
let stores: EmptyStores;
let db: Db<Schema>;
let jobs: Jobs;
/** What the clock of leases shows. */
let leaseTime = now;

describe.each(storeKinds)('the queue on $name', ({ open }) => {
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
    for (const id of ['a', 'b']) {
      await createAccounts(fresh).create(
        { id, name: id, plan: 'starter', subscription: 'active', billing_cycle: 'monthly', created_at: now },
        2,
      );
    }
    return fresh;
  }

  const plenty = { daily: 1000, monthly: 1000 };
  const done = completion();
  const ending = { at: now + 1000, processingMs: 1000, expiresAt: now + 86_400_000 };
  const tenant = (id: string) =>
    db.reader.selectFrom('tenants').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow();
  const usage = () => db.reader.selectFrom('usage_records').selectAll().execute();

  test('a job goes from accepted to completed and is counted once', async () => {
    const accepted = await jobs.accept(newJob('a'), plenty, now);
    expect(accepted).toMatchObject({ state: 'pending', step: 'file_upload' });
    expect(await jobs.claim('t1', 10, now)).toMatchObject({ id: accepted.id, state: 'processing', attempts: 1 });
    expect(await jobs.claim('t2', 10, now)).toBeUndefined();
    expect(await jobs.complete(accepted.id, 't1', done, ending)).toMatchObject({ state: 'completed', result_key: 'r' });
    expect(await jobs.complete(accepted.id, 't1', done, ending)).toBeUndefined();
    expect(await tenant('a')).toMatchObject({ running: 0, waiting: 0, day_used: 1, month_used: 1 });
    expect(await usage()).toMatchObject([{ job_id: accepted.id, succeeded: 1, format: 'txt', pages: 1 }]);
  });

  test('a failed job gives its quota unit back, unless the day has passed', async () => {
    await jobs.accept(newJob('a'), plenty, now);
    const first = await jobs.claim('t', 10, now);
    await jobs.fail(
      first?.id ?? '',
      't',
      { code: 'CORRUPTED_FILE', message: '', suggestion: '', retryable: false },
      'txt',
      ending,
    );
    expect(await tenant('a')).toMatchObject({ day_used: 0, month_used: 0, running: 0 });
    await jobs.accept(newJob('a'), plenty, now);
    await jobs.accept(newJob('a'), plenty, now + 86_400_000);
    const second = await jobs.claim('t', 10, now);
    await jobs.fail(
      second?.id ?? '',
      't',
      { code: 'CORRUPTED_FILE', message: '', suggestion: '', retryable: false },
      'txt',
      ending,
    );
    expect(await tenant('a')).toMatchObject({ day_used: 1, month_used: 1, quota_day: '2026-11-16' });
  });

  describe('quotas', () => {
    test('200 at once on the last unit: exactly one is accepted', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 200 }, () => jobs.accept(newJob('a'), { daily: 1, monthly: 1000 }, now)),
      );
      const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason);
      expect(refused).toHaveLength(199);
      expect(new Set(refused.map((failure) => failure.code))).toEqual(new Set(['RATE_002']));
      expect(await tenant('a')).toMatchObject({ day_used: 1, waiting: 1 });
    });

    test('two nodes at midnight whose clocks differ do not begin each other’s day anew', async () => {
      const midnight = Date.UTC(2026, 11, 1);
      const quota = { daily: 3, monthly: 3 };
      for (const at of [midnight - 400, midnight + 100, midnight - 300, midnight + 200])
        await jobs.accept(newJob('a'), quota, at);
      // One on the old day, three on the new one, whichever clock they came by.
      expect(await tenant('a')).toMatchObject({
        quota_day: '2026-12-01',
        day_used: 3,
        quota_month: '2026-12',
        month_used: 3,
      });
      for (const at of [midnight - 200, midnight + 300]) {
        await expect(jobs.accept(newJob('a'), quota, at)).rejects.toMatchObject({ code: 'RATE_002' });
      }
    });

    test('a clock that was a year ahead does not hold the quota for a year', async () => {
      await jobs.accept(newJob('a'), { daily: 1, monthly: 1 }, now + 365 * 86_400_000);
      await jobs.accept(newJob('a'), { daily: 1, monthly: 1 }, now);
      expect(await tenant('a')).toMatchObject({ quota_day: '2026-11-15', day_used: 1, month_used: 1 });
    });

    test('the monthly one has its own code and both begin anew with their period', async () => {
      await jobs.accept(newJob('a'), { daily: 1, monthly: 1 }, now);
      await expect(jobs.accept(newJob('a'), { daily: 5, monthly: 1 }, now)).rejects.toMatchObject({ code: 'RATE_003' });
      await expect(jobs.accept(newJob('a'), { daily: 1, monthly: 1 }, now + 86_400_000)).rejects.toMatchObject({
        code: 'RATE_003',
      });
      await jobs.accept(newJob('a'), { daily: 1, monthly: 1 }, Date.UTC(2026, 11, 1));
    });
  });

  test('accounts take turns and stay within their running limit', async () => {
    for (const account of ['a', 'a', 'a', 'a', 'b']) await jobs.accept(newJob(account), plenty, now);
    const order: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      leaseTime = now + turn;
      const claimed = await jobs.claim(`t${turn}`, 10, now + turn);
      if (claimed !== undefined) order.push(claimed.account_id);
    }
    expect(order).toEqual(['a', 'b', 'a']);
  });

  describe('leases', () => {
    test('a silent worker loses its job and can no longer end it', async () => {
      const { id } = await jobs.accept(newJob('a'), plenty, now);
      await jobs.claim('old', 10, now);
      leaseTime = now + 9;
      expect(await jobs.reclaim('new', 30)).toBeUndefined();
      leaseTime = now + 11;
      expect(await jobs.reclaim('new', 30)).toMatchObject({ id, attempts: 2, lost_workers: 1 });
      const progress = { step: 'conversion', percentage: 50, message: '' } as const;
      expect(await jobs.heartbeat(id, 'old', 99, progress)).toBe(false);
      expect(await jobs.complete(id, 'old', done, ending)).toBeUndefined();
      expect(await jobs.heartbeat(id, 'new', 99, progress)).toBe(true);
      expect(await jobs.complete(id, 'new', done, ending)).toMatchObject({ state: 'completed' });
      expect(await usage()).toHaveLength(1);
      expect(await tenant('a')).toMatchObject({ running: 0 });
    });

    test('a released job is taken again without counting the attempt', async () => {
      const { id } = await jobs.accept(newJob('a'), plenty, now);
      await jobs.claim('t1', 1000, now);
      await jobs.release(id, 't1');
      leaseTime += 1;
      expect(await jobs.reclaim('t2', 1000)).toMatchObject({ id, attempts: 1, lost_workers: 0, state: 'processing' });
    });

    test('an attempt that failed counts, the next one waits, and no worker is taken for lost', async () => {
      const { id } = await jobs.accept(newJob('a'), plenty, now);
      await jobs.claim('t1', 1000, now);
      await jobs.retryLater(id, 't1', 1000);
      expect(await jobs.complete(id, 't1', done, ending)).toBeUndefined();
      leaseTime += 1000;
      expect(await jobs.reclaim('t2', 1000)).toBeUndefined();
      leaseTime += 1;
      expect(await jobs.reclaim('t2', 1000)).toMatchObject({ id, attempts: 2, lost_workers: 0 });
    });

    test('a lease from before the machine was restarted is void', async () => {
      const { id } = await jobs.accept(newJob('a'), plenty, now);
      await jobs.claim('t1', 1000, now);
      leaseTime = 5000;
      expect(await jobs.reclaim('t2', 1000)).toMatchObject({ id, lost_workers: 1 });
    });
  });

  test('the files of a job are due once, when they expire', async () => {
    const { id } = await jobs.accept(newJob('a'), plenty, now);
    await jobs.claim('t', 10, now);
    await jobs.complete(id, 't', done, ending);
    expect(await jobs.expired(ending.expiresAt - 1, 10)).toEqual([]);
    expect(await jobs.markDeleted(id, ending.expiresAt - 1)).toBe(false);
    expect(await jobs.expired(ending.expiresAt, 10)).toHaveLength(1);
    expect(await jobs.markDeleted(id, ending.expiresAt)).toBe(true);
    expect(await jobs.markDeleted(id, ending.expiresAt)).toBe(false);
  });

  test('whatever happens in whatever order, the counters equal the rows', async () => {
    const step = fc.record({
      act: fc.constantFrom('accept', 'claim', 'reclaim', 'complete', 'fail', 'release'),
      pick: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await begin();
        const held: { id: string; token: string }[] = [];
        let time = now;
        for (const { act, pick } of steps) {
          time += 5;
          leaseTime = time;
          const token = `t${time}`;
          const lease = held[pick % Math.max(1, held.length)] ?? { id: 'none', token: 'none' };
          if (act === 'accept') await jobs.accept(newJob(pick % 2 === 0 ? 'a' : 'b'), plenty, time);
          else if (act === 'complete') await jobs.complete(lease.id, lease.token, done, ending);
          else if (act === 'release') await jobs.release(lease.id, lease.token);
          else if (act === 'fail') {
            await jobs.fail(
              lease.id,
              lease.token,
              { code: 'CORRUPTED_FILE', message: '', suggestion: '', retryable: false },
              'txt',
              ending,
            );
          } else {
            const taken = act === 'claim' ? await jobs.claim(token, 8, time) : await jobs.reclaim(token, 8);
            if (taken !== undefined) held.push({ id: taken.id, token });
          }
        }
        for (const account of ['a', 'b']) {
          const rows = await db.reader.selectFrom('jobs').selectAll().where('account_id', '=', account).execute();
          const inState = (state: string) => rows.filter((one) => one.state === state).length;
          expect(await tenant(account)).toMatchObject({
            waiting: inState('pending'),
            running: inState('processing'),
            day_used: rows.length - inState('failed'),
          });
        }
        const ended = await db.reader
          .selectFrom('jobs')
          .select('id')
          .where('state', 'in', ['completed', 'failed'])
          .execute();
        expect((await usage()).length).toBe(ended.length);
      }),
      { numRuns: 20, seed: 7 },
    );
  });
});
