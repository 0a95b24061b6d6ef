// Steady traffic for a long time: neither memory nor open descriptors of any process may creep (scorecard, row 5).
import { setTimeout as pause } from 'node:timers/promises';
import { discrepancies, drained } from '../chaos/books.ts';
import type { Finding } from '../chaos/finding.ts';
import { openStoreSet, type StoreName } from '../chaos/store-sets.ts';
import { descriptorsOf, median, rssOf } from './client.ts';
import { startUsual } from './mixed-load.ts';
import { startMixedTraffic } from './mixed-traffic.ts';

export interface Soak {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Of memory, from the first quarter to the last. */
  readonly mostDrift: number;
}

const connections = 8;
const restMs = 50;
/** Kept connections and pools give back what they do not need. */
const settleMs = 20_000;

export async function soak(store: StoreName, { warmUpSeconds, seconds, mostDrift }: Soak): Promise<Finding> {
  const set = await openStoreSet(store);
  try {
    const processes = await startUsual(set);
    const [target] = processes;
    if (target === undefined) throw new Error('no process was started');
    const pids = processes.map(({ process: child }) => child.pid ?? 0);
    const warming = startMixedTraffic(target, connections, restMs);
    await pause(warmUpSeconds * 1000);
    await warming.stop();
    await drained(set, 60_000);
    const before = await settled(pids);
    const traffic = startMixedTraffic(target, connections, restMs);
    const samples: number[][] = pids.map(() => []);
    const end = performance.now() + seconds * 1000;
    const everyMs = Math.max(100, (seconds * 1000) / 1000);
    while (performance.now() < end) {
      for (const [at, pid] of pids.entries()) samples[at]?.push(rssOf(pid));
      await pause(everyMs);
    }
    await traffic.stop();
    await drained(set, 60_000);
    const after = await settled(pids, before);
    const drifts = samples.map((values) => {
      const quarter = Math.max(1, Math.floor(values.length / 4));
      return median(values.slice(-quarter)) / median(values.slice(0, quarter)) - 1;
    });
    const leaks = after.map((count, at) => Math.max(0, count - (before[at] ?? 0)));
    const shown = drifts.map((drift) => `${(drift * 100).toFixed(1)} %`).join(' and ');
    const problems = [
      ...drifts.filter((drift) => drift > mostDrift).map((drift) => `memory grew by ${(drift * 100).toFixed(1)} %`),
      ...leaks.filter((leak) => leak > 0).map((leak) => `${leak} descriptors more`),
      ...(traffic.results() > 0 ? [] : ['nothing was converted']),
      ...warming.problems,
      ...traffic.problems,
      ...(await discrepancies(set)),
    ];
    const figure = `${seconds} s, ${traffic.results()} jobs: memory ${shown}, descriptors ${before.join(' and ')} before, ${after.join(' and ')} after`;
    return { row: 5, test: 'soak', store, problems, figure };
  } finally {
    await set.close();
  }
}

/** Open descriptors once they no longer fall, or are as few as before. */
async function settled(pids: readonly number[], before?: readonly number[]): Promise<number[]> {
  const deadline = performance.now() + settleMs;
  let last = pids.map(descriptorsOf);
  let since = performance.now();
  while (performance.now() < deadline) {
    await pause(250);
    const now = pids.map(descriptorsOf);
    if (before !== undefined && now.every((count, at) => count <= (before[at] ?? 0))) return now;
    if (now.join() !== last.join()) since = performance.now();
    last = now;
    if (before === undefined && performance.now() - since > 1500) return now;
  }
  return last;
}
