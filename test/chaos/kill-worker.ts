// Kills workers again and again while others answer and convert: every accepted job must end once, be charged once, and
// be taken over soon after its worker fell silent (scorecard, row 6).
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { discrepancies, drained } from './books.ts';
import { type Finding, seconds } from './finding.ts';
import { killed, openStoreSet, type StoreName, type StoreSet } from './store-sets.ts';
import { sendDocuments } from './traffic.ts';

const reclaimedWithinMs = 30_000;

export async function killWorkers(store: StoreName, rounds: number, everyMs: number): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const apis = [await set.start('api', { SYNC_WAIT_MS: '1000' })];
    if (store === 'nodes') apis.push(await set.start('api', { SYNC_WAIT_MS: '1000' }));
    const workers = await Promise.all([set.start('worker'), set.start('worker')]);
    // With few kills, nearly every document is a long one, so that each kill meets a worker at work.
    const traffic = sendDocuments(() => apis, { clients: 2, pauseMs: 100, longEvery: rounds < 10 ? 2 : 8 });
    const watch = watchTakeOvers(set);
    for (let round = 0; round < rounds; round += 1) {
      await pause(everyMs);
      // A kill proves something when there is work to lose.
      for (let look = 0; look < 60 && watch.busy() < workers.length; look += 1) await pause(50);
      const victim = workers[round % workers.length];
      if (victim === undefined) continue;
      await killed(victim);
      workers[round % workers.length] = await set.start('worker');
    }
    await traffic.stop();
    const stuck = await drained(set, 120_000);
    const { orphaned, slowestMs } = await watch.stop();
    const ended = await set.inStore(({ db }) =>
      db.reader.selectFrom('jobs').select(['id', 'failure', 'lost_workers']).execute(),
    );
    const ids = new Set(ended.map(({ id }) => id));
    const doubles = await chargedTwice(set);
    const problems = [
      ...[...traffic.promised.keys()].filter((id) => !ids.has(id)).map((id) => `answered but unknown: ${id}`),
      ...(stuck === 0 ? [] : [`stuck: ${stuck}`]),
      ...(slowestMs <= reclaimedWithinMs ? [] : [`taken over only after ${seconds(slowestMs)}`]),
      ...(orphaned > 0 ? [] : ['no worker had a job when it was killed']),
      ...(await discrepancies(set, traffic.promised)),
    ];
    const figure = `${rounds} kills, ${ended.length} jobs, ${orphaned} taken over, slowest after ${seconds(slowestMs)}, ${doubles} charged twice`;
    return { row: 6, test: 'kill -9 a worker', store, problems, figure };
  } finally {
    await set.close();
  }
}

/** Conversions in the sums of usage beyond one for each job. */
async function chargedTwice(set: StoreSet): Promise<number> {
  return await set.inStore(async ({ db }) => {
    const { rows } = await sql<{ n: number }>`
      select (select coalesce(sum(conversions), 0) from usage_days) - (select count(*) from jobs) as n`.execute(
      db.reader,
    );
    return Number(rows[0]?.n ?? -1);
  });
}

interface Sign {
  readonly lostWorkers: number;
  readonly leaseUntil: number | null;
  /** When the lease was last seen to move: no later than this its worker lived. */
  readonly at: number;
}

/** How long jobs whose worker was killed stay without one: from the last sign of life, which is more than from the kill. */
function watchTakeOvers(set: StoreSet) {
  const signs = new Map<string, Sign>();
  let busy = 0;
  let orphaned = 0;
  let slowestMs = 0;
  let open = true;
  const look = set.inStore(async ({ db }) => {
    while (open) {
      const rows = await db.reader
        .selectFrom('jobs')
        .select(['id', 'state', 'lease_until', 'lost_workers'])
        .where((one) => one.or([one('state', '=', 'processing'), one('lost_workers', '>', 0)]))
        .execute();
      const at = performance.now();
      busy = rows.filter(({ state }) => state === 'processing').length;
      for (const { id, lease_until: leaseUntil, lost_workers: lostWorkers } of rows) {
        const before = signs.get(id);
        if (before !== undefined && lostWorkers > before.lostWorkers) {
          orphaned += 1;
          slowestMs = Math.max(slowestMs, at - before.at);
        }
        const moved = before === undefined || before.leaseUntil !== leaseUntil;
        if (moved) signs.set(id, { lostWorkers, leaseUntil, at });
      }
      await pause(200);
    }
  });
  return {
    /** Jobs under way when last looked at. */
    busy: (): number => busy,
    async stop() {
      open = false;
      await look;
      return { orphaned, slowestMs };
    },
  };
}
