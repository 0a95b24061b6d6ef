// What an account may ask for in a minute and at one time. Windows are whole minutes of the wall clock: the answer to
// one too many says to the second when the next window opens.
import type { Clock, Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Principal } from './keys.ts';

/** Counts one request of an account in a window; the count with it, or undefined when the window is full. */
export type TakeRequest = (accountId: string, window: Instant, limit: number) => Promise<number | undefined>;

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window is over. */
  readonly resetSeconds: number;
}

export const windowMs = 60_000;
/** Accounts whose windows are remembered in memory; far more than one process serves in a minute. */
const mostAccounts = 100_000;
/** When a place is free cannot be known; most conversions take less than this. */
const busyRetrySeconds = 2;
/** Wrong keys one address may try in a minute. */
const wrongKeysPerMinute = 60;
const mostAddresses = 100_000;

/** Exact within one process, which is the only one that answers requests on the embedded store. */
export function takeInMemory(): TakeRequest {
  let current = Number.NaN;
  const used = new Map<string, number>();
  return async (accountId, window, limit) => {
    if (window !== current || used.size > mostAccounts) used.clear();
    current = window;
    const before = used.get(accountId) ?? 0;
    if (before >= limit) return undefined;
    used.set(accountId, before + 1);
    return before + 1;
  };
}

export function createAllowance(take: TakeRequest, clock: Clock) {
  const open = new Map<string, number>();
  const wrong = new Map<string, number>();
  let wrongWindow = Number.NaN;

  const windowAt = (now: Instant): Instant => Math.floor(now / windowMs) * windowMs;
  /** Rounded up, so that who waits that long is in the next window. */
  const secondsLeft = (now: Instant): number => Math.max(1, Math.ceil((windowAt(now) + windowMs - now) / 1000));
  const overRate = (limit: number, now: Instant, what = 'requests'): Failure =>
    new Failure('RATE_001', {
      details: `The limit is ${limit} ${what} per minute.`,
      facts: {
        limit,
        remaining: 0,
        retryAfter: secondsLeft(now),
        resetTime: new Date(windowAt(now) + windowMs).toISOString(),
      },
    });

  return {
    /** Counts a request; fails with RATE_001 when the minute is full. */
    async request({ accountId, plan }: Principal): Promise<RateState> {
      const now = clock.now();
      const limit = plan.requestsPerMinute;
      const used = await take(accountId, windowAt(now), limit);
      if (used === undefined) throw overRate(limit, now);
      return { limit, remaining: Math.max(0, limit - used), resetSeconds: secondsLeft(now) };
    },

    /**
     * Holds a place for a request that converts, until the returned function is called; fails with RATE_004 when the
     * account has as many open as its plan allows. What waits in the queue is not counted: it is held back, not refused.
     */
    conversion({ accountId, plan }: Principal): () => void {
      const before = open.get(accountId) ?? 0;
      const limit = plan.concurrentConversions;
      if (before >= limit) {
        const resetTime = new Date(clock.now() + busyRetrySeconds * 1000).toISOString();
        throw new Failure('RATE_004', {
          details: `The plan allows ${limit} at a time.`,
          facts: { limit, retryAfter: busyRetrySeconds, resetTime },
        });
      }
      open.set(accountId, before + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const now = (open.get(accountId) ?? 1) - 1;
        if (now > 0) open.set(accountId, now);
        else open.delete(accountId);
      };
    },

    /** True for an address that sent too many wrong keys in this minute. */
    isSuspect(address: string): boolean {
      const now = windowAt(clock.now());
      if (wrongWindow !== now) {
        wrong.clear();
        wrongWindow = now;
      }
      return (wrong.get(address) ?? 0) >= wrongKeysPerMinute;
    },

    /** What a suspect address is answered, without a look at its key. */
    overWrongKeys: (): Failure => overRate(wrongKeysPerMinute, clock.now(), 'wrong keys'),

    wrongKey(address: string): void {
      if (wrong.size < mostAddresses || wrong.has(address)) wrong.set(address, (wrong.get(address) ?? 0) + 1);
    },
  };
}

export type Allowance = ReturnType<typeof createAllowance>;
