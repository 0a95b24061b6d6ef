// How jobs end: final state, counters, usage and the job's batch in one unit, so that no book can drift from another.
// Rows are locked in one order, so that no two units wait for each other: job, account, sums of usage, batch; a second
// job only where nobody holds it.
import { type Kysely, sql } from 'kysely';
import { dayOf, type Instant, monthOf } from '../core/clock.ts';
import type { FailureRecord } from '../core/failure.ts';
import type { Id } from '../core/ids.ts';
import { nextState } from '../core/job.ts';
import type { BlobRef } from './blobs.ts';
import type { Db } from './db.ts';
import type { JobRow, Schema } from './schema.ts';

export interface Completion {
  readonly format: string;
  readonly pages: number;
  /** JSON kept for the status of the job. */
  readonly outcome: string;
  readonly result: BlobRef;
  readonly map: BlobRef;
  /** Taken over from an earlier job with the same input. */
  readonly cached?: true;
}

export interface Ending {
  readonly at: Instant;
  readonly processingMs: number;
  readonly expiresAt: Instant;
}

interface Result {
  readonly format: string;
  readonly pages: number;
  /** Null for success. */
  readonly code: string | null;
}

export function createJobEndings(db: Db<Schema>) {
  return {
    /** Undefined when the lease was lost, so nothing is written twice. */
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
            cached: done.cached === true ? 1 : 0,
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
        await settle(tx, db.kind, job, { format: done.format, pages: done.pages, code: null });
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
        await giveBack(tx, job, { running: sql`running - 1` });
        await settle(tx, db.kind, job, { format, pages: 0, code: failure.code });
        return job;
      });
    },

    /** Ends a job from outside, whoever holds it: the worker finds its lease gone. Undefined when it has ended already. */
    async abandon(id: Id, failure: FailureRecord, format: string, ending: Ending): Promise<JobRow | undefined> {
      return db.write(async (tx) => {
        const before = await tx
          .selectFrom('jobs')
          .select(['state', 'held'])
          .where('id', '=', id)
          .where('state', 'in', ['pending', 'processing'])
          // What is counted below must be what is ended: nobody may take the job in between.
          .$if(db.kind === 'postgres', (query) => query.forUpdate())
          .executeTakeFirst();
        if (before === undefined) return undefined;
        const job = await tx
          .updateTable('jobs')
          .set({
            state: nextState(before.state, 'fail'),
            ...endedFields(ending),
            held: 0,
            failure: JSON.stringify(failure),
          })
          .where('id', '=', id)
          .where('state', '=', before.state)
          .where('held', '=', before.held)
          .returningAll()
          .executeTakeFirst();
        if (job === undefined) return undefined;
        const counters =
          before.state === 'processing'
            ? { running: sql`running - 1` }
            : before.held === 0
              ? { waiting: sql`waiting - 1` }
              : {};
        await giveBack(tx, job, counters);
        await settle(tx, db.kind, job, { format, pages: 0, code: failure.code });
        return job;
      });
    },
  };
}

/** The fields every ended job has. */
export const endedFields = (ending: Ending) => ({
  lease_token: null,
  lease_until: null,
  step: 'finalization' as const,
  percentage: 100,
  message: 'Done.',
  finished_at: ending.at,
  expires_at: ending.expiresAt,
  processing_ms: ending.processingMs,
});

async function giveBack(tx: Kysely<Schema>, job: JobRow, counters: Record<string, unknown>): Promise<void> {
  const day = dayOf(job.created_at);
  const month = monthOf(job.created_at);
  await tx
    .updateTable('tenants')
    .set({
      ...counters,
      day_used: sql`case when quota_day = ${day} then day_used - 1 else day_used end`,
      month_used: sql`case when quota_month = ${month} then month_used - 1 else month_used end`,
    })
    .where('account_id', '=', job.account_id)
    .execute();
}

/** Usage, its sum of the day, and the job's place in its batch. */
export async function settle(tx: Kysely<Schema>, kind: Db<Schema>['kind'], job: JobRow, result: Result): Promise<void> {
  await recordUsage(tx, job, result);
  if (job.batch_id !== null) await countInBatch(tx, kind, job, job.batch_id, result.code === null);
}

async function recordUsage(tx: Kysely<Schema>, job: JobRow, result: Result): Promise<void> {
  const endedAt = job.finished_at ?? job.created_at;
  const succeeded = result.code === null ? 1 : 0;
  const spent = { pages: result.pages, file_bytes: job.input_size, processing_ms: job.processing_ms ?? 0 };
  await tx
    .insertInto('usage_records')
    .values({
      job_id: job.id,
      account_id: job.account_id,
      key_id: job.key_id,
      ended_at: endedAt,
      format: result.format,
      succeeded,
      failure_code: result.code,
      ...spent,
    })
    .execute();
  const { pages, file_bytes, processing_ms } = spent;
  await tx
    .insertInto('usage_days')
    .values({
      account_id: job.account_id,
      day: dayOf(endedAt),
      format: result.format,
      key_id: job.key_id,
      conversions: 1,
      successes: succeeded,
      ...spent,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'format', 'key_id']).doUpdateSet({
        conversions: sql`usage_days.conversions + 1`,
        successes: sql`usage_days.successes + ${succeeded}`,
        pages: sql`usage_days.pages + ${pages}`,
        file_bytes: sql`usage_days.file_bytes + ${file_bytes}`,
        processing_ms: sql`usage_days.processing_ms + ${processing_ms}`,
      }),
    )
    .execute();
}

async function countInBatch(
  tx: Kysely<Schema>,
  kind: Db<Schema>['kind'],
  job: JobRow,
  batchId: string,
  succeeded: boolean,
): Promise<void> {
  const batch = await tx
    .updateTable('batches')
    .set({
      ...(succeeded ? { completed_files: sql`completed_files + 1` } : { failed_files: sql`failed_files + 1` }),
      // The type of a bound value in a branch must be said on PostgreSQL.
      finished_at: sql`case when completed_files + failed_files + 1 = total_files
                       then cast(${job.finished_at} as bigint) end`,
    })
    .where('id', '=', batchId)
    .returning(['sequential', 'finished_at'])
    .executeTakeFirst();
  if (batch === undefined || batch.sequential === 0 || batch.finished_at !== null) return;
  // One that is being ended just now has its row locked and waits for ours: whoever ends it sets the next to work.
  const lock = kind === 'postgres' ? sql`for update skip locked` : sql``;
  const freed = await tx
    .updateTable('jobs')
    .set({ held: 0 })
    .where(
      'id',
      '=',
      sql<string>`(select id from jobs where batch_id = ${batchId} and held = 1 and state = 'pending'
                   order by batch_index limit 1 ${lock})`,
    )
    // What ended may itself have been held (its time was over) or refused at the door: the one at work goes on alone.
    .where(
      sql<boolean>`not exists (select 1 from jobs as busy where busy.batch_id = ${batchId} and busy.held = 0
                               and busy.state in ('pending', 'processing'))`,
    )
    .executeTakeFirst();
  if (Number(freed.numUpdatedRows) !== 1) return;
  await tx.updateTable('tenants').set({ waiting: sql`waiting + 1` }).where('account_id', '=', job.account_id).execute();
}
