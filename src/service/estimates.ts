// When a running job will probably end: from how fast jobs of its kind have ended lately, and from its own pace once it
// has one. Learned from finished jobs in the store, so that every process knows it, also right after a start.
import { formatByExtension, formatByMediaType } from '../convert/formats.ts';
import type { Clock, Instant } from '../core/clock.ts';
import type { FinishedJob, RecentJobs } from '../storage/recent-jobs.ts';
import type { JobRow } from '../storage/schema.ts';
import type { Log } from './log.ts';

export type Estimate = (job: JobRow, now: Instant) => Instant;

/** Finished jobs that are looked at: enough for a figure, few enough to follow a change of load. */
const lookedAt = 400;
const freshMs = 10_000;
/** Never promised sooner than this. */
const soonestMs = 1000;
/** The shares of a job before and after the conversion itself (service/conversion.ts). */
const beforeConversion = 10;
const ofConversion = 85;
/** From this share of the conversion on, its own pace alone counts. */
const paceIsKnown = 0.25;

/** Milliseconds of one job: a part that every one takes, and one that grows with the file. */
interface Speed {
  readonly start: number;
  readonly perByte: number;
}

interface Knowledge {
  readonly speeds: ReadonlyMap<string, Speed>;
  /** How long jobs lately waited for a worker. */
  readonly waitMs: number;
}

/** Before anything was measured: a second, and a megabyte a second. */
const unmeasured: Knowledge = { speeds: new Map([['any', { start: 1000, perByte: 0.001 }]]), waitMs: 0 };

/** Stands beside what was measured with little weight: small files alone tell nothing of how a large one grows. */
const assumed = { bytes: 10_000_000, ms: 11_000, trust: 0.01 };

export const roughEstimate: Estimate = (job, now) => completionOf(job, now, unmeasured);

export function createEstimates({
  recent,
  clock,
  log,
}: {
  readonly recent: RecentJobs;
  readonly clock: Clock;
  readonly log: Log;
}): Estimate {
  let known = unmeasured;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function learn(): Promise<void> {
    try {
      const finished = await recent.finished(lookedAt);
      if (finished.length > 0) known = knowledgeOf(finished);
    } catch (error) {
      log.warn({ err: error }, 'looking at finished jobs failed');
    }
  }

  return (job, now) => {
    // The next answer profits; this one does not wait.
    if (clock.monotonic() - askedAt >= freshMs) {
      askedAt = clock.monotonic();
      void learn();
    }
    return completionOf(job, now, known);
  };
}

export function knowledgeOf(finished: readonly FinishedJob[]): Knowledge {
  const groups = new Map<string, FinishedJob[]>();
  for (const job of finished) {
    for (const name of [kindOf(job.mode, job.format), 'any']) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [job]);
      else group.push(job);
    }
  }
  const waits = finished.map((job) => job.waitedMs).sort((a, b) => a - b);
  return {
    speeds: new Map([...groups].map(([name, jobs]) => [name, speedOf(jobs)])),
    waitMs: Math.max(0, waits[Math.floor(waits.length / 2)] ?? 0),
  };
}

/** A straight line through times by size, each weighed by its own length: a long job must not drown the short ones. */
export function speedOf(jobs: readonly Pick<FinishedJob, 'bytes' | 'ms'>[]): Speed {
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const { bytes, ms, trust } of [...jobs.map((job) => ({ ...job, trust: 1 })), assumed]) {
    const weight = trust / (ms + 100) ** 2;
    w += weight;
    wx += weight * bytes;
    wy += weight * ms;
    wxx += weight * bytes * bytes;
    wxy += weight * bytes * ms;
  }
  const spread = w * wxx - wx * wx;
  const slope = spread > 0 ? (w * wxy - wx * wy) / spread : 0;
  if (slope <= 0) return { start: w > 0 ? wy / w : 0, perByte: 0 };
  const start = (wy - slope * wx) / w;
  return start >= 0 ? { start, perByte: slope } : { start: 0, perByte: wxy / wxx };
}

export function completionOf(job: JobRow, now: Instant, known: Knowledge): Instant {
  const speed = known.speeds.get(kindOf(job.mode, guessedFormat(job))) ?? known.speeds.get('any');
  const usual = speed === undefined ? 0 : speed.start + speed.perByte * job.input_size;
  return Math.round(Math.max(now + soonestMs, job.started_at === null ? fromQueue() : fromPace(job.started_at)));

  function fromQueue(): Instant {
    return Math.max(now, job.created_at + known.waitMs) + usual;
  }

  function fromPace(startedAt: Instant): Instant {
    const elapsed = Math.max(0, now - startedAt);
    const share = Math.min(1, (job.percentage - beforeConversion) / ofConversion);
    if (share <= 0) return startedAt + Math.max(usual, elapsed);
    const trust = Math.min(1, share / paceIsKnown);
    return startedAt + trust * (elapsed / share) + (1 - trust) * Math.max(usual, elapsed);
  }
}

/** Reading pages as pictures takes many times as long as reading their text. */
const kindOf = (mode: JobRow['mode'], format: string): string => (mode === 'vision' ? `vision ${format}` : format);

/** By name and declared type: the content is known only in the sandbox. */
export function guessedFormat(job: Pick<JobRow, 'filename' | 'media_type'>): string {
  const extension = /\.([^.]{1,10})$/.exec(job.filename ?? '')?.[1] ?? '';
  return (formatByExtension(extension) ?? formatByMediaType(job.media_type ?? ''))?.name ?? 'unknown';
}
