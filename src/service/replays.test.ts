// Idempotency-Key on real stores: what happens to a claim whose request falls silent, before and after its work was accepted.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobStore, openJobStore, silentLog } from '../../test/support/job-store.ts';
import { createReplayRows } from '../storage/replays.ts';
import { createReplays, type FirstRequest } from './replays.ts';

let store: JobStore;
let replays: ReturnType<typeof createReplays>;
let firsts: FirstRequest[];
beforeEach(async () => {
  store = await openJobStore();
  const rows = createReplayRows(store.db);
  replays = createReplays({ rows, blobs: store.blobs, clock: store.clock, log: silentLog });
  firsts = [];
});
afterEach(async () => {
  for (const first of firsts) first.leave();
  await store.close();
});

async function begin(): Promise<FirstRequest> {
  const begun = await replays.begin('a', 'key');
  if (!('first' in begun)) throw new Error('it is not the first');
  firsts.push(begun.first);
  return begun.first;
}
async function resume() {
  const begun = await replays.begin('a', 'key');
  if (!('resumed' in begun)) throw new Error('there is nothing to resume');
  return begun.resumed;
}
/** As the acceptance of a job does: in one unit with a row of its own. */
const accept = (first: FirstRequest, work: string): Promise<unknown> =>
  store.db.write(async (tx) => {
    await tx.insertInto('settings').values({ name: work, value: 'accepted' }).execute();
    await first.binding('print', work)(tx);
  });
const isAccepted = async (work: string): Promise<boolean> =>
  (await store.db.reader.selectFrom('settings').selectAll().where('name', '=', work).execute()).length === 1;

test('before anything was accepted another takes over after a minute, and the first accepts nothing any more', async () => {
  const first = await begin();
  await expect(replays.begin('a', 'key')).rejects.toMatchObject({ code: 'IDEMPOTENCY_BUSY' });
  store.pass(60_000);
  const second = await begin();
  await expect(accept(first, 'w1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_BUSY' });
  await accept(second, 'w2');
  expect([await isAccepted('w1'), await isAccepted('w2')]).toEqual([false, true]);
});

test('after that the same request leads to the work, at once and for a day; another is a conflict', async () => {
  await accept(await begin(), 'w1');
  expect((await resume()).work('print')).toBe('w1');
  store.pass(20 * 3_600_000);
  const resumed = await resume();
  expect(() => resumed.work('other')).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_CONFLICT' }));
  expect(resumed.work('print')).toBe('w1');
  store.pass(4 * 3_600_000);
  await accept(await begin(), 'w2');
});

test('work that failed for a reason that may pass is forgotten, and the request is a first one again', async () => {
  await accept(await begin(), 'w1');
  await (await resume()).forget();
  await accept(await begin(), 'w2');
  expect((await resume()).work('print')).toBe('w2');
});
