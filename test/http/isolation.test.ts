// Two accounts, every route that takes an id, every kind of foreign id in every spelling: the answer is that to an
// unknown one, to the letter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/compose.ts';
import { systemClock } from '../../src/core/clock.ts';
import { routes } from '../../src/http/routes.ts';
import { ensureAccount } from '../../src/service/accounts.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let stranger: string;
/** Hexadecimal ids of the first account: a completed, a failed and a batch's job, and a batch. */
const foreign: { job: string[]; batch: string[] } = { job: [], batch: [] };
const nobody = '01a1dd49303e7796affa48a37f82b2bc';

beforeAll(async () => {
  server = await startServer();
  const store = await openStore({ dataDir: server.dataDir });
  try {
    const { account } = await ensureAccount(store.accounts, 'stranger', 'scale', systemClock);
    stranger = (await store.keys.create(account.id, { name: 'Test' })).key;
  } finally {
    await store.db.close();
  }
  const convert = async (body: FormData): Promise<string> => {
    const answer = await server.fetch('/api/v1/convert', { method: 'POST', body });
    return ((await answer.json()) as { job_id: string }).job_id.replace('conv_', '');
  };
  foreign.job.push(await convert(fileForm('Secret text.', 'a.txt')), await convert(fileForm('{"a":', 'a.json')));
  const files = [{ id: 'a', source_type: 'file', filename: 'a.txt', file: Buffer.from('Secret.').toString('base64') }];
  const batch = await server.fetch('/api/v1/batch', {
    method: 'POST',
    body: JSON.stringify({ files }),
    headers: { 'content-type': 'application/json' },
  });
  const made = (await batch.json()) as { batch_id: string; results: { job_id: string }[] };
  foreign.batch.push(made.batch_id.replace('batch_', ''));
  foreign.job.push(made.results[0]?.job_id.replace('conv_', '') ?? '');
}, 60_000);
afterAll(() => server.stop());

const dashed = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
const spellings = (id: string, prefix: string): string[] => [`${prefix}_${id}`, dashed(id), id];

interface Seen {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly string[];
}

/** What a caller can see of an answer, without what differs between any two. */
async function seen(path: string, init: RequestInit, id: string): Promise<Seen> {
  const response = await fetch(server.url + path, {
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-api-key': stranger },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text
      .replace(/req_[0-9a-f]{32}/g, 'req')
      .replace(/ext_batch_[0-9a-f]{32}/g, 'ext')
      .replaceAll(id, 'ID'),
    headers: [...response.headers.keys()].sort(),
  };
}

const keyed = routes.filter((route) => route.scope !== 'public');
const paths = keyed.filter((route) => /:(job|conversion|batch)_id/.test(route.path));

test('the routes that take an id are those known to this test', () => {
  expect(paths.map((route) => `${route.method} ${route.path}`).sort()).toEqual([
    'GET /api/v1/batch/:batch_id',
    'GET /api/v1/conversionstatus-batch/:batch_id',
    'GET /api/v1/conversionstatus/:conversion_id',
    'GET /api/v1/download/:job_id',
    'GET /api/v1/status/:job_id',
    'GET /api/v1/status/:job_id/events',
  ]);
});

test.each(paths.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_, route) => {
  for (const [kind, prefix] of [
    ['job', 'conv'],
    ['batch', 'batch'],
  ] as const) {
    for (const id of foreign[kind]) {
      for (const [at, own] of spellings(id, prefix).entries()) {
        const other = spellings(nobody, prefix)[at] ?? '';
        for (const method of [route.method, 'HEAD']) {
          const theirs = await seen(route.path.replace(/:\w+_id/, own), { method }, own);
          const unknown = await seen(route.path.replace(/:\w+_id/, other), { method }, other);
          expect(theirs).toEqual(unknown);
          expect(theirs.status).toBe(404);
        }
      }
    }
  }
});

test('extension, single and batch', async () => {
  const extend = (body: unknown, id: string): Promise<Seen> =>
    seen(
      '/api/v1/extend-sas',
      { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      id,
    );
  for (const id of foreign.job) {
    for (const [at, own] of spellings(id, 'conv').entries()) {
      const other = spellings(nobody, 'conv')[at] ?? '';
      const single = await extend({ job_id: own, extension_hours: 1 }, own);
      expect(single).toEqual(await extend({ job_id: other, extension_hours: 1 }, other));
      expect(single.status).toBe(404);
      const many = await extend({ job_ids: [own], extension_hours: 1 }, own);
      expect(many).toEqual(await extend({ job_ids: [other], extension_hours: 1 }, other));
      expect(JSON.parse(many.body)).toMatchObject({ successful_extensions: 0, failed_extensions: 1 });
    }
  }
});

test('lists and usage know nothing of the other account', async () => {
  const read = async (path: string): Promise<Record<string, unknown>> =>
    (await fetch(server.url + path, { headers: { 'x-api-key': stranger } })).json() as Promise<Record<string, unknown>>;
  expect(await read('/api/v1/status')).toMatchObject({ jobs: [] });
  expect(await read('/api/v1/usage')).toMatchObject({ usage: { total_conversions: 0 }, top_users: [] });
});
