// The job table is the queue: accept, claim under a lease, keep alive, hand back. Each function is one atomic unit, and
// a job leaves `processing` only by the holder of its present lease token.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Instant } from '../core/clock.ts';
import { Failure, type FailureRecord } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import { type JobProgress, nextState } from '../core/job.ts';
import type { BlobRef } from './blobs.ts';
import type { Db } from './db.ts';
import { endedFields, settle } from './job-endings.ts';
import { isVoid, type LeaseClock } from './lease-clock.ts';
import { lockTenant, type QuotaLimits, reserve } from './quota-units.ts';
import type { BatchRow, JobRow, Schema } from './schema.ts';

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

/** What else must be true at the moment when work is accepted; it fails with it. */
export type Within = (tx: Transaction<Schema>) => Promise<void>;

export type NewBatch = Pick<BatchRow, 'id' | 'account_id' | 'key_id' | 'sequential' | 'deadline_at'>;

/** Rows behind one statement: SQLite binds at most 32 766 values in one, and a job has some fifty. */
const rowsPerInsert = 100;

const alone: Place = { batch_id: null, batch_index: null, file_id: null, held: 0 };

export function createJobQueue(db: Db<Schema>, leaseNow: LeaseClock) {
  const shared = db.kind === 'postgres';
  /** SQLite has one writer, so rows need no locks there; PostgreSQL skips rows another node is taking. */
  const skipLocked = shared ? sql`for update skip locked` : sql``;
  const leaseFor = (ms: number) => sql<number>`cast(${leaseNow()} as bigint) + ${ms}`;
  /** Nodes whose clocks differ must agree on whose turn it is. */
  const served = (at: Instant) => (shared ? sql<number>`cast(${leaseNow()} as bigint)` : at);

  /** The account that has waited longest and may run one more, with its counters moved. */
  const takeTurn = (tx: Kysely<Schema>, at: Instant, lock: RawBuilder<unknown>) =>
    tx
      .updateTable('tenants')
      .set({ running: sql`running + 1`, waiting: sql`waiting - 1`, last_served: served(at) })
      .where(
        'account_id',
        '=',
        sql<string>`(select account_id from tenants where waiting > 0 and running < max_running
                     order by last_served, account_id limit 1 ${lock})`,
      )
      .where('waiting', '>', 0)
      .whereRef('running', '<', 'max_running')
      .returning('account_id')
      .executeTakeFirst();

  const handBack = (id: Id, token: string, fields: Record<string, unknown>) =>
    db.write((tx) =>
      tx
        .updateTable('jobs')
        .set({ ...fields, state: nextState('processing', 'release'), lease_token: null })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .where('state', '=', 'processing')
        .execute(),
    );

  async function claimOf(
    token: string,
    leaseMs: number,
    at: Instant,
    lock: RawBuilder<unknown>,
    onNone?: (tx: Kysely<Schema>) => Promise<void>,
  ): Promise<JobRow | undefined> {
    return undone(() =>
      db.write(async (tx) => {
        const tenant = await takeTurn(tx, at, lock);
        if (tenant === undefined) return void (await onNone?.(tx));
        const job = await tx
          .updateTable('jobs')
          .set({
            state: nextState('pending', 'claim'),
            lease_token: token,
            lease_until: leaseFor(leaseMs),
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
        if (job === undefined) throw await nothingToTake(tx, tenant.account_id);
        return job;
      }),
    );
  }

  return {
    /** Accepts a job: quota unit, place in the queue and row, all or nothing. */
    async accept(job: NewJob, quota: QuotaLimits, at: Instant, within?: Within): Promise<JobRow> {
      return db.write(async (tx) => {
        await within?.(tx);
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
      within?: Within,
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
        await within?.(tx);
        if (work.length > 0) await reserve(tx, batch.account_id, work.length, ready, quota, at);
        // Every unit that writes more than its job's row takes the account's row before the sums of usage.
        else if (shared) await lockTenant(tx, batch.account_id);
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
          await settle(tx, db.kind, row, { format: refused.format, pages: 0, code: refused.failure.code });
        }
        return tx.selectFrom('batches').selectAll().where('id', '=', batch.id).executeTakeFirstOrThrow();
      });
    },

    /** Takes the next job of the account that has waited longest, within its running limit; undefined when none waits. */
    async claim(token: string, leaseMs: number, at: Instant): Promise<JobRow | undefined> {
      let othersServe = false;
      const first = await claimOf(token, leaseMs, at, skipLocked, async (tx) => {
        othersServe = shared && (await someoneMayRun(tx));
      });
      // All that could be served were being served by others just now: waiting for one of them takes a moment, while to
      // come back later would leave this worker idle. A unit of its own, because the first may have locked accounts that
      // it then passed over, and whoever waits must hold nothing.
      return first ?? (othersServe ? claimOf(token, leaseMs, at, sql``) : undefined);
    },

    /** Takes over one job whose worker fell silent. It still counts as running, so no tenant row changes. */
    async reclaim(token: string, leaseMs: number): Promise<JobRow | undefined> {
      return db.write((tx) =>
        tx
          .updateTable('jobs')
          .set({
            state: nextState('processing', 'reclaim'),
            // One that was handed back has no holder; otherwise its worker died, or the store was out of its reach.
            lost_workers: sql`lost_workers + case when lease_token is null then 0 else 1 end`,
            lease_token: token,
            lease_until: leaseFor(leaseMs),
            attempts: sql`attempts + 1`,
          })
          .where(
            'id',
            '=',
            sql<string>`(select id from jobs where state = 'processing' and ${isVoid(leaseNow, leaseMs)}
                         order by lease_until limit 1 ${skipLocked})`,
          )
          .returningAll()
          .executeTakeFirst(),
      );
    },

    /** Keeps the lease and records progress; false when the lease was lost and the worker must stop. */
    async heartbeat(id: Id, token: string, leaseMs: number, progress: JobProgress): Promise<boolean> {
      const kept = await db.writeOne((one) =>
        one
          .updateTable('jobs')
          .set({
            lease_until: leaseFor(leaseMs),
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

    /** Hands a job back unfinished: another worker may take it. Its attempt is not counted. */
    async release(id: Id, token: string): Promise<void> {
      await handBack(id, token, { attempts: sql`attempts - 1`, lease_until: leaseNow() });
    },

    /** The same after an attempt that counts; the next one begins after a while. */
    async retryLater(id: Id, token: string, ms: number): Promise<void> {
      await handBack(id, token, { lease_until: leaseFor(ms) });
    },
  };
}

async function someoneMayRun(tx: Kysely<Schema>): Promise<boolean> {
  const found = await tx
    .selectFrom('tenants')
    .select('account_id')
    .where('waiting', '>', 0)
    .whereRef('running', '<', 'max_running')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Thrown inside a unit that must leave no trace although nothing is wrong. */
const nothing = Symbol('nothing to take');

async function undone<T>(unit: () => Promise<T>): Promise<T | undefined> {
  try {
    return await unit();
  } catch (error) {
    if (error === nothing) return undefined;
    throw error;
  }
}

/** The counters and the rows are written together, so an account that waits has a job, unless it is being ended now. */
async function nothingToTake(tx: Kysely<Schema>, accountId: string): Promise<unknown> {
  const waiting = await tx
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('held', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return waiting === undefined ? new Failure('INTERNAL', { cause: `tenant ${accountId} waits for no job` }) : nothing;
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
  lost_workers: 0,
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
