// The wall clock for what cannot be undone: a jump forward is believed only when it has stood for a while, so that a
// clock set wrong for a moment deletes nothing early. A jump back is believed at once: it only postpones.
import type { Clock, Instant } from '../core/clock.ts';

/** What two clocks drift apart between looks without a jump: corrections by NTP, a machine under load. */
const toleranceMs = 60_000;
/** Long enough to notice and mend a wrong clock, short enough that expired files are gone within ten minutes. */
const settleMs = 5 * 60_000;

interface Mark {
  readonly wall: Instant;
  readonly monotonic: number;
}

export function createSettledClock(clock: Clock): () => Instant {
  const look = (): Mark => ({ wall: clock.now(), monotonic: clock.monotonic() });
  /** Whole, as instants are: the monotonic clock counts parts of milliseconds too, which PostgreSQL would refuse. */
  const expected = (from: Mark, now: Mark): Instant => from.wall + Math.floor(now.monotonic - from.monotonic);
  let trusted = look();
  let doubted: Mark | undefined;

  return () => {
    const now = look();
    const sound = expected(trusted, now);
    if (now.wall <= sound + toleranceMs) {
      trusted = now;
      doubted = undefined;
      return now.wall;
    }
    if (doubted === undefined || Math.abs(now.wall - expected(doubted, now)) > toleranceMs) doubted = now;
    if (now.monotonic - doubted.monotonic < settleMs) return sound;
    trusted = now;
    doubted = undefined;
    return now.wall;
  };
}
