// Many connections with every kind of document: nothing is lost, nothing answered 5xx, and who asks for a status does not
// wait behind the conversions (scorecard, row 1).
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { discrepancies, drained } from '../chaos/books.ts';
import type { Finding } from '../chaos/finding.ts';
import { openStoreSet, type StoreName, type StoreSet } from '../chaos/store-sets.ts';
import type { RunningServer } from '../support/server.ts';
import { percentile } from './client.ts';
import { startMixedTraffic, widePlans } from './mixed-traffic.ts';

export interface MixedLoad {
  readonly connections: number;
  readonly seconds: number;
  /** What a status may take in 99 of 100 cases; left out where the machine is not ours alone. */
  readonly statusMs?: number;
}

/** The usual processes of a set: one for everything, or one that answers and one that converts. */
export async function startUsual(set: StoreSet, env: Record<string, string> = {}): Promise<RunningServer[]> {
  const all = { PLANS: widePlans, WORKERS: '2', ...env };
  if (set.name === 'embedded') return [await set.start('all', all)];
  const api = await set.start('api', all);
  return [api, await set.start('worker', all)];
}

export async function mixedLoad(store: StoreName, load: MixedLoad): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const [target] = await startUsual(set);
    if (target === undefined) throw new Error('no process was started');
    // The clients, and the object store of the tests, are in this process: what they keep waiting themselves is told.
    const own = monitorEventLoopDelay({ resolution: 5 });
    own.enable();
    const traffic = startMixedTraffic(target, load.connections);
    await pause(load.seconds * 1000);
    await traffic.stop();
    own.disable();
    const stuck = await drained(set, 120_000);
    const ids = await set.inStore(({ db }) => db.reader.selectFrom('jobs').select('id').execute());
    const known = new Set(ids.map(({ id }) => id));
    const lost = [...traffic.accepted].filter((id) => !known.has(id)).length + stuck;
    const errors = [...traffic.answers].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0);
    const p99 = percentile(traffic.statusTimes, 0.99);
    const problems = [
      ...(lost === 0 ? [] : [`lost: ${lost}`]),
      ...(traffic.accepted.size > 0 ? [] : ['nothing was accepted']),
      ...(known.size === traffic.accepted.size ? [] : [`${known.size} jobs for ${traffic.accepted.size} answers`]),
      ...(load.statusMs === undefined || p99 <= load.statusMs ? [] : [`status p99 ${p99.toFixed(0)} ms`]),
      ...traffic.problems,
      ...(await discrepancies(set)),
    ];
    const rate = (known.size / load.seconds).toFixed(1);
    const figure = `${load.connections} connections, ${load.seconds} s: ${known.size} jobs (${rate}/s), ${lost} lost, ${errors} answers 5xx, ${traffic.statusTimes.length} status requests p50 ${percentile(traffic.statusTimes, 0.5).toFixed(0)} ms p99 ${p99.toFixed(0)} ms (the clients' own delay p99 ${(own.percentile(99) / 1e6).toFixed(0)} ms)`;
    return { row: 1, test: 'mixed load', store, problems, figure };
  } finally {
    await set.close();
  }
}
