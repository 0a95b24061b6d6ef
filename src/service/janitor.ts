// Removes what nobody may read any more: the files of expired jobs, and blobs that no job refers to because a request
// or a worker died half-way.
import type { Clock } from '../core/clock.ts';
import type { BlobEntry, Blobs } from '../storage/blobs.ts';
import type { Jobs } from '../storage/jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Turns } from '../storage/turns.ts';
import type { Log } from './log.ts';
import type { JobOutcome } from './outcome.ts';
import { createSettledClock } from './settled-clock.ts';

interface Parts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  /** Where several nodes share the stores, one of them lists all blobs for the others. */
  readonly turns?: Pick<Turns, 'take'> | undefined;
  /** Expired jobs that one query asks for. */
  readonly expiredPerRound?: number;
}

/** Younger blobs may belong to a request or an attempt that is still under way. */
const orphanAgeMs = 40 * 60_000;
/** A file that was begun and not added to for this long is nobody's: silent connections end sooner. */
const unfinishedAgeMs = 15 * 60_000;
/** Blobs whose jobs are looked up by one query. */
const blobsPerLook = 500;
const usualRound = 200;
/** Jobs whose files are removed at one time: their marks share a commit. */
const atOneTime = 20;
/** Well below the ten minutes that an expired file may still lie in the store. */
const expiredEveryMs = 60_000;
/** With their age, what a crash leaves behind is gone within the hour, also when the node that swept died of it. */
const orphansEveryMs = 10 * 60_000;

export function createJanitor({ jobs, blobs, clock, log, turns, expiredPerRound = usualRound }: Parts) {
  const settled = createSettledClock(clock);
  /** Blobs of expired jobs that could not be deleted; the next sweep tries again. */
  const stubborn = new Set<string>();
  let timers: NodeJS.Timeout[] = [];

  async function remove(key: string): Promise<void> {
    try {
      await blobs.delete(key);
      stubborn.delete(key);
    } catch (error) {
      stubborn.add(key);
      log.error({ err: error, key }, 'an expired file could not be deleted');
    }
  }

  async function expire(job: JobRow, at: number): Promise<number> {
    // An extension that came first moves the expiry, and the mark is not set.
    if (!(await jobs.markDeleted(job.id, at))) return 0;
    for (const key of keysOf(job)) await remove(key);
    return 1;
  }

  async function sweepExpired(): Promise<number> {
    for (const key of [...stubborn]) await remove(key);
    const at = settled();
    let removed = 0;
    for (;;) {
      const due = await jobs.expired(at, expiredPerRound);
      for (let from = 0; from < due.length; from += atOneTime) {
        const counts = await Promise.all(due.slice(from, from + atOneTime).map((job) => expire(job, at)));
        for (const count of counts) removed += count;
      }
      if (due.length < expiredPerRound) return removed;
    }
  }

  async function sweepOrphans(): Promise<number> {
    const at = settled();
    // The store counts by the wall clock: while that is not believed, ages are by so much too high.
    let removed = (await blobs.sweepTemp?.(unfinishedAgeMs + clock.now() - at)) ?? 0;
    let group: BlobEntry[] = [];
    const sweepGroup = async (): Promise<void> => {
      const rows = await jobs.findAll([...new Set(group.map(jobIdOf))]);
      const rules = new Map(rows.map((job) => [job.id, ruleFor(job)]));
      for (const blob of group) {
        const kept = rules.get(jobIdOf(blob)) ?? ruleFor(undefined);
        if (kept(blob.key, at - blob.modifiedAt)) continue;
        await blobs.delete(blob.key);
        removed += 1;
      }
      group = [];
    };
    for await (const blob of blobs.list('jobs/')) {
      group.push(blob);
      if (group.length === blobsPerLook) await sweepGroup();
    }
    if (group.length > 0) await sweepGroup();
    return removed;
  }

  const sweepOrphansInTurn = async (): Promise<number> => {
    const own = turns === undefined || (await turns.take('orphans', orphansEveryMs, clock.now()));
    return own ? sweepOrphans() : 0;
  };

  /** A sweep that takes long is not overtaken by the next one. */
  const guarded = (name: string, sweep: () => Promise<number>) => {
    let busy = false;
    return async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        const removed = await sweep();
        if (removed > 0) log.info({ removed }, name);
      } catch (error) {
        log.error({ err: error }, `${name} failed`);
      } finally {
        busy = false;
      }
    };
  };

  return {
    sweepExpired,
    sweepOrphans,
    start(): void {
      const expired = guarded('expired files removed', sweepExpired);
      const orphans = guarded('orphan blobs removed', sweepOrphansInTurn);
      timers = [setInterval(() => void expired(), expiredEveryMs), setInterval(() => void orphans(), orphansEveryMs)];
      for (const timer of timers) timer.unref();
      void expired();
      void orphans();
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

const jobIdOf = ({ key }: BlobEntry): string => key.split('/')[1] ?? '';

/** Which blobs under a job's prefix stay. */
function ruleFor(job: JobRow | undefined): (key: string, age: number) => boolean {
  // A request may be storing it, before its job is accepted.
  if (job === undefined) return (_key, age) => age < orphanAgeMs;
  // What a crash left of an expired job is nobody's, however young.
  if (job.deleted_at !== null) return () => false;
  // A job that has not ended may still be given results by its present attempt.
  if (job.finished_at === null) return () => true;
  const keys = new Set(keysOf(job));
  return (key, age) => keys.has(key) || age < orphanAgeMs;
}

/** Every blob that a job refers to. */
export function keysOf(job: JobRow): string[] {
  const outcome = job.outcome === null ? undefined : (JSON.parse(job.outcome) as JobOutcome);
  return [
    job.input_key,
    ...(job.result_key === null ? [] : [job.result_key]),
    ...(job.map_key === null ? [] : [job.map_key]),
    ...(outcome?.images.map((image) => image.blob.key) ?? []),
  ];
}
