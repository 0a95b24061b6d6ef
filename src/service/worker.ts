// Takes jobs from the queue and sees each one to its end. Everything it does is safe to lose: a worker that dies leaves
// a lease that runs out, and whoever takes the job next starts from the stored input.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import { type Bell, batchMoved, jobEnded, newJobs } from './bell.ts';
import type { Conversions } from './conversion.ts';
import type { Log } from './log.ts';
import type { Vault } from './vault.ts';

export interface WorkerSettings {
  /** Jobs at one time; the number of sandbox children. */
  readonly slots: number;
  /** Jobs that fetch their document meanwhile: they wait for the network and take no slot. */
  readonly fetchSlots: number;
  readonly leaseMs: number;
  /** Where a lost bell is made up for, and where silent workers' jobs are found. */
  readonly pollMs: number;
  /** Attempts a job gets when its worker dies or the stores fail under it. */
  readonly maxAttempts: number;
  /** Workers that may fall silent over a job; it is then taken for the cause. */
  readonly maxLostWorkers: number;
  readonly retentionMs: number;
}

export const defaultWorkerSettings: Omit<WorkerSettings, 'slots'> = {
  fetchSlots: 128,
  leaseMs: 15_000,
  pollMs: 1000,
  maxAttempts: 3,
  maxLostWorkers: 2,
  retentionMs: 24 * 3_600_000,
};

interface Parts {
  readonly jobs: Jobs;
  readonly conversions: Conversions;
  readonly bell: Bell;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of every job that ended here. */
  readonly onEnd?: (end: JobEnd) => void;
}

export interface JobEnd {
  readonly format: string;
  /** Only of a failure. */
  readonly code?: string;
  readonly ms: number;
}

export interface Worker {
  start(): void;
  /** Takes no more jobs; what still runs after `graceMs` is handed back to the queue. */
  stop(graceMs: number): Promise<void>;
  /** Jobs under way. */
  active(): number;
}

export function createWorker(parts: Parts, settings: WorkerSettings): Worker {
  const { jobs, conversions, bell, vault, clock, log } = parts;
  const running = new Set<Promise<void>>();
  const fetching = new Set<string>();
  const stopping = new AbortController();
  const giveUp = new AbortController();
  let loop: Promise<void> | undefined;
  let lastReclaim = Number.NEGATIVE_INFINITY;

  /** The next job: now and then one whose worker fell silent, otherwise the next in the queue. */
  async function take(): Promise<{ job: JobRow; token: string } | undefined> {
    const token = randomBytes(16).toString('hex');
    let job: JobRow | undefined;
    if (clock.monotonic() - lastReclaim >= settings.pollMs) {
      job = await jobs.reclaim(token, settings.leaseMs);
      if (job === undefined) lastReclaim = clock.monotonic();
    }
    job ??= await jobs.claim(token, settings.leaseMs, clock.now());
    return job && { job, token };
  }

  const hasRoom = (): boolean => running.size - fetching.size < settings.slots && fetching.size < settings.fetchSlots;

  /** The document of a job is here: from now on the job takes a slot, or waits for one in the pool. */
  const fetched = (token: string): void => {
    if (fetching.delete(token)) bell.wake(newJobs);
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const rung = bell.wait(newJobs, settings.pollMs, stopping.signal);
      try {
        while (hasRoom() && !stopping.signal.aborted) {
          const taken = await take();
          if (taken === undefined) break;
          const work = attend(taken.job, taken.token).finally(() => {
            running.delete(work);
            bell.wake(newJobs);
          });
          running.add(work);
        }
      } catch (error) {
        log.error({ err: error }, 'taking a job failed');
      }
      await rung;
    }
  }

  async function attend(job: JobRow, token: string): Promise<void> {
    if (job.source_url !== null) fetching.add(token);
    const started = clock.monotonic();
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, giveUp.signal]);
    let progress = { step: job.step, percentage: job.percentage, message: 'Converting.' };
    let beating = false;
    const beat = async (): Promise<void> => {
      if (beating) return;
      beating = true;
      try {
        const kept = await jobs.heartbeat(job.id, token, settings.leaseMs, progress);
        if (!kept) lost.abort();
      } catch (error) {
        // The lease simply runs out if this goes on; the attempt itself may still succeed.
        log.warn({ err: error, jobId: job.id }, 'heartbeat failed');
      } finally {
        beating = false;
      }
    };
    const pulse = setInterval(() => void beat(), settings.leaseMs / 3);
    let looked = started;
    let nextLook: NodeJS.Timeout | undefined;
    const look = (): void => {
      nextLook = undefined;
      looked = clock.monotonic();
      void beat();
    };
    const ending = () => {
      const at = clock.now();
      return {
        at,
        processingMs: Math.round(clock.monotonic() - started),
        expiresAt: at + settings.retentionMs,
      };
    };
    try {
      if (job.lost_workers >= settings.maxLostWorkers) throw new Failure('PROCESSING_CRASHED');
      if (job.attempts > settings.maxAttempts) {
        throw new Failure('PROCESSING_FAILED', { details: 'The conversion was interrupted too often.' });
      }
      const done = await conversions.convert(job, token, signal, (next) => {
        const moved = next.percentage !== progress.percentage || next.message !== progress.message;
        progress = next;
        if (next.step !== 'file_upload') fetched(token);
        // Short jobs end before their first look; long ones are worth a write a second between heartbeats.
        if (moved) nextLook ??= setTimeout(look, Math.max(0, looked + progressMs - clock.monotonic()));
      });
      if (lost.signal.aborted) return;
      const completed = await jobs.complete(job.id, token, done, ending());
      vault.forget(job.id);
      if (completed !== undefined) parts.onEnd?.({ format: done.format, ms: ending().processingMs });
      log.info(
        { jobId: job.id, format: done.format, ms: ending().processingMs, bytes: job.input_size },
        'job completed',
      );
    } catch (error) {
      if (lost.signal.aborted) return;
      await conclude(job, token, error, ending());
    } finally {
      clearInterval(pulse);
      clearTimeout(nextLook);
      fetched(token);
      bell.ring(jobEnded(job.id));
      if (job.batch_id !== null) bell.ring(batchMoved(job.batch_id));
    }
  }

  /** A document's failure ends the job; a fault of ours, or a shutdown, hands it back until its attempts are used up. */
  async function conclude(
    job: JobRow,
    token: string,
    error: unknown,
    ending: { at: number; processingMs: number; expiresAt: number },
  ): Promise<void> {
    const ours = !(error instanceof Failure) || error.code in retriedCodes;
    try {
      if (giveUp.signal.aborted) return await jobs.release(job.id, token);
      if (ours) log.error({ err: error, jobId: job.id, attempt: job.attempts }, 'attempt failed');
      // Its attempt counts; what troubled the stores may take a while to pass.
      if (ours && job.attempts < settings.maxAttempts) return await jobs.retryLater(job.id, token, settings.leaseMs);
      const failure = error instanceof Failure && !ours ? error : new Failure('PROCESSING_FAILED', { cause: error });
      const format = conversions.guessFormat(job);
      const failed = await jobs.fail(job.id, token, failure.record(), format, ending);
      vault.forget(job.id);
      if (failed !== undefined) parts.onEnd?.({ format, code: failure.code, ms: ending.processingMs });
      log.info({ jobId: job.id, code: failure.code, ms: ending.processingMs, bytes: job.input_size }, 'job failed');
    } catch (cause) {
      log.error({ err: cause, jobId: job.id }, 'ending a job failed; its lease will run out');
    }
  }

  return {
    start() {
      loop ??= run();
    },
    async stop(graceMs) {
      stopping.abort();
      await loop;
      const drained = Promise.all(running).then(() => true);
      const inTime = await Promise.race([
        drained,
        new Promise<boolean>((resolve) => setTimeout(resolve, graceMs, false).unref()),
      ]);
      if (!inTime) {
        giveUp.abort(new Failure('UNAVAILABLE'));
        await drained;
      }
    },
    active: () => running.size,
  };
}

/** Progress is written to the job's row at most this often. */
const progressMs = 1000;

/** Faults of the stores, not of the document. */
const retriedCodes = { INTERNAL: true, UNAVAILABLE: true, STORAGE_FULL: true } as const;
