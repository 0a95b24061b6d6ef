// Extends the lifetime of converted files, one or many, within what the plan allows (specification 4.6).
import type { Clock, Instant } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { type Id, newId } from '../core/ids.ts';
import { isFinal } from '../core/job.ts';
import type { Plan } from '../core/plan.ts';
import type { ExtensionStore } from '../storage/extensions.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Principal } from './keys.ts';
import type { Log } from './log.ts';

export interface Extension {
  /** With its new expiry. */
  readonly job: JobRow;
  readonly originalExpiry: Instant;
  readonly newExpiry: Instant;
  readonly hours: number;
  /** From the completion of the file to its new expiry. */
  readonly totalHours: number;
  readonly remainingExtensions: number;
  readonly plan: Plan;
}

/** What became of one id of many. */
export interface ExtensionAttempt {
  readonly extension?: Extension;
  readonly failure?: Failure;
  /** The job, where it is the caller's. */
  readonly job?: JobRow;
}

/** `last_accessed` is written at most this often for one file. */
const accessNotedMs = 60_000;
const hourMs = 3_600_000;
/** Hours as clients read them: hundredths are about half a minute. */
const hoursOf = (ms: number): number => Math.round(ms / (hourMs / 100)) / 100;

interface Parts {
  readonly store: ExtensionStore;
  readonly clock: Clock;
  readonly log: Log;
}

export function createExtensions({ store, clock, log }: Parts) {
  async function attempt({ accountId, plan }: Principal, id: Id, hours: number): Promise<ExtensionAttempt> {
    const ms = Math.round(hours * hourMs);
    const limits = { lifetimeMs: plan.maxLifetimeHours * hourMs, extensions: plan.extensionsPerFile };
    const now = clock.now();
    const { job, extended } = await store.extend(id, accountId, ms, limits, now);
    if (job === undefined) return { failure: new Failure('JOB_NOT_FOUND') };
    if (!extended) return { job, failure: refusal(job, hours, plan, now) };
    const newExpiry = job.expires_at ?? 0;
    return {
      job,
      extension: {
        job,
        originalExpiry: newExpiry - ms,
        newExpiry,
        hours,
        totalHours: hoursOf(newExpiry - madeAt(job)),
        remainingExtensions: Math.max(0, plan.extensionsPerFile - job.extensions),
        plan,
      },
    };
  }

  return {
    newBatchId: (): Id => newId(clock.now()),

    async extend(principal: Principal, id: Id, hours: number): Promise<Extension> {
      const { extension, failure } = await attempt(principal, id, hours);
      if (extension === undefined) throw failure ?? new Failure('INTERNAL');
      return extension;
    },

    /** Each on its own: one that cannot be extended does not hold up the others. */
    extendAll: (principal: Principal, ids: readonly (Id | undefined)[], hours: number): Promise<ExtensionAttempt[]> =>
      Promise.all(
        ids.map((id) => (id === undefined ? { failure: new Failure('JOB_NOT_FOUND') } : attempt(principal, id, hours))),
      ),

    /** Notes a download, now and then: nobody waits for it, and a lost note does no harm. */
    noteAccess(job: JobRow): void {
      const now = clock.now();
      if (job.last_accessed_at !== null && now - job.last_accessed_at < accessNotedMs) return;
      store.accessed(job.id, now).catch((error: unknown) => {
        log.warn({ err: error, jobId: job.id }, 'noting an access failed');
      });
    },
  };
}

export type Extensions = ReturnType<typeof createExtensions>;

/** When the file came to be: its lifetime is counted from there. */
export const madeAt = (job: JobRow): Instant => job.finished_at ?? job.created_at;

/** Why a job's files could not be extended. */
function refusal(job: JobRow, hours: number, plan: Plan, now: Instant): Failure {
  if (job.state !== 'completed') {
    return new Failure('JOB_NOT_COMPLETED', {
      ...(isFinal(job.state)
        ? {
            message: 'The conversion failed; there is no file to keep.',
            suggestion: 'See in the status of the job why it failed, and convert the document again.',
          }
        : {}),
      facts: { status: job.state },
    });
  }
  const expiresAt = job.expires_at ?? 0;
  if (job.deleted_at !== null || expiresAt <= now) return new Failure('FILE_EXPIRED');
  const total = hoursOf(expiresAt - madeAt(job));
  const usedUp = job.extensions >= plan.extensionsPerFile;
  const remaining = usedUp ? 0 : Math.max(0, Math.floor((plan.maxLifetimeHours - total) * 100) / 100);
  return new Failure('EXTENSION_LIMIT_EXCEEDED', {
    message: usedUp
      ? `The file was extended ${job.extensions} times, which is as often as the plan allows.`
      : `The file would live longer than the ${plan.maxLifetimeHours} hours the plan allows.`,
    suggestion:
      remaining >= 1
        ? `Ask for at most ${Math.min(remaining, plan.maxExtensionHours)} hours.`
        : 'Download the file before it expires, or convert the document again.',
    facts: {
      jobId: `conv_${job.id}`,
      currentTotalHours: total,
      requestedExtensionHours: hours,
      maxTotalHours: plan.maxLifetimeHours,
      remainingExtensionHours: remaining,
    },
  });
}
