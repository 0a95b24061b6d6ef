// What a worker does with jobs whose workers died, with stores that fail, and with clocks that jump, on a real database.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import { Failure } from '../core/failure.ts';
import type { JobRow } from '../storage/schema.ts';
import { createLocalBell } from './bell.ts';
import type { Conversions } from './conversion.ts';
import { guessedFormat } from './estimates.ts';
import { createVault } from './vault.ts';
import { createWorker, defaultWorkerSettings, type Worker } from './worker.ts';

let store: JobStore;
let worker: Worker;
beforeEach(async () => {
  store = await openJobStore();
});
afterEach(async () => {
  await worker.stop(0);
  await store.close();
});

function start(convert: Conversions['convert'], leaseMs = 60): void {
  worker = createWorker(
    {
      jobs: store.jobs,
      conversions: { convert, guessFormat: guessedFormat },
      bell: createLocalBell(),
      vault: createVault(),
      clock: { now: store.clock.now, monotonic: () => performance.now() },
      log: silentLog,
    },
    { ...defaultWorkerSettings, slots: 2, pollMs: 20, leaseMs },
  );
  worker.start();
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function ended(id: string): Promise<JobRow> {
  for (let turn = 0; turn < 200; turn += 1) {
    const job = await store.jobs.findById(id);
    if (job?.state === 'completed' || job?.state === 'failed') return job;
    await wait(20);
  }
  throw new Error('the job did not end');
}
const books = async () => ({
  usage: await store.db.reader.selectFrom('usage_records').select(['job_id', 'failure_code']).execute(),
  tenant: await store.db.reader.selectFrom('tenants').selectAll().where('account_id', '=', 'a').executeTakeFirst(),
});

test('a job over which two workers fell silent is not tried again, and says why', async () => {
  const { id } = await store.accepted();
  await store.jobs.claim('first', 0, store.clock.now());
  await wait(5);
  expect(await store.jobs.reclaim('second', 0)).toMatchObject({ id, attempts: 2 });
  await wait(5);
  let tried = 0;
  start(async () => {
    tried += 1;
    throw new Failure('INTERNAL');
  });
  const job = await ended(id);
  expect(JSON.parse(job.failure ?? '{}')).toMatchObject({ code: 'PROCESSING_CRASHED', retryable: false });
  expect(tried).toBe(0);
  expect(await books()).toMatchObject({
    usage: [{ job_id: id, failure_code: 'PROCESSING_CRASHED' }],
    tenant: { running: 0, waiting: 0, day_used: 0 },
  });
});

test('stores that fail under a job: three attempts, spaced, then its end; no worker is taken for lost', async () => {
  const { id } = await store.accepted();
  const tries: number[] = [];
  start(async () => {
    tries.push(performance.now());
    throw new Failure('UNAVAILABLE');
  });
  const job = await ended(id);
  expect(job).toMatchObject({ attempts: 3, lost_workers: 0 });
  expect(JSON.parse(job.failure ?? '{}')).toMatchObject({ code: 'PROCESSING_FAILED' });
  expect(tries).toHaveLength(3);
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(60);
  expect((await books()).usage).toHaveLength(1);
});

test.each([-3_600_000, 3_600_000, 25 * 3_600_000])(
  'a wall clock that jumps by %d ms takes no job from its worker',
  async (jump) => {
    const { id } = await store.accepted();
    let tried = 0;
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    start(async () => {
      tried += 1;
      await done;
      throw new Failure('CORRUPTED_FILE');
    });
    while (tried === 0) await wait(5);
    store.pass(jump);
    // Several leases long: heartbeats keep it, and nobody finds it void.
    await wait(300);
    finish();
    const job = await ended(id);
    expect(job).toMatchObject({ attempts: 1, lost_workers: 0, state: 'failed' });
    expect(job.processing_ms).toBeGreaterThanOrEqual(300);
    expect(tried).toBe(1);
  },
);
