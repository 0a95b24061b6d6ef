// The batch as clients read it (specification 2.2). The Markdown of its files is streamed into the answer one after the
// other, so that a batch of any size costs no memory.
import { Readable } from 'node:stream';
import { isFinalBatch } from '../../core/batch.ts';
import type { Instant } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import type { BatchView } from '../../service/batches.ts';
import type { Estimate } from '../../service/estimates.ts';
import type { Links } from '../../service/links.ts';
import type { BlobRef } from '../../storage/blobs.ts';
import type { JobRow } from '../../storage/schema.ts';
import { hasFiles, iso, isWaiting, type jobShape, present, resultRef } from './job.ts';
import { jsonAround } from './job-with-content.ts';

export interface BatchShapeParts {
  readonly links: Links;
  readonly now: Instant;
  readonly estimate: Estimate;
  /** The shape of one result without its content. */
  readonly shape: typeof jobShape;
  readonly read: (ref: BlobRef) => Promise<AsyncIterable<Uint8Array>>;
  /** The row as it is now, for a file that has gone meanwhile. */
  readonly lookAgain: (id: string) => Promise<JobRow | undefined>;
  readonly onUnreadable: (job: JobRow, cause: unknown) => void;
}

export function batchWithContent(view: BatchView, parts: BatchShapeParts): Readable {
  return Readable.from(batchText(view, parts), { objectMode: false });
}

async function* batchText(view: BatchView, parts: BatchShapeParts): AsyncGenerator<string> {
  yield `${JSON.stringify(batchHead(view, parts)).slice(0, -1)},"results":[`;
  for (const [index, job] of view.jobs.entries()) {
    if (index > 0) yield ',';
    yield* resultText(job, parts);
  }
  yield ']}';
}

async function* resultText(job: JobRow, parts: BatchShapeParts): AsyncGenerator<string> {
  const shape = resultShape(job, parts);
  if (!hasFiles(job, parts.now)) return yield JSON.stringify(shape);
  let content: AsyncIterable<Uint8Array>;
  try {
    content = await parts.read(resultRef(job));
  } catch (cause) {
    // It may have expired and gone since the row was read; otherwise the other files are still worth sending.
    const later = await parts.lookAgain(job.id);
    if (later !== undefined && !hasFiles(later, parts.now)) return yield JSON.stringify(resultShape(later, parts));
    parts.onUnreadable(job, cause);
    const { code, message, suggestion } = new Failure('INTERNAL');
    return yield JSON.stringify({ ...shape, error: { code, message, suggestion } });
  }
  yield* jsonAround(shape, content);
}

/** Everything but the results. */
function batchHead(view: BatchView, parts: BatchShapeParts): Record<string, unknown> {
  const { batch, jobs, state, percentage } = view;
  const count = (wanted: JobRow['state']): number => jobs.filter((job) => job.state === wanted).length;
  const final = isFinalBatch(state);
  return present({
    batch_id: `batch_${batch.id}`,
    status: state,
    total_files: batch.total_files,
    completed_files: count('completed'),
    failed_files: count('failed'),
    processing_files: count('processing'),
    progress_percentage: percentage,
    created_at: iso(batch.created_at),
    started_at: iso(startOf(view)),
    completed_at: final ? iso(batch.finished_at ?? latest(jobs.map((job) => job.finished_at))) : undefined,
    estimated_completion: final ? undefined : iso(estimateOf(view, parts)),
    total_processing_time_ms: final ? jobs.reduce((sum, job) => sum + (job.processing_ms ?? 0), 0) : undefined,
  });
}

/** Specification 2.2: the client's own id first; a file that failed has no job id. */
function resultShape(job: JobRow, { links, now, estimate, shape }: BatchShapeParts): Record<string, unknown> {
  const { job_id, ...rest } = shape(job, links, now, estimate);
  // A file sent without a name is called by its id; the alternative shape has another word for the name.
  const name = 'conversion_id' in rest ? 'original_filename' : 'filename';
  return present({
    id: job.file_id ?? undefined,
    job_id: job.state === 'failed' ? undefined : job_id,
    [name]: job.file_id,
    ...rest,
  });
}

/** When the first file was begun; files refused at the door were never begun. */
function startOf({ batch, jobs, state }: BatchView): Instant | null {
  const starts = jobs.flatMap((job) => (job.started_at === null ? [] : [job.started_at]));
  if (starts.length > 0) return starts.reduce((least, one) => Math.min(least, one));
  return state === 'pending' ? null : batch.created_at;
}

const latest = (times: readonly (Instant | null)[]): Instant | null =>
  times.reduce((most, one) => (one !== null && (most === null || one > most) ? one : most), null);

/** From this share on, the pace of the batch itself says more than what its files usually take. */
const paceIsKnown = 10;

function estimateOf(view: BatchView, { now, estimate }: BatchShapeParts): Instant {
  const started = startOf(view);
  const waits = view.jobs.filter(isWaiting).map((job) => Math.max(0, estimate(job, now) - now));
  const longest = waits.reduce((most, one) => Math.max(most, one), 0);
  const sum = waits.reduce((total, one) => total + one, 0);
  if (started === null || view.percentage < paceIsKnown) return now + (view.batch.sequential === 1 ? sum : longest);
  const byPace = started + ((now - started) * 100) / view.percentage;
  return Math.round(Math.max(now + longest, byPace));
}
