// The conversion job as clients read it (specification 2.1): one function per shape, all from the job's row.
import type { Instant } from '../../core/clock.ts';
import type { FailureRecord } from '../../core/failure.ts';
import { jobSteps } from '../../core/job.ts';
import type { JobOutcome } from '../../service/conversion.ts';
import { type Estimate, roughEstimate } from '../../service/estimates.ts';
import { type Links, markdownName } from '../../service/links.ts';
import type { BlobRef } from '../../storage/blobs.ts';
import type { JobRow } from '../../storage/schema.ts';

export const iso = (at: Instant | null): string | undefined => (at === null ? undefined : new Date(at).toISOString());

/** Drops the fields that do not apply to the job's state. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * The canonical job without `markdown_content`, which is streamed in after it. Convert and status answers share it:
 * metadata carries the union of the published variants (decisions.md, "metadata").
 */
export function jobShape(
  job: JobRow,
  links: Links,
  now: Instant,
  estimate: Estimate = roughEstimate,
): Record<string, unknown> {
  const completed = job.state === 'completed';
  const available = hasFiles(job, now);
  return present({
    job_id: `conv_${job.id}`,
    status: job.state,
    filename: job.filename ?? undefined,
    file_size: job.input_size,
    metadata: completed ? metadataShape(job) : undefined,
    images: available ? imagesShape(job) : undefined,
    sas_url: available ? links.result(job.id, markdownName(job.filename), job.expires_at ?? 0) : undefined,
    download_url: available ? links.download(job.id) : undefined,
    created_at: iso(job.created_at),
    started_at: iso(job.started_at),
    completed_at: completed ? iso(job.finished_at) : undefined,
    failed_at: job.state === 'failed' ? iso(job.finished_at) : undefined,
    expires_at: completed ? iso(job.expires_at) : undefined,
    expired: completed && !available ? true : undefined,
    progress: job.state === 'processing' ? progressShape(job) : undefined,
    estimated_completion: isWaiting(job) ? iso(estimate(job, now)) : undefined,
    error: job.state === 'failed' ? jobErrorShape(job) : undefined,
  });
}

export function isWaiting(job: JobRow): boolean {
  return job.state === 'pending' || job.state === 'processing';
}

/** Completed, and its files may still be read: from the moment of expiry on they may not, deleted yet or not. */
export function hasFiles(job: JobRow, now: Instant): boolean {
  return job.state === 'completed' && job.deleted_at === null && job.expires_at !== null && now < job.expires_at;
}

export function resultRef(job: JobRow): BlobRef {
  return { key: job.result_key ?? '', size: job.result_size ?? 0, sha256: job.result_sha256 ?? '' };
}

export function outcomeOf(job: JobRow): JobOutcome {
  return JSON.parse(job.outcome ?? '{}') as JobOutcome;
}

export function failureOf(job: JobRow): FailureRecord {
  return JSON.parse(job.failure ?? '{"code":"PROCESSING_FAILED"}') as FailureRecord;
}

function metadataShape(job: JobRow): Record<string, unknown> {
  const { metadata, warnings } = outcomeOf(job);
  const processing = job.processing_ms ?? 0;
  return present({
    source_type: metadata.format,
    original_format: metadata.format,
    original_filename: job.filename ?? undefined,
    file_size: job.input_size,
    pages: metadata.pages,
    pages_processed: metadata.pages,
    processing_time_ms: processing,
    processing_time: processing / 1000,
    ocr_used: metadata.ocrUsed,
    ocr_confidence: metadata.ocrConfidence,
    ocr_pages: metadata.ocrPages,
    language_detected: metadata.language,
    quality_score: metadata.qualityScore,
    title: metadata.title,
    author: metadata.author,
    word_count: metadata.words,
    markdown_size_bytes: metadata.markdownBytes,
    cached: job.cached === 1 ? true : undefined,
    warnings: warnings.length === 0 ? undefined : warnings,
  });
}

function imagesShape(job: JobRow): unknown {
  const { images } = outcomeOf(job);
  if (images.length === 0) return undefined;
  return images.map((image) => ({
    name: image.name,
    url: image.url,
    content_type: image.mediaType,
    file_size: image.blob.size,
  }));
}

function progressShape(job: JobRow): Record<string, unknown> {
  return {
    current_step: job.step,
    steps_completed: jobSteps.indexOf(job.step),
    total_steps: jobSteps.length,
    percentage: job.percentage,
    message: job.message,
  };
}

export function jobErrorShape(job: JobRow): Record<string, unknown> {
  const failure = failureOf(job);
  return {
    code: failure.code,
    message: failure.message,
    details: failure.details ?? failure.message,
    suggestion: failure.suggestion,
    retry_possible: failure.retryable,
  };
}

/** Seconds between polls by file size (specification, section 6). */
export function pollAfterSeconds(size: number): number {
  const mb = size / 2 ** 20;
  return mb < 1 ? 1 : mb <= 10 ? 3 : 5;
}
