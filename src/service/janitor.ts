// Removes what nobody may read any more: the files of expired jobs, and blobs that no job refers to because a request
// or a worker died half-way.
import type { Clock } from '../core/clock.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { JobOutcome } from './conversion.ts';
import type { Log } from './log.ts';

interface Parts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Younger blobs may belong to a request or an attempt that is still under way. */
const orphanAgeMs = 3_600_000;
const expiredPerRound = 200;

export function createJanitor({ jobs, blobs, clock, log }: Parts) {
  let timers: NodeJS.Timeout[] = [];

  async function sweepExpired(): Promise<number> {
    let removed = 0;
    for (;;) {
      const due = await jobs.expired(clock.now(), expiredPerRound);
      for (const job of due) {
        if (!(await jobs.markDeleted(job.id, clock.now()))) continue;
        for (const key of keysOf(job)) await blobs.delete(key);
        removed += 1;
      }
      if (due.length < expiredPerRound) return removed;
    }
  }

  async function sweepOrphans(): Promise<number> {
    let removed = 0;
    let current: { id: string; keys: ReadonlySet<string> } | undefined;
    for await (const blob of blobs.list('jobs/')) {
      if (blob.modifiedAt > clock.now() - orphanAgeMs) continue;
      const id = blob.key.split('/')[1] ?? '';
      if (current?.id !== id) {
        const job = await jobs.findById(id);
        // A job that has not ended may still be given results by its present attempt.
        if (job !== undefined && job.finished_at === null) continue;
        current = { id, keys: new Set(job === undefined || job.deleted_at !== null ? [] : keysOf(job)) };
      }
      if (current.keys.has(blob.key)) continue;
      await blobs.delete(blob.key);
      removed += 1;
    }
    return removed;
  }

  const guarded = (name: string, sweep: () => Promise<number>) => async (): Promise<void> => {
    try {
      const removed = await sweep();
      if (removed > 0) log.info({ removed }, name);
    } catch (error) {
      log.error({ err: error }, `${name} failed`);
    }
  };

  return {
    sweepExpired,
    sweepOrphans,
    start(): void {
      const expired = guarded('expired files removed', sweepExpired);
      const orphans = guarded('orphan blobs removed', sweepOrphans);
      timers = [setInterval(() => void expired(), 60_000), setInterval(() => void orphans(), 30 * 60_000)];
      for (const timer of timers) timer.unref();
      void expired();
      void orphans();
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

function keysOf(job: JobRow): string[] {
  const outcome = job.outcome === null ? undefined : (JSON.parse(job.outcome) as JobOutcome);
  return [
    job.input_key,
    ...(job.result_key === null ? [] : [job.result_key]),
    ...(job.map_key === null ? [] : [job.map_key]),
    ...(outcome?.images.map((image) => image.blob.key) ?? []),
  ];
}
