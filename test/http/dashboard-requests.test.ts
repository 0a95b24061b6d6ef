// What a session may do and who may use it: requests of other sites, guessing, the ordinary routes without a key, the
// keys of an account, and what is charged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts';
import { type Browser, firstOperator, newBrowser, password, registered } from '../support/dashboard.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { inStore } from '../support/store-of.ts';

let server: RunningServer;
let operator: Browser;
let owner: Browser;
const failure = async (response: Response): Promise<unknown[]> => [
  response.status,
  ((await response.json()) as { details?: { code?: string } }).details?.code,
];
type Json = Record<string, unknown>;
const json = async (response: Response): Promise<Json> => (await response.json()) as Json;

beforeAll(async () => {
  server = await startServer({ env: { REGISTRATION: 'open', TRUST_PROXY: '1' } });
  operator = await firstOperator(server);
  owner = await registered(server, 'owner@example.org');
});
afterAll(() => server.stop());

const unsafe = dashboardRoutes.filter((route) => route.method !== 'GET');
const path = (route: { readonly path: string }): string =>
  route.path.replace(':id', '01a1dd49303e7796affa48a37f82b2bc').replace(':page', '1');

describe.each(unsafe.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  test.each([
    ['without the header', { 'x-docmill-dashboard': '' }],
    ['with another value of it', { 'x-docmill-dashboard': 'true' }],
    ['from a foreign origin', { origin: 'https://evil.example' }],
    ['from a page without an origin', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['without a word about its page', { origin: '', 'sec-fetch-site': '' }],
  ])('is refused %s', async (_why, headers) => {
    const answer = await operator.ask(route.method, path(route), {}, headers);
    expect(await failure(answer)).toEqual([403, 'AUTH_005']);
  });
});

test.each(
  dashboardRoutes
    .filter((route) => route.who !== 'anybody')
    .map((route) => [`${route.method} ${route.path}`, route] as const),
)('%s needs a session', async (_, route) => {
  const body = route.method === 'GET' ? undefined : {};
  for (const cookie of ['', 'docmill_session=', `docmill_session=${'A'.repeat(43)}`, 'docmill_session=../..']) {
    const answer = await newBrowser(server).ask(route.method, path(route), body, { cookie });
    expect(await failure(answer)).toEqual([401, 'AUTH_003']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const answer = await fetch(server.url + path(route), { method: route.method, headers: { 'x-api-key': server.key } });
  expect([401, 403]).toContain(answer.status);
});

test('answers for a page are not for other sites', async () => {
  for (const site of ['cross-site', 'same-site']) {
    expect((await owner.ask('GET', '/dashboard/api/keys', undefined, { 'sec-fetch-site': site })).status).toBe(403);
  }
  expect((await owner.ask('GET', '/dashboard/api/keys', undefined, { 'sec-fetch-site': 'none' })).status).toBe(200);
});

test('none of these routes is in the published document', async () => {
  const { paths } = await json(await fetch(`${server.url}/openapi.json`));
  expect(Object.keys(paths as Json).filter((one) => one.startsWith('/dashboard'))).toEqual([]);
});

describe('guessing', () => {
  const login = (email: string, given: string, address: string): Promise<Response> =>
    newBrowser(server).ask('POST', '/dashboard/api/login', { email, password: given }, { 'x-forwarded-for': address });

  test('a password: ten times for one e-mail address, whatever the network address and however many at once', async () => {
    await registered(server, 'guessed@example.org');
    const tries = Array.from({ length: 14 }, (_, at) =>
      login('guessed@example.org', 'wrong again', `198.51.100.${at}`),
    );
    const answers = await Promise.all(tries);
    expect(answers.map((one) => one.status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const right = await login('GUESSED@example.org', password, '198.51.100.99');
    const body = await json(right);
    expect([right.status, body]).toMatchObject([429, { error: 'rate_limit_exceeded', details: { code: 'RATE_005' } }]);
    const wait = Number(right.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
    expect(body['retry_after']).toBe(wait);
    // Others are not concerned.
    expect((await login('owner@example.org', password, '198.51.100.0')).status).toBe(200);
    // When the time is over, the right password works.
    await inStore(server, ({ db }) => db.write((tx) => tx.updateTable('attempts').set({ window_end: 1 }).execute()));
    expect((await login('guessed@example.org', password, '198.51.100.99')).status).toBe(200);
  }, 60_000);

  test('a right password in between sets the count of its e-mail address back', async () => {
    await registered(server, 'sure@example.org');
    for (let at = 0; at < 3; at += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) {
        expect((await login('sure@example.org', 'wrong', '198.51.100.200')).status).toBe(401);
      }
      expect((await login('sure@example.org', password, '198.51.100.200')).status).toBe(200);
    }
  }, 60_000);

  test('from one address: fifty times, whatever the e-mail address; an IPv6 network is one address', async () => {
    await inStore(server, ({ db }) => db.write((tx) => tx.deleteFrom('attempts').execute()));
    // The counters alone: real passwords take a good part of a second each.
    const first = await login('x@example.org', 'wrong', '2001:db8:1:1::1');
    expect(first.status).toBe(401);
    await inStore(server, ({ db }) =>
      db.write((tx) =>
        tx.updateTable('attempts').set({ used: 50 }).where('name', 'like', 'loginsOfAddress:%').execute(),
      ),
    );
    expect((await login('y@example.org', 'wrong', '2001:db8:1:1:ffff::2')).status).toBe(429);
    expect((await login('y@example.org', 'wrong', '2001:db8:1:2::1')).status).toBe(401);
  });

  test('the set-up code or free addresses: ten registrations an hour', async () => {
    const register = (): Promise<Response> =>
      newBrowser(server).ask(
        'POST',
        '/dashboard/api/register',
        { email: 'owner@example.org', password },
        { 'x-forwarded-for': '198.51.100.77' },
      );
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push((await register()).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });
});

describe('the ordinary routes', () => {
  test('take a session instead of a key when the request is marked', async () => {
    const answer = await owner.ask('POST', '/api/v1/convert', fileForm('# Hello', 'hello.md'));
    expect([answer.status, await json(answer)]).toMatchObject([
      200,
      { status: 'completed', markdown_content: '# Hello\n' },
    ]);
    const list = await json(await owner.ask('GET', '/api/v1/status'));
    const [job] = list['jobs'] as { job_id: string }[];
    const status = await owner.ask('GET', `/api/v1/status/${job?.job_id}`);
    expect(status.status).toBe(200);
    expect(status.headers.get('ratelimit-policy')).toBe('"requests";q=100;w=60');
    const extended = await owner.ask('POST', '/api/v1/extend-sas', { job_id: job?.job_id, extension_hours: 2 });
    expect(extended.status).toBe(200);
    // Events are opened by an EventSource, which cannot mark its requests.
    const events = await owner.ask('GET', `/api/v1/status/${job?.job_id}/events`, undefined, {
      'x-docmill-dashboard': '',
    });
    expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await events.text()).toContain('event: completed');
  });

  test.each([
    ['GET', '/api/v1/status', { 'x-docmill-dashboard': '' }, [401, 'AUTH_001']],
    ['GET', '/api/v1/status', { 'sec-fetch-site': 'cross-site' }, [403, 'AUTH_005']],
    ['GET', '/api/v1/status', { cookie: 'docmill_session=x' }, [401, 'AUTH_003']],
    ['GET', '/api/v1/status/conv_1/events', { cookie: '', 'x-docmill-dashboard': '' }, [401, 'AUTH_001']],
    [
      'GET',
      '/api/v1/status/conv_1/events',
      { 'x-docmill-dashboard': '', 'sec-fetch-site': 'cross-site' },
      [403, 'AUTH_005'],
    ],
    ['POST', '/api/v1/convert', { 'x-docmill-dashboard': '' }, [401, 'AUTH_001']],
    ['POST', '/api/v1/convert', { origin: 'http://evil.example' }, [403, 'AUTH_005']],
    ['POST', '/api/v1/convert', { origin: '', 'sec-fetch-site': '' }, [403, 'AUTH_005']],
    ['POST', '/api/v1/extend-sas', { 'sec-fetch-site': 'same-site' }, [403, 'AUTH_005']],
    // A key that is given counts, and no session helps a wrong one.
    ['GET', '/api/v1/status', { 'x-api-key': 'dm_live_wrong' }, [401, 'AUTH_001']],
  ])('%s %s with %o', async (method, where, headers, expected) => {
    const body = method === 'GET' ? undefined : fileForm('a', 'a.txt');
    expect(await failure(await owner.ask(method, where, body, headers))).toEqual(expected);
  });

  test('charge what is done in the dashboard exactly, to a row that no list shows and no key opens', async () => {
    const browser = await registered(server, 'charged@example.org');
    const [one, two] = await Promise.all(
      ['One.', 'Two.'].map((text) => browser.ask('POST', '/api/v1/convert', fileForm(text, 'a.txt'))),
    );
    expect([one?.status, two?.status]).toEqual([200, 200]);
    const made = await json(await browser.ask('POST', '/dashboard/api/keys', { name: 'Script', scopes: ['convert'] }));
    const keyed = await fetch(`${server.url}/api/v1/convert`, {
      method: 'POST',
      body: fileForm('Three.', 'a.txt'),
      headers: { 'x-api-key': String(made['key']) },
    });
    expect(keyed.status).toBe(200);
    const usage = await json(await browser.ask('GET', '/api/v1/usage'));
    expect(usage).toMatchObject({ usage: { total_conversions: 3 } });
    const users = usage['top_users'] as { name: string; conversions: number }[];
    expect(users.map(({ name, conversions }) => [name, conversions])).toEqual([
      ['Dashboard', 2],
      ['Script', 1],
    ]);
    const { keys } = await json(await browser.ask('GET', '/dashboard/api/keys'));
    expect((keys as { name: string }[]).map((key) => key.name)).toEqual(['Script']);
    await inStore(server, async ({ db, users: people, accounts }) => {
      const account = (await people.find('charged@example.org'))?.account_id ?? '';
      const rows = await db.reader.selectFrom('api_keys').selectAll().where('account_id', '=', account).execute();
      expect(rows).toHaveLength(2);
      const hidden = rows.find((row) => row.name === 'Dashboard');
      expect(hidden?.hash).not.toMatch(/^[0-9a-f]{64}$/);
      expect(await accounts.keys(account)).toHaveLength(1);
      // Nobody can rename or revoke it either.
      for (const method of ['PATCH', 'DELETE']) {
        expect((await browser.ask(method, `/dashboard/api/keys/${hidden?.id}`, { name: 'x' })).status).toBe(404);
      }
      const tenant = await db.reader
        .selectFrom('tenants')
        .selectAll()
        .where('account_id', '=', account)
        .executeTakeFirst();
      expect(tenant).toMatchObject({ month_used: 3, running: 0, waiting: 0 });
    });
  });

  test('hold an account that has not paid to what it may', async () => {
    const browser = await registered(server, 'late@example.org');
    await inStore(server, async ({ users, accounts }) =>
      accounts.change((await users.find('late@example.org'))?.account_id ?? '', { subscription: 'past_due' }),
    );
    expect(await failure(await browser.ask('POST', '/api/v1/convert', fileForm('a', 'a.txt')))).toEqual([
      403,
      'PLAN_001',
    ]);
    expect((await browser.ask('GET', '/api/v1/status')).status).toBe(200);
  });
});

describe('keys', () => {
  test('are made, shown once, named and revoked; a revoked one is refused within a second', async () => {
    const expires = new Date(Date.now() + 86_400_000).toISOString();
    const wish = {
      name: ' Laptop ',
      scopes: ['read', 'convert'],
      expires_at: expires,
      allow_list: ['127.0.0.1', '10.0.0.0/8', '::1'],
    };
    const made = await owner.ask('POST', '/dashboard/api/keys', wish);
    const { key, ...row } = await json(made);
    expect([made.status, key]).toEqual([201, expect.stringMatching(/^dm_live_\w{49}$/)]);
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Laptop',
      prefix: String(key).slice(0, 14),
      scopes: ['convert', 'read'],
      allow_list: ['127.0.0.1/32', '10.0.0.0/8', '::1/128'],
      created_at: expect.any(String),
      expires_at: expires,
      last_used_at: null,
      revoked_at: null,
    });
    const use = (): Promise<Response> =>
      fetch(`${server.url}/api/v1/status`, { headers: { 'x-api-key': String(key) } });
    expect((await use()).status).toBe(200);
    const renamed = await owner.ask('PATCH', `/dashboard/api/keys/${row['id']}`, { name: 'Desk' });
    expect([renamed.status, await json(renamed)]).toMatchObject([200, { name: 'Desk', scopes: ['convert', 'read'] }]);
    const list = await owner.ask('GET', '/dashboard/api/keys');
    const text = await list.text();
    expect(text).toContain('"last_used_at":"20');
    expect(text).not.toContain(String(key));
    expect((await owner.ask('DELETE', `/dashboard/api/keys/${row['id']}`)).status).toBe(204);
    const revoked = Date.now();
    await expect.poll(async () => (await use()).status, { timeout: 1000, interval: 50 }).toBe(401);
    expect(Date.now() - revoked).toBeLessThan(1000);
    expect((await owner.ask('DELETE', `/dashboard/api/keys/${row['id']}`)).status).toBe(404);
    const { keys } = await json(await owner.ask('GET', '/dashboard/api/keys'));
    expect(keys).toMatchObject([{ id: row['id'], revoked_at: expect.any(String) }]);
  });

  test.each([
    [{ scopes: ['read'] }, 'name'],
    [{ name: '', scopes: ['read'] }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a', scopes: [] }, 'scopes'],
    [{ name: 'a', scopes: ['admin'] }, 'scopes'],
    [{ name: 'a', scopes: 'read' }, 'scopes'],
    [{ name: 'a', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: 'a', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'a', allow_list: ['everywhere'] }, 'allow_list'],
    [{ name: 'a', allow_list: [7] }, 'allow_list'],
  ])('are refused as %o', async (body, field) => {
    const answer = await owner.ask('POST', '/dashboard/api/keys', body);
    expect([answer.status, await json(answer)]).toMatchObject([400, { details: { code: 'REQUEST_001', field } }]);
  });

  test('of another account are unknown', async () => {
    const made = await json(await operator.ask('POST', '/dashboard/api/keys', { name: 'Theirs' }));
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await owner.ask(method, `/dashboard/api/keys/${made['id']}`, body);
      const nobodys = await owner.ask(method, '/dashboard/api/keys/01a1dd49303e7796affa48a37f82b2bc', body);
      expect([theirs.status, nobodys.status]).toEqual([404, 404]);
      const bare = async (one: Response): Promise<string> => (await one.text()).replace(/req_\w+/, '');
      expect(await bare(theirs)).toBe(await bare(nobodys));
    }
    const { keys } = await json(await operator.ask('GET', '/dashboard/api/keys'));
    expect(keys).toContainEqual(expect.objectContaining({ name: 'Theirs', revoked_at: null }));
  });
});
