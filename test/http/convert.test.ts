// The first walk through the house over real HTTP: every request form, the answers by time and by failure.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorSchema, jobSchema, lookupErrorSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const csv = 'name,age\nAda,36\nAlan,41\n';
const csvMarkdown = '| name | age |\n| --- | --- |\n| Ada | 36 |\n| Alan | 41 |\n';

interface Body extends Record<string, unknown> {
  readonly details?: { readonly code: string; readonly supported_formats?: string[] };
  readonly metadata?: { readonly warnings?: unknown[] };
}

async function post(body: RequestInit['body'], headers: Record<string, string> = {}, path = '/api/v1/convert') {
  const response = await server.fetch(path, { method: 'POST', body: body ?? null, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
const postJson = (value: unknown, headers = {}) =>
  post(JSON.stringify(value), { 'content-type': 'application/json', ...headers });

describe('request forms', () => {
  test('multipart upload', async () => {
    const { status, body, headers } = await post(fileForm(csv, 'people.csv'));
    expect(status).toBe(200);
    expect(jobSchema.parse(body)).toMatchObject({
      status: 'completed',
      filename: 'people.csv',
      file_size: csv.length,
      markdown_content: csvMarkdown,
      metadata: { source_type: 'csv', original_format: 'csv', pages: 1, file_size: csv.length, ocr_used: false },
    });
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
  });

  test('Base64 in JSON, also URL-safe, unpadded, wrapped and as a data URL', async () => {
    const base64 = Buffer.from(csv).toString('base64');
    const forms = [
      base64,
      Buffer.from(csv).toString('base64url'),
      base64.replace(/(.{10})/g, '$1\r\n'),
      `data:text/csv;base64,${base64}`,
    ];
    for (const file of forms) {
      const { status, body } = await postJson({ source_type: 'file', file, filename: 'people.csv' });
      expect(status).toBe(200);
      expect(body['markdown_content']).toBe(csvMarkdown);
    }
  });

  test('the document itself as the body', async () => {
    const { status, body } = await post(csv, { 'content-type': 'text/csv' }, '/api/v1/convert?filename=people.csv');
    expect(status).toBe(200);
    expect(body).toMatchObject({ filename: 'people.csv', markdown_content: csvMarkdown });
  });

  test.each(['', 'csv', 'text', 'no type at all', '/', 'text/', ';charset=utf-8', 'text/c(s)v'])(
    'a Content-Type that names no type says as little as none: %j',
    async (type) => {
      const headers = { 'content-type': type };
      const { status, body } = await post(Buffer.from(csv), headers, '/api/v1/convert?filename=people.csv');
      expect([status, body['markdown_content']]).toEqual([200, csvMarkdown]);
      const path = `${server.url}/api/v1/convert`;
      expect((await fetch(path, { method: 'POST', body: Buffer.from(csv), headers })).status).toBe(401);
    },
  );

  test('PUT, as curl -T sends it, with and without the name in the path', async () => {
    for (const path of ['/api/v1/convert?filename=people.csv', '/api/v1/convert/people.csv']) {
      const response = await server.fetch(path, { method: 'PUT', body: Buffer.from(csv) });
      expect(response.status).toBe(200);
      expect(((await response.json()) as { markdown_content: string }).markdown_content).toBe(csvMarkdown);
    }
  });

  test('a URL on a private address is refused before anything is opened', async () => {
    const { status, body } = await postJson({ source_type: 'url', url: 'http://127.0.0.1:1/x.html' });
    expect(status).toBe(400);
    expect(errorSchema.parse(body)).toMatchObject({ error: 'invalid_url', details: { code: 'URL_002' } });
  });
});

describe('options', () => {
  test('change the result', async () => {
    const html = '<p>See <a href="https://example.com/a">this</a> <b>now</b></p>';
    const kept = await post(fileForm(html, 'a.html'));
    expect(kept.body['markdown_content']).toBe('See [this](https://example.com/a) **now**\n');
    const plain = await post(fileForm(html, 'a.html', { preserve_formatting: false }));
    expect(plain.body['markdown_content']).toBe('See this now\n');
  });

  test('an unknown one is ignored and named; a wrong one is refused by name', async () => {
    const ignored = await post(fileForm(csv, 'a.csv', { colour: 'blue' }));
    expect(ignored.status).toBe(200);
    expect(ignored.body.metadata?.warnings).toContainEqual({
      code: 'unknown-option',
      message: 'The option "colour" is not known and was ignored.',
    });
    const names = ['fooBar', 'OCR', 'Extract_Images', 'foo-bar', '_x', '__proto__'];
    const odd = await post(fileForm(csv, 'a.csv', JSON.parse(`{${names.map((name) => `"${name}":1`).join()}}`)));
    expect(odd.body.metadata?.warnings).toEqual(
      names.map((name) => ({
        code: 'unknown-option',
        message: `The option "${name}" is not known and was ignored.`,
      })),
    );
    const wrong = await post(fileForm(csv, 'a.csv', { ocr_type: 'magic' }));
    expect(wrong.status).toBe(400);
    expect(wrong.body.details).toMatchObject({ code: 'REQUEST_002', field: 'ocr_type' });
  });
});

describe('failures', () => {
  test.each([
    ['not JSON', '{"source_type": ', 400, 'REQUEST_001'],
    ['no source_type', '{"file": "YQ=="}', 400, 'REQUEST_001'],
    ['bad Base64', '{"source_type":"file","file":"a*b"}', 400, 'FILE_001'],
    ['options of the wrong kind', '{"source_type":"file","file":"YQ==","options":[1]}', 400, 'REQUEST_001'],
    ['a bad URL', '{"source_type":"url","url":"ftp://example.com/a"}', 400, 'URL_001'],
  ])('%s', async (_name, text, expected, code) => {
    const { status, body } = await post(text, { 'content-type': 'application/json' });
    expect(status).toBe(expected);
    expect(errorSchema.parse(body).details?.code).toBe(code);
  });

  test('an unsupported format is 422 and names the supported ones', async () => {
    const { status, body } = await post(fileForm(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'a.bin'));
    expect(status).toBe(422);
    expect(body).toMatchObject({
      status: 'failed',
      job_id: expect.stringMatching(/^conv_/),
      details: { code: 'UNSUPPORTED_FORMAT' },
    });
    expect(body.details?.supported_formats).toContain('docx');
  });

  test('an empty file is 422 CORRUPTED_FILE', async () => {
    const { status, body } = await post(fileForm('', 'a.txt'));
    expect([status, body.details?.code]).toEqual([422, 'CORRUPTED_FILE']);
  });

  test.each([undefined, 'dm_live_wrong', `dm_live_${'0'.repeat(49)}`])('a key that does not work: %s', async (key) => {
    const response = await fetch(`${server.url}/api/v1/convert`, {
      method: 'POST',
      body: csv,
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
    expect(response.status).toBe(401);
    const body = errorSchema.parse(await response.json());
    expect(body).toMatchObject({ error: 'invalid_api_key', details: { code: 'AUTH_001' } });
    expect(body.detail).toBeTypeOf('string');
  });

  test('a refusal is read even by a client that is still sending', async () => {
    const body = Buffer.alloc(5 * 2 ** 20, 'a');
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(`${server.url}/api/v1/convert`, {
          method: 'POST',
          body,
          headers: { 'x-api-key': 'no' },
        });
        return response.status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
  });

  test('an unknown path is 404, a wrong method 405 with Allow', async () => {
    expect((await server.fetch('/api/v2/convert')).status).toBe(404);
    const wrong = await server.fetch('/api/v1/convert', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, PUT']);
  });

  test.each(['/docs', '/docs/', '/docs/errors', '/openapi.json', '/llms.txt', '/dashboard', '/files/a/b.md?se=1'])(
    'a page takes what it takes, and says so: %s',
    async (path) => {
      const wrong = await fetch(server.url + path, { method: 'POST', body: 'x' });
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(errorSchema.parse(await wrong.json()).details?.code).toBe('METHOD_NOT_ALLOWED');
    },
  );

  test('what only begins or ends like a path is unknown', async () => {
    for (const path of ['/openapi-json', '/docs/x', '/dashboard/api/unknown', '/api/v1/convert/a/b']) {
      expect((await server.fetch(path, { method: 'DELETE' })).status).toBe(404);
    }
  });
});

describe('asynchronous answers', () => {
  test('respond-async is 202 with a Location that leads to the result', async () => {
    const { status, body, headers } = await post(fileForm(csv, 'people.csv'), { prefer: 'respond-async' });
    expect(status).toBe(202);
    expect(jobSchema.parse(body).status).toMatch(/pending|processing/);
    expect(headers.get('retry-after')).toBe('1');
    let job: Record<string, unknown> = body;
    for (let tries = 0; tries < 100 && job['status'] !== 'completed'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      job = (await (await server.fetch(headers.get('location') ?? '')).json()) as Record<string, unknown>;
    }
    expect(jobSchema.parse(job)).toMatchObject({ status: 'completed', markdown_content: csvMarkdown });
  });

  test('a failed job answers 200 on the status route', async () => {
    const { body } = await post(fileForm('%PDF-1.7 nothing', 'a.pdf'));
    const status = await server.fetch(`/api/v1/status/${body['job_id']}`);
    expect(status.status).toBe(200);
    const job = jobSchema.parse(await status.json());
    expect(job.status).toBe('failed');
    expect(job.error?.suggestion).toBeTypeOf('string');
    expect(job.failed_at).toBeTypeOf('string');
  });

  test.each(['conv_00000000000000000000000000000000', 'nonsense', '%00'])('an unknown job: %s', async (id) => {
    const response = await server.fetch(`/api/v1/status/${id}`);
    expect(response.status).toBe(404);
    expect(lookupErrorSchema.parse(await response.json())).toMatchObject({
      error: 'Job not found',
      code: 'JOB_NOT_FOUND',
    });
  });
});

test('an OCR language that is not installed is 422 at once, whatever the document', async () => {
  const response = await server.fetch('/api/v1/convert', {
    method: 'POST',
    body: fileForm('No picture here.', 'a.txt', { ocr_languages: ['en', 'xx'] }),
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({
    error: 'unsupported_language',
    details: { code: 'UNSUPPORTED_LANGUAGE', field: 'ocr_languages', language: 'xx', installed: ['en'] },
  });
});
