// Following a job: every step once, the end at once, and an end in any case.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobStore, openJobStore } from '../../test/support/job-store.ts';
import type { JobRow } from '../storage/schema.ts';
import { createLocalBell, jobEnded } from './bell.ts';
import { createJobWatch, momentOf } from './job-watch.ts';

let store: JobStore;
beforeEach(async () => {
  store = await openJobStore();
});
afterEach(() => store.close());

const nobodyLeaves = new AbortController().signal;
const words = (job: JobRow | undefined) => (job === undefined ? 'alive' : `${job.state} ${job.percentage}`);

/** A bell that a test rings by hand; waiting takes no time otherwise. */
function handBell() {
  const waits: (() => void)[] = [];
  return {
    ring: () => undefined,
    wake: () => undefined,
    wait: () => new Promise<void>((resolve) => void waits.push(resolve)),
    async next(): Promise<void> {
      while (waits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const wake of waits.splice(0)) wake();
    },
  };
}

test('tells where the job is, each step, the end, and stops', async () => {
  const job = await store.claimed();
  const bell = handBell();
  const told: string[] = [];
  const watch = createJobWatch({ jobs: store.jobs, bell, clock: store.clock });
  const following = (async () => {
    for await (const seen of watch.follow(job, undefined, nobodyLeaves)) told.push(words(seen));
  })();
  await bell.next();
  const progress = { step: 'conversion', percentage: 40, message: 'Page 3 of 12' } as const;
  await store.jobs.heartbeat(job.id, `token-${job.id}`, 1000, progress);
  await bell.next();
  await bell.next();
  const failure = { code: 'CORRUPTED_FILE', message: 'm', suggestion: 's', retryable: false } as const;
  const ending = { at: store.clock.now(), processingMs: 1, expiresAt: store.clock.now() + 1000 };
  await store.jobs.fail(job.id, `token-${job.id}`, failure, 'txt', ending);
  await bell.next();
  await following;
  expect(told).toEqual(['processing 0', 'processing 40', 'failed 100']);
});

test('the bell tells the end at once', async () => {
  const job = await store.claimed();
  const bell = createLocalBell();
  const watch = createJobWatch({ jobs: store.jobs, bell, clock: store.clock });
  const changes = watch.follow(job, undefined, nobodyLeaves);
  expect(words((await changes.next()).value ?? undefined)).toBe('processing 0');
  const end = changes.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ending = { at: store.clock.now(), processingMs: 1, expiresAt: store.clock.now() + 1000 };
  const failure = { code: 'CORRUPTED_FILE', message: 'm', suggestion: 's', retryable: false } as const;
  await store.jobs.fail(job.id, `token-${job.id}`, failure, 'txt', ending);
  bell.ring(jobEnded(job.id));
  expect(words((await end).value ?? undefined)).toBe('failed 100');
  expect((await changes.next()).done).toBe(true);
});

test('what was seen is not told again; what came after it is', async () => {
  const job = await store.completed();
  const watch = createJobWatch({ ...store, bell: handBell() });
  const all = async (seen: string | undefined) => {
    const told: string[] = [];
    for await (const one of watch.follow(job, seen, nobodyLeaves)) told.push(words(one));
    return told;
  };
  expect(await all(momentOf(job))).toEqual([]);
  expect(await all('processing-000000000000')).toEqual(['completed 100']);
  expect(await all(undefined)).toEqual(['completed 100']);
});

test('a sign of life where nothing happens, and an end after a quarter of an hour', async () => {
  const job = await store.claimed();
  const clock = { now: store.clock.now, monotonic: store.clock.monotonic };
  const bell = { ring: () => undefined, wake: () => undefined, wait: async () => store.pass(5000) };
  const told: string[] = [];
  for await (const seen of createJobWatch({ jobs: store.jobs, bell, clock }).follow(job, undefined, nobodyLeaves)) {
    told.push(words(seen));
  }
  expect(told[0]).toBe('processing 0');
  expect(told.slice(1)).toEqual(Array.from({ length: 60 }, () => 'alive'));
});

test('ends when the listener leaves, and for all at shutdown', async () => {
  const job = await store.claimed();
  const watch = createJobWatch({ jobs: store.jobs, bell: createLocalBell(), clock: store.clock });
  const leaves = new AbortController();
  const [one, other] = [watch.follow(job, undefined, leaves.signal), watch.follow(job, undefined, nobodyLeaves)];
  await one.next();
  await other.next();
  const ends = [one.next(), other.next()];
  leaves.abort();
  expect((await ends[0])?.done).toBe(true);
  watch.stop();
  expect((await ends[1])?.done).toBe(true);
});

test('one account may follow a hundred jobs at one time, and others meanwhile theirs', async () => {
  const job = await store.claimed();
  const watch = createJobWatch({ jobs: store.jobs, bell: createLocalBell(), clock: store.clock });
  const open = Array.from({ length: 100 }, () => watch.follow(job, undefined, nobodyLeaves));
  await Promise.all(open.map((one) => one.next()));
  expect(() => watch.follow(job, undefined, nobodyLeaves)).toThrow('at the same time');
  expect(() => watch.follow({ ...job, account_id: 'b' }, undefined, nobodyLeaves)).not.toThrow();
  await open[0]?.return();
  expect(() => watch.follow(job, undefined, nobodyLeaves)).not.toThrow();
  watch.stop();
});
