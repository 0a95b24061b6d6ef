// The alternative shape of a conversion (specification 2.1, last paragraph), which the variant routes answer with.
import { z } from 'zod';
import { formatByName } from '../../convert/formats.ts';
import type { ConvertOptions } from '../../convert/options.ts';
import type { Instant } from '../../core/clock.ts';
import { asUuid } from '../../core/ids.ts';
import { type Estimate, roughEstimate } from '../../service/estimates.ts';
import { type Links, markdownName } from '../../service/links.ts';
import type { JobRow } from '../../storage/schema.ts';
import { hasFiles, iso, isWaiting, jobErrorShape, outcomeOf, present } from './job.ts';
import { jobErrorSchema, timestamp, warningSchema } from './schemas.ts';
import { wireNames } from './wire-names.ts';

/** Asked for in Accept, POST /api/v1/convert answers in this shape too. */
export const alternativeMediaType = 'application/vnd.docmill.conversion+json';

/** Silent reading of prose; the usual figure lies between 200 and 250. */
const wordsPerMinute = 200;

/** Without `markdown_content`, which is streamed in after it. Progress is a plain number with a message beside it. */
export function alternativeShape(
  job: JobRow,
  links: Links,
  now: Instant,
  estimate: Estimate = roughEstimate,
): Record<string, unknown> {
  const completed = job.state === 'completed';
  const available = hasFiles(job, now);
  const waiting = isWaiting(job);
  return present({
    conversion_id: asUuid(job.id),
    original_filename: job.filename ?? undefined,
    markdown_url: available ? links.result(job.id, markdownName(job.filename), job.expires_at ?? 0) : undefined,
    sas_expiry_at: completed ? iso(job.expires_at) : undefined,
    expired: completed && !available ? true : undefined,
    status: job.state,
    progress: waiting ? job.percentage : undefined,
    message: waiting ? job.message : undefined,
    estimated_completion: waiting ? iso(estimate(job, now)) : undefined,
    metadata: completed ? metadataShape(job) : undefined,
    file_size: job.input_size,
    conversion_time_ms: job.processing_ms ?? undefined,
    created_at: iso(job.created_at),
    error: job.state === 'failed' ? jobErrorShape(job) : undefined,
  });
}

function metadataShape(job: JobRow): Record<string, unknown> {
  const { metadata, warnings } = outcomeOf(job);
  return present({
    original_size_bytes: job.input_size,
    file_extension: extensionOf(job, metadata.format),
    markdown_size_bytes: metadata.markdownBytes,
    word_count: metadata.words,
    estimated_reading_time_minutes: Math.ceil(metadata.words / wordsPerMinute),
    conversion_options: optionsShape(job),
    content_type: formatByName(metadata.format)?.mediaTypes[0] ?? job.media_type ?? 'application/octet-stream',
    conversion_time_ms: job.processing_ms ?? 0,
    cached: job.cached === 1 ? true : undefined,
    warnings: warnings.length === 0 ? undefined : warnings,
  });
}

/** As the file was named; a nameless one gets the usual extension of what it turned out to be. */
function extensionOf(job: JobRow, format: string): string {
  return (/\.[^.\s]{1,10}$/.exec(job.filename ?? '')?.[0] ?? `.${format}`).toLowerCase();
}

/** The options the conversion ran with, spelled as callers spell them. */
function optionsShape(job: JobRow): Record<string, unknown> {
  const options = JSON.parse(job.options) as Partial<ConvertOptions>;
  const pages = options.pages?.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`));
  return wireNames({ ...options, ...(pages === undefined ? {} : { pages: pages.join(',') }) });
}

/** True when the alternative shape is named in Accept and no less wanted than plain JSON (RFC 9110, 12.5.1). */
export function prefersAlternative(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
    weights.set(type, weight === undefined ? 1 : Number(weight) || 0);
  }
  const wanted = weights.get(alternativeMediaType) ?? 0;
  return wanted > 0 && wanted >= (weights.get('application/json') ?? 0);
}

export const alternativeSchema = z.object({
  conversion_id: z.uuid(),
  original_filename: z.string().optional(),
  markdown_url: z.string().optional(),
  markdown_content: z.string().optional().describe('Completed conversions only'),
  sas_expiry_at: timestamp.optional(),
  expired: z.literal(true).optional().describe('The file has expired; it can no longer be read'),
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  progress: z.number().min(0).max(100).optional(),
  message: z.string().optional(),
  estimated_completion: timestamp.optional(),
  metadata: z
    .object({
      original_size_bytes: z.number(),
      file_extension: z.string(),
      markdown_size_bytes: z.number(),
      word_count: z.number(),
      estimated_reading_time_minutes: z.number(),
      conversion_options: z.record(z.string(), z.unknown()),
      content_type: z.string(),
      conversion_time_ms: z.number(),
      cached: z.literal(true).optional(),
      warnings: z.array(warningSchema).optional(),
    })
    .optional(),
  file_size: z.number(),
  conversion_time_ms: z.number().optional(),
  created_at: timestamp,
  error: jobErrorSchema.optional(),
});
