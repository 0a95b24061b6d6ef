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
