// Extensions on a real database: every refusal by its cause, and caps that hold however many ask at once.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import type { Failure } from '../core/failure.ts';
import { newId } from '../core/ids.ts';
import { type Plan, plans } from '../core/plan.ts';
import { createExtensionStore } from '../storage/extensions.ts';
import { createExtensions, type Extensions } from './extension.ts';
import type { Principal } from './keys.ts';

const hour = 3_600_000;
let store: JobStore;
let extensions: Extensions;
beforeAll(async () => {
  store = await openJobStore();
  extensions = createExtensions({ store: createExtensionStore(store.db), clock: store.clock, log: silentLog });
});
afterAll(() => store.close());

const caller = (plan: Plan, accountId = 'a'): Principal => ({ accountId, keyId: 'k', plan, scopes: new Set() });
const failureOf = async (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => {
      throw new Error('it was extended');
    },
    (failure: Failure) => failure,
  );

test('the new expiry is the present one and the hours', async () => {
  const job = await store.completed();
  const first = await extensions.extend(caller(plans.pro), job.id, 48);
  expect(first).toMatchObject({
    originalExpiry: job.expires_at,
    newExpiry: (job.expires_at ?? 0) + 48 * hour,
    totalHours: 72,
    remainingExtensions: 49,
  });
  const second = await extensions.extend(caller(plans.pro), job.id, 1.5);
  expect(second).toMatchObject({ originalExpiry: first.newExpiry, totalHours: 73.5, remainingExtensions: 48 });
  expect(await store.jobs.findById(job.id)).toMatchObject({ extensions: 2, expires_at: second.newExpiry });
});

describe('refused', () => {
  test('beyond the lifetime of the plan, to the hour', async () => {
    const job = await store.completed();
    const failure = await failureOf(extensions.extend(caller(plans.starter), job.id, 697));
    expect([failure.code, failure.status]).toEqual(['EXTENSION_LIMIT_EXCEEDED', 400]);
    expect(failure.facts).toEqual({
      jobId: `conv_${job.id}`,
      currentTotalHours: 24,
      requestedExtensionHours: 697,
      maxTotalHours: 720,
      remainingExtensionHours: 696,
    });
    expect(failure.suggestion).toContain('696');
    expect(await store.jobs.findById(job.id)).toMatchObject({ extensions: 0, expires_at: job.expires_at });
    expect(await extensions.extend(caller(plans.starter), job.id, 696)).toMatchObject({ totalHours: 720 });
  });

  test('more often than the plan allows', async () => {
    const job = await store.completed();
    for (let times = 0; times < 10; times += 1) await extensions.extend(caller(plans.starter), job.id, 1);
    const failure = await failureOf(extensions.extend(caller(plans.starter), job.id, 1));
    expect(failure.code).toBe('EXTENSION_LIMIT_EXCEEDED');
    expect(failure.facts).toMatchObject({ currentTotalHours: 34, remainingExtensionHours: 0 });
  });

  test('expired files, swept or not', async () => {
    const job = await store.completed({ lifetimeMs: 1000 });
    store.pass(1000);
    expect((await failureOf(extensions.extend(caller(plans.pro), job.id, 1))).code).toBe('FILE_EXPIRED');
    await store.jobs.markDeleted(job.id, store.clock.now());
    expect((await failureOf(extensions.extend(caller(plans.pro), job.id, 1))).code).toBe('FILE_EXPIRED');
  });

  test('jobs that are unknown, of another account, or not completed', async () => {
    const job = await store.claimed();
    const codes = await Promise.all(
      [
        extensions.extend(caller(plans.pro), newId(store.clock.now() + 9), 1),
        extensions.extend(caller(plans.pro, 'b'), job.id, 1),
        extensions.extend(caller(plans.pro), job.id, 1),
      ].map(async (work) => (await failureOf(work)).code),
    );
    expect(codes).toEqual(['JOB_NOT_FOUND', 'JOB_NOT_FOUND', 'JOB_NOT_COMPLETED']);
  });
});

test('of many, one that fails does not hold up the others', async () => {
  const [one, other] = [await store.completed(), await store.completed({ account_id: 'b' })];
  const results = await extensions.extendAll(caller(plans.pro), [one.id, undefined, other.id], 5);
  expect(results.map((result) => result.failure?.code ?? result.extension?.totalHours)).toEqual([
    29,
    'JOB_NOT_FOUND',
    'JOB_NOT_FOUND',
  ]);
});

test('a download is noted at most once a minute', async () => {
  const job = await store.completed();
  const seen = async () => (await store.jobs.findById(job.id))?.last_accessed_at;
  const note = async () => {
    extensions.noteAccess((await store.jobs.findById(job.id)) ?? job);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return seen();
  };
  const first = await note();
  expect(first).toBe(store.clock.now());
  store.pass(59_999);
  expect(await note()).toBe(first);
  store.pass(1);
  expect(await note()).toBe((first ?? 0) + 60_000);
});

test('however many ask at once, no cap is passed, and what was granted is what was written', {
  timeout: 60_000,
}, async () => {
  const scenario = fc.record({
    hours: fc.array(fc.integer({ min: 1, max: 720 }), { minLength: 2, maxLength: 24 }),
    maxLifetimeHours: fc.integer({ min: 24, max: 2000 }),
    extensionsPerFile: fc.integer({ min: 0, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ hours, ...limits }) => {
      const job = await store.completed();
      const principal = caller({ ...plans.pro, ...limits });
      const results = await Promise.allSettled(hours.map((one) => extensions.extend(principal, job.id, one)));
      const granted = hours.filter((_, index) => results[index]?.status === 'fulfilled');
      const total = 24 + granted.reduce((sum, one) => sum + one, 0);
      expect(total).toBeLessThanOrEqual(limits.maxLifetimeHours);
      expect(granted.length).toBeLessThanOrEqual(limits.extensionsPerFile);
      const row = await store.jobs.findById(job.id);
      expect(row).toMatchObject({ extensions: granted.length, expires_at: (job.finished_at ?? 0) + total * hour });
      // Nothing was refused that would still have fitted at the end.
      const refused = hours.filter((_, index) => results[index]?.status === 'rejected');
      const fits = refused.filter((one) => total + one <= limits.maxLifetimeHours);
      expect(granted.length === limits.extensionsPerFile || fits.length === 0).toBe(true);
    }),
    { numRuns: 60 },
  );
});
