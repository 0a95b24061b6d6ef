// Walks the OpenAPI document of the running service: every documented answer of every operation is really given, and
// every JSON body fits its schema. An answer that nobody can produce fails here by its name.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { PlanName } from '../../src/core/plan.ts';
import { routes } from '../../src/http/routes.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import type { KeyRequest } from '../../src/service/keys.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
type Recipe = (method: string, path: string) => Promise<Answer>;
type Recipes = Readonly<Record<number, Recipe>>;

/** Answers most things; starters on the strict one may ask once a minute; the hurried one gives a document a second. */
let server: RunningServer;
let strict: RunningServer;
let hurried: RunningServer;
let pro: string;
let barred: string;
let spent: string;
interface Converted {
  readonly job_id: string;
  readonly sas_url: string;
  readonly images: readonly { readonly url: string }[];
}
let done: Converted;
/** Its files are deleted. */
let gone: Converted;
let pendingJob: string;
let batchId: string;

beforeAll(async () => {
  [server, strict, hurried] = await Promise.all([
    startServer({ env: { WORKERS: '1' } }),
    startServer({ env: { PLANS: '{"starter":{"requestsPerMinute":1}}' } }),
    startServer({ env: { JOB_DEADLINE_MS: '1000' } }),
  ]);
  pro = await makeKey(server, 'larger', {}, 'pro');
  barred = await makeKey(server, 'small', { allowList: ['192.0.2.0/24'] });
  spent = await makeKey(strict, 'spent');
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const page = fileForm(`<p>Text <img alt="A dot" src="${image}"></p>`, 'a.html', { extract_images: true });
  done = JSON.parse((await call('/api/v1/convert', { method: 'POST', body: page })).text);
  gone = JSON.parse((await call('/api/v1/convert', { method: 'POST', body: page })).text);
  await expire(gone.job_id);
  batchId = JSON.parse((await post('/api/v1/batch', { files: [textFile] })).text).batch_id;
}, 60_000);
afterAll(async () => {
  await Promise.all([server, strict, hurried].map((one) => one.stop()));
});

async function expire(jobId: string): Promise<void> {
  const store = await openStore({ dataDir: server.dataDir });
  try {
    await store.db.write((tx) =>
      tx.updateTable('jobs').set({ deleted_at: 1 }).where('id', '=', jobId.slice('conv_'.length)).execute(),
    );
  } finally {
    await store.db.close();
  }
}

async function makeKey(
  where: RunningServer,
  account: string,
  request: Partial<KeyRequest> = {},
  plan: PlanName = 'starter',
): Promise<string> {
  const store = await openStore({ dataDir: where.dataDir });
  try {
    const { account: row } = await ensureAccount(store.accounts, account, plan, systemClock);
    return (await store.keys.create(row.id, { name: 'Test', ...request })).key;
  } finally {
    await store.db.close();
  }
}

const textFile = {
  id: 'a',
  source_type: 'file',
  filename: 'a.txt',
  file: Buffer.from('Hello.').toString('base64'),
};
const unknownJob = 'conv_01a1dd49303e7796affa48a37f82b2bc';
const unknownBatch = 'batch_01a1dd49303e7796affa48a37f82b2bc';
/** Markdown that takes its reader far longer than a second. */
const slow = Array.from({ length: 60_000 }, (_, at) => `- item **${at}** of [a list](http://example.com/${at})\n`).join(
  '',
);

async function call(path: string, init: RequestInit = {}, where = server): Promise<Answer> {
  const response = await where.fetch(path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const send = (
  method: string,
  path: string,
  body: NonNullable<RequestInit['body']>,
  type: string,
  where = server,
  prefer = '',
): Promise<Answer> =>
  call(path, { method, body, headers: { 'content-type': type, ...(prefer === '' ? {} : { prefer }) } }, where);

/** Declares more than it sends, which fetch would not. */
function declare(method: string, path: string, length: number, key: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const headers = { 'x-api-key': key, 'content-type': 'text/plain', 'content-length': String(length) };
    const sent = httpRequest({ hostname, port, path, method, headers }, (got) => {
      let text = '';
      got.on('data', (piece) => {
        text += String(piece);
      });
      got.on('end', () => {
        resolve({ status: got.statusCode ?? 0, headers: new Headers(got.headers as Record<string, string>), text });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    sent.write('x');
  });
}

const filled = (path: string): string =>
  path
    .replace('{job_id}', done.job_id)
    .replace('{conversion_id}', done.job_id)
    .replace('{batch_id}', batchId)
    .replace('{filename}', 'a.txt');
const unknown = (path: string): string =>
  path.replace(/\{(job|conversion)_id\}/, unknownJob).replace('{batch_id}', unknownBatch);

/** What every operation behind a key may answer. */
const keyed: Recipes = {
  401: (method, path) => call(filled(path), { method, headers: { 'x-api-key': 'none' } }),
  403: (method, path) => call(filled(path), { method, headers: { 'x-api-key': barred } }),
  429: async (method, path) => {
    await call(filled(path), { method, headers: { 'x-api-key': spent } }, strict);
    return call(filled(path), { method, headers: { 'x-api-key': spent } }, strict);
  },
};
const conflict = async (path: string, first: unknown, other: unknown): Promise<Answer> => {
  const key = { 'idempotency-key': `conflict-${path}` };
  await post(path, first, key);
  return post(path, other, key);
};
const busy = async (path: string, body: unknown): Promise<Answer> => {
  const key = { 'idempotency-key': `busy-${path}` };
  const tries = await Promise.all(Array.from({ length: 6 }, () => post(path, body, key)));
  return tries.find((one) => one.status === 409) ?? (tries[0] as Answer);
};
const noDocument = Buffer.from([0, 1, 2, 3, 255, 254, 0, 9, 200, 0]);
const convert: Recipes = {
  ...keyed,
  200: (method, path) => send(method, filled(path), 'Hello.', 'text/plain'),
  202: (method, path) => send(method, filled(path), `Later ${path}`, 'text/plain', server, 'respond-async'),
  400: (method, path) =>
    send(method, `${filled(path)}?options=${encodeURIComponent('{"pages":"x"}')}`, 'Hello.', 'text/plain'),
  409: (_, path) =>
    busy(path, { source_type: 'file', filename: 'a.md', file: Buffer.from(slow.slice(0, 60_000)).toString('base64') }),
  413: (method, path) => declare(method, filled(path), 1025 * 2 ** 20, pro),
  422: (method, path) => send(method, filled(path).replace('a.txt', 'a.bin'), noDocument, 'application/octet-stream'),
  500: (method, path) => send(method, filled(path).replace('a.txt', 'a.md'), slow, 'text/markdown', hurried),
};
const batch: Recipes = {
  ...keyed,
  200: (_, path) => post(path, { files: [textFile] }),
  202: (_, path) => post(path, { files: [textFile] }, { prefer: 'respond-async' }),
  207: (_, path) => post(path, { files: [textFile, { ...textFile, id: 'b', file: '*' }] }),
  400: (_, path) => post(path, { files: [textFile, textFile] }),
  409: (_, path) => busy(path, { files: [textFile] }),
  413: (_, path) => {
    const files = Array.from({ length: 101 }, (_one, at) => ({ ...textFile, id: `f${at}` }));
    return post(path, { files }, { 'x-api-key': pro });
  },
  422: (_, path) => conflict(path, { files: [textFile] }, { files: [{ ...textFile, id: 'other' }] }),
};
const look: Recipes = {
  ...keyed,
  200: (method, path) => call(filled(path), { method }),
  404: (method, path) => call(unknown(path), { method }),
};
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;
/** The first letter of the signature, turned into another one. */
const forged = (path: string): string =>
  path.replace(/(sig=|images\/)(.)/, (_, before: string, letter: string) => before + (letter === 'A' ? 'B' : 'A'));
const file = (urlOf: (job: Converted) => string): Recipes => ({
  200: () => call(pathOf(urlOf(done))),
  206: () => call(pathOf(urlOf(done)), { headers: { range: 'bytes=0-1' } }),
  403: () => call(forged(pathOf(urlOf(done)))),
  404: () => call(pathOf(urlOf(gone))),
});
/** Takes the store away for a while: the service must notice by itself. */
async function broken(path: string): Promise<Answer> {
  const blobs = join(hurried.dataDir, 'blobs');
  renameSync(blobs, `${blobs}-away`);
  writeFileSync(blobs, 'no folder');
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await call(path, {}, hurried);
      if (answer.status !== 200 || tries > 20) return answer;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    rmSync(blobs);
    mkdirSync(`${blobs}-away`, { recursive: true });
    renameSync(`${blobs}-away`, blobs);
  }
}
const health: Recipes = {
  ...keyed,
  200: (_, path) => call(path),
  503: (_, path) => broken(path),
};

const recipes: Readonly<Record<string, Recipes>> = {
  'POST /api/v1/convert': convert,
  'PUT /api/v1/convert': convert,
  'PUT /api/v1/convert/{filename}': convert,
  'POST /api/v1/minimal-convert': convert,
  'POST /api/v1/vision-convert': convert,
  'POST /api/v1/batch': batch,
  'POST /api/v1/convert-batch': batch,
  'POST /api/v1/batch-convert': batch,
  'POST /api/v1/minimal-convert-batch': batch,
  'POST /api/v1/vision-convert-batch': batch,
  'GET /api/v1/batch/{batch_id}': look,
  'GET /api/v1/conversionstatus-batch/{batch_id}': look,
  'GET /api/v1/status': { ...look, 400: (_, path) => call(`${path}?limit=0`) },
  'GET /api/v1/status/{job_id}': look,
  'GET /api/v1/conversionstatus/{conversion_id}': look,
  'GET /api/v1/status/{job_id}/events': {
    ...look,
    204: async (_, path) => {
      const seen = [...(await call(filled(path))).text.matchAll(/^id: ?(.*)$/gm)].at(-1)?.[1] ?? '';
      return call(filled(path), { headers: { 'last-event-id': seen } });
    },
  },
  'GET /api/v1/download/{job_id}': {
    ...look,
    206: (_, path) => call(filled(path), { headers: { range: 'bytes=0-1' } }),
    409: async (_, path) => {
      const begun = await send(
        'POST',
        '/api/v1/convert',
        slow.slice(0, 800_000),
        'text/markdown',
        server,
        'respond-async',
      );
      pendingJob = JSON.parse(begun.text).job_id;
      return call(path.replace('{job_id}', pendingJob));
    },
    416: (_, path) => call(filled(path), { headers: { range: 'bytes=999999-' } }),
  },
  'GET /files/{job_id}/{name}': file((job) => job.sas_url),
  'GET /files/{job_id}/images/{ticket}/{name}': file((job) => job.images[0]?.url ?? ''),
  'POST /api/v1/extend-sas': {
    ...keyed,
    200: (_, path) => post(path, { job_id: done.job_id, extension_hours: 1 }),
    400: (_, path) => post(path, { job_id: done.job_id, extension_hours: 0 }),
    404: (_, path) => post(path, { job_id: unknownJob, extension_hours: 1 }),
    409: (_, path) => post(path, { job_id: pendingJob, extension_hours: 1 }),
    422: (_, path) =>
      conflict(path, { job_id: done.job_id, extension_hours: 1 }, { job_id: done.job_id, extension_hours: 2 }),
  },
  'GET /api/v1/usage': { ...look, 400: (_, path) => call(`${path}?period=never`) },
  'GET /health': health,
  'GET /api/v1/health': health,
  'GET /health/public': health,
  'GET /': { ...look, 200: (_, path) => call(path, { headers: { accept: 'application/json' } }) },
  'GET /llms.txt': { 200: (_, path) => call(path) },
};

/**
 * What only a fault of the service itself gives, proven with such a fault in test/http/health.test.ts; and what only an
 * object store gives, proven with two of them in test/http/object-stores.test.ts.
 */
const proven: ReadonlySet<string> = new Set([
  'GET /health 500',
  'GET /api/v1/health 500',
  'GET /health/public 500',
  'GET /files/{job_id}/{name} 302',
  'GET /files/{job_id}/images/{ticket}/{name} 302',
]);

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

test('every documented answer of every operation is given, and fits its schema', async () => {
  const document = JSON.parse((await call('/openapi.json')).text) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };
  expect(document.openapi).toMatch(/^3\.1\./);
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  const wrong: string[] = [];
  const walked: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      if (verb === 'head') continue;
      const name = `${verb.toUpperCase()} ${path}`;
      walked.push(name);
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        if (proven.has(`${name} ${status}`)) continue;
        const recipe = recipes[name]?.[Number(status)];
        if (recipe === undefined) {
          wrong.push(`${name} ${status}: documented, but no way to produce it is known`);
          continue;
        }
        const answer = await recipe(verb.toUpperCase(), path);
        if (answer.status !== Number(status)) {
          wrong.push(`${name} ${status}: answered ${answer.status} ${answer.text.slice(0, 200)}`);
          continue;
        }
        const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
        const [declared] = Object.keys(content);
        if (declared !== undefined && answer.text !== '' && type !== declared && declared === 'application/json') {
          wrong.push(`${name} ${status}: is ${type}, documented as ${declared}`);
        }
        const schema = content['application/json']?.schema;
        if (schema === undefined || type !== 'application/json') continue;
        const check = ajv.compile(schema);
        if (!check(JSON.parse(answer.text))) wrong.push(`${name} ${status}: ${ajv.errorsText(check.errors)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  // The document is of the table, whole.
  const table = routes.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`);
  expect(walked.sort()).toEqual([...table].sort());
}, 300_000);
