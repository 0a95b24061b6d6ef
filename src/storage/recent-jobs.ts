// How long jobs took lately: what the estimate of a running job is made from.
import type { Db } from './db.ts';
import type { JobRow, Schema } from './schema.ts';

export interface FinishedJob {
  readonly format: string;
  readonly mode: JobRow['mode'];
  readonly bytes: number;
  readonly ms: number;
  /** From acceptance to the first attempt. */
  readonly waitedMs: number;
}

export interface RecentJobs {
  finished(limit: number): Promise<FinishedJob[]>;
}

export function createRecentJobs(db: Db<Schema>): RecentJobs {
  return {
    /** Ids sort by time, so the newest records stand at the end of the key; the window keeps the walk short. */
    async finished(limit) {
      const rows = await db.reader
        .selectFrom(
          db.reader
            .selectFrom('usage_records')
            .select(['job_id', 'format', 'succeeded', 'file_bytes', 'processing_ms'])
            .orderBy('job_id', 'desc')
            .limit(limit)
            .as('newest'),
        )
        .innerJoin('jobs', 'jobs.id', 'newest.job_id')
        .select([
          'newest.format',
          'newest.file_bytes',
          'newest.processing_ms',
          'jobs.mode',
          'jobs.created_at',
          'jobs.started_at',
        ])
        .where('newest.succeeded', '=', 1)
        .where('jobs.cached', '=', 0)
        .execute();
      return rows.map((row) => ({
        format: row.format,
        mode: row.mode,
        bytes: Number(row.file_bytes),
        ms: Number(row.processing_ms),
        waitedMs: Number(row.started_at ?? row.created_at) - Number(row.created_at),
      }));
    },
  };
}
