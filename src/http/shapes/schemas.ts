// The wire shapes as schemas: what the OpenAPI document shows and what the contract tests check answers against.
import { z } from 'zod';
import { type OptionName, optionTable } from '../../convert/options.ts';

export const timestamp = z.iso.datetime().describe('ISO 8601, UTC, with milliseconds');
const about = (name: OptionName): string => optionTable[name].about;

export const optionsSchema = z
  .looseObject({
    ocr_mode: z.enum(['auto', 'always', 'never']).default('auto').describe(about('ocrMode')),
    ocr_type: z.enum(['basic', 'advanced']).default('basic').describe(about('ocrType')),
    preserve_formatting: z.boolean().default(true).describe(about('preserveFormatting')),
    output_format: z.enum(['markdown']).default('markdown').describe(about('outputFormat')),
    extract_images: z.boolean().default(false).describe(about('extractImages')),
    include_links: z.boolean().default(true).describe(about('includeLinks')),
    clean_html: z.boolean().default(true).describe(about('cleanHtml')),
    page_markers: z.boolean().default(false).describe(about('pageMarkers')),
    user_agent: z.string().optional().describe(about('userAgent')),
    ocr_languages: z.array(z.string()).optional().describe(about('ocrLanguages')),
    pages: z.string().optional().describe(about('pages')),
    password: z.string().optional().describe(about('password')),
  } satisfies Record<WireOption, z.ZodType>)
  .describe('Options of the conversion; unknown names are ignored and named in metadata.warnings.');

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : S;
type WireOption = Snake<OptionName>;

export const multipartBody = z.object({
  file: z.string().meta({ format: 'binary' }).describe('The document'),
  options: z.string().optional().describe('A JSON object with options'),
});

export const jsonBody = z.object({
  source_type: z.enum(['file', 'url']),
  file: z.string().optional().describe('Base64, or a data URL; required when source_type is file'),
  url: z.url().optional().describe('Required when source_type is url'),
  filename: z.string().optional(),
  options: optionsSchema.optional(),
});

export const rawBody = z.string().meta({ format: 'binary' }).describe('The document itself');

export const warningSchema = z.object({
  code: z.string(),
  message: z.string(),
  origin: z.looseObject({ kind: z.string() }).optional(),
});

const metadataSchema = z.object({
  source_type: z.string(),
  original_format: z.string(),
  original_filename: z.string().optional(),
  file_size: z.number(),
  pages: z.number(),
  pages_processed: z.number(),
  processing_time_ms: z.number(),
  processing_time: z.number().describe('Seconds'),
  ocr_used: z.boolean(),
  ocr_confidence: z.number().min(0).max(1).optional(),
  ocr_pages: z.array(z.number()).optional().describe('Pages whose text was read by OCR'),
  language_detected: z.string().describe('ISO 639-1, or und'),
  quality_score: z.number().min(0).max(1),
  title: z.string().optional(),
  author: z.string().optional(),
  word_count: z.number(),
  markdown_size_bytes: z.number(),
  cached: z.literal(true).optional().describe('Answered from an earlier conversion of the same input'),
  warnings: z.array(warningSchema).optional(),
});

export const jobErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string(),
  suggestion: z.string(),
  retry_possible: z.boolean(),
});

export const jobSchema = z.object({
  job_id: z.string().regex(/^conv_[0-9a-f]{32}$/),
  status: z.enum(['pending', 'processing', 'completed', 'failed']),
  filename: z.string().optional(),
  file_size: z.number(),
  markdown_content: z.string().optional().describe('Completed jobs only'),
  metadata: metadataSchema.optional(),
  images: z
    .array(z.object({ name: z.string(), url: z.string(), content_type: z.string(), file_size: z.number() }))
    .optional(),
  sas_url: z.string().optional(),
  download_url: z.string().optional(),
  created_at: timestamp,
  started_at: timestamp.optional(),
  completed_at: timestamp.optional(),
  failed_at: timestamp.optional(),
  expires_at: timestamp.optional(),
  expired: z.literal(true).optional().describe('The files have expired and can no longer be read'),
  progress: z
    .object({
      current_step: z.enum(['file_upload', 'text_extraction', 'conversion', 'finalization']),
      steps_completed: z.number(),
      total_steps: z.number(),
      percentage: z.number().min(0).max(100),
      message: z.string(),
    })
    .optional(),
  estimated_completion: timestamp.optional(),
  error: jobErrorSchema.optional(),
});

export const errorSchema = z.looseObject({
  error: z.string(),
  message: z.string(),
  detail: z.string().optional(),
  details: z.looseObject({ code: z.string(), field: z.string().optional(), suggestion: z.string() }).optional(),
  request_id: z.string().regex(/^req_[0-9a-f]{32}$/),
});

export const lookupErrorSchema = z.looseObject({
  error: z.string(),
  code: z.string(),
  message: z.string(),
  suggestion: z.string(),
  request_id: z.string(),
});

export const rootSchema = z.object({
  message: z.string(),
  version: z.string(),
  docs: z.string(),
  routers: z.array(
    z.object({
      module: z.string(),
      prefix: z.string(),
      tags: z.array(z.string()),
      full_prefix: z.string(),
      endpoints: z.array(z.string()),
    }),
  ),
});
