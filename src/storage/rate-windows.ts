// Requests of the present minute, counted by one conditional statement: exact however many processes answer requests.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

export function takeInDatabase(db: Db<Schema>) {
  return async (accountId: string, window: Instant, limit: number): Promise<number | undefined> => {
    if (limit < 1) return undefined;
    const taken = await db.write((tx) =>
      tx
        .insertInto('rate_windows')
        .values({ account_id: accountId, window_start: window, used: 1 })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet({
              // A node whose clock is behind counts into the newest window rather than opening an old one again.
              used: sql`case when rate_windows.window_start >= excluded.window_start then rate_windows.used + 1 else 1 end`,
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
    return taken?.used;
  };
}
