// Getting the converted file: by key, by signed link, in ranges, and never by a link that was tampered with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';

let server: RunningServer;
let job: { job_id: string; sas_url: string; download_url: string; markdown_content: string };
beforeAll(async () => {
  server = await startServer();
  // The configured address has port 0 here; links are followed on the real port.
  const response = await server.fetch('/api/v1/convert', {
    method: 'POST',
    body: fileForm('# Ärger\n\nText', 'Bericht “1”.md'),
  });
  job = (await response.json()) as typeof job;
});
afterAll(() => server.stop());

const path = (url: string): string => new URL(url).pathname + new URL(url).search;

describe('download by key', () => {
  test('sends the file with its name, type and tag', async () => {
    const response = await server.fetch(path(job.download_url));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Bericht _1_.md"; filename*=UTF-8''Bericht%20%E2%80%9C1%E2%80%9D.md`,
    );
    expect(await response.text()).toBe(job.markdown_content);
    const again = await server.fetch(path(job.download_url), {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('HEAD tells the size without a body', async () => {
    const response = await server.fetch(path(job.download_url), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(Buffer.byteLength(job.markdown_content)),
      '',
    ]);
  });

  test.each([
    ['bytes=0-3', 206, (all: Buffer) => all.subarray(0, 4)],
    ['bytes=2-', 206, (all: Buffer) => all.subarray(2)],
    ['bytes=-4', 206, (all: Buffer) => all.subarray(-4)],
    ['bytes=9-5', 200, (all: Buffer) => all],
    ['bytes=99999-', 416, () => Buffer.alloc(0)],
  ])('range %s', async (range, status, expected) => {
    const response = await server.fetch(path(job.download_url), { headers: { range } });
    expect(response.status).toBe(status);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(expected(Buffer.from(job.markdown_content))));
  });
});

describe('download by signed link', () => {
  test('needs no key', async () => {
    const response = await fetch(server.url + path(job.sas_url));
    expect([response.status, await response.text()]).toEqual([200, job.markdown_content]);
  });

  test('refuses every changed character and every dropped or doubled parameter', async () => {
    const link = path(job.sas_url);
    const query = link.indexOf('?');
    const changed = [...link.slice(query)].map((character, index) => {
      const other = character === 'A' ? 'B' : 'A';
      return link.slice(0, query + index) + other + link.slice(query + index + 1);
    });
    const [base = '', search = ''] = link.split('?');
    const params = search.split('&');
    const dropped = params.map((_, index) => `${base}?${params.filter((__, at) => at !== index).join('&')}`);
    const doubled = params.map((one) => `${link}&${one}`);
    const elsewhere = [
      link.replace(job.job_id, 'conv_00000000000000000000000000000000'),
      link.replace('.md?', '.txt?'),
    ];
    const answers = await Promise.all(
      [...changed, ...dropped, ...doubled, ...elsewhere].map(async (one) => ({
        one,
        status: (await fetch(server.url + one)).status,
      })),
    );
    expect(answers.filter(({ status }) => status !== 403 && status !== 404)).toEqual([]);
    expect(answers.length).toBeGreaterThan(60);
  });
});

test('public health needs no key, the root object does', async () => {
  const health = await fetch(`${server.url}/health/public`);
  expect([health.status, await health.json()]).toMatchObject([200, { status: 'healthy', version: '2.1.0' }]);
  expect((await fetch(`${server.url}/`)).status).toBe(401);
  const root = (await (await server.fetch('/')).json()) as { version: string; routers: { endpoints: string[] }[] };
  expect(root.version).toBe('2.0.0');
  expect(root.routers.flatMap((router) => router.endpoints)).toContain('GET /api/v1/status/{job_id}');
});

test('the documentation and its OpenAPI document are served', async () => {
  const openapi = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    info: { version: string };
    paths: object;
  };
  expect(openapi.info.version).toBe('2.1.0');
  expect(Object.keys(openapi.paths)).toContain('/api/v1/convert');
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect((await fetch(`${server.url}/dashboard`)).headers.get('content-security-policy')).toContain(
    "default-src 'none'",
  );
});

test('extracted images are stored, listed and linked by a signature of their own', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const html = `<p>A dot: <img alt="dot" src="data:image/png;base64,${pixel}"></p>`;
  const response = await server.fetch('/api/v1/convert', {
    method: 'POST',
    body: fileForm(html, 'dot.html', { extract_images: true }),
  });
  const body = (await response.json()) as { markdown_content: string; images: { name: string; url: string }[] };
  const [image] = body.images;
  expect(image).toMatchObject({ name: 'image-1.png', content_type: 'image/png' });
  expect(body.markdown_content).toBe(`A dot: ![dot](${image?.url})\n`);
  const link = path(image?.url ?? '');
  const fetched = await fetch(server.url + link);
  expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(fetched.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(pixel);
  expect((await fetch(server.url + link.replace('image-1', 'image-2'))).status).toBe(404);
  expect((await fetch(server.url + link.replace(/images\/./, 'images/9'))).status).toBe(403);
});
