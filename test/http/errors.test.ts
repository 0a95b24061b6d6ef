// The whole table of failures: each code is reached, here over real HTTP or in the named test, and answers as the table
// says, in the envelope and as a problem (RFC 9457), without telling anything of the inside.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { type FailureCode, failures } from '../../src/core/failure.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { KeyRequest } from '../../src/service/keys.ts';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, inStore } from '../support/store-of.ts';

const root = join(import.meta.dirname, '../..');
const secret = '/var/lib/secret-place';

let server: RunningServer;
let documents: DocumentServer;
beforeAll(async () => {
  documents = await startDocumentServer();
  server = await startServer({
    env: {
      // Only this one address on this machine, so that any other is still refused.
      FETCH_ALLOW: '127.0.0.1',
      FETCH_PORTS: String(documents.port),
      PLANS:
        '{"starter":{"maxFileSizeMb":1,"maxBatchSize":1},"pro":{"dailyConversions":0},"scale":{"requestsPerMinute":5000}}',
      LOG_LEVEL: 'fatal',
    },
  });
});
afterAll(async () => {
  documents.releaseAll();
  await server.stop();
  await documents.stop();
});

type Ask = (headers: Record<string, string>) => Promise<Response>;

const post = (path: string, body: string | FormData, more: Record<string, string> = {}): Ask => {
  return (headers) => server.fetch(path, { method: 'POST', body, headers: { ...more, ...headers } });
};
const get = (path: string, more: Record<string, string> = {}): Ask => {
  return (headers) => server.fetch(path, { headers: { ...more, ...headers } });
};
const json = { 'content-type': 'application/json' };
const form = (content: string | Uint8Array<ArrayBuffer>, name: string, options?: Record<string, unknown>): Ask =>
  post('/api/v1/convert', fileForm(content, name, options));
const fixture = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(root, 'test/fixtures', path)));
const convertJson = (body: unknown): Ask => post('/api/v1/convert', JSON.stringify(body), json);
const batch = (files: readonly object[], more: Record<string, string> = {}): Ask =>
  post('/api/v1/batch', JSON.stringify({ files }), { ...json, ...more });
const extend = (body: unknown): Ask => post('/api/v1/extend-sas', JSON.stringify(body), json);
const file = (id: string) => ({ id, source_type: 'file', filename: 'a.txt', file: 'SGVsbG8=' });
const unknownId = '01a1dd49303e7796affa48a37f82b2bc';

/** A key of an account that is as the case needs it. */
const keyOf = (
  plan: 'starter' | 'pro' | 'scale',
  request: Partial<KeyRequest> = {},
  subscription: 'active' | 'expired' = 'active',
) =>
  inStore(server, async (store) => {
    const { account } = await ensureAccount(store.accounts, `${plan} ${subscription}`, plan, systemClock);
    await store.accounts.change(account.id, { subscription });
    return { 'x-api-key': (await store.keys.create(account.id, { name: 'Test', ...request })).key };
  });

async function finishedJob(): Promise<string> {
  const response = await form(`Hello ${Math.random()}.`, 'a.txt')({});
  return ((await response.json()) as { job_id: string }).job_id;
}

/** How each code is reached over HTTP; asked twice, once per form of the answer. */
const reached: Partial<Record<FailureCode, () => Ask | Promise<Ask>>> = {
  CORRUPTED_FILE: () => form('%PDF-1.7 nothing', 'a.pdf'),
  UNSUPPORTED_FORMAT: () => form(new Uint8Array([0, 1, 2, 3, 0xff, 0xfe, 0, 0, 9, 200, 7]), 'a.bin'),
  PASSWORD_REQUIRED: () => form(fixture('pdf/locked/input.pdf'), 'a.pdf'),
  EMPTY_DOCUMENT: () => form('<html><body></body></html>', 'a.html'),
  DOCUMENT_LIMIT: () => form(`${'a,'.repeat(25_000)}\n${'1,'.repeat(25_000)}\n`, 'a.csv'),
  UNSUPPORTED_LANGUAGE: () => form(fixture('png/scanned-report/input.png'), 'a.png', { ocr_languages: ['xx'] }),
  REQUEST_001: () => post('/api/v1/convert', '{"source_type":', json),
  REQUEST_002: () => form('Hello.', 'a.txt', { output_format: 'html' }),
  REQUEST_003: () => form('Hello.', 'a.txt', { extract_images: true, preserve_formatting: false }),
  FILE_001: () => convertJson({ source_type: 'file', filename: 'a.txt', file: '!!!' }),
  FILE_002: async () => {
    const key = await keyOf('starter');
    return post('/api/v1/convert', fileForm('x'.repeat(2 ** 20 + 1), 'a.txt'), key);
  },
  BATCH_002: async () => batch([file('a'), file('b')], await keyOf('starter')),
  DUPLICATE_FILE_ID: () => batch([file('a'), file('a')]),
  URL_001: () => convertJson({ source_type: 'url', url: 'ftp://example.com/a.txt' }),
  URL_002: () => convertJson({ source_type: 'url', url: 'http://127.0.0.2/' }),
  URL_003: () => convertJson({ source_type: 'url', url: documents.url('/missing') }),
  IDEMPOTENCY_CONFLICT: async () => {
    const once = { 'idempotency-key': 'errors' };
    await post('/api/v1/convert', fileForm('One.', 'a.txt'), once)({});
    return post('/api/v1/convert', fileForm('Two.', 'a.txt'), once);
  },
  AUTH_001: () => get('/api/v1/status', { 'x-api-key': 'wrong' }),
  AUTH_002: async () => get('/api/v1/usage', await keyOf('scale', { scopes: ['read'] })),
  AUTH_003: () => get('/dashboard/api/keys'),
  AUTH_005: () => post('/dashboard/api/logout', '{}', json),
  PLAN_001: async () => get('/api/v1/status', await keyOf('scale', {}, 'expired')),
  PLAN_002: async () => post('/api/v1/vision-convert', fileForm('Hello.', 'a.txt'), await keyOf('starter')),
  IP_001: async () => get('/api/v1/status', await keyOf('scale', { allowList: ['192.0.2.0/24'] })),
  RATE_002: async () => post('/api/v1/convert', fileForm('Hello.', 'a.txt'), await keyOf('pro')),
  JOB_NOT_FOUND: () => get(`/api/v1/status/conv_${unknownId}`),
  BATCH_NOT_FOUND: () => get(`/api/v1/batch/batch_${unknownId}`),
  JOB_NOT_COMPLETED: async () => {
    const held = batch([{ id: 'held', source_type: 'url', filename: 'a.html', url: documents.url('/held/a') }]);
    const { results } = (await (await held({ prefer: 'respond-async' })).json()) as { results: { job_id: string }[] };
    return get(`/api/v1/download/${results[0]?.job_id}`);
  },
  EXTENSION_LIMIT_EXCEEDED: async () => {
    const job = await finishedJob();
    await changeJob(server, job, { extensions: 200 });
    return extend({ job_id: job, extension_hours: 1 });
  },
  FILE_EXPIRED: async () => {
    const job = await finishedJob();
    await changeJob(server, job, { expires_at: Date.now() - 1000, deleted_at: Date.now() });
    return get(`/api/v1/download/${job}`);
  },
  LINK_INVALID: () => get(`/files/conv_${unknownId}/a.md?se=1&sp=r&sig=x`),
  NOT_FOUND: () => get('/api/v2/convert'),
  METHOD_NOT_ALLOWED: () => get('/api/v1/convert'),
  // A row that should not exist: what a bug would look like from outside.
  INTERNAL: async () => {
    const job = await finishedJob();
    await changeJob(server, job, { outcome: `{ ${secret}` });
    return get(`/api/v1/status/${job}`);
  },
};

/** Codes that need a whole scene of their own, and the test that sets it. */
const elsewhere: Partial<Record<FailureCode, string>> = {
  ARCHIVE_LIMIT: 'test/attack/packages.test.ts',
  OCR_FAILED: 'src/convert/formats/image/read.test.ts',
  PROCESSING_TIMEOUT: 'test/http/batch-running.test.ts',
  PROCESSING_FAILED: 'test/sandbox/saboteur.test.ts',
  PROCESSING_CRASHED: 'src/service/worker.test.ts',
  URL_004: 'src/service/fetch-url.test.ts',
  IDEMPOTENCY_BUSY: 'test/http/idempotency.test.ts',
  AUTH_004: 'test/http/dashboard-session.test.ts',
  AUTH_006: 'test/http/dashboard-admin.test.ts',
  AUTH_007: 'test/http/dashboard-session.test.ts',
  RATE_001: 'test/http/limits.test.ts',
  RATE_003: 'test/http/limits.test.ts',
  RATE_004: 'test/http/limits.test.ts',
  RATE_005: 'test/http/dashboard-requests.test.ts',
  REQUEST_004: 'test/http/errors.test.ts',
  REQUEST_005: 'src/http/client-error.test.ts',
  STORAGE_FULL: 'src/storage/disk-blobs.test.ts',
  UNAVAILABLE: 'src/storage/disk-blobs.test.ts',
};

const codes = Object.keys(failures) as FailureCode[];
const lookups = ['JOB_NOT_FOUND', 'BATCH_NOT_FOUND', 'JOB_NOT_COMPLETED', 'FILE_EXPIRED', 'EXTENSION_LIMIT_EXCEEDED'];
/** Nothing of the machine, the program or another's data may stand in an answer. */
const inside = new RegExp(`${secret}|node_modules|\\bat \\S+ \\(|\\.[jt]s:\\d+|sqlite|SELECT |${root}`, 'i');

test.each(codes)('%s is reached by exactly one scene', (code) => {
  const named = elsewhere[code];
  expect([reached[code] !== undefined, named !== undefined].filter(Boolean)).toHaveLength(1);
  if (named !== undefined) expect(readFileSync(join(root, named), 'utf8')).toContain(`'${code}'`);
});

describe.each(codes.filter((code) => reached[code] !== undefined))('%s', (code) => {
  let envelope: Response;
  let envelopeText = '';
  let problem: Response;
  let problemText = '';
  beforeAll(async () => {
    const ask = await (reached[code] as () => Ask | Promise<Ask>)();
    envelope = await ask({});
    envelopeText = await envelope.text();
    problem = await ask({ accept: 'application/problem+json' });
    problemText = await problem.text();
  });

  test('answers in the envelope', () => {
    const { status, error } = failures[code];
    expect(envelope.status).toBe(status);
    expect(envelope.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = JSON.parse(envelopeText) as Record<string, unknown> & { message: string };
    const placed = lookups.includes(code)
      ? { code, suggestion: expect.any(String) }
      : { details: { code, suggestion: expect.any(String) } };
    expect(body).toMatchObject({
      error,
      message: expect.any(String),
      request_id: envelope.headers.get('x-request-id'),
      ...placed,
    });
    expect(body['detail']).toBe([401, 403, 429].includes(status) ? body.message : undefined);
    expect(body['retry_after']).toEqual(status === 429 ? Number(envelope.headers.get('retry-after')) : undefined);
  });

  test('answers as a problem when asked for one', async () => {
    const { status, error, message } = failures[code];
    expect(problem.status).toBe(status);
    expect(problem.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(problem.headers.get('vary')?.toLowerCase()).toContain('accept');
    const id = problem.headers.get('x-request-id');
    const body = JSON.parse(problemText) as unknown;
    expect(body).toMatchObject({
      type: `/docs/errors#${code}`,
      title: message,
      status,
      detail: expect.any(String),
      instance: `urn:docmill:request:${id}`,
      error,
      code,
      suggestion: expect.any(String),
      request_id: id,
    });
  });

  test('tells nothing of the inside', () => {
    expect(envelopeText).not.toMatch(inside);
    expect(problemText).not.toMatch(inside);
  });
});

describe('before any route', () => {
  /** Bytes as they are, and what comes back until the connection ends. */
  const raw = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes));
      let answer = '';
      socket.setEncoding('utf8');
      socket.on('data', (piece) => {
        answer += piece;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  const parsed = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) as Record<string, unknown> };
  };

  test('what is not HTTP is 400 in the envelope', async () => {
    const { status, head, body } = parsed(await raw('NONSENSE\r\n\r\n'));
    expect([status, body]).toMatchObject([400, { error: 'invalid_request', details: { code: 'REQUEST_001' } }]);
    expect(head).toContain(`X-Request-Id: ${body['request_id']}`);
  });

  test('a request without a host is 400 in the envelope', async () => {
    for (const path of ['/health/public', '/api/v1/convert', '/nothing']) {
      const { status, head, body } = parsed(await raw(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`));
      expect([status, body]).toMatchObject([400, { details: { code: 'REQUEST_001', field: 'Host' } }]);
      expect(head).toContain(`x-request-id: ${body['request_id']}`);
    }
    expect(parsed(await raw('GET /health/public HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  test('an expectation that nobody knows changes nothing', async () => {
    const asked = 'GET /health/public HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    const { status, head } = parsed(await raw(asked));
    expect([status, /^x-request-id: req_/im.test(head)]).toEqual([200, true]);
  });

  test('a method that asks more of a request than others is wrong all the same', async () => {
    const known = parsed(await raw('QUERY /api/v1/status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
    expect([known.status, known.body]).toMatchObject([405, { details: { code: 'METHOD_NOT_ALLOWED' } }]);
    expect(known.head).toMatch(/^allow: GET, HEAD$/m);
    expect(parsed(await raw('QUERY /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status).toBe(404);
  });

  test('headers that are too large are 431', async () => {
    const { status, body } = parsed(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`));
    expect([status, body]).toMatchObject([431, { error: 'headers_too_large', details: { code: 'REQUEST_004' } }]);
  });

  test.each(['/api/v1/status/%zz', '/%', `/api/v1/status/${'x'.repeat(2000)}`])(
    'the path %s has an answer in the envelope',
    async (path) => {
      const { status, body } = parsed(
        await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${server.key}\r\nConnection: close\r\n\r\n`),
      );
      expect([400, 404, 414]).toContain(status);
      expect(body).toMatchObject({
        error: expect.any(String),
        request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      });
    },
  );

  test.each(['/health/public', '/api/v1/status', '/nothing', '/%zz'])(
    'a request id of the caller comes back beside ours, never in its place: %s',
    async (path) => {
      const asked = async (id: string) => (await fetch(server.url + path, { headers: { 'x-request-id': id } })).headers;
      for (const id of ['a', 'b-1!~', 'x'.repeat(128)]) {
        const headers = await asked(id);
        expect(headers.get('x-client-request-id')).toBe(id);
        expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
      }
      for (const id of ['', 'a b', 'x'.repeat(129)]) expect((await asked(id)).get('x-client-request-id')).toBeNull();
    },
  );

  test('a wrong method names the right ones', async () => {
    const response = await server.fetch('/api/v1/status', { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the page of errors', () => {
  test('has a place for every type of problem, and needs no key', async () => {
    const response = await fetch(`${server.url}/docs/errors`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    for (const code of codes) expect(page).toContain(`<section id="${code}">`);
  });

  test('docs/errors.md has every code with its status', () => {
    const text = readFileSync(join(root, 'docs/errors.md'), 'utf8');
    for (const code of codes) expect(text).toContain(`| \`${code}\` | ${failures[code].status} |`);
    const listed = [...text.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, code]) => code);
    expect(listed.sort()).toEqual([...codes].sort());
  });
});
