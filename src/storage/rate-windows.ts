// Requests of the present minute, counted by one conditional statement: exact however many processes answer requests.
// The row of an account is written by all of them, so those that wait for it here go together in the next statement:
// a busy account costs one write at a time, not one for each request.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

interface Waiting {
  readonly window: Instant;
  readonly limit: number;
  resolve(used: number | undefined): void;
  reject(error: unknown): void;
}

export function takeInDatabase(db: Db<Schema>) {
  const queues = new Map<string, Waiting[]>();

  const countAll = async (accountId: string, queue: Waiting[]): Promise<void> => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      const { window, limit } = first;
      const end = queue.findIndex((one) => one.window !== window || one.limit !== limit);
      const together = queue.splice(0, end < 0 ? queue.length : end);
      try {
        const before = await count(db, accountId, window, limit, together.length);
        for (const [index, one] of together.entries()) {
          const used = before === undefined ? Number.POSITIVE_INFINITY : before + index + 1;
          one.resolve(used <= limit ? used : undefined);
        }
      } catch (error) {
        for (const one of together) one.reject(error);
      }
    }
    queues.delete(accountId);
  };

  return (accountId: string, window: Instant, limit: number): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      if (limit < 1) return resolve(undefined);
      const waiting = { window, limit, resolve, reject };
      const queue = queues.get(accountId);
      if (queue !== undefined) queue.push(waiting);
      else {
        const opened = [waiting];
        queues.set(accountId, opened);
        void countAll(accountId, opened);
      }
    });
}

/** Adds so many requests; how many were counted before them, or undefined when the window was full already. */
async function count(
  db: Db<Schema>,
  accountId: string,
  window: Instant,
  limit: number,
  requests: number,
): Promise<number | undefined> {
  const taken = await db.writeOne((one) =>
    one
      .insertInto('rate_windows')
      .values({ account_id: accountId, window_start: window, used: requests })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({
            // A node whose clock is behind counts into the newest window rather than opening an old one again.
            used: sql`case when rate_windows.window_start >= excluded.window_start
                      then rate_windows.used + excluded.used else excluded.used end`,
            window_start: sql`case when rate_windows.window_start >= excluded.window_start
                              then rate_windows.window_start else excluded.window_start end`,
          })
          .where((one) =>
            one.or([
              one('rate_windows.window_start', '<', one.ref('excluded.window_start')),
              one('rate_windows.used', '<', limit),
            ]),
          ),
      )
      .returning('used')
      .executeTakeFirst(),
  );
  return taken === undefined ? undefined : taken.used - requests;
}
