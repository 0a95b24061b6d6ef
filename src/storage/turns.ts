// Work that one node does for all, now and then: whoever first says so in the database has the turn.
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

/** Timers of nodes are not of one beat: who comes a little early need not wait for a whole turn more. */
const early = 0.1;

export function createTurns(db: Db<Schema>) {
  const text = (at: Instant): string => new Date(at).toISOString();
  return {
    /** True for one caller in each period, on whatever node. */
    async take(name: string, everyMs: number, now: Instant): Promise<boolean> {
      const taken = await db.writeOne((one) =>
        one
          .insertInto('settings')
          .values({ name: `turn ${name}`, value: text(now) })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ value: text(now) })
              .where((one) =>
                one.or([
                  one('settings.value', '<=', text(now - everyMs * (1 - early))),
                  // Written by a node whose clock was wrong: it must not stop the work until then.
                  one('settings.value', '>', text(now + everyMs)),
                ]),
              ),
          )
          .returning('name')
          .executeTakeFirst(),
      );
      return taken !== undefined;
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
