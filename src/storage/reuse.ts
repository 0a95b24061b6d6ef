// Finds what an account has converted before: completed jobs with the same input and options whose files still live.
import type { Instant } from '../core/clock.ts';
import type { Db } from './db.ts';
import type { JobRow, Schema } from './schema.ts';

export interface EarlierJobs {
  /** Newest first. A job with a password is never among them, nor of another account. */
  sameInput(job: JobRow, at: Instant, limit: number): Promise<JobRow[]>;
}

export function createEarlierJobs(db: Db<Schema>): EarlierJobs {
  return {
    sameInput: (job, at, limit) =>
      db.reader
        .selectFrom('jobs')
        .selectAll()
        .where('account_id', '=', job.account_id)
        .where('input_sha256', '=', job.input_sha256)
        .where('input_size', '=', job.input_size)
        .where('options', '=', job.options)
        .where('has_secret', '=', 0)
        .where('state', '=', 'completed')
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', at)
        .where('id', '!=', job.id)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  };
}
