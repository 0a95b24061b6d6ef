// Many nodes on one PostgreSQL database at once: limits stay exact, no job is given twice, no two units wait for each
// other, and the books balance to the unit.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccounts } from '../../src/storage/accounts.ts';
import type { Db } from '../../src/storage/db.ts';
import { createExtensionStore } from '../../src/storage/extensions.ts';
import { createJobs } from '../../src/storage/jobs.ts';
import { takeInDatabase } from '../../src/storage/rate-windows.ts';
import { createReplayRows } from '../../src/storage/replays.ts';
import type { Schema } from '../../src/storage/schema.ts';
import { createTurns } from '../../src/storage/turns.ts';
import { type EmptyStores, storeKinds } from '../support/empty-stores.ts';
import { addAccount, completion, ending, failure, newJob, noon, plenty } from '../support/stored-jobs.ts';

const nodeCount = 8;
let stores: EmptyStores;
let nodes: Db<Schema>[];
let db: Db<Schema>;

beforeAll(async () => {
  const kind = storeKinds.find(({ name }) => name === 'postgres');
  if (kind === undefined) throw new Error('there is no such store');
  stores = await kind.open();
  nodes = await Promise.all(Array.from({ length: nodeCount }, () => stores.another()));
});
afterAll(() => stores?.close());
beforeEach(async () => {
  db = await stores.fresh();
});

const node = (index: number): Db<Schema> => nodes[index % nodeCount] as Db<Schema>;
const spread = <T>(count: number, work: (db: Db<Schema>, index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(node(index), index)));

describe('limits', () => {
  test('200 at once on the last unit of a quota: exactly one is accepted', async () => {
    await addAccount(db, 'a', 5);
    const results = await spread(200, (one) => createJobs(one).accept(newJob('a'), { daily: 1, monthly: 50 }, noon));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array(199).fill('RATE_002'));
    const tenant = await db.reader.selectFrom('tenants').selectAll().executeTakeFirstOrThrow();
    expect(tenant).toMatchObject({ day_used: 1, month_used: 1, waiting: 1 });
    expect(await db.reader.selectFrom('jobs').select('id').execute()).toHaveLength(1);
  });

  test('400 requests of one minute, 100 allowed: exactly 100, numbered 1 to 100', async () => {
    // Those of one node go together, so every node counts several at once.
    const takes = new Map(nodes.map((one) => [one, takeInDatabase(one)]));
    const results = await spread(400, async (one) => takes.get(one)?.('a', noon, 100));
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : result.reason));
    expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test('work that one node does for all: one of 80 has the turn, one in the next period, and no wrong clock stops it', async () => {
    const minute = 60_000;
    const turnsAt = async (at: number): Promise<number> => {
      const results = await spread(80, (one) => createTurns(one).take('sweep', minute, at));
      return results.filter((result) => result.status === 'fulfilled' && result.value).length;
    };
    expect(await turnsAt(noon)).toBe(1);
    expect(await turnsAt(noon + minute / 2)).toBe(0);
    expect(await turnsAt(noon + minute)).toBe(1);
    expect(await createTurns(db).take('sweep', minute, noon + 1000 * minute)).toBe(true);
    expect(await turnsAt(noon + 2 * minute)).toBe(1);
    expect(await createTurns(db).take('other', minute, noon)).toBe(true);
  });

  test('one Idempotency-Key, 100 requests at once: one works, all see the same holder', async () => {
    const results = await spread(100, (one, index) =>
      createReplayRows(one).claim({ accountId: 'a', name: 'k', holder: `h${index}` }, noon + 99, noon + 999, noon),
    );
    const holders = new Set(results.map((result) => (result.status === 'fulfilled' ? result.value.holder : 'none')));
    expect(holders.size).toBe(1);
    expect([...holders][0]).toMatch(/^h\d+$/);
  });

  test('extensions at once never pass the cap', async () => {
    await addAccount(db, 'a', 5);
    const jobs = createJobs(db);
    const { id } = await jobs.accept(newJob('a'), plenty, noon);
    await jobs.claim('t', 1000, noon);
    await jobs.complete(id, 't', completion(), ending);
    const limits = { lifetimeMs: 7 * 86_400_000, extensions: 50 };
    const results = await spread(60, (one) =>
      createExtensionStore(one).extend(id, 'a', 86_400_000, limits, noon + 2000),
    );
    const extended = results.filter((result) => result.status === 'fulfilled' && result.value.extended);
    expect(extended).toHaveLength(6);
    expect((await jobs.findById(id))?.expires_at).toBe(ending.expiresAt + 6 * 86_400_000);
  });

  test('one name, 16 nodes: one account, and one value of a setting', async () => {
    const account = { plan: 'pro', subscription: 'active', billing_cycle: 'monthly', created_at: noon } as const;
    const made = await spread(16, (one, index) =>
      createAccounts(one).create({ id: `i${index}`, name: 'same', ...account }, 1),
    );
    expect(made.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(1);
    const kept = await spread(16, (one, index) => createAccounts(one).settleSetting('s', `v${index}`));
    expect(new Set(kept.map((result) => (result.status === 'fulfilled' ? result.value : 'none'))).size).toBe(1);
  });
});

/** Sums by day against the job table itself. */
async function balance(): Promise<void> {
  const jobs = await db.reader.selectFrom('jobs').selectAll().execute();
  for (const tenant of await db.reader.selectFrom('tenants').selectAll().execute()) {
    const own = jobs.filter((job) => job.account_id === tenant.account_id);
    const count = (state: string) => own.filter((job) => job.state === state).length;
    expect(tenant).toMatchObject({
      running: count('processing'),
      waiting: own.filter((job) => job.state === 'pending' && job.held === 0).length,
      day_used: own.length - count('failed'),
    });
    const days = await db.reader
      .selectFrom('usage_days')
      .selectAll()
      .where('account_id', '=', tenant.account_id)
      .execute();
    const sum = (field: 'conversions' | 'successes' | 'file_bytes') => days.reduce((all, day) => all + day[field], 0);
    expect(sum('conversions')).toBe(count('completed') + count('failed'));
    expect(sum('successes')).toBe(count('completed'));
    expect(sum('file_bytes')).toBe(5 * (count('completed') + count('failed')));
  }
  const records = await db.reader.selectFrom('usage_records').select('job_id').execute();
  const ended = jobs.filter((job) => job.state === 'completed' || job.state === 'failed').map((job) => job.id);
  expect(records.map((record) => record.job_id).sort()).toEqual(ended.sort());
}

describe('claims', () => {
  const most: Readonly<Record<string, number>> = { a: 1, b: 2, c: 4 };

  test('8 workers, 3 accounts, 240 jobs: none twice, never more at once than allowed, all ended', async () => {
    for (const [id, limit] of Object.entries(most)) await addAccount(db, id, limit);
    const accepted = await spread(240, (one, index) =>
      createJobs(one).accept(newJob('abc'[index % 3] as string), plenty, noon),
    );
    expect(accepted.filter((result) => result.status === 'rejected')).toEqual([]);
    const running = new Map<string, number>();
    const claimed: string[] = [];
    const over: string[] = [];
    const worker = async (one: Db<Schema>, index: number): Promise<void> => {
      const jobs = createJobs(one);
      let idle = 0;
      for (let turn = 0; idle < 40; turn += 1) {
        const token = `${index}-${turn}`;
        const job = await jobs.claim(token, 60_000, noon);
        if (job === undefined) {
          idle += 1;
          await pause(5);
          continue;
        }
        idle = 0;
        claimed.push(job.id);
        const now = (running.get(job.account_id) ?? 0) + 1;
        running.set(job.account_id, now);
        if (now > (most[job.account_id] ?? 0)) over.push(job.account_id);
        await pause(turn % 3);
        running.set(job.account_id, (running.get(job.account_id) ?? 1) - 1);
        if (turn % 5 === 4) await jobs.fail(job.id, token, failure, 'txt', ending);
        else await jobs.complete(job.id, token, completion(turn % 2 === 0 ? 'txt' : 'pdf'), ending);
      }
    };
    const workers = await spread(nodeCount, worker);
    expect(workers.filter((result) => result.status === 'rejected')).toEqual([]);
    expect(over).toEqual([]);
    expect(claimed).toHaveLength(240);
    expect(new Set(claimed).size).toBe(240);
    await balance();
  }, 60_000);

  test('a dead worker’s job goes to exactly one of those who look, and only that one may end it', async () => {
    await addAccount(db, 'a', 50);
    const jobs = createJobs(db);
    for (let index = 0; index < 10; index += 1) {
      await jobs.accept(newJob('a'), plenty, noon);
      await jobs.claim(`dead${index}`, 0, noon);
    }
    await pause(5);
    const looks = await spread(80, (one, index) => createJobs(one).reclaim(`new${index}`, 60_000));
    const taken = looks.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : result.reason));
    // Those who looked at the same moment skip each other's; later looks find the rest.
    expect(new Set(taken.map((job) => job.id)).size).toBe(taken.length);
    for (let job = await jobs.reclaim('late', 60_000); job; job = await jobs.reclaim('late', 60_000)) taken.push(job);
    expect(taken).toHaveLength(10);
    const ends = await spread(10, (one, index) =>
      createJobs(one).complete(taken[index].id, `dead${index}`, completion(), ending),
    );
    expect(ends).toEqual(Array(10).fill({ status: 'fulfilled', value: undefined }));
    const own = await Promise.all(taken.map((job) => jobs.complete(job.id, job.lease_token, completion(), ending)));
    expect(own.every((job) => job?.state === 'completed')).toBe(true);
    await balance();
  });
});

test('a job ended from outside at the moment when it is claimed has ended, whoever came first', async () => {
  await addAccount(db, 'a', 1000);
  const jobs = createJobs(db);
  let claims = 0;
  for (let round = 0; round < 150; round += 1) {
    const { id } = await jobs.accept(newJob('a'), plenty, noon);
    const [claimed, ended] = await Promise.all([
      createJobs(node(round)).claim(`t${round}`, 60_000, noon),
      createJobs(node(round + 1)).abandon(id, failure, 'txt', ending),
    ]);
    if (claimed !== undefined) claims += 1;
    expect(ended?.state).toBe('failed');
    expect((await jobs.findById(id))?.state).toBe('failed');
  }
  // Both orders must have come up, or nothing was tested.
  expect(claims).toBeGreaterThan(0);
  expect(claims).toBeLessThan(150);
  await balance();
});

test('batches of which nothing can be converted, at once and in any order of formats, do not block each other', async () => {
  await addAccount(db, 'a', 1);
  const formats = ['pdf', 'txt', 'csv', 'docx', 'html'];
  const results = await spread(150, (one, index) =>
    createJobs(one).acceptBatch(
      { id: `refused${index}`, account_id: 'a', key_id: 'key', sequential: 0, deadline_at: noon + 1 },
      formats.map((_, at) => ({
        job: newJob('a'),
        fileId: `f${at}`,
        refused: {
          failure: { ...failure, code: 'FILE_001' as const },
          format: formats[(at * (index + 1)) % 5] as string,
        },
      })),
      plenty,
      noon,
      noon + 86_400_000,
    ),
  );
  expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
  await balance();
});

test('batches in sequence, ended from outside while they run, with refused files: no deadlock, no drift', async () => {
  for (const id of ['a', 'b']) await addAccount(db, id, 6);
  const batch = (account: string, id: string) => ({
    id,
    account_id: account,
    key_id: 'key',
    sequential: 1,
    deadline_at: noon + 1,
  });
  const refusedAs = (format: string) => ({ failure: { ...failure, code: 'FILE_001' as const }, format });
  let stop = false;
  const errors: unknown[] = [];
  const loop = (work: (index: number) => Promise<unknown>) => async (): Promise<void> => {
    for (let index = 0; !stop; index += 1) {
      try {
        await work(index);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  let batches = 0;
  const submitter = (one: Db<Schema>, account: string, formats: string[]) =>
    loop(async () => {
      batches += 1;
      const kinds = batches % 3 === 0 ? 'xx' : batches % 3 === 1 ? '..x.' : '...x';
      const files = [...kinds].map((kind, at) => ({
        job: newJob(account),
        fileId: `f${at}`,
        ...(kind === 'x' ? { refused: refusedAs(formats[at % 2] as string) } : {}),
      }));
      const row = batch(account, `batch${batches}`);
      await createJobs(one).acceptBatch(row, files, plenty, noon, noon + 86_400_000);
      await pause(10);
    });
  const worker = (one: Db<Schema>, name: string) =>
    loop(async (index) => {
      const jobs = createJobs(one);
      const job = await jobs.claim(`${name}${index}`, 60_000, noon);
      if (job === undefined) return pause(3);
      return index % 4 === 0
        ? jobs.fail(job.id, `${name}${index}`, failure, 'pdf', ending)
        : jobs.complete(job.id, `${name}${index}`, completion(index % 2 === 0 ? 'txt' : 'pdf'), ending);
    });
  const sweeper = (one: Db<Schema>) =>
    loop(async () => {
      const jobs = createJobs(one);
      const due = await jobs.overdue(noon + 5, 20);
      for (const job of due.filter((_, at) => at % 2 === 0)) await jobs.abandon(job.id, failure, 'pdf', ending);
      await pause(5);
    });
  const loops = [
    submitter(node(0), 'a', ['pdf', 'txt']),
    submitter(node(1), 'a', ['txt', 'pdf']),
    submitter(node(2), 'b', ['pdf', 'txt']),
    ...[3, 4, 5].map((index) => worker(node(index), `w${index}-`)),
    sweeper(node(6)),
    sweeper(node(7)),
  ].map((run) => run());
  await pause(6000);
  stop = true;
  await Promise.all(loops);
  expect(errors).toEqual([]);
  await balance();
  // Nothing is stuck: working off what is left ends every batch.
  const jobs = createJobs(db);
  for (let turn = 0; ; turn += 1) {
    const job = await jobs.claim(`end${turn}`, 60_000, noon);
    if (job === undefined) break;
    await jobs.complete(job.id, `end${turn}`, completion(), ending);
  }
  const open = await db.reader.selectFrom('batches').selectAll().where('finished_at', 'is', null).execute();
  expect(open).toEqual([]);
  expect(batches).toBeGreaterThan(50);
  await balance();
}, 60_000);
