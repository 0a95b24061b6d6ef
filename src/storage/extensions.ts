// The lifetime of stored files: extended by one conditional update of the job's row, so that no cap can be passed.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { Db } from './db.ts';
import type { JobRow, Schema } from './schema.ts';

export interface ExtensionLimits {
  /** From the completion of the job to the last moment its files may live. */
  readonly lifetimeMs: number;
  /** Extensions that one job may have in all. */
  readonly extensions: number;
}

/** The job as it is now, and whether this call extended it. */
export interface Extended {
  readonly job: JobRow | undefined;
  readonly extended: boolean;
}

export function createExtensionStore(db: Db<Schema>) {
  return {
    /** Moves the expiry of live files by whole milliseconds, within the limits or not at all. */
    async extend(id: Id, accountId: string, ms: number, limits: ExtensionLimits, at: Instant): Promise<Extended> {
      return db.write(async (tx) => {
        const extended = await tx
          .updateTable('jobs')
          .set({ expires_at: sql`expires_at + ${ms}`, extensions: sql`extensions + 1` })
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .where('state', '=', 'completed')
          .where('deleted_at', 'is', null)
          .where('expires_at', '>', at)
          .where('extensions', '<', limits.extensions)
          .where(sql<boolean>`expires_at - finished_at <= ${limits.lifetimeMs - ms}`)
          .returningAll()
          .executeTakeFirst();
        if (extended !== undefined) return { job: extended, extended: true };
        const job = await tx
          .selectFrom('jobs')
          .selectAll()
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        return { job, extended: false };
      });
    },

    /** Notes that a file was read; the newest time stays. */
    async accessed(id: Id, at: Instant): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({ last_accessed_at: at })
          .where('id', '=', id)
          .where((one) => one.or([one('last_accessed_at', 'is', null), one('last_accessed_at', '<', at)]))
          .execute(),
      );
    },
  };
}

export type ExtensionStore = ReturnType<typeof createExtensionStore>;
