// What operators see of the whole installation, that nobody else does, and that a change there takes effect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts';
import { type Browser, firstOperator, registered } from '../support/dashboard.ts';
import { type DocumentServer, startDocumentServer } from '../support/document-server.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let documents: DocumentServer;
let operator: Browser;
let owner: Browser;
type Json = Record<string, unknown>;
const json = async (response: Response): Promise<Json> => (await response.json()) as Json;

beforeAll(async () => {
  documents = await startDocumentServer();
  server = await startServer({
    env: { REGISTRATION: 'open', WORKERS: '2', FETCH_ALLOW: '127.0.0.1', FETCH_PORTS: String(documents.port) },
  });
  operator = await firstOperator(server);
  owner = await registered(server, 'owner@example.org');
});
afterAll(async () => {
  documents.releaseAll();
  await server.stop();
  await documents.stop();
});

const admin = dashboardRoutes.filter((route) => route.who === 'operator');

test.each(admin.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s is for operators alone',
  async (_, route) => {
    const { id } = (await json(await owner.ask('GET', '/dashboard/api/session')))['account'] as { id: string };
    const body = route.method === 'GET' ? undefined : { plan: 'scale' };
    const answer = await owner.ask(route.method, route.path.replace(':id', id), body);
    expect([answer.status, await json(answer)]).toMatchObject([403, { details: { code: 'AUTH_006' } }]);
    expect(await json(await owner.ask('GET', '/dashboard/api/session'))).toMatchObject({
      account: { plan: 'starter' },
    });
  },
);

test('all routes of operators are under one path, and no other is', () => {
  const under = dashboardRoutes.filter((route) => route.path.startsWith('/dashboard/api/admin/'));
  expect(under).toEqual(admin);
  expect(admin.length).toBeGreaterThan(3);
});

describe('accounts', () => {
  const accounts = async (query = ''): Promise<Json[]> =>
    (await json(await operator.ask('GET', `/dashboard/api/admin/accounts?${query}`)))['accounts'] as Json[];

  test('are listed with what they have, found by name or address, and paged', async () => {
    await owner.ask('POST', '/dashboard/api/keys', { name: 'Mine' });
    expect((await owner.ask('POST', '/api/v1/convert', fileForm('Hello.', 'a.txt'))).status).toBe(200);
    expect(await accounts()).toMatchObject([
      { name: 'owner@example.org', plan: 'starter', users: 1, keys: 1, conversions_this_month: 1 },
      { name: 'local', plan: 'scale', users: 1, keys: 1, conversions_this_month: 0, subscription: 'active' },
    ]);
    expect((await accounts('query=OPERATOR%40')).map((one) => one['name'])).toEqual(['local']);
    expect((await accounts('query=LOC')).map((one) => one['name'])).toEqual(['local']);
    expect(await accounts('query=%25')).toEqual([]);
    const first = await json(await operator.ask('GET', '/dashboard/api/admin/accounts?limit=1'));
    expect(first['accounts']).toHaveLength(1);
    expect((await accounts(`limit=1&cursor=${first['next_cursor']}`)).map((one) => one['name'])).toEqual(['local']);
  });

  test('are changed, and the change holds at once', async () => {
    const [found] = await accounts('query=owner');
    const path = `/dashboard/api/admin/accounts/${found?.['id']}`;
    const change = { plan: 'pro', billing_cycle: 'yearly', name: 'North Office' };
    const changed = await operator.ask('PATCH', path, change);
    expect([changed.status, await json(changed)]).toMatchObject([200, change]);
    expect(await json(await owner.ask('GET', '/dashboard/api/session'))).toMatchObject({
      account: { plan: 'pro', name: 'North Office' },
    });
    await operator.ask('PATCH', path, { subscription: 'cancelled' });
    expect((await owner.ask('POST', '/api/v1/convert', fileForm('a', 'a.txt'))).status).toBe(403);
    await operator.ask('PATCH', path, { subscription: 'active' });
    expect((await owner.ask('POST', '/api/v1/convert', fileForm('b', 'b.txt'))).status).toBe(200);
  });

  test('are not changed into what makes no sense', async () => {
    const [found] = await accounts('query=North');
    const path = `/dashboard/api/admin/accounts/${found?.['id']}`;
    for (const [body, field] of [
      [{ plan: 'huge' }, 'plan'],
      [{ plan: 'scale', subscription: 'maybe' }, 'subscription'],
      [{ billing_cycle: 'daily' }, 'billing_cycle'],
      [{ plan: 'scale', name: 'local' }, 'name'],
    ] as const) {
      const answer = await operator.ask('PATCH', path, body);
      expect([answer.status, await json(answer)]).toMatchObject([400, { details: { field } }]);
    }
    expect((await accounts('query=North'))[0]).toMatchObject({ plan: 'pro' });
    for (const id of ['01a1dd49303e7796affa48a37f82b2bc', 'x', 'local']) {
      expect((await operator.ask('PATCH', `/dashboard/api/admin/accounts/${id}`, { plan: 'pro' })).status).toBe(404);
    }
  });

  test('that are given one name at one time: one gets it, the other is told so', async () => {
    const two = ['north', 'local'].map(async (name) => (await accounts(`query=${name}`))[0] ?? {});
    const [north, local] = await Promise.all(two);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [north, local].map((one) =>
          operator.ask('PATCH', `/dashboard/api/admin/accounts/${one?.['id']}`, { name: `Local north ${round}` }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      const refused = answers.find((answer) => answer.status === 400);
      expect(refused === undefined ? undefined : await json(refused)).toMatchObject({
        details: { code: 'REQUEST_001', field: 'name' },
      });
    }
    for (const [one, name] of [
      [north, 'North Office'],
      [local, 'local'],
    ] as const) {
      const path = `/dashboard/api/admin/accounts/${one?.['id']}`;
      expect((await operator.ask('PATCH', path, { name })).status).toBe(200);
      // The own name is not taken.
      expect((await operator.ask('PATCH', path, { name })).status).toBe(200);
    }
  });

  test('may have another name than the first start gave them, and no later start makes another', async () => {
    const [found] = await accounts('query=local');
    await operator.ask('PATCH', `/dashboard/api/admin/accounts/${found?.['id']}`, { name: 'Headquarters' });
    const again = await startServer({ dataDir: server.dataDir, key: server.key });
    try {
      expect(again.output()).not.toContain('API key');
      expect((await accounts()).map((one) => one['name'])).toEqual(['North Office', 'Headquarters']);
    } finally {
      await again.stop();
    }
  });
});

test('health is the report with what was found before', async () => {
  const report = async (): Promise<Json> => json(await operator.ask('GET', '/dashboard/api/admin/health'));
  await expect
    .poll(async () => ((await report())['history'] as unknown[]).length, { timeout: 10_000 })
    .toBeGreaterThan(0);
  const found = await report();
  expect(found).toMatchObject({ status: expect.any(String), services: { database: { status: 'healthy' } } });
  expect((found['history'] as Json[])[0]).toMatchObject({
    at: expect.stringMatching(/Z$/),
    node: expect.any(String),
    status: expect.any(String),
    services: {
      database: { status: 'healthy', latency_ms: expect.any(Number) },
      conversion_engine: {},
      api_gateway: {},
    },
  });
});

test('the queue shows what waits, what runs, and the workers of all nodes', async () => {
  const queue = async (): Promise<Json> => json(await operator.ask('GET', '/dashboard/api/admin/queue'));
  expect(await queue()).toMatchObject({ waiting: 0, running: 0, oldest_waiting_seconds: null });
  const workers = (await queue())['workers'] as Json[];
  expect(workers).toEqual([
    { node: expect.stringMatching(/:\d+$/), slots: 2, busy: expect.any(Number), seen_at: expect.stringMatching(/Z$/) },
  ]);
  const files = [1, 2].map((at) => ({
    id: String(at),
    source_type: 'url',
    filename: 'a.html',
    url: documents.url(`/held/${at}`),
  }));
  const made = await operator.ask('POST', '/api/v1/batch', { files, sequential: true }, { prefer: 'respond-async' });
  expect(made.status).toBe(202);
  await expect.poll(async () => (await queue())['running'], { timeout: 10_000 }).toBeGreaterThan(0);
  documents.releaseAll();
  await expect.poll(queue, { timeout: 10_000 }).toMatchObject({ waiting: 0, running: 0 });
});
