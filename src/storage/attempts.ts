// Attempts within a time, counted by one conditional statement: exact however many processes answer requests. The time
// begins with the first attempt, so that nobody gets twice the number around a full quarter of an hour.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

export interface AttemptLimit {
  readonly most: number;
  readonly windowMs: number;
}

export function createAttempts(db: Db<Schema>) {
  return {
    /** Counts one; when the limit is reached already, the moment from which on the next may be made. */
    async take(name: string, limit: AttemptLimit, at: Instant): Promise<Instant | undefined> {
      const end = at + limit.windowMs;
      return db.write(async (tx) => {
        const taken = await tx
          .insertInto('attempts')
          .values({ name, window_start: at, window_end: end, used: 1 })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({
                used: sql`case when attempts.window_end > excluded.window_start then attempts.used + 1 else 1 end`,
                window_start: sql`case when attempts.window_end > excluded.window_start
                                  then attempts.window_start else excluded.window_start end`,
                window_end: sql`case when attempts.window_end > excluded.window_start
                                then attempts.window_end else excluded.window_end end`,
              })
              .where((one) =>
                one.or([
                  one('attempts.window_end', '<=', one.ref('excluded.window_start')),
                  one('attempts.used', '<', limit.most),
                ]),
              ),
          )
          .returning('used')
          .executeTakeFirst();
        if (taken !== undefined) return undefined;
        const full = await tx
          .selectFrom('attempts')
          .select('window_end')
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        return full.window_end;
      });
    },

    /** Nothing was tried in vain under this name. */
    async forget(name: string): Promise<void> {
      await db.writeOne((one) => one.deleteFrom('attempts').where('name', '=', name).execute());
    },

    /** What was counted was not in vain. */
    async giveBack(name: string): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable('attempts')
          .set({ used: sql`used - 1` })
          .where('name', '=', name)
          .where('used', '>', 0)
          .execute(),
      );
    },

    async removeOld(at: Instant): Promise<void> {
      await db.writeOne((one) => one.deleteFrom('attempts').where('window_end', '<=', at).execute());
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
