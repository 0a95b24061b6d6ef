// Looks after one running task from outside: time, signs of life and memory. The child cannot be asked, since a loop
// in wasm or a regular expression never gives it a turn.
import type { Clock } from '../core/clock.ts';
import { residentBytes } from './memory.ts';
import type { KillReason } from './verdict.ts';

export interface WatchLimits {
  readonly deadlineMs: number;
  readonly silenceMs: number;
  readonly maxRssBytes: number;
}

export interface TaskWatch {
  /** The child said something; `rss` is its own word, used where the system has none. */
  heard(rss?: number): void;
  stop(): void;
}

const lookEveryMs = 50;
/** A look this late means that the parent itself stood still, and its ears with it. */
const lateMs = 1_000;

export function watchTask(
  limits: WatchLimits,
  clock: Clock,
  memoryOf: () => number | undefined,
  breach: (reason: KillReason) => void,
): TaskWatch {
  const start = clock.monotonic();
  let lastHeard = start;
  let lastLook = start;
  let ownWord: number | undefined;
  const look = (): void => {
    const now = clock.monotonic();
    // Words may wait unread in the pipe: a time in which nobody listened is no silence.
    if (now - lastLook > lateMs) lastHeard += now - lastLook;
    lastLook = now;
    const seen = memoryOf() ?? ownWord;
    if (now - start >= limits.deadlineMs) breach({ kind: 'deadline', ms: limits.deadlineMs });
    else if (now - lastHeard >= limits.silenceMs) breach({ kind: 'silence', ms: limits.silenceMs });
    else if (seen !== undefined && seen > limits.maxRssBytes) {
      breach({ kind: 'memory', limit: limits.maxRssBytes, seen });
    }
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    heard(rss) {
      lastHeard = clock.monotonic();
      if (rss !== undefined) ownWord = rss;
    },
    stop: () => clearInterval(timer),
  };
}

export const memoryOfProcess = (pid: number | undefined) => (): number | undefined =>
  pid === undefined ? undefined : residentBytes(pid);
