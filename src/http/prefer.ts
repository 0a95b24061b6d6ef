// How long a caller wants to wait for a result, told in the Prefer header (RFC 7240).

/** The longest a request may ask to wait. */
const longestWaitMs = 60_000;

/**
 * `wait=N` (seconds) sets the wait, `respond-async` alone means not at all; with both, the answer is asynchronous once
 * the wait is over (RFC 7240, 4.3). Of a preference given twice the first counts; one that makes no sense is ignored.
 */
export function waitMs(prefer: string | readonly string[] | undefined, usualMs: number): number {
  const wishes = new Map<string, string>();
  for (const wish of String(prefer ?? '').split(',')) {
    const [name = '', value = ''] = (wish.split(';', 1)[0] ?? '').split('=', 2).map((part) => part.trim());
    if (!wishes.has(name.toLowerCase())) wishes.set(name.toLowerCase(), value);
  }
  const seconds = /^"?(\d{1,9})"?$/.exec(wishes.get('wait') ?? '')?.[1];
  if (seconds !== undefined) return Math.min(Number(seconds) * 1000, longestWaitMs);
  return wishes.has('respond-async') ? 0 : usualMs;
}
