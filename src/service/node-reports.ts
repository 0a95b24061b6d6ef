// What a node writes down about itself, so that operators see all nodes whichever one they ask: the load of its worker,
// and how healthy it found the service. It also sweeps away what has become too old in the tables of the dashboard.
import { hostname } from 'node:os';
import type { Clock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Installation } from '../storage/installation.ts';
import type { Facts, Health } from './health.ts';
import type { Log } from './log.ts';

const workerEveryMs = 10_000;
/** A worker that has not reported for so long is not shown. */
export const workerSilenceMs = 35_000;
const healthEveryMs = 60_000;
const sweepEveryMs = 3_600_000;
const healthKeptMs = 24 * 3_600_000;

interface Parts {
  readonly installation: Installation;
  readonly health: Health;
  /** Undefined where nothing is converted. */
  readonly worker: (() => { readonly slots: number; readonly busy: number }) | undefined;
  /** What else is to be swept. */
  readonly sweeps: readonly (() => Promise<void>)[];
  readonly clock: Clock;
  readonly log: Log;
}

/** The figure that stands for the speed of a part. */
const latencyNames = ['queryLatencyMs', 'readLatencyMs', 'responseTimeMs', 'avgProcessingTimeMs'];

export function createNodeReports({ installation, health, worker, sweeps, clock, log }: Parts) {
  const node = `${hostname().slice(0, 100)}:${process.pid}`;
  const timers: NodeJS.Timeout[] = [];
  const underWay = new Set<Promise<void>>();

  async function reportWorker(): Promise<void> {
    if (worker !== undefined) await installation.reportWorker({ node, ...worker(), seen_at: clock.now() });
  }

  async function reportHealth(): Promise<void> {
    const { at, status, services } = await health.report();
    const each = [...services].map(([name, one]) => [name, { status: one.status, latencyMs: latencyOf(one.facts) }]);
    await installation.addHealth({
      id: newId(at),
      node,
      at,
      status,
      services: JSON.stringify(Object.fromEntries(each)),
    });
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    await installation.removeOld(now - healthKeptMs, now - 10 * workerSilenceMs);
    for (const one of sweeps) await one();
  }

  /** A store in trouble is told by the health probes; here it only costs a report. */
  function run(work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) => log.warn({ err: error }, 'a node could not report itself'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    start(): void {
      for (const [work, everyMs] of [
        [reportWorker, workerEveryMs],
        [reportHealth, healthEveryMs],
        [sweep, sweepEveryMs],
      ] as const) {
        run(work);
        timers.push(setInterval(() => run(work), everyMs).unref());
      }
    },
    /** Resolves when nothing is being written any more, so that the stores can be closed. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(underWay);
      if (worker !== undefined) await installation.removeWorker(node).catch(() => undefined);
    },
  };
}

function latencyOf(facts: Facts): number | null {
  const name = latencyNames.find((one) => one in facts);
  const ms = name === undefined ? null : (facts[name] ?? null);
  return ms === null ? null : Number(ms.toFixed(2));
}
