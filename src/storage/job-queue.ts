// The job table is the queue: accept, claim under a lease, keep alive, hand back. Each function is one atomic unit, and
// a job leaves `processing` only by the holder of its present lease token.
import { type Kysely, sql } from 'kysely';
import { dayOf, type Instant, monthOf } from '../core/clock.ts';
import { Failure, type FailureRecord } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import { type JobProgress, nextState } from '../core/job.ts';
import type { BlobRef } from './blobs.ts';
import type { Db } from './db.ts';
import { endedFields, settle } from './job-endings.ts';
import type { BatchRow, JobRow, Schema, TenantRow } from './schema.ts';

export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'account_id'
  | 'key_id'
  | 'mode'
  | 'filename'
  | 'media_type'
  | 'options'
  | 'has_secret'
  | 'notes'
  | 'source_type'
  | 'source_url'
  | 'input_key'
  | 'input_size'
  | 'input_sha256'
>;

/** Where a job stands in its batch, if it is of one. */
type Place = Pick<JobRow, 'batch_id' | 'batch_index' | 'file_id' | 'held'>;

export interface NewBatchJob {
  readonly job: NewJob;
  readonly fileId: string;
  /** Set for a file that failed before it could become work: it takes no quota unit and no place in the queue. */
  readonly refused?: { readonly failure: FailureRecord; readonly format: string };
}

export type NewBatch = Pick<BatchRow, 'id' | 'account_id' | 'key_id' | 'sequential' | 'deadline_at'>;

export interface QuotaLimits {
  readonly daily: number;
  /** Infinity where conversions over the quota are billed instead of refused. */
  readonly monthly: number;
}

/** Rows behind one statement: SQLite binds at most 32 766 values in one, and a job has some fifty. */
const rowsPerInsert = 100;

const alone: Place = { batch_id: null, batch_index: null, file_id: null, held: 0 };

export function createJobQueue(db: Db<Schema>) {
  /** SQLite has one writer, so rows need no locks there; PostgreSQL skips rows another node is taking. */
  const skipLocked = db.kind === 'postgres' ? sql`for update skip locked` : sql``;

  return {
    /** Accepts a job: quota unit, place in the queue and row, all or nothing. */
    async accept(job: NewJob, quota: QuotaLimits, at: Instant): Promise<JobRow> {
      return db.write(async (tx) => {
        await reserve(tx, job.account_id, 1, 1, quota, at);
        return insert(tx, job, alone, at);
      });
    },

    /** Accepts a batch with all its jobs or nothing of it; its place in the queue is as for single jobs. */
    async acceptBatch(
      batch: NewBatch,
      files: readonly NewBatchJob[],
      quota: QuotaLimits,
      at: Instant,
      expiresAt: Instant,
    ): Promise<BatchRow> {
      const work = files.filter((file) => file.refused === undefined);
      const ready = batch.sequential === 1 ? Math.min(1, work.length) : work.length;
      const ended = endedFields({ at, processingMs: 0, expiresAt });
      let queued = 0;
      const rows = files.map(({ job, fileId, refused }, index): JobRow => {
        const place = { batch_id: batch.id, batch_index: index, file_id: fileId };
        if (refused === undefined)
          return { ...job, ...freshJob, ...place, held: queued++ < ready ? 0 : 1, created_at: at };
        const failed = { ...ended, state: nextState('pending', 'fail'), failure: JSON.stringify(refused.failure) };
        return { ...job, ...freshJob, ...failed, ...place, held: 0, created_at: at };
      });
      return db.write(async (tx) => {
        if (work.length > 0) await reserve(tx, batch.account_id, work.length, ready, quota, at);
        const counts = { total_files: files.length, completed_files: 0, failed_files: 0 };
        await tx
          .insertInto('batches')
          .values({ ...batch, ...counts, created_at: at, finished_at: null })
          .execute();
        for (let from = 0; from < rows.length; from += rowsPerInsert) {
          await tx
            .insertInto('jobs')
            .values(rows.slice(from, from + rowsPerInsert))
            .execute();
        }
        for (const [index, { refused }] of files.entries()) {
          const row = rows[index];
          if (refused === undefined || row === undefined) continue;
          await settle(tx, row, { format: refused.format, pages: 0, code: refused.failure.code });
        }
        return tx.selectFrom('batches').selectAll().where('id', '=', batch.id).executeTakeFirstOrThrow();
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
            // A document that is still to be fetched has its first step before it.
            step: sql`case when source_url is null then 'text_extraction' else 'file_upload' end`,
            message: sql`case when source_url is null then 'Reading the document.' else 'Fetching the document.' end`,
          })
          .where(
            'id',
            '=',
            sql<string>`(select id from jobs where account_id = ${tenant.account_id} and state = 'pending' and held = 0
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

    /** Records the fetched document of a URL under the lease; undefined when the lease was lost. */
    async inputArrived(
      id: Id,
      token: string,
      input: BlobRef & { readonly filename?: string; readonly mediaType?: string },
    ): Promise<JobRow | undefined> {
      return db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({
            source_url: null,
            input_key: input.key,
            input_size: input.size,
            input_sha256: input.sha256,
            // What the sender says goes before what the server says.
            ...(input.filename === undefined ? {} : { filename: sql`coalesce(filename, ${input.filename})` }),
            ...(input.mediaType === undefined ? {} : { media_type: sql`coalesce(media_type, ${input.mediaType})` }),
          })
          .where('id', '=', id)
          .where('lease_token', '=', token)
          .where('state', '=', 'processing')
          .returningAll()
          .executeTakeFirst(),
      );
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
  };
}

/** Takes quota units and places in the queue by one conditional update of the tenant's row. */
async function reserve(
  tx: Kysely<Schema>,
  accountId: string,
  units: number,
  places: number,
  quota: QuotaLimits,
  at: Instant,
): Promise<void> {
  const day = dayOf(at);
  const month = monthOf(at);
  const monthly = Math.min(quota.monthly, Number.MAX_SAFE_INTEGER);
  const reserved = await tx
    .updateTable('tenants')
    .set({
      waiting: sql`waiting + ${places}`,
      day_used: sql`case when quota_day = ${day} then day_used + ${units} else ${units} end`,
      quota_day: day,
      month_used: sql`case when quota_month = ${month} then month_used + ${units} else ${units} end`,
      quota_month: month,
    })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`case when quota_day = ${day} then day_used else 0 end <= ${quota.daily - units}`)
    .where(sql<boolean>`case when quota_month = ${month} then month_used else 0 end <= ${monthly - units}`)
    .executeTakeFirst();
  if (Number(reserved.numUpdatedRows) !== 1) throw await quotaFailure(tx, accountId, at, units, quota);
}

function insert(tx: Kysely<Schema>, job: NewJob, place: Place, at: Instant): Promise<JobRow> {
  return tx
    .insertInto('jobs')
    .values({ ...job, ...freshJob, ...place, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
}

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
  extensions: 0,
  last_accessed_at: null,
  cached: 0,
} as const satisfies Omit<JobRow, keyof Place | keyof NewJob | 'created_at'>;

async function quotaFailure(
  tx: Kysely<Schema>,
  accountId: string,
  at: Instant,
  units: number,
  quota: QuotaLimits,
): Promise<Failure> {
  const tenant: TenantRow | undefined = await tx
    .selectFrom('tenants')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (tenant === undefined) return new Failure('INTERNAL', { cause: `account ${accountId} has no tenant row` });
  // On a new day nothing is used yet, but a batch may still be larger than the whole day.
  const usedToday = tenant.quota_day === dayOf(at) ? tenant.day_used : 0;
  const daily = usedToday + units > quota.daily;
  const limit = daily ? quota.daily : quota.monthly;
  const used = daily ? usedToday : tenant.quota_month === monthOf(at) ? tenant.month_used : 0;
  const now = new Date(at);
  const renewed = daily
    ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
    : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return new Failure(daily ? 'RATE_002' : 'RATE_003', {
    facts: {
      limit,
      used,
      remaining: Math.max(0, limit - used),
      retryAfter: Math.max(1, Math.ceil((renewed - at) / 1000)),
      resetTime: new Date(renewed).toISOString(),
    },
  });
}
