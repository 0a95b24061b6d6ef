// Takes a document in: its bytes are stored durably first, then the job row, the quota unit and the place in the queue
// are written as one unit. Only after that does a caller hear of a job; a crash before it leaves no trace but a blob
// that the janitor sweeps.

import { networkLanguages } from '../convert/engines/ocr/languages.ts';
import { installedOf } from '../convert/engines/ocr/languages-installed.ts';
import { type ConvertOptions, publicOptions } from '../convert/options.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId } from '../core/ids.ts';
import { isFinal } from '../core/job.ts';
import { bytesPerMb } from '../core/plan.ts';
import type { BlobRef, Blobs } from '../storage/blobs.ts';
import type { Jobs, NewJob, QuotaLimits, Within } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import { type Bell, jobEnded, newJobs } from './bell.ts';
import type { Principal } from './keys.ts';
import { writtenOrFound } from './unconfirmed-write.ts';
import type { Vault } from './vault.ts';

export interface Submission {
  /** The kind of conversion, by its route; `convert` when left out. */
  readonly mode?: JobRow['mode'];
  readonly sourceType?: JobRow['source_type'];
  readonly content: BlobRef;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly options: ConvertOptions;
  /** Names of options that were not known, for the warnings of the result. */
  readonly unknownOptions: readonly string[];
}

interface Parts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly bell: Bell;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ocrLanguageFolder?: string | undefined;
}

/** How often a waiting request looks at the job itself, in case the bell rang on another node. */
const lookAgainMs = 1000;

export function createIntake({ jobs, blobs, bell, vault, clock, ocrLanguageFolder }: Parts) {
  const stopped = new AbortController();

  /** Refuses what the plan does not include, and OCR languages that are not installed, before any work is done. */
  function checkOptions({ plan }: Principal, options: ConvertOptions): void {
    const advanced = options.ocrType === 'advanced' || options.ocrMode === 'always';
    if (advanced && !plan.advancedOcr) {
      throw new Failure('PLAN_002', { details: `Advanced OCR is not part of the ${plan.title} plan.` });
    }
    installedOf(options.ocrLanguages ?? [], ocrLanguageFolder, advanced ? networkLanguages : undefined);
  }

  return {
    checkOptions,

    newJobId: (): Id => newId(clock.now()),

    maxFileBytes: (principal: Principal): number => principal.plan.maxFileSizeMb * bytesPerMb,

    /** Stores the bytes of a document that is arriving. */
    store: (jobId: Id, content: AsyncIterable<Uint8Array>): Promise<BlobRef> => blobs.put(inputKey(jobId), content),

    /** Removes what was stored for a request that failed before it was accepted. */
    discard: (jobId: Id): Promise<void> => blobs.delete(inputKey(jobId)),

    async accept(principal: Principal, jobId: Id, submission: Submission, within?: Within): Promise<JobRow> {
      const { content, options } = submission;
      if (content.size === 0) throw new Failure('CORRUPTED_FILE', { field: 'file', details: 'The file is empty.' });
      checkOptions(principal, options);
      if (options.password !== undefined) vault.keep(jobId, options.password);
      try {
        const written = jobs.accept(newJob(principal, jobId, submission), quotaOf(principal), clock.now(), within);
        const job = await writtenOrFound(written, () => jobs.findById(jobId));
        bell.ring(newJobs);
        return job;
      } catch (error) {
        vault.forget(jobId);
        throw error;
      }
    },

    /** The job once it has ended, or as it stands when the time is over or the caller has gone. */
    async waitFor(job: JobRow, ms: number, gone: AbortSignal): Promise<JobRow> {
      const signal = AbortSignal.any([gone, stopped.signal]);
      const deadline = clock.monotonic() + ms;
      let current = job;
      while (!isFinal(current.state)) {
        const left = deadline - clock.monotonic();
        if (left <= 0 || signal.aborted) break;
        const rung = bell.wait(jobEnded(job.id), Math.min(left, lookAgainMs), signal);
        // Looked at after the wait is set up, so that an end in between is not missed.
        current = (await jobs.findById(job.id)) ?? current;
        if (isFinal(current.state)) break;
        await rung;
        current = (await jobs.findById(job.id)) ?? current;
      }
      return current;
    },

    /** At shutdown: requests that still wait are answered with the job as it stands. */
    stopWaiting: (): void => stopped.abort(),
  };
}

export type Intake = ReturnType<typeof createIntake>;

export function quotaOf({ plan }: Principal): QuotaLimits {
  return {
    daily: plan.dailyConversions,
    monthly: plan.overage === 'refused' ? plan.monthlyConversions : Number.POSITIVE_INFINITY,
  };
}

/** The row of a job that is about to be accepted; without content it is fetched from `sourceUrl` by its worker. */
export function newJob(
  principal: Principal,
  jobId: Id,
  submission: Omit<Submission, 'content'> & { readonly content?: BlobRef; readonly sourceUrl?: string },
): NewJob {
  const { content, options } = submission;
  return {
    id: jobId,
    account_id: principal.accountId,
    key_id: principal.keyId,
    mode: submission.mode ?? 'convert',
    source_type: submission.sourceType ?? 'file',
    source_url: submission.sourceUrl ?? null,
    filename: submission.filename ?? null,
    media_type: submission.mediaType ?? null,
    options: JSON.stringify(publicOptions(options)),
    has_secret: options.password === undefined ? 0 : 1,
    notes: JSON.stringify(submission.unknownOptions),
    input_key: content?.key ?? inputKey(jobId),
    input_size: content?.size ?? 0,
    input_sha256: content?.sha256 ?? '',
  };
}

const inputKey = (jobId: Id): string => `jobs/${jobId}/input`;
