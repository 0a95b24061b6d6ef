// The web pages of the dashboard as they are served: the built ones, and the plain page where none were built.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboardPages } from '../../src/http/dashboard/static-files.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const index = '<!doctype html><html lang="en"><meta name="color-scheme" content="light dark"><title>The index</title>';

describe('pages that were built', () => {
  let app: FastifyInstance;
  let folder = '';
  let url = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docmill-pages-'));
    const pages = join(folder, 'dashboard');
    mkdirSync(join(pages, 'assets'), { recursive: true });
    writeFileSync(join(pages, 'index.html'), index);
    writeFileSync(join(pages, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(pages, 'assets/index-a1b2c3.js'), 'export {};');
    writeFileSync(join(pages, 'assets/index-a1b2c3.css'), 'a{}');
    writeFileSync(join(pages, 'assets/secret.env'), 'KEY=1');
    writeFileSync(join(folder, 'outside.js'), 'private content');
    app = Fastify();
    expect(registerDashboardPages(app, pages)).toBe(true);
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    '/dashboard',
    '/dashboard/',
    '/dashboard/jobs',
    '/dashboard/jobs/conv_1?tab=2',
    '/dashboard/a/b/c.d',
    '/dashboard/apiary',
  ])('%s is the index', async (path) => {
    const answer = await fetch(url + path);
    expect([answer.status, await answer.text()]).toEqual([200, index]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    );
  });

  test.each(['/dashboard', '/dashboard/', '/dashboard/jobs', '/dashboard/index.html'])(
    '%s has the colours that were chosen before any script runs',
    async (path) => {
      const seen = async (cookie: string): Promise<string> => {
        const answer = await fetch(url + path, { headers: { cookie } });
        expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Cookie']);
        return answer.text();
      };
      for (const theme of ['light', 'dark']) {
        expect(await seen(`docmill_session=abc; docmill_theme=${theme}`)).toBe(
          `<!doctype html><html data-theme="${theme}" lang="en"><meta name="color-scheme" content="${theme}"><title>The index</title>`,
        );
      }
      for (const other of ['', 'docmill_theme=', 'docmill_theme=system', 'docmill_theme="><script>', 'x_theme=dark']) {
        expect(await seen(other)).toBe(index);
      }
    },
  );

  test.each([
    ['/dashboard/assets/index-a1b2c3.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/dashboard/assets/index-a1b2c3.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/dashboard/favicon.svg', 'image/svg+xml', 'no-cache'],
  ])('%s is a file', async (path, type, caching) => {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      type,
      caching,
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each([
    '/dashboard/assets/index-older.js',
    '/dashboard/assets/secret.env',
    '/dashboard/assets/',
    '/dashboard/assets/..%2f..%2foutside.js',
    '/dashboard/api/unknown',
    '/dashboard/api',
  ])('%s is nothing', async (path) => {
    expect((await fetch(url + path)).status).toBe(404);
  });

  test.each(['/dashboard/..%2foutside.js', '/dashboard/%2e%2e/outside.js', '/dashboard/%00'])(
    'nothing outside is reached by %s',
    async (path) => {
      expect(await (await fetch(url + path)).text()).not.toContain('private content');
    },
  );
});

describe('the running service', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test('sends a browser from the root to the dashboard, where a page answers', async () => {
    const first = await fetch(`${server.url}/`, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([first.status, first.headers.get('location')]).toEqual([302, '/dashboard']);
    const page = await fetch(`${server.url}/dashboard`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Docmill');
  });

  test.each([
    '/dashboard',
    '/health/public',
    '/api/v1/status',
    '/nothing',
    '/dashboard/api/session',
    '/dashboard/api/keys',
  ])('%s tells browsers to guess nothing and to frame nothing', async (path) => {
    const { headers } = await fetch(server.url + path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('answers unknown paths and wrong methods of its interface in the envelope', async () => {
    const unknown = await fetch(`${server.url}/dashboard/api/unknown`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { details: { code: 'NOT_FOUND' } }]);
    const wrong = await fetch(`${server.url}/dashboard/api/keys`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
    const asked = await fetch(`${server.url}/dashboard/api/login`);
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
