// The jobs and batches of an account as its history shows them: filtered, newest first, page by page.
import { sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { JobState } from '../core/job.ts';
import type { Db } from './db.ts';
import type { BatchRow, Schema } from './schema.ts';

export interface JobWish {
  readonly state?: JobState | undefined;
  readonly format?: string | undefined;
  /** Part of the file's name, whatever its case. */
  readonly text?: string | undefined;
  readonly id?: Id | undefined;
  readonly batch?: Id | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  readonly before?: Id | undefined;
  readonly limit: number;
}

const shown = [
  'jobs.id',
  'jobs.account_id',
  'jobs.key_id',
  'jobs.mode',
  'jobs.state',
  'jobs.filename',
  'jobs.media_type',
  'jobs.input_size',
  'jobs.failure',
  'jobs.processing_ms',
  'jobs.created_at',
  'jobs.started_at',
  'jobs.finished_at',
  'jobs.expires_at',
  'jobs.deleted_at',
  'jobs.batch_id',
  'jobs.percentage',
] as const;

export function createJobSearch(db: Db<Schema>) {
  return {
    /** Format and pages stand in the record of the usage, once a job has ended. */
    async jobs(accountId: Id, want: JobWish) {
      let query = db.reader
        .selectFrom('jobs')
        .leftJoin('usage_records', 'usage_records.job_id', 'jobs.id')
        .select(shown)
        .select(['usage_records.format', 'usage_records.pages'])
        .where('jobs.account_id', '=', accountId);
      if (want.state !== undefined) query = query.where('jobs.state', '=', want.state);
      if (want.format !== undefined) query = query.where('usage_records.format', '=', want.format);
      if (want.id !== undefined) query = query.where('jobs.id', '=', want.id);
      if (want.batch !== undefined) query = query.where('jobs.batch_id', '=', want.batch);
      if (want.text !== undefined) {
        const pattern = `%${want.text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
        query = query.where(sql<boolean>`lower(jobs.filename) like ${pattern} escape '\\'`);
      }
      if (want.from !== undefined) query = query.where('jobs.created_at', '>=', want.from);
      if (want.to !== undefined) query = query.where('jobs.created_at', '<=', want.to);
      if (want.before !== undefined) query = query.where('jobs.id', '<', want.before);
      return query.orderBy('jobs.id', 'desc').limit(want.limit).execute();
    },

    async batches(accountId: Id, before: Id | undefined, limit: number): Promise<BatchRow[]> {
      let query = db.reader.selectFrom('batches').selectAll().where('account_id', '=', accountId);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.orderBy('id', 'desc').limit(limit).execute();
    },
  };
}

export type JobSearch = ReturnType<typeof createJobSearch>;
export type FoundJob = Awaited<ReturnType<JobSearch['jobs']>>[number];
