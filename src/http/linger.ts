// What becomes of a body that nobody wants any more, so that its sender still gets to read the answer.
import type { Readable } from 'node:stream';

/** How long a sender that was refused may go on sending. */
const lingerMs = 10_000;

/**
 * A body left unread would hold the connection still: many clients read the answer only when they have sent
 * everything. The rest is thrown away for a while, then the connection is cut.
 */
export function linger(raw: Readable): void {
  if (raw.readableEnded || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), lingerMs);
  timer.unref();
  raw.on('error', () => undefined);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
}
