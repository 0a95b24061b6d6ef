// A body must keep coming: who sends a few bytes at a time to hold a connection is cut off, while an honest upload over
// a poor line may take as long as it needs. Only time spent waiting for the sender counts, never that of our own stores.
import type { Readable } from 'node:stream';
import { Failure } from '../core/failure.ts';

/** Less than the slowest lines people still work on, and fifty times what keeps a connection open for spite. */
const leastBytesPerSecond = 500;
export const usualPatienceMs = 30_000;

const patience = new WeakMap<Readable, number>();

/** How long the sender of this body may fall behind; the usual time when never said. */
export function setPatience(raw: Readable, ms: number): void {
  patience.set(raw, ms);
}

/** The pieces of a body. Fails with REQUEST_005 when a stretch of waiting brings too little; the connection is left alone. */
export async function* atPace(raw: Readable): AsyncGenerator<unknown, void> {
  const stretchMs = patience.get(raw) ?? usualPatienceMs;
  const leastBytes = (stretchMs / 1000) * leastBytesPerSecond;
  const pieces = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  let waitedMs = 0;
  let bytes = 0;
  let late = false;
  try {
    for (;;) {
      const began = performance.now();
      const next = await before(pieces.next(), stretchMs - waitedMs);
      late = next === undefined;
      if (next === undefined) throw tooSlow();
      if (next.done === true) return;
      waitedMs += performance.now() - began;
      bytes += lengthOf(next.value);
      // What came in time for one stretch does not buy silence in the next.
      if (bytes >= leastBytes) [waitedMs, bytes] = [0, 0];
      else if (waitedMs >= stretchMs) throw tooSlow();
      yield next.value;
    }
  } finally {
    const closed = pieces.return?.(undefined);
    // A piece that never comes would hold up its own end.
    if (late) void closed?.catch(() => undefined);
    else await closed;
  }
}

/** What the promise gives, or undefined when the time is over first. */
function before<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const lengthOf = (piece: unknown): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : (piece as Uint8Array).length;

const tooSlow = (): Failure =>
  new Failure('REQUEST_005', { details: `The body came at less than ${leastBytesPerSecond} bytes per second.` });
