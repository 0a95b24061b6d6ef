// Takes batches in and finds them again. Every document of a batch is stored before its rows are written, and the rows
// of all its files are one unit: a caller hears of a whole batch or of none.
import type { ConvertOptions } from '../convert/options.ts';
import { type BatchState, batchPercentage, batchState } from '../core/batch.ts';
import type { Clock, Instant } from '../core/clock.ts';
import type { Failure } from '../core/failure.ts';
import { type Id, newId } from '../core/ids.ts';
import type { BlobRef } from '../storage/blobs.ts';
import type { Jobs, NewBatchJob, Within } from '../storage/jobs.ts';
import type { BatchRow, JobRow } from '../storage/schema.ts';
import { type Bell, batchMoved, newJobs } from './bell.ts';
import { guessedFormat } from './estimates.ts';
import { type Intake, newJob, quotaOf } from './intake.ts';
import type { Principal } from './keys.ts';
import { writtenOrFound } from './unconfirmed-write.ts';
import type { Vault } from './vault.ts';

/** Where a file of a batch comes from, or why it cannot be converted. */
export type BatchSource =
  | { readonly kind: 'stored'; readonly content: BlobRef }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'refused'; readonly from: JobRow['source_type']; readonly failure: Failure };

export interface BatchFile {
  readonly jobId: Id;
  /** The client's own id, unique within the batch. */
  readonly fileId: string;
  readonly source: BatchSource;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly options: ConvertOptions;
  readonly unknownOptions: readonly string[];
}

export interface BatchSubmission {
  readonly mode: JobRow['mode'];
  /** One file after the other, in their order. */
  readonly sequential: boolean;
  readonly files: readonly BatchFile[];
}

/** A batch and its files at one moment. */
export interface BatchView {
  readonly batch: BatchRow;
  readonly jobs: readonly JobRow[];
  readonly state: BatchState;
  readonly percentage: number;
}

interface Parts {
  readonly jobs: Jobs;
  readonly bell: Bell;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly intake: Intake;
}

interface Settings {
  /** What has not ended so long after its acceptance fails. */
  readonly deadlineMs: number;
  readonly retentionMs: number;
}

/** How often a waiting request looks at the batch itself, in case the bell rang on another node. */
const lookAgainMs = 1000;

export function createBatches({ jobs, bell, vault, clock, intake }: Parts, settings: Settings) {
  const stopped = new AbortController();

  async function view(batch: BatchRow): Promise<BatchView> {
    return viewOf(batch, await jobs.ofBatch(batch.id));
  }

  function row(principal: Principal, mode: JobRow['mode'], file: BatchFile): NewBatchJob {
    const { source, fileId, jobId, filename, mediaType } = file;
    const job = newJob(principal, jobId, {
      mode,
      sourceType: source.kind === 'refused' ? source.from : source.kind === 'url' ? 'url' : 'file',
      options: file.options,
      unknownOptions: file.unknownOptions,
      ...(source.kind === 'stored' ? { content: source.content } : {}),
      ...(source.kind === 'url' ? { sourceUrl: source.url } : {}),
      ...(filename === undefined ? {} : { filename }),
      ...(mediaType === undefined ? {} : { mediaType }),
    });
    if (source.kind !== 'refused') return { job, fileId };
    return { job, fileId, refused: { failure: source.failure.record(), format: guessedFormat(job) } };
  }

  return {
    newBatchId: (): Id => newId(clock.now()),

    /** Ids of one batch rise with the order of its files, so that the queue takes them in that order. */
    jobIds(): () => Id {
      let last: Instant = 0;
      return () => {
        last = Math.max(clock.now(), last + 1);
        return newId(last);
      };
    },

    maxFileBytes: intake.maxFileBytes,
    store: intake.store,

    /** Removes what was stored for a request that was refused as a whole. */
    async discard(jobIds: readonly Id[]): Promise<void> {
      for (const id of jobIds) await intake.discard(id);
    },

    /** Takes the quota units of all files, or refuses the batch and keeps nothing. */
    async accept(principal: Principal, batchId: Id, submission: BatchSubmission, within?: Within): Promise<BatchRow> {
      const { files, mode } = submission;
      for (const file of files) intake.checkOptions(principal, file.options);
      const secrets = files.filter((file) => file.options.password !== undefined && file.source.kind !== 'refused');
      for (const { jobId, options } of secrets) if (options.password !== undefined) vault.keep(jobId, options.password);
      const now = clock.now();
      try {
        const written = jobs.acceptBatch(
          {
            id: batchId,
            account_id: principal.accountId,
            key_id: principal.keyId,
            sequential: submission.sequential ? 1 : 0,
            deadline_at: now + settings.deadlineMs,
          },
          files.map((file) => row(principal, mode, file)),
          quotaOf(principal),
          now,
          now + settings.retentionMs,
          within,
        );
        const batch = await writtenOrFound(written, () => jobs.findBatch(batchId, principal.accountId));
        bell.ring(newJobs);
        return batch;
      } catch (error) {
        for (const { jobId } of secrets) vault.forget(jobId);
        throw error;
      }
    },

    /** The batch once all its files have ended, or as it stands when the time is over or the caller has gone. */
    async waitFor(batch: BatchRow, ms: number, gone: AbortSignal): Promise<BatchView> {
      const signal = AbortSignal.any([gone, stopped.signal]);
      const deadline = clock.monotonic() + ms;
      const look = async (): Promise<BatchRow> => (await jobs.findBatch(batch.id, batch.account_id)) ?? batch;
      let current = batch;
      while (current.finished_at === null) {
        const left = deadline - clock.monotonic();
        if (left <= 0 || signal.aborted) break;
        const rung = bell.wait(batchMoved(batch.id), Math.min(left, lookAgainMs), signal);
        // Looked at after the wait is set up, so that an end in between is not missed.
        current = await look();
        if (current.finished_at !== null) break;
        await rung;
        current = await look();
      }
      return view(current);
    },

    /** Undefined for an unknown or foreign id, and once the files of the whole batch have been deleted. */
    async find(id: Id, accountId: string): Promise<BatchView | undefined> {
      const batch = await jobs.findBatch(id, accountId);
      if (batch === undefined) return undefined;
      const found = await view(batch);
      return found.jobs.every((job) => job.deleted_at !== null) ? undefined : found;
    },

    /** At shutdown: requests that still wait are answered with the batch as it stands. */
    stopWaiting: (): void => stopped.abort(),
  };
}

export type Batches = ReturnType<typeof createBatches>;

/** Counts come from the rows at hand, not from the batch's own: the two are read one after the other. */
function viewOf(batch: BatchRow, jobs: readonly JobRow[]): BatchView {
  const count = (state: JobRow['state']): number => jobs.filter((job) => job.state === state).length;
  const state = batchState({
    total: batch.total_files,
    completed: count('completed'),
    failed: count('failed'),
    processing: count('processing'),
  });
  return { batch, jobs, state, percentage: batchPercentage(jobs.map((job) => job.percentage)) };
}
