// Ends the life of a job's files before their time, because their owner said so.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { Db } from './db.ts';
import type { JobRow, Schema } from './schema.ts';

/** Marks an ended job of the account as deleted; undefined when it has not ended or was marked already. */
export function createJobDeletion(db: Db<Schema>) {
  return (id: Id, accountId: Id, at: Instant): Promise<JobRow | undefined> =>
    db.write((tx) =>
      tx
        .updateTable('jobs')
        .set({
          deleted_at: at,
          // The type of a bound value in a branch must be said on PostgreSQL.
          expires_at: sql`case when expires_at < ${at} then expires_at else cast(${at} as bigint) end`,
        })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .where('state', 'in', ['completed', 'failed'])
        .returningAll()
        .executeTakeFirst(),
    );
}

export type MarkJobDeleted = ReturnType<typeof createJobDeletion>;
