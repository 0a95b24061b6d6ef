// Kills everything again and again while documents stream in, then lets it recover and closes the books: every job that
// was answered must have ended, exactly once, with its file and its usage record (scorecard, row 8).
import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '../support/random-numbers.ts';
import type { RunningServer } from '../support/server.ts';
import { discrepancies, drained } from './books.ts';
import type { Finding } from './finding.ts';
import { killed, openStoreSet, type StoreName } from './store-sets.ts';
import { sendDocuments } from './traffic.ts';

/** Bounded by rounds and by the time each of them may take. */
export async function killAll(store: StoreName, rounds: number, seed = 1): Promise<Finding> {
  const set = await openStoreSet(store);
  const random = randomNumbers(seed);
  const promised = new Map<string, string>();
  const everything = async (): Promise<RunningServer[]> => {
    if (store === 'embedded') return [await set.start('all', { SYNC_WAIT_MS: '2000' })];
    // The first one prints the first key.
    const first = await set.start('api', { SYNC_WAIT_MS: '2000' });
    return [first, ...(await Promise.all((['api', 'worker', 'worker'] as const).map((role) => set.start(role))))];
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const processes = await everything();
      const traffic = sendDocuments(() => processes.filter(({ url }) => url !== ''), { clients: 4, pauseMs: 20 });
      await pause(300 + random() * 1200);
      const ends = processes.map((process) => killed(process));
      // The database goes with them, without a chance to write anything more.
      if (set.postgres !== undefined && round % 2 === 0) {
        await set.postgres.crash();
        await set.postgres.restart();
      }
      await Promise.all(ends);
      await traffic.stop();
      for (const [id, text] of traffic.promised) promised.set(id, text);
    }
    await everything();
    const stuck = await drained(set, 90_000);
    const known = await set.inStore(({ db }) => db.reader.selectFrom('jobs').select(['id', 'state']).execute());
    const ids = new Set(known.map(({ id }) => id));
    const lost = [...promised.keys()].filter((id) => !ids.has(id));
    const problems = [
      ...lost.map((id) => `answered but unknown: ${id}`),
      ...(stuck === 0 ? [] : [`stuck: ${stuck}`]),
      ...(await discrepancies(set, promised)),
      ...(promised.size >= rounds ? [] : [`only ${promised.size} jobs were answered`]),
    ];
    const completed = known.filter(({ state }) => state === 'completed').length;
    const figure = `${rounds} rounds, ${promised.size} answered, ${known.length} jobs, ${completed} completed, ${lost.length} lost`;
    return { row: 8, test: 'kill -9 everything and restart', store, problems, figure };
  } finally {
    await set.close();
  }
}
