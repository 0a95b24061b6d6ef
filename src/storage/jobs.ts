// The job table is the queue: accept, claim under a lease, keep alive, finish. Each function is one atomic unit, and a
// job leaves `processing` only by the holder of its present lease token.
import { type Kysely, sql } from 'kysely';
import type { Instant } from '../core/clock.ts';
import { Failure, type FailureRecord } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import { type JobProgress, nextState } from '../core/job.ts';
import type { BlobRef } from './blobs.ts';
import type { Db } from './db.ts';
import type { JobRow, Schema, TenantRow } from './schema.ts';

export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'account_id'
  | 'key_id'
  | 'filename'
  | 'media_type'
  | 'options'
  | 'has_secret'
  | 'notes'
  | 'input_key'
  | 'input_size'
  | 'input_sha256'
>;

export interface QuotaLimits {
  readonly daily: number;
  /** Infinity where conversions over the quota are billed instead of refused. */
  readonly monthly: number;
}

export interface Completion {
  readonly format: string;
  readonly pages: number;
  /** JSON kept for the status of the job. */
  readonly outcome: string;
  readonly result: BlobRef;
  readonly map: BlobRef;
}

export interface Ending {
  readonly at: Instant;
  readonly processingMs: number;
  readonly expiresAt: Instant;
}

/** Days and months of quotas are UTC. */
const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);
const monthOf = (at: Instant): string => new Date(at).toISOString().slice(0, 7);

export function createJobs(db: Db<Schema>) {
  /** SQLite has one writer, so rows need no locks there; PostgreSQL skips rows another node is taking. */
  const skipLocked = db.kind === 'postgres' ? sql`for update skip locked` : sql``;

  return {
    /** Accepts a job: quota unit, place in the queue and row, all or nothing. */
    async accept(job: NewJob, quota: QuotaLimits, at: Instant): Promise<JobRow> {
      const day = dayOf(at);
      const month = monthOf(at);
      return db.write(async (tx) => {
        const reserved = await tx
          .updateTable('tenants')
          .set({
            waiting: sql`waiting + 1`,
            day_used: sql`case when quota_day = ${day} then day_used + 1 else 1 end`,
            quota_day: day,
            month_used: sql`case when quota_month = ${month} then month_used + 1 else 1 end`,
            quota_month: month,
          })
          .where('account_id', '=', job.account_id)
          .where((all) =>
            all.and([
              all.or([all('quota_day', '<>', day), all('day_used', '<', quota.daily)]),
              all.or([
                all('quota_month', '<>', month),
                all('month_used', '<', Math.min(quota.monthly, Number.MAX_SAFE_INTEGER)),
              ]),
            ]),
          )
          .executeTakeFirst();
        if (Number(reserved.numUpdatedRows) !== 1) throw await quotaFailure(tx, job.account_id, day, quota);
        return tx
          .insertInto('jobs')
          .values({ ...job, ...freshJob, created_at: at })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
    },

    /** Takes the next job of the account that has waited longest, within its running limit; undefined when none waits. */
    async claim(token: string, leaseUntil: Instant, at: Instant): Promise<JobRow | undefined> {
      return db.write(async (tx) => {
        const tenant = await tx
          .updateTable('tenants')
          .set({ running: sql`running + 1`, waiting: sql`waiting - 1`, last_served: at })
          .where(
            'account_id',
            '=',
            sql<string>`(select account_id from tenants where waiting > 0 and running < max_running
                         order by last_served, account_id limit 1 ${skipLocked})`,
          )
          .returning('account_id')
          .executeTakeFirst();
        if (tenant === undefined) return undefined;
        const job = await tx
          .updateTable('jobs')
          .set({
            state: nextState('pending', 'claim'),
            lease_token: token,
            lease_until: leaseUntil,
            attempts: sql`attempts + 1`,
            started_at: at,
            step: 'text_extraction',
          })
          .where(
            'id',
            '=',
            sql<string>`(select id from jobs where account_id = ${tenant.account_id} and state = 'pending'
                         order by id limit 1 ${skipLocked})`,
          )
          .returningAll()
          .executeTakeFirst();
        // The counters and the rows are written together, so this cannot drift; if it ever did, nothing is kept.
        if (job === undefined) throw new Failure('INTERNAL', { cause: `tenant ${tenant.account_id} waits for no job` });
        return job;
      });
    },

    /** Takes over one job whose worker fell silent. It still counts as running, so no tenant row changes. */
    async reclaim(token: string, leaseUntil: Instant, at: Instant): Promise<JobRow | undefined> {
      return db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({
            state: nextState('processing', 'reclaim'),
            lease_token: token,
            lease_until: leaseUntil,
            attempts: sql`attempts + 1`,
          })
          .where(
            'id',
            '=',
            sql<string>`(select id from jobs where state = 'processing' and lease_until < ${at}
                         order by lease_until limit 1 ${skipLocked})`,
          )
          .returningAll()
          .executeTakeFirst(),
      );
    },

    /** Keeps the lease and records progress; false when the lease was lost and the worker must stop. */
    async heartbeat(id: Id, token: string, leaseUntil: Instant, progress: JobProgress): Promise<boolean> {
      const kept = await db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({
            lease_until: leaseUntil,
            step: progress.step,
            percentage: progress.percentage,
            message: progress.message,
          })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('state', '=', 'processing')
          .executeTakeFirst(),
      );
      return Number(kept.numUpdatedRows) === 1;
    },

    /** Hands a job back unfinished: another worker may take it from `retryAt` on. Its attempt is not counted. */
    async release(id: Id, token: string, retryAt: Instant): Promise<void> {
      await db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({ state: nextState('processing', 'release'), lease_until: retryAt, attempts: sql`attempts - 1` })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('state', '=', 'processing')
          .execute(),
      );
    },

    /** Final state, counters and usage in one unit; undefined when the lease was lost, so nothing is written twice. */
    async complete(id: Id, token: string, done: Completion, ending: Ending): Promise<JobRow | undefined> {
      return db.write(async (tx) => {
        const job = await tx
          .updateTable('jobs')
          .set({
            state: nextState('processing', 'complete'),
            ...endedFields(ending),
            outcome: done.outcome,
            result_key: done.result.key,
            result_size: done.result.size,
            result_sha256: done.result.sha256,
            map_key: done.map.key,
            map_size: done.map.size,
            map_sha256: done.map.sha256,
          })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('state', '=', 'processing')
          .returningAll()
          .executeTakeFirst();
        if (job === undefined) return undefined;
        await tx
          .updateTable('tenants')
          .set({ running: sql`running - 1` })
          .where('account_id', '=', job.account_id)
          .execute();
        await recordUsage(tx, job, { format: done.format, pages: done.pages, code: null });
        return job;
      });
    },

    /** As complete; the quota unit is given back when its day or month still runs. */
    async fail(
      id: Id,
      token: string,
      failure: FailureRecord,
      format: string,
      ending: Ending,
    ): Promise<JobRow | undefined> {
      return db.write(async (tx) => {
        const job = await tx
          .updateTable('jobs')
          .set({ state: nextState('processing', 'fail'), ...endedFields(ending), failure: JSON.stringify(failure) })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('state', '=', 'processing')
          .returningAll()
          .executeTakeFirst();
        if (job === undefined) return undefined;
        const day = dayOf(job.created_at);
        const month = monthOf(job.created_at);
        await tx
          .updateTable('tenants')
          .set({
            running: sql`running - 1`,
            day_used: sql`case when quota_day = ${day} then day_used - 1 else day_used end`,
            month_used: sql`case when quota_month = ${month} then month_used - 1 else month_used end`,
          })
          .where('account_id', '=', job.account_id)
          .execute();
        await recordUsage(tx, job, { format, pages: 0, code: failure.code });
        return job;
      });
    },

    async find(id: Id, accountId: string): Promise<JobRow | undefined> {
      return db.reader
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
    },

    /** For signed links, which carry their own proof. */
    async findById(id: Id): Promise<JobRow | undefined> {
      return db.reader.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
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

const freshJob = {
  state: 'pending',
  attempts: 0,
  lease_token: null,
  lease_until: null,
  step: 'file_upload',
  percentage: 0,
  message: 'Waiting for a worker.',
  outcome: null,
  result_key: null,
  result_size: null,
  result_sha256: null,
  map_key: null,
  map_size: null,
  map_sha256: null,
  failure: null,
  processing_ms: null,
  started_at: null,
  finished_at: null,
  expires_at: null,
  deleted_at: null,
} as const satisfies Omit<JobRow, keyof NewJob | 'created_at'>;

const endedFields = (ending: Ending) => ({
  lease_token: null,
  lease_until: null,
  step: 'finalization' as const,
  percentage: 100,
  message: 'Done.',
  finished_at: ending.at,
  expires_at: ending.expiresAt,
  processing_ms: ending.processingMs,
});

async function recordUsage(
  tx: Kysely<Schema>,
  job: JobRow,
  result: { format: string; pages: number; code: string | null },
): Promise<void> {
  await tx
    .insertInto('usage_records')
    .values({
      job_id: job.id,
      account_id: job.account_id,
      key_id: job.key_id,
      ended_at: job.finished_at ?? job.created_at,
      format: result.format,
      succeeded: result.code === null ? 1 : 0,
      failure_code: result.code,
      pages: result.pages,
      file_bytes: job.input_size,
      processing_ms: job.processing_ms ?? 0,
    })
    .execute();
}

async function quotaFailure(tx: Kysely<Schema>, accountId: string, day: string, quota: QuotaLimits): Promise<Failure> {
  const tenant: TenantRow | undefined = await tx
    .selectFrom('tenants')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (tenant === undefined) return new Failure('INTERNAL', { cause: `account ${accountId} has no tenant row` });
  const daily = tenant.quota_day === day && tenant.day_used >= quota.daily;
  return daily
    ? new Failure('RATE_002', { facts: { limit: quota.daily } })
    : new Failure('RATE_003', { facts: { limit: quota.monthly } });
}
