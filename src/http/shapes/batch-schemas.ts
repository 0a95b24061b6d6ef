// The wire shapes of batches as schemas: for the OpenAPI document, and for the tests that check answers against them.
import { z } from 'zod';
import { alternativeSchema } from './alternative.ts';
import { jobErrorSchema, jobSchema, optionsSchema, timestamp } from './schemas.ts';

const batchFields = {
  batch_id: z.string().regex(/^batch_[0-9a-f]{32}$/),
  status: z.enum(['pending', 'in_progress', 'completed', 'partial_failure']),
  total_files: z.number(),
  completed_files: z.number(),
  failed_files: z.number(),
  processing_files: z.number(),
  progress_percentage: z.number().min(0).max(100),
  created_at: timestamp,
  started_at: timestamp.optional(),
  completed_at: timestamp.optional(),
  estimated_completion: timestamp.optional(),
  total_processing_time_ms: z.number().optional().describe('Sum of the processing times of all files'),
};

const fileId = z.string().describe("The client's own id of the file");
const error = jobErrorSchema.partial({ details: true, retry_possible: true }).optional();

export const batchSchema = z.object({
  ...batchFields,
  results: z.array(
    jobSchema.extend({
      id: fileId,
      job_id: jobSchema.shape.job_id.optional().describe('Absent for failed files'),
      filename: z.string(),
      error,
    }),
  ),
});

export const alternativeBatchSchema = z.object({
  ...batchFields,
  results: z.array(alternativeSchema.extend({ id: fileId, error })),
});

export const batchBody = z.object({
  files: z
    .array(
      z.object({
        id: z.string().max(256).optional().describe('Unique within the batch; file_<n> when left out'),
        source_type: z.enum(['file', 'url']).optional(),
        filename: z.string().optional(),
        file: z.string().optional().describe('Base64, or a data URL'),
        content: z.string().optional().describe('The same under its other name'),
        url: z.string().optional(),
        options: optionsSchema.optional().describe('Options of this file, on top of those of the batch'),
      }),
    )
    .min(1),
  options: optionsSchema
    .extend({
      parallel_processing: z
        .boolean()
        .default(true)
        .describe('false converts one file after the other, in their order'),
    })
    .optional(),
});

export const batchForm = z.object({
  files: z.array(z.string().meta({ format: 'binary' })).describe('The documents, one part each'),
  options: z.string().optional().describe('A JSON object with the options of the batch'),
});
