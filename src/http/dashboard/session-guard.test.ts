// Which requests count as coming from our own pages, behind http and https and a proxy; and the cookie in both cases.
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { Parts } from '../parts.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from './cookie.ts';
import { requireOwnPage } from './session-guard.ts';

const marked = { 'x-docmill-dashboard': '1' };
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

function serve(baseUrl: string): FastifyInstance {
  app = Fastify();
  // Only the public address is asked for here.
  const parts = { baseUrl } as Parts;
  app.post('/change', async (request, reply) => {
    requireOwnPage(request, parts);
    setSessionCookie(reply, 'token', baseUrl);
    return 'done';
  });
  app.post('/leave', async (_request, reply) => {
    clearSessionCookie(reply, baseUrl);
    return 'done';
  });
  app.get('/token', async (request) => sessionToken(request) ?? 'none');
  app.setErrorHandler((error, _request, reply) => reply.code((error as { status: number }).status).send());
  return app;
}

const status = async (baseUrl: string, host: string, headers: Record<string, string>): Promise<number> =>
  (await serve(baseUrl).inject({ method: 'POST', url: '/change', headers: { host, ...marked, ...headers } }))
    .statusCode;

describe('a page of ours', () => {
  test.each([
    ['at the address that was asked', 'http://127.0.0.1:8080', 'localhost:8080', 'http://localhost:8080'],
    [
      'at the public address, behind a proxy that asks another',
      'https://a.example',
      '10.0.0.7:8080',
      'https://a.example',
    ],
    ['behind a proxy that keeps the host', 'https://a.example', 'a.example', 'https://a.example'],
    ['where the public address has a path', 'https://a.example/docmill', '10.0.0.7', 'https://a.example'],
  ])('%s', async (_, baseUrl, host, origin) => {
    expect(await status(baseUrl, host, { origin })).toBe(200);
    expect(await status(baseUrl, host, { origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  test.each([
    ['the same name without https', 'https://a.example', 'a.example', 'http://a.example'],
    ['another port', 'http://a.example:8080', 'a.example:8080', 'http://a.example:8081'],
    ['a name that begins alike', 'http://a.example', 'a.example', 'http://a.example.evil.example'],
    ['a name with credentials in front', 'http://a.example', 'a.example', 'http://a.example@evil.example'],
    ['no origin at all', 'http://a.example', 'a.example', 'null'],
    ['a file', 'http://a.example', 'a.example', 'file://'],
  ])('is not %s', async (_, baseUrl, host, origin) => {
    expect(await status(baseUrl, host, { origin })).toBe(403);
    expect(await status(baseUrl, host, { origin, 'sec-fetch-site': 'same-origin' })).toBe(403);
  });
});

test('the cookie is for https alone where the service is', async () => {
  const ask = async (baseUrl: string, url: string): Promise<unknown> => {
    const headers = { host: 'a.example', origin: 'https://a.example', ...marked };
    return (await serve(baseUrl).inject({ method: 'POST', url, headers })).headers['set-cookie'];
  };
  expect(await ask('https://a.example', '/change')).toBe(
    'docmill_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure',
  );
  expect(await ask('http://a.example', '/change')).toBe(
    'docmill_session=token; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict',
  );
  expect(await ask('https://a.example', '/leave')).toBe(
    'docmill_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
});

test.each([
  ['docmill_session=abc', 'abc'],
  ['theme=dark; docmill_session=abc; x=y', 'abc'],
  ['x=docmill_session=abc', 'none'],
  ['xdocmill_session=abc', 'none'],
  ['docmill_session', 'none'],
  [`a=${'b'.repeat(9000)}; docmill_session=abc`, 'none'],
])('of the cookies %s, the token is %s', async (cookie, token) => {
  const answer = await serve('http://a.example').inject({ url: '/token', headers: { cookie } });
  expect(answer.body).toBe(token);
});
