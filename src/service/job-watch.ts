// Follows one job to its end for those who want to hear of every step: the bell tells the end at once, and a look at the
// row once a second finds the steps, also those of workers in other processes.
import { createHash } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { isFinal } from '../core/job.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import { type Bell, jobEnded } from './bell.ts';

interface Parts {
  readonly jobs: Pick<Jobs, 'findById'>;
  readonly bell: Pick<Bell, 'wait'>;
  readonly clock: Clock;
}

const lookMs = 1000;
/** Proxies close connections that stay silent for long. */
const heartbeatMs = 15_000;
/** As long as the specification has clients poll (section 6); whoever wants more asks again. */
const longestMs = 15 * 60_000;
const perAccount = 100;

export function createJobWatch({ jobs, bell, clock }: Parts) {
  const stopped = new AbortController();
  const watching = new Map<string, number>();

  return {
    /**
     * The job as it is now, unless `seen` names that very state, and at every change; `undefined` now and then where
     * nothing changes. Ends with the job, with the signal, at shutdown, and after a while in any case.
     */
    follow(job: JobRow, seen: string | undefined, gone: AbortSignal): AsyncGenerator<JobRow | undefined, void> {
      const open = watching.get(job.account_id) ?? 0;
      if (open >= perAccount) {
        const resetTime = new Date(clock.now() + heartbeatMs).toISOString();
        throw new Failure('RATE_004', {
          details: `An account may follow ${perAccount} jobs at one time.`,
          facts: { limit: perAccount, retryAfter: heartbeatMs / 1000, resetTime },
        });
      }
      return follow(job, seen, AbortSignal.any([gone, stopped.signal]));
    },

    /** At shutdown: whoever still follows a job asks again elsewhere. */
    stop: (): void => stopped.abort(),
  };

  async function* follow(
    job: JobRow,
    seen: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<JobRow | undefined, void> {
    const account = job.account_id;
    watching.set(account, (watching.get(account) ?? 0) + 1);
    try {
      const begun = clock.monotonic();
      let told = seen;
      let spoke = begun;
      let current: JobRow | undefined = job;
      while (current !== undefined && !signal.aborted) {
        const now = clock.monotonic();
        if (momentOf(current) !== told) {
          yield current;
          told = momentOf(current);
          spoke = now;
        } else if (now - spoke >= heartbeatMs) {
          yield undefined;
          spoke = now;
        }
        if (isFinal(current.state) || now - begun >= longestMs) return;
        const rung = bell.wait(jobEnded(job.id), lookMs, signal);
        // Looked at after the wait is set up, so that an end in between is not missed.
        current = await jobs.findById(job.id);
        if (current === undefined || momentOf(current) !== told) continue;
        await rung;
        current = await jobs.findById(job.id);
      }
    } finally {
      const left = (watching.get(account) ?? 1) - 1;
      if (left > 0) watching.set(account, left);
      else watching.delete(account);
    }
  }
}

export type JobWatch = ReturnType<typeof createJobWatch>;

/** Names a state of a job as its followers see it: the same on every node, and after a restart. */
export function momentOf(job: JobRow): string {
  const seen = [job.state, job.attempts, job.step, job.percentage, job.message].join('\n');
  return `${job.state}-${createHash('sha256').update(seen).digest('hex').slice(0, 12)}`;
}
