// One example per wire shape for the OpenAPI document; a test holds each against its schema.
import { z } from 'zod';
import { alternativeSchema } from './alternative.ts';
import { alternativeBatchSchema, batchBody, batchSchema } from './batch-schemas.ts';
import { extensionRequestSchema, extensionSchema } from './extension.ts';
import { healthSchema, publicHealthSchema } from './health.ts';
import { jobListSchema } from './job-list.ts';
import { errorSchema, jobSchema, jsonBody, lookupErrorSchema, rootSchema } from './schemas.ts';
import { usageSchema } from './usage.ts';

const hex = '0193d2c5a1b87c3e9f4a5b6c7d8e9f01';
const at = '2026-11-15T10:30:00.000Z';
const later = '2026-11-15T10:30:01.250Z';
const nextDay = '2026-11-16T10:30:01.250Z';
const link = `https://docs.example/files/conv_${hex}/report.md?se=1794911401&sp=r&sig=c2lnbmF0dXJl`;
const markdown = '# Report\n\nTwo pages of text.\n';

const listed = {
  job_id: `conv_${hex}`,
  status: 'completed',
  filename: 'report.pdf',
  file_size: 48_210,
  metadata: {
    source_type: 'file',
    original_format: 'pdf',
    original_filename: 'report.pdf',
    file_size: 48_210,
    pages: 2,
    pages_processed: 2,
    processing_time_ms: 240,
    processing_time: 0.24,
    ocr_used: false,
    language_detected: 'en',
    quality_score: 1,
    word_count: 5,
    markdown_size_bytes: markdown.length,
  },
  sas_url: link,
  download_url: `https://docs.example/api/v1/download/conv_${hex}`,
  created_at: at,
  started_at: at,
  completed_at: later,
  expires_at: nextDay,
};
const job = { ...listed, markdown_content: markdown };

const alternative = {
  conversion_id: '0193d2c5-a1b8-7c3e-9f4a-5b6c7d8e9f01',
  original_filename: 'report.pdf',
  markdown_url: link,
  markdown_content: markdown,
  sas_expiry_at: nextDay,
  status: 'completed',
  metadata: {
    original_size_bytes: 48_210,
    file_extension: '.pdf',
    markdown_size_bytes: markdown.length,
    word_count: 5,
    estimated_reading_time_minutes: 1,
    conversion_options: {},
    content_type: 'application/pdf',
    conversion_time_ms: 240,
  },
  file_size: 48_210,
  conversion_time_ms: 240,
  created_at: at,
};

const batch = {
  batch_id: `batch_${hex}`,
  status: 'completed',
  total_files: 1,
  completed_files: 1,
  failed_files: 0,
  processing_files: 0,
  progress_percentage: 100,
  created_at: at,
  started_at: at,
  completed_at: later,
  total_processing_time_ms: 240,
};

const service = { status: 'healthy', last_check: at };
const health = {
  status: 'healthy',
  timestamp: at,
  version: '2.1.0',
  uptime_seconds: 86_400,
  services: {
    api_gateway: { ...service, response_time_ms: 45.2 },
    conversion_engine: { ...service, active_workers: 4, queue_size: 0, avg_processing_time_ms: 310.5 },
    storage: { ...service, available_space_gb: 412.6, read_latency_ms: 0.8, write_latency_ms: 3.1 },
    database: { ...service, connection_pool_active: 0, connection_pool_idle: 2, query_latency_ms: 0.2 },
    authentication: { ...service, response_time_ms: 0.3 },
  },
  performance: { requests_per_minute: 120, avg_response_time_ms: 45.2, success_rate: 1, active_connections: 8 },
  regions: { local: { status: 'healthy', load: 0.25, latency_ms: 0.6 } },
  maintenance: { scheduled: false, next_window: null },
  alerts: [],
};

const usage = {
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-11-30T23:59:59.999Z', type: 'monthly' },
  usage: {
    total_conversions: 40,
    successful_conversions: 39,
    failed_conversions: 1,
    success_rate: 0.975,
    total_pages_processed: 310,
    total_file_size_mb: 52.4,
  },
  usage_by_format: { pdf: { conversions: 40, pages: 310, avg_processing_time_ms: 420 } },
  daily_breakdown: [{ date: '2026-11-01', conversions: 40, pages: 310, file_size_mb: 52.4 }],
  api_limits: {
    monthly_conversion_limit: 50_000,
    monthly_conversions_used: 39,
    monthly_conversions_remaining: 49_961,
    daily_conversion_limit: 5000,
    daily_conversions_used: 39,
    daily_conversions_remaining: 4961,
    max_file_size_mb: 1024,
    max_batch_size: 100,
  },
  billing: {
    plan: 'pro',
    billing_cycle: 'monthly',
    next_billing_date: '2026-12-01T00:00:00.000Z',
    current_charges: 99,
    overage_charges: 0,
  },
  top_users: [{ key_id: hex, name: 'Main', conversions: 40, pages: 310, success_rate: 0.975 }],
};

const error = {
  error: 'invalid_option',
  message: 'An option has a value that is not allowed.',
  details: { code: 'REQUEST_002', field: 'pages', suggestion: 'Correct the named option or leave it out.' },
  request_id: `req_${hex}`,
};

const lookupError = {
  error: 'Job not found',
  code: 'JOB_NOT_FOUND',
  message: 'There is no job with this id.',
  suggestion: 'Check the id; jobs are visible to the account that made them.',
  request_id: `req_${hex}`,
};

const extension = {
  job_id: `conv_${hex}`,
  filename: 'report.pdf',
  original_sas_url: link,
  new_sas_url: link,
  expiration_info: {
    original_expiry: nextDay,
    new_expiry: '2026-11-17T10:30:01.250Z',
    extension_hours: 24,
    total_valid_hours: 48,
  },
  file_info: { file_size: 48_210, markdown_size_bytes: markdown.length, created_at: at, last_accessed: later },
  limits: { max_extension_hours: 720, remaining_extensions: 49, max_total_lifetime_hours: 8760 },
};

export const examples: ReadonlyMap<z.ZodType, unknown> = new Map<z.ZodType, unknown>([
  [jobSchema, job],
  [jobListSchema, { jobs: [listed], next_cursor: null }],
  [alternativeSchema, alternative],
  [batchSchema, { ...batch, results: [{ ...job, id: 'file_1' }] }],
  [alternativeBatchSchema, { ...batch, results: [{ ...alternative, id: 'file_1' }] }],
  [extensionSchema, extension],
  [usageSchema, usage],
  [healthSchema, health],
  [publicHealthSchema, { status: 'healthy', timestamp: at, version: '2.1.0', load: 0.25 }],
  [errorSchema, error],
  [lookupErrorSchema, lookupError],
  [
    rootSchema,
    {
      message: 'Docmill converts documents to Markdown.',
      version: '2.0.0',
      docs: '/docs',
      routers: [
        {
          module: 'usage',
          prefix: '/api/v1',
          tags: ['Usage'],
          full_prefix: '/api/v1',
          endpoints: ['GET /api/v1/usage'],
        },
      ],
    },
  ],
  [jsonBody, { source_type: 'url', url: 'https://example.com/', options: { clean_html: true } }],
  [
    batchBody,
    { files: [{ id: 'file_1', filename: 'note.txt', file: 'SGVsbG8=' }], options: { parallel_processing: true } },
  ],
  [extensionRequestSchema, { job_id: `conv_${hex}`, extension_hours: 24 }],
]);

/** Where several shapes may come, the first that has one. */
export function exampleOf(schema: z.ZodType): unknown {
  const own = examples.get(schema);
  if (own !== undefined || !(schema instanceof z.ZodUnion)) return own;
  for (const option of schema.options) {
    const found = examples.get(option as z.ZodType);
    if (found !== undefined) return found;
  }
  return undefined;
}
