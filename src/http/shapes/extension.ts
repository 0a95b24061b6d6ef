// The results of extensions as clients read them (specification 2.3), single and many.
import { z } from 'zod';
import type { Id } from '../../core/ids.ts';
import { type Extension, type ExtensionAttempt, madeAt } from '../../service/extension.ts';
import { type Links, markdownName } from '../../service/links.ts';
import { iso, present } from './job.ts';
import { timestamp } from './schemas.ts';

export function extensionShape(extension: Extension, links: Links): Record<string, unknown> {
  const { job, originalExpiry, newExpiry, plan } = extension;
  const linkUntil = (at: number): string => links.result(job.id, markdownName(job.filename), at);
  return present({
    job_id: `conv_${job.id}`,
    filename: job.filename ?? undefined,
    original_sas_url: linkUntil(originalExpiry),
    new_sas_url: linkUntil(newExpiry),
    expiration_info: {
      original_expiry: iso(originalExpiry),
      new_expiry: iso(newExpiry),
      extension_hours: extension.hours,
      total_valid_hours: extension.totalHours,
    },
    file_info: {
      file_size: job.input_size,
      markdown_size_bytes: job.result_size,
      created_at: iso(madeAt(job)),
      // Never read since it was made: as for files everywhere, the time of its making.
      last_accessed: iso(job.last_accessed_at ?? madeAt(job)),
    },
    limits: {
      max_extension_hours: plan.maxExtensionHours,
      remaining_extensions: extension.remainingExtensions,
      max_total_lifetime_hours: plan.maxLifetimeHours,
    },
  });
}

/** `given` are the ids as the caller wrote them, in the order of the attempts. */
export function extensionBatchShape(
  batchId: Id,
  given: readonly string[],
  attempts: readonly ExtensionAttempt[],
  links: Links,
): Record<string, unknown> {
  const successful = attempts.filter((attempt) => attempt.extension !== undefined).length;
  return {
    batch_id: `ext_batch_${batchId}`,
    total_jobs: attempts.length,
    successful_extensions: successful,
    failed_extensions: attempts.length - successful,
    results: attempts.map((attempt, index) => resultShape(attempt, given[index] ?? '', links)),
  };
}

function resultShape({ extension, failure, job }: ExtensionAttempt, given: string, links: Links) {
  return present({
    job_id: job === undefined ? given : `conv_${job.id}`,
    status: extension === undefined ? 'failed' : 'success',
    filename: job?.filename ?? undefined,
    new_sas_url: extension && links.result(extension.job.id, markdownName(extension.job.filename), extension.newExpiry),
    new_expiry: extension && iso(extension.newExpiry),
    error: failure && { code: failure.code, message: failure.message, suggestion: failure.suggestion },
  });
}

export const extensionRequestSchema = z.object({
  job_id: z.string().optional().describe('One job; either this or job_ids'),
  job_ids: z.array(z.string()).min(1).max(100).optional().describe('Several distinct jobs'),
  extension_hours: z.number().min(1).max(720),
});

export const extensionSchema = z.object({
  job_id: z.string(),
  filename: z.string().optional(),
  original_sas_url: z.string(),
  new_sas_url: z.string(),
  expiration_info: z.object({
    original_expiry: timestamp,
    new_expiry: timestamp,
    extension_hours: z.number(),
    total_valid_hours: z.number(),
  }),
  file_info: z.object({
    file_size: z.number(),
    markdown_size_bytes: z.number(),
    created_at: timestamp,
    last_accessed: timestamp,
  }),
  limits: z.object({
    max_extension_hours: z.number(),
    remaining_extensions: z.number(),
    max_total_lifetime_hours: z.number(),
  }),
});

export const extensionBatchSchema = z.object({
  batch_id: z.string().regex(/^ext_batch_[0-9a-f]{32}$/),
  total_jobs: z.number(),
  successful_extensions: z.number(),
  failed_extensions: z.number(),
  results: z.array(
    z.object({
      job_id: z.string(),
      status: z.enum(['success', 'failed']),
      filename: z.string().optional(),
      new_sas_url: z.string().optional(),
      new_expiry: timestamp.optional(),
      error: z.object({ code: z.string(), message: z.string(), suggestion: z.string() }).optional(),
    }),
  ),
});
