// Time is handed in, so that tests can be exact and nothing below reads the wall clock by itself.

/** Milliseconds since 1970 in UTC. */
export type Instant = number;

export interface Clock {
  /** Wall clock: for timestamps people see and for expiry that must survive a restart. */
  now(): Instant;
  /** Never runs backwards: for durations and deadlines inside one process. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Milliseconds since the machine started: the same in all its processes, and not set when the wall clock is. */
export const sinceBoot = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Days and months of quotas and usage are UTC. */
export const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
export const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);
