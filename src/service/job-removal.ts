// Deletes the files of a job now: marked first, so that no answer promises them, then removed. What cannot be removed at
// once is nobody's, and the janitor's next sweep takes it.
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { isFinal } from '../core/job.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { MarkJobDeleted } from '../storage/job-deletion.ts';
import type { JobRow } from '../storage/schema.ts';
import { keysOf } from './janitor.ts';
import type { Log } from './log.ts';

interface Parts {
  readonly mark: MarkJobDeleted;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

export function createJobRemoval({ mark, blobs, clock, log }: Parts) {
  /** Deleting twice is no error; a job that is under way cannot be deleted. */
  return async (job: JobRow): Promise<void> => {
    if (!isFinal(job.state)) throw new Failure('JOB_NOT_COMPLETED', { facts: { status: job.state } });
    const marked = await mark(job.id, job.account_id, clock.now());
    if (marked === undefined) return;
    for (const key of keysOf(marked)) {
      await blobs.delete(key).catch((error: unknown) => log.error({ err: error, key }, 'a file could not be deleted'));
    }
  };
}

export type RemoveJob = ReturnType<typeof createJobRemoval>;
