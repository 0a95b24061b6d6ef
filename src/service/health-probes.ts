// What is tried to learn how each part of the service is, and the figures from which on it is called degraded
// (docs/operations.md lists them).
import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Probe } from './health.ts';
import type { LoopDelay } from './health-loop-delay.ts';
import type { Rehearsal } from './health-rehearsal.ts';
import type { Traffic } from './traffic.ts';

const degradedFrom = {
  databaseMs: 500,
  storageMs: 1000,
  freeBytes: 2 ** 30,
  authenticationMs: 500,
  loopDelayMs: 1000,
  /** Of the last minute's requests, when there were at least this many. */
  successRate: 0.95,
  successRequests: 20,
  /** Jobs wait and nobody works. */
  queueStuckMs: 20_000,
};

const downFrom = {
  /** No child ready and none at work; a start or a replacement takes less. */
  engineIdleMs: 20_000,
};

const slow = (what: string, ms: number, limit: number): string[] =>
  ms > limit ? [`${what} takes ${Math.round(ms)} ms.`] : [];

async function timed<T>(clock: Clock, work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const began = clock.monotonic();
  const value = await work();
  return { value, ms: clock.monotonic() - began };
}

export function databaseProbe(parts: {
  readonly query: () => Promise<unknown>;
  readonly connections: () => { readonly active: number; readonly idle: number };
  readonly clock: Clock;
}): Probe {
  return {
    unknown: { connectionPoolActive: 0, connectionPoolIdle: 0, queryLatencyMs: null },
    failing: 'The database does not answer.',
    async look() {
      const { ms } = await timed(parts.clock, parts.query);
      const { active, idle } = parts.connections();
      return {
        facts: { connectionPoolActive: active, connectionPoolIdle: idle, queryLatencyMs: ms },
        issues: slow('A database query', ms, degradedFrom.databaseMs),
      };
    },
  };
}

export function storageProbe(parts: {
  readonly blobs: Blobs;
  /** Undefined where the store has no end. */
  readonly freeBytes: (() => Promise<number>) | undefined;
  readonly clock: Clock;
}): Probe {
  const { blobs, clock } = parts;
  return {
    unknown: { availableSpaceGb: null, readLatencyMs: null, writeLatencyMs: null },
    failing: 'Files cannot be stored and read back.',
    async look() {
      const key = `probe/${randomBytes(8).toString('hex')}`;
      const write = await timed(clock, () => blobs.put(key, randomBytes(16)));
      try {
        // The store proves the content against its hash before the first byte leaves.
        const read = await timed(clock, async () => {
          for await (const _ of await blobs.read(write.value));
        });
        const free = await parts.freeBytes?.();
        const low = free !== undefined && free < degradedFrom.freeBytes;
        return {
          facts: {
            availableSpaceGb: free === undefined ? null : free / 2 ** 30,
            readLatencyMs: read.ms,
            writeLatencyMs: write.ms,
          },
          issues: [
            ...slow('Writing a file', write.ms, degradedFrom.storageMs),
            ...slow('Reading a file', read.ms, degradedFrom.storageMs),
            ...(low ? [`Only ${Math.floor(free / 2 ** 20)} MB are free for files.`] : []),
          ],
        };
      } finally {
        await blobs.delete(key);
      }
    },
  };
}

export function authenticationProbe(parts: {
  readonly lookUp: (hash: string) => Promise<unknown>;
  readonly clock: Clock;
}): Probe {
  return {
    unknown: { responseTimeMs: null },
    failing: 'API keys cannot be checked.',
    async look() {
      // A hash that belongs to no key takes the whole way to the store, past every cache.
      const { ms } = await timed(parts.clock, () => parts.lookUp(randomBytes(32).toString('hex')));
      return { facts: { responseTimeMs: ms }, issues: slow('Checking a key', ms, degradedFrom.authenticationMs) };
    },
  };
}

export function gatewayProbe(parts: { readonly traffic: Traffic; readonly loopDelay: LoopDelay }): Probe {
  return {
    unknown: { responseTimeMs: null },
    failing: 'Requests cannot be answered.',
    async look() {
      const { requestsPerMinute, meanMs, successRate } = parts.traffic.summary();
      const { worstMs } = parts.loopDelay.read();
      const faulty = requestsPerMinute >= degradedFrom.successRequests && successRate < degradedFrom.successRate;
      return {
        facts: { responseTimeMs: meanMs },
        issues: [
          ...(worstMs > degradedFrom.loopDelayMs ? [`Requests wait up to ${Math.round(worstMs)} ms.`] : []),
          ...(faulty ? [`${Math.round((1 - successRate) * 100)} % of the last minute's requests failed.`] : []),
        ],
      };
    },
  };
}

export function engineProbe(parts: {
  /** Undefined in a process that only answers requests: others do the work. */
  readonly pool: { stats(): { readonly busy: number; readonly idle: number; readonly size: number } } | undefined;
  readonly rehearsal: Rehearsal | undefined;
  readonly queue: () => Promise<{ readonly waiting: number; readonly running: number }>;
  readonly meanMs: () => Promise<number | null>;
  readonly clock: Clock;
}): Probe {
  const { pool, rehearsal, clock } = parts;
  let readyAt = clock.monotonic();
  let movingAt = clock.monotonic();
  return {
    unknown: { activeWorkers: 0, queueSize: null, avgProcessingTimeMs: null },
    failing: 'Documents cannot be converted.',
    async look() {
      const [{ waiting, running }, meanMs] = await Promise.all([parts.queue(), parts.meanMs()]);
      const stats = pool?.stats();
      const workers = stats === undefined ? running : stats.busy + stats.idle;
      const now = clock.monotonic();
      if (workers > 0 || stats === undefined) readyAt = now;
      if (waiting === 0 || running > 0) movingAt = now;
      rehearsal?.startIfDue();
      if (rehearsal?.failed()) throw new Error('a trial conversion failed');
      if (now - readyAt > downFrom.engineIdleMs) throw new Error('no conversion process is ready');
      return {
        facts: { activeWorkers: workers, queueSize: waiting, avgProcessingTimeMs: workers === 0 ? null : meanMs },
        issues: now - movingAt > degradedFrom.queueStuckMs ? ['Jobs wait and none is being worked on.'] : [],
      };
    },
  };
}
