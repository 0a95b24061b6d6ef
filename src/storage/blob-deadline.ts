// Ends requests to a store that has fallen silent: a connection that died without a word would otherwise be waited for
// without end. The time covers the tries of the vendor's library as well.

/** For requests that carry content: 5 MB pass in it even over a slow line. */
export const transferMs = 120_000;
/** For all others; of a body, until it begins. */
export const answerMs = 15_000;

export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await work(late.signal);
  } finally {
    clearTimeout(timer);
  }
}
