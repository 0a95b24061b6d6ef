// Running the service: logs that tell no secrets, a start that names what is wrong, and pages for people and machines.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/http/routes.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => server.stop());

test('logs hold no content, file names, passwords, keys or queries, and every request has its id', async () => {
  const post = (body: string | FormData, headers: Record<string, string> = {}) =>
    server.fetch('/api/v1/convert', { method: 'POST', body, headers });
  const wrongKey = `dm_live_${'W'.repeat(49)}`;
  const ids: (string | null)[] = [];
  const calls = [
    () => post(fileForm('# canary-content', 'canary-name.md', { password: 'canary-password' })),
    () => post(fileForm('%PDF-1.7 canary-content', 'canary-name.pdf', { password: 'canary-password' })),
    () => post(fileForm('text', 'a.txt'), { 'idempotency-key': 'canary-idempotency' }),
    () => post('{"canary-content":', { 'content-type': 'application/json' }),
    () =>
      post('{"source_type":"url","url":"http://127.0.0.1/canary-path?token=canary-token"}', {
        'content-type': 'application/json',
      }),
    () => fetch(`${server.url}/api/v1/status`, { headers: { 'x-api-key': wrongKey } }),
    () => server.fetch('/api/v1/usage?format=canary-query'),
    () => server.fetch('/canary-path?token=canary-token'),
    () => server.fetch('/files/conv_00000000000000000000000000000000/canary-name.md?se=1&sp=r&sig=canary-token'),
  ];
  for (const call of calls) {
    const response = await call();
    await response.text();
    ids.push(response.headers.get('x-request-id'));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const output = server.output();
  expect(output).not.toMatch(/canary/);
  expect(output).not.toContain(wrongKey);
  // The first key is printed once, for the person who started the service, and never logged.
  expect(output.split(server.key)).toHaveLength(2);
  const logged = output.split('\n').filter((line) => line.startsWith('{'));
  for (const id of ids) expect(logged.filter((line) => line.includes(`"reqId":"${id}"`)).length).toBeGreaterThan(0);
});

test.each([
  ['PORT', 'eighty'],
  ['REGIONS', '{"eu":1}'],
  ['MAINTENANCE', 'tomorrow'],
  ['METRICS_PORT', '-1'],
])('a wrong %s ends the start with one clear line', (name, value) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/main.js')], {
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir, [name]: value },
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(new RegExp(`^docmill: ${name} must be .*${value.replace(/[{}"]/g, '.')}`));
});

describe('GET /', () => {
  test('sends a browser to the dashboard, with or without a key', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await fetch(`${server.url}/`, { headers: { accept }, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard']);
    expect(response.headers.get('vary')).toContain('accept');
    expect((await fetch(`${server.url}/dashboard`)).status).toBe(200);
  });

  test('answers programs with the routes that are really there', async () => {
    const root = (await (await server.fetch('/')).json()) as { routers: { endpoints: string[] }[]; version: string };
    expect(root.version).toBe('2.0.0');
    const listed = root.routers.flatMap(({ endpoints }) => endpoints);
    expect(listed.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
    expect((await fetch(`${server.url}/`)).status).toBe(401);
  });
});

test('/llms.txt tells a model how to call the service', async () => {
  const response = await fetch(`${server.url}/llms.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toMatch(/^# Docmill\n\n> /);
  for (const needed of ['X-API-Key', 'POST /api/v1/convert`', '`ocr_type`', '/openapi.json', 'pdf, docx']) {
    expect(text).toContain(needed);
  }
});

describe('the OpenAPI document', () => {
  interface Operation {
    summary?: string;
    tags?: string[];
    security?: unknown[];
    responses: Record<
      string,
      { description: string; content?: Record<string, { schema?: object; example?: unknown }> }
    >;
  }
  let document: { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> };
  beforeAll(async () => {
    document = (await (await fetch(`${server.url}/openapi.json`)).json()) as typeof document;
  });

  test('is 3.1 and has exactly the routes of the table', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('2.1.0');
    const there = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const wanted = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(there.filter((one) => !one.startsWith('HEAD ')).sort()).toEqual(wanted.sort());
  });

  test('tells both shapes of a conversion, each under the type that asks for it', () => {
    for (const status of ['200', '202']) {
      const { content } = document.paths['/api/v1/convert']?.['post']?.responses[status] ?? {};
      expect(content?.['application/json']?.example).toHaveProperty('job_id');
      expect(content?.['application/vnd.docmill.conversion+json']?.example).toHaveProperty('conversion_id');
    }
  });

  test('says of every operation what it does, who may, and what comes back', () => {
    for (const { method, path, scope } of routes) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect([path, operation?.summary?.length ?? 0]).not.toEqual([path, 0]);
      expect([path, operation?.security]).toEqual([path, scope === 'public' ? [] : [{ apiKey: [] }]]);
      for (const [status, answer] of Object.entries(operation?.responses ?? {})) {
        expect([path, status, answer.description.length > 5]).toEqual([path, status, true]);
        const json = answer.content?.['application/json'];
        if (json !== undefined) expect([path, status, json.example]).not.toEqual([path, status, undefined]);
      }
    }
  });
});
