// The variants of convert by path and by Accept: what they decide, the shape they answer in, and how they fail.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alternativeMediaType, alternativeSchema } from '../../src/http/shapes/alternative.ts';
import { errorSchema, jobSchema, lookupErrorSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { makeKey } from '../support/store-of.ts';

let server: RunningServer;
let starter: string;
beforeAll(async () => {
  server = await startServer();
  starter = await makeKey(server, 'small', 'starter');
});
afterAll(() => server.stop());

const html = '<h1>Title</h1><p>See <a href="https://example.com/a">this</a> <b>now</b></p><ul><li>one</li></ul>';
const rich = '# Title\n\nSee [this](https://example.com/a) **now**\n\n- one\n';
const plain = '# Title\n\nSee this now\n\n- one\n';

async function post(path: string, body: FormData, headers: Record<string, string> = {}) {
  const response = await server.fetch(`/api/v1/${path}`, { method: 'POST', body, headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}
const page = (options?: Record<string, unknown>) => fileForm(html, 'page.html', options);

describe('minimal-convert', () => {
  test('answers structure only, in the alternative shape, with every field of it', async () => {
    const { status, headers, body } = await post('minimal-convert', page());
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const conversion = alternativeSchema.strict().parse(body);
    expect(conversion).toMatchObject({
      original_filename: 'page.html',
      markdown_content: plain,
      status: 'completed',
      file_size: html.length,
      metadata: {
        original_size_bytes: html.length,
        file_extension: '.html',
        markdown_size_bytes: plain.length,
        word_count: 5,
        estimated_reading_time_minutes: 1,
        content_type: 'text/html',
        conversion_options: { preserve_formatting: false, ocr_mode: 'never', extract_images: false },
      },
    });
    expect(conversion.conversion_time_ms).toBe(conversion.metadata?.conversion_time_ms);
    expect(conversion.sas_expiry_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const link = new URL(conversion.markdown_url ?? '');
    expect(await (await fetch(server.url + link.pathname + link.search)).text()).toBe(plain);
  });

  test('decides against the wishes of the caller', async () => {
    const { body } = await post('minimal-convert', page({ extract_images: true, ocr_mode: 'always' }));
    expect(alternativeSchema.parse(body).markdown_content).toBe(plain);
  });

  test('tells of pictures that it reads no text of', async () => {
    const scan = await readFile('test/fixtures/pdf/scan-pages/input.pdf');
    const { status, body } = await post('minimal-convert', fileForm(scan, 'scan.pdf'));
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(/OCR is turned off.*Convert it with OCR/);
  });

  test('takes JSON and the bare document too', async () => {
    const forms = [
      [JSON.stringify({ source_type: 'file', file: Buffer.from(html).toString('base64') }), 'application/json'],
      [html, 'text/html'],
    ] as const;
    for (const [body, type] of forms) {
      const response = await server.fetch('/api/v1/minimal-convert', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      const conversion = alternativeSchema.parse(await response.json());
      expect([conversion.markdown_content, conversion.metadata?.file_extension]).toEqual([plain, '.html']);
    }
  });

  test('202 in the same shape leads to conversionstatus', async () => {
    const { status, headers, body } = await post('minimal-convert', page(), { prefer: 'respond-async' });
    expect([status, headers.get('retry-after')]).toEqual([202, '1']);
    const begun = alternativeSchema.parse(body);
    expect(begun).toMatchObject({ progress: expect.any(Number), message: expect.any(String) });
    expect(headers.get('location')).toBe(`/api/v1/conversionstatus/${begun.conversion_id}`);
    let ended = begun;
    for (let tries = 0; tries < 200 && ended.status !== 'completed'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      ended = alternativeSchema.parse(await (await server.fetch(headers.get('location') ?? '')).json());
    }
    expect(ended).toMatchObject({ status: 'completed', markdown_content: plain });
    expect('progress' in ended || 'message' in ended).toBe(false);
  });

  test('a failure is the envelope, and names the conversion in both forms', async () => {
    const { status, body } = await post('minimal-convert', fileForm('%PDF-1.7 nothing', 'a.pdf'));
    expect(status).toBe(422);
    expect(errorSchema.parse(body).details?.code).toBe('CORRUPTED_FILE');
    expect(body['status']).toBe('failed');
    expect(String(body['conversion_id']).replaceAll('-', '')).toBe(String(body['job_id']).replace('conv_', ''));
    const looked = await server.fetch(`/api/v1/conversionstatus/${body['conversion_id']}`);
    expect(looked.status).toBe(200);
    expect(alternativeSchema.parse(await looked.json())).toMatchObject({
      status: 'failed',
      error: { code: 'CORRUPTED_FILE', retry_possible: false },
    });
  });
});

describe('vision-convert', () => {
  test('answers in the canonical shape, with the advanced engine asked for every page', async () => {
    const { status, body } = await post('vision-convert', page({ ocr_mode: 'never' }));
    expect(status).toBe(200);
    const job = jobSchema.parse(body);
    const shown = await server.fetch(`/api/v1/conversionstatus/${job.job_id}`);
    expect(alternativeSchema.parse(await shown.json()).metadata?.conversion_options).toMatchObject({
      ocr_mode: 'always',
      ocr_type: 'advanced',
    });
  });

  test('is refused on a plan without it, before the body is read', async () => {
    const response = await fetch(`${server.url}/api/v1/vision-convert`, {
      method: 'POST',
      body: page(),
      headers: { 'x-api-key': starter },
    });
    expect(response.status).toBe(403);
    expect(errorSchema.parse(await response.json())).toMatchObject({
      error: 'insufficient_permissions',
      details: { code: 'PLAN_002' },
    });
  });
});

describe('the alternative shape by Accept', () => {
  test('on convert, under its own type', async () => {
    const { status, headers, body } = await post('convert', page(), { accept: alternativeMediaType });
    expect([status, headers.get('content-type')]).toEqual([200, `${alternativeMediaType}; charset=utf-8`]);
    expect(headers.get('vary')?.toLowerCase()).toContain('accept');
    expect(alternativeSchema.strict().parse(body).markdown_content).toBe(rich);
  });

  test('also while the conversion goes on', async () => {
    const { status, headers, body } = await post('convert', page(), {
      accept: alternativeMediaType,
      prefer: 'respond-async',
    });
    expect([status, headers.get('content-type')]).toEqual([202, `${alternativeMediaType}; charset=utf-8`]);
    expect(headers.get('location')).toBe(`/api/v1/conversionstatus/${alternativeSchema.parse(body).conversion_id}`);
  });

  test('not otherwise', async () => {
    const { headers, body } = await post('convert', page(), { accept: '*/*' });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(jobSchema.strict().parse(body).markdown_content).toBe(rich);
  });
});

describe('ids', () => {
  test('every route takes each form, in either case', async () => {
    const { body } = await post('convert', page());
    const id = jobSchema.parse(body).job_id.replace('conv_', '');
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const form of [`conv_${id}`, id, uuid, uuid.toUpperCase(), `conv_${uuid}`]) {
      for (const path of ['status/', 'conversionstatus/', 'download/']) {
        expect([form, path, (await server.fetch(`/api/v1/${path}${form}`)).status]).toEqual([form, path, 200]);
      }
      const extended = await server.fetch('/api/v1/extend-sas', {
        method: 'POST',
        body: JSON.stringify({ job_id: form, extension_hours: 1 }),
      });
      expect(extended.status).toBe(200);
    }
  });

  test.each(['conv_00000000000000000000000000000000', 'nonsense', '%00', 'x'.repeat(900)])(
    'conversionstatus of an unknown one: %s',
    async (id) => {
      const response = await server.fetch(`/api/v1/conversionstatus/${id}`);
      expect(response.status).toBe(404);
      expect(lookupErrorSchema.parse(await response.json())).toMatchObject({
        error: 'Job not found',
        code: 'JOB_NOT_FOUND',
      });
    },
  );

  test('conversionstatus of a foreign one answers like an unknown one', async () => {
    const { body } = await post('convert', page());
    const answers = await Promise.all(
      [String(body['job_id']), 'conv_00000000000000000000000000000000'].map(async (id) => {
        const response = await fetch(`${server.url}/api/v1/conversionstatus/${id}`, {
          headers: { 'x-api-key': starter },
        });
        const { request_id: _, ...rest } = (await response.json()) as Record<string, unknown>;
        return [response.status, rest];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  });
});
