// Ends what is left of a batch when its time is over (specification, section 8: 30 minutes): no batch stays open for ever.
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Jobs } from '../storage/jobs.ts';
import { type Bell, batchMoved, jobEnded, newJobs } from './bell.ts';
import { guessedFormat } from './estimates.ts';
import type { Log } from './log.ts';
import type { Vault } from './vault.ts';

interface Parts {
  readonly jobs: Jobs;
  readonly bell: Bell;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
}

const lookEveryMs = 5000;
const jobsPerRound = 200;

export function createBatchDeadlines({ jobs, bell, vault, clock, log }: Parts, retentionMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let sweeping = false;

  /** How many jobs were ended. A worker that is still at one finds its lease gone and stops. */
  async function sweep(): Promise<number> {
    const failure = new Failure('PROCESSING_TIMEOUT', {
      details: 'The time for the whole batch was over before this file was converted.',
    }).record();
    let ended = 0;
    for (;;) {
      const now = clock.now();
      const due = await jobs.overdue(now, jobsPerRound);
      for (const job of due) {
        const processingMs = job.started_at === null ? 0 : Math.max(0, now - job.started_at);
        const ending = { at: now, processingMs, expiresAt: now + retentionMs };
        if ((await jobs.abandon(job.id, failure, guessedFormat(job), ending)) === undefined) continue;
        ended += 1;
        vault.forget(job.id);
        bell.ring(jobEnded(job.id));
        if (job.batch_id !== null) bell.ring(batchMoved(job.batch_id));
      }
      if (due.length < jobsPerRound) break;
    }
    if (ended > 0) bell.ring(newJobs);
    return ended;
  }

  async function look(): Promise<void> {
    if (sweeping) return;
    sweeping = true;
    try {
      const ended = await sweep();
      if (ended > 0) log.warn({ jobs: ended }, 'files of overdue batches ended');
    } catch (error) {
      log.error({ err: error }, 'ending overdue batches failed');
    } finally {
      sweeping = false;
    }
  }

  return {
    sweep,
    start(): void {
      timer = setInterval(() => void look(), lookEveryMs);
      timer.unref();
    },
    stop: (): void => clearInterval(timer),
  };
}
