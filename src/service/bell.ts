// Wakes those who wait for something to happen: workers for jobs, requests for results. A bell may be missed (another
// node, a crash), so every waiter also looks again after a while; the bell only makes the usual case fast.

export interface Bell {
  /** For all who wait, on every node that shares the bell. */
  ring(topic: string): void;
  /** For those who wait in this process alone. */
  wake(topic: string): void;
  /** Resolves at the next ring of the topic, after `ms`, or when the signal aborts; never rejects. */
  wait(topic: string, ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back with every topic that is rung, here or on another node. */
  hear(listener: (topic: string) => void): void;
}

export const newJobs = 'jobs';
export const jobEnded = (id: string): string => `job ${id}`;
/** A file of the batch has ended. */
export const batchMoved = (id: string): string => `batch ${id}`;

export function createLocalBell(): Bell {
  const waiters = new Map<string, Set<() => void>>();
  const listeners: ((topic: string) => void)[] = [];
  const ring = (topic: string): void => {
    for (const listener of listeners) listener(topic);
    const waiting = waiters.get(topic);
    if (waiting === undefined) return;
    waiters.delete(topic);
    for (const wake of waiting) wake();
  };
  return {
    ring,
    wake: ring,
    hear: (listener) => void listeners.push(listener),
    wait(topic, ms, signal) {
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          const waiting = waiters.get(topic);
          waiting?.delete(wake);
          if (waiting?.size === 0) waiters.delete(topic);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        if (signal?.aborted) return wake();
        signal?.addEventListener('abort', wake, { once: true });
        const waiting = waiters.get(topic) ?? new Set();
        waiting.add(wake);
        waiters.set(topic, waiting);
      });
    },
  };
}
