// The alternative shape from rows in every state, and who gets it by Accept.
import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createLinks } from '../../service/links.ts';
import type { JobRow } from '../../storage/schema.ts';
import { alternativeSchema, alternativeShape, prefersAlternative } from './alternative.ts';

const now = Date.UTC(2026, 10, 15, 12);
const id = newId(now);
const links = createLinks({ baseUrl: 'https://docs.example', secret: '00'.repeat(32) });

const row = (fields: Partial<JobRow>): JobRow => ({
  id,
  account_id: 'a',
  key_id: 'k',
  mode: 'minimal',
  state: 'completed',
  filename: 'Report.PDF',
  media_type: null,
  options: '{"ocrType":"basic","preserveFormatting":false,"pages":[{"first":1,"last":3},{"first":7,"last":7}]}',
  has_secret: 0,
  notes: '[]',
  source_type: 'file',
  source_url: null,
  input_key: 'i',
  input_size: 1234,
  input_sha256: 'ab',
  attempts: 1,
  lease_token: null,
  lease_until: null,
  lost_workers: 0,
  step: 'finalization',
  percentage: 100,
  message: 'Done.',
  outcome: JSON.stringify({
    metadata: {
      format: 'pdf',
      pages: 3,
      markdownBytes: 99,
      words: 401,
      language: 'en',
      qualityScore: 1,
      ocrUsed: false,
    },
    warnings: [],
    images: [],
  }),
  result_key: 'r',
  result_size: 99,
  result_sha256: 'cd',
  map_key: 'm',
  map_size: 1,
  map_sha256: 'ef',
  failure: null,
  processing_ms: 321,
  created_at: now,
  started_at: now + 10,
  finished_at: now + 400,
  expires_at: now + 86_400_400,
  deleted_at: null,
  extensions: 0,
  last_accessed_at: null,
  cached: 0,
  batch_id: null,
  batch_index: null,
  file_id: null,
  held: 0,
  ...fields,
});
const waiting = { outcome: null, finished_at: null, expires_at: null, processing_ms: null };

test('completed: every field of section 2.1', () => {
  const shape = alternativeShape(row({}), links, now + 500);
  expect(alternativeSchema.parse(shape)).toEqual(shape);
  const { markdown_url, ...rest } = shape;
  expect(markdown_url).toBe(links.result(id, 'Report.md', now + 86_400_400));
  expect(rest).toEqual({
    conversion_id: `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
    original_filename: 'Report.PDF',
    sas_expiry_at: '2026-11-16T12:00:00.400Z',
    status: 'completed',
    metadata: {
      original_size_bytes: 1234,
      file_extension: '.pdf',
      markdown_size_bytes: 99,
      word_count: 401,
      estimated_reading_time_minutes: 3,
      conversion_options: { ocr_type: 'basic', preserve_formatting: false, pages: '1-3,7' },
      content_type: 'application/pdf',
      conversion_time_ms: 321,
    },
    file_size: 1234,
    conversion_time_ms: 321,
    created_at: '2026-11-15T12:00:00.000Z',
  });
});

test('a nameless file has the extension of what it turned out to be', () => {
  const shape = alternativeShape(row({ filename: null, cached: 1 }), links, now + 500);
  expect(shape).toMatchObject({ metadata: { file_extension: '.pdf', cached: true } });
  expect('original_filename' in shape).toBe(false);
});

test('expired: no link, the rest stays', () => {
  for (const fields of [{ deleted_at: now + 1000 }, { expires_at: now + 450 }]) {
    const shape = alternativeShape(row(fields), links, now + 500);
    expect(shape).toMatchObject({ status: 'completed', expired: true, metadata: { word_count: 401 } });
    expect('markdown_url' in shape).toBe(false);
  }
});

test('under way: progress is a plain number with a message beside it', () => {
  const fields = {
    ...waiting,
    state: 'processing',
    step: 'conversion',
    percentage: 35,
    message: 'Page 3 of 12',
  } as const;
  const shape = alternativeShape(row(fields), links, now + 500);
  expect(alternativeSchema.parse(shape)).toMatchObject({
    status: 'processing',
    progress: 35,
    message: 'Page 3 of 12',
    estimated_completion: expect.any(String),
  });
  expect('metadata' in shape || 'sas_expiry_at' in shape || 'conversion_time_ms' in shape).toBe(false);
});

test('failed: the error of the job', () => {
  const failure = { code: 'CORRUPTED_FILE', message: 'Damaged.', suggestion: 'Save it again.', retryable: false };
  const shape = alternativeShape(row({ state: 'failed', outcome: null, failure: JSON.stringify(failure) }), links, now);
  expect(alternativeSchema.parse(shape).error).toEqual({
    code: 'CORRUPTED_FILE',
    message: 'Damaged.',
    details: 'Damaged.',
    suggestion: 'Save it again.',
    retry_possible: false,
  });
});

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['application/vnd.docmill.conversion+json', true],
  ['Application/VND.Docmill.Conversion+JSON; charset=utf-8', true],
  ['text/html, application/vnd.docmill.conversion+json;q=0.9, */*;q=0.1', true],
  ['application/json, application/vnd.docmill.conversion+json', true],
  ['application/json, application/vnd.docmill.conversion+json;q=0.5', false],
  ['application/json;q=0.4, application/vnd.docmill.conversion+json;q=0.5', true],
  ['application/vnd.docmill.conversion+json;q=0', false],
  ['application/vnd.docmill.conversion+json;q=never', false],
  ['application/vnd.docmill.conversion+jsonx', false],
])('Accept: %s', (accept, expected) => {
  expect(prefersAlternative(accept)).toBe(expected);
});
