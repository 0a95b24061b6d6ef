// Everything the service asks of the job table: the queue, the endings, and the look-ups of this file.
import type { Instant } from '../core/clock.ts';
import type { Id } from '../core/ids.ts';
import type { JobState } from '../core/job.ts';
import type { Db } from './db.ts';
import { createJobEndings } from './job-endings.ts';
import { createJobQueue } from './job-queue.ts';
import { type LeaseClock, leaseClockOf } from './lease-clock.ts';
import type { BatchRow, JobRow, Schema } from './schema.ts';

export type { Completion } from './job-endings.ts';
export type { NewBatchJob, NewJob, Within } from './job-queue.ts';
export type { QuotaLimits } from './quota-units.ts';

export function createJobs(db: Db<Schema>, leaseNow: LeaseClock = leaseClockOf(db)) {
  // Clients that poll ask nothing else; compiled once, it costs them half.
  const ofAccount = db.reader
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', 'any')
    .where('account_id', '=', 'any')
    .compile();
  return {
    ...createJobQueue(db, leaseNow),
    ...createJobEndings(db),

    async find(id: Id, accountId: string): Promise<JobRow | undefined> {
      const { rows } = await db.reader.executeQuery<JobRow>({ ...ofAccount, parameters: [id, accountId] });
      return rows[0];
    },

    /** For signed links, which carry their own proof. */
    async findById(id: Id): Promise<JobRow | undefined> {
      return db.reader.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    },

    /** Those of them that there are, in no particular order. */
    async findAll(ids: readonly Id[]): Promise<JobRow[]> {
      return db.reader.selectFrom('jobs').selectAll().where('id', 'in', ids).execute();
    },

    /** Ended jobs whose files are due for deletion. */
    async expired(at: Instant, limit: number): Promise<JobRow[]> {
      return db.reader
        .selectFrom('jobs')
        .selectAll()
        .where('deleted_at', 'is', null)
        .where('expires_at', '<=', at)
        .orderBy('expires_at')
        .limit(limit)
        .execute();
    },

    /** Marks before the blobs go, so that no answer promises a file that is being removed. */
    async markDeleted(id: Id, at: Instant): Promise<boolean> {
      const marked = await db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({ deleted_at: at })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .where('expires_at', '<=', at)
          .executeTakeFirst(),
      );
      return Number(marked.numUpdatedRows) === 1;
    },

    /** An account's jobs, newest first, from below an id on. */
    async list(
      accountId: string,
      want: { readonly state?: JobState; readonly before?: Id; readonly limit: number },
    ): Promise<JobRow[]> {
      let query = db.reader.selectFrom('jobs').selectAll().where('account_id', '=', accountId);
      if (want.state !== undefined) query = query.where('state', '=', want.state);
      if (want.before !== undefined) query = query.where('id', '<', want.before);
      return query.orderBy('id', 'desc').limit(want.limit).execute();
    },

    async findBatch(id: Id, accountId: string): Promise<BatchRow | undefined> {
      return db.reader
        .selectFrom('batches')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
    },

    /** The jobs of a batch in the order of its files. */
    async ofBatch(id: Id): Promise<JobRow[]> {
      return db.reader.selectFrom('jobs').selectAll().where('batch_id', '=', id).orderBy('batch_index').execute();
    },

    /** Jobs of batches whose time is over; the last file first, so that ending one does not set the next to work. */
    async overdue(at: Instant, limit: number): Promise<JobRow[]> {
      return db.reader
        .selectFrom('jobs')
        .innerJoin('batches', 'batches.id', 'jobs.batch_id')
        .selectAll('jobs')
        .where('batches.finished_at', 'is', null)
        .where('batches.deadline_at', '<=', at)
        .where('jobs.state', 'in', ['pending', 'processing'])
        .orderBy('jobs.batch_id')
        .orderBy('jobs.batch_index', 'desc')
        .limit(limit)
        .execute();
    },

    async waiting(): Promise<number> {
      const sum = await db.reader
        .selectFrom('tenants')
        .select((one) => one.fn.sum<number>('waiting').as('jobs'))
        .executeTakeFirst();
      return Number(sum?.jobs ?? 0);
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
