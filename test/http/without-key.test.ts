// Every route of both tables, each method, without a key, with a bad one, and with a good one in the wrong place: 401 but
// for the listed public ones. What is in no table is 404, and the tables are all there is.
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createApp } from '../../src/http/app.ts';
import { dashboardRoutes } from '../../src/http/dashboard/dashboard-routes.ts';
import type { Parts } from '../../src/http/parts.ts';
import { routes } from '../../src/http/routes.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

/** Decided, not read from the table: a row that becomes public by mistake must fail here. */
const publicRoutes = [
  'GET /files/:job_id/:name',
  'GET /files/:job_id/images/:ticket/:name',
  'GET /health/public',
  'GET /llms.txt',
];
const forAnybody = [
  'GET /dashboard/api/session',
  'POST /dashboard/api/login',
  'POST /dashboard/api/logout',
  'POST /dashboard/api/register',
];

let server: RunningServer;
let job: { job_id: string; sas_url: string };
beforeAll(async () => {
  // Each request comes from an address of its own: one that sends many wrong keys is answered 429 after a while.
  server = await startServer({ env: { TRUST_PROXY: 'true' } });
  const made = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm('Secret words.', 'a.txt') });
  job = (await made.json()) as typeof job;
}, 60_000);
afterAll(() => server.stop());

const label = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;
const keyed = routes.filter((route) => !publicRoutes.includes(label(route)));
const signedIn = dashboardRoutes.filter((route) => !forAnybody.includes(label(route)));

/** With ids that exist, so that an answer that should not be given would have something to tell. */
const filled = (path: string): string =>
  path
    .replace(/:(job_id|conversion_id|batch_id|id)\b/g, job.job_id)
    .replace(':page', '1')
    .replace(/:(name|filename)\b/g, 'a.txt')
    .replace(':ticket', 'abc');

let callers = 0;
function ask(method: string, path: string, headers: Record<string, string> = {}, query = ''): Promise<Response> {
  callers += 1;
  return fetch(`${server.url}${filled(path)}${query}`, {
    method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': `198.51.${callers >> 8}.${callers & 255}`, ...headers },
    ...(['GET', 'HEAD', 'OPTIONS'].includes(method) ? {} : { body: '{}' }),
  });
}

/** The one body every refusal has; HEAD has the same headers and none. */
async function refusal(response: Response, status: number, code: string, error: string): Promise<void> {
  expect([response.status, response.url]).toEqual([status, response.url]);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  if (code === 'AUTH_001') expect(response.headers.get('www-authenticate')).toContain('X-API-Key');
  const text = await response.text();
  expect(text).not.toContain('Secret');
  if (text === '') return;
  const body = JSON.parse(text) as { message: string };
  expect(body).toEqual({
    error,
    message: expect.stringMatching(/\S/),
    ...(status === 401 || status === 403 ? { detail: body.message } : {}),
    details: { code, suggestion: expect.stringMatching(/\S/) },
    request_id: response.headers.get('x-request-id'),
  });
}

const unauthorized = (response: Response) => refusal(response, 401, 'AUTH_001', 'invalid_api_key');

/** Nobody's key, and the good key where it does not belong: headers, and what is appended to the path. */
const keys = (): Record<string, [headers: Record<string, string>, query?: string]> => ({
  none: [{}],
  empty: [{ 'x-api-key': '' }],
  nonsense: [{ 'x-api-key': 'nonsense' }],
  'a key of nobody': [{ 'x-api-key': `${server.key.slice(0, -1)}${server.key.endsWith('A') ? 'B' : 'A'}` }],
  'half a key': [{ 'x-api-key': server.key.slice(0, 20) }],
  'a key twice': [{ 'x-api-key': `${server.key}, ${server.key}` }],
  'a key in capitals': [{ 'x-api-key': server.key.toUpperCase() }],
  'a bearer': [{ authorization: `Bearer ${server.key}` }],
  'basic authorization': [{ authorization: `Basic ${Buffer.from(`${server.key}:`).toString('base64')}` }],
  'another header': [{ 'api-key': server.key, 'x-apikey': server.key, 'x-auth-token': server.key }],
  'a cookie': [{ cookie: `x-api-key=${server.key}; api_key=${server.key}` }],
  'the query': [{}, `?x-api-key=${server.key}&api_key=${server.key}&key=${server.key}`],
  'a method it claims': [{ 'x-http-method-override': 'OPTIONS', 'x-original-url': '/health/public' }],
});

describe('the tables', () => {
  test('have the public routes that were decided, and no other', () => {
    expect(
      routes
        .filter((route) => route.scope === 'public')
        .map(label)
        .sort(),
    ).toEqual(publicRoutes);
    expect(
      dashboardRoutes
        .filter((route) => route.who === 'anybody')
        .map(label)
        .sort(),
    ).toEqual(forAnybody);
  });

  test('are all there is, but for the documentation and the pages of the dashboard', async () => {
    // Nothing is asked of it: what it registers is read.
    const parts = { clock: systemClock, baseUrl: 'http://localhost', dashboard: { pages: '/nowhere' } };
    const app = await createApp(parts as unknown as Parts, pino({ level: 'silent' }), false);
    await app.ready();
    const registered: string[] = [];
    const above: string[] = [];
    for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/u.exec(line) ?? [];
      const depth = indent.length / 4;
      above.splice(depth, above.length, part);
      for (const method of methods.split(', ')) if (method !== '') registered.push(`${method} ${above.join('')}`);
    }
    const known = [...routes, ...dashboardRoutes].map(label);
    expect(known.filter((one) => !registered.includes(one))).toEqual([]);
    const others = registered.filter((one) => !one.startsWith('HEAD ') && !known.includes(one));
    // Without built pages the start page stands in their place.
    expect(others.sort()).toEqual([
      'GET /dashboard',
      'GET /dashboard/page.css',
      'GET /dashboard/page.js',
      'GET /docs',
      'GET /docs/errors',
      'GET /docs/js/scalar.js',
      'GET /openapi.json',
    ]);
    await app.close();
  });
});

describe('the interface', () => {
  test.each(keyed.map((route) => [label(route), route] as const))('%s', async (_label, { method, path }) => {
    for (const [headers, query] of Object.values(keys())) {
      await unauthorized(await ask(method, path, headers, query));
      if (method === 'GET') await unauthorized(await ask('HEAD', path, headers, query));
    }
    // Taken for the cookie of a person where one may stand for a key, and then the body says so.
    expect((await ask(method, path, { cookie: `docmill_session=${server.key}` })).status).toBe(401);
    const slash = await ask(method, path === '/' ? path : `${path}/`);
    expect(slash.status).toBe(401);
  });

  test.each([...new Set(keyed.map(({ path }) => path))])('%s by methods it does not have', async (path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method as string);
    for (const method of ['OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (own.includes(method)) continue;
      const response = await ask(method, path, { origin: 'https://elsewhere.example' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(
        [...own, ...(own.includes('GET') ? ['HEAD'] : [])].sort(),
      );
      await refusal(response, 405, 'METHOD_NOT_ALLOWED', 'method_not_allowed');
    }
  });

  test('works with the key in its place', async () => {
    for (const { method, path } of keyed.filter((route) => route.method === 'GET' && !route.path.includes('batch'))) {
      const response = await ask(method, path, { 'x-api-key': server.key });
      expect([path, response.status]).toEqual([path, 200]);
      await response.body?.cancel();
    }
  });
});

describe('public routes', () => {
  test.each(['/health/public', '/llms.txt', '/openapi.json', '/docs/', '/docs/errors', '/dashboard'])(
    '%s needs no key and tells nothing of anybody',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await ask(method, path);
        expect([path, method, response.status]).toEqual([path, method, 200]);
        const text = await response.text();
        expect(text).not.toContain('Secret');
        expect(text).not.toContain(job.job_id);
      }
    },
  );

  test('signed links need their signature, and a key is none', async () => {
    const { pathname, search } = new URL(job.sas_url);
    expect(await (await fetch(server.url + pathname + search)).text()).toBe('Secret words.\n');
    for (const path of [pathname, '/files/:job_id/:name', '/files/:job_id/images/:ticket/:name']) {
      for (const headers of [{}, { 'x-api-key': server.key }] as Record<string, string>[]) {
        await refusal(await ask('GET', path, headers), 403, 'LINK_INVALID', 'invalid_link');
        expect((await ask('HEAD', path, headers)).status).toBe(403);
      }
    }
  });
});

describe('the dashboard', () => {
  const asPage = (): Record<string, string> => ({
    'x-docmill-dashboard': '1',
    origin: server.url,
    'sec-fetch-site': 'same-origin',
  });

  test.each(signedIn.map((route) => [label(route), route] as const))('%s', async (_label, { method, path }) => {
    for (const cookie of [
      '',
      'docmill_session=',
      `docmill_session=${'A'.repeat(43)}`,
      `docmill_session=${server.key}`,
    ]) {
      const claimed: Record<string, string> = cookie === '' ? {} : { cookie };
      await refusal(await ask(method, path, { ...asPage(), ...claimed }), 401, 'AUTH_003', 'not_signed_in');
      if (method === 'GET') expect((await ask('HEAD', path, { ...asPage(), ...claimed })).status).toBe(401);
    }
    // A key opens no page of a person, and what changes something must come from a page.
    const byKey = await ask(method, path, { 'x-api-key': server.key });
    if (method === 'GET') await refusal(byKey, 401, 'AUTH_003', 'not_signed_in');
    else expect(byKey.status).toBe(403);
  });

  test('says to anybody that nobody is signed in', async () => {
    expect(await (await ask('GET', '/dashboard/api/session', asPage())).json()).toMatchObject({ signed_in: false });
    expect((await ask('POST', '/dashboard/api/login', asPage())).status).toBe(400);
    expect((await ask('POST', '/dashboard/api/register', asPage())).status).toBe(400);
  });

  test('its mark without a session does not stand for a key', async () => {
    for (const { method, path } of keyed) {
      const response = await ask(method, path, asPage());
      await refusal(response, 401, 'AUTH_003', 'not_signed_in');
    }
  });
});

describe('outside the tables', () => {
  const outside = [
    '/api',
    '/api/v1',
    '/api/v2/convert',
    '/api/v1/nothing',
    '/api/v1/status/a/b',
    '/api/v1/convert/a/b',
    '/API/V1/STATUS',
    '/metrics',
    '/health/private',
    '/files',
    '/files/a',
    '/admin',
    '/.env',
    '/.git/config',
    '/index.html',
    '/robots.txt',
    '/dashboard/api',
    '/dashboard/api/nothing',
    '/dashboard/api/jobs/a/nothing',
    '/dashboard/assets/nothing.js',
    '/constructor',
    '/__proto__',
    '/data/docmill.db',
    '/docmill.db',
    '//api/v1/status',
    '/api//v1/status',
    '/api/v1/./nothing',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/dashboard/api/%2e%2e/%2e%2e/x',
  ]; // prettier-ignore
  test.each(outside)('%s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
      for (const headers of [{}, { 'x-api-key': server.key }] as Record<string, string>[]) {
        await refusal(await ask(method, path, headers), 404, 'NOT_FOUND', 'not_found');
      }
    }
  });
});
