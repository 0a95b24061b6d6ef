// Getting the converted file: by key, by signed link, in ranges, and never by a link that was tampered with.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorSchema } from '../../src/http/shapes/schemas.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob } from '../support/store-of.ts';

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
    ['bytes=0-99999', 206, (all: Buffer) => all],
    ['bytes=-99999', 206, (all: Buffer) => all],
    ['bytes=99999-', 416, () => Buffer.alloc(0)],
    ['bytes=-0', 416, () => Buffer.alloc(0)],
    // Several ranges, other units and nonsense: the whole file, as RFC 9110, 14.2 allows.
    ['bytes=0-1,4-5', 200, (all: Buffer) => all],
    ['lines=0-1', 200, (all: Buffer) => all],
    ['bytes=-', 200, (all: Buffer) => all],
    ['bytes=a-b', 200, (all: Buffer) => all],
  ])('range %s', async (range, status, expected) => {
    const all = Buffer.from(job.markdown_content);
    for (const call of [
      server.fetch(path(job.download_url), { headers: { range } }),
      fetch(server.url + path(job.sas_url), { headers: { range } }),
    ]) {
      const response = await call;
      const wanted = expected(all);
      expect(response.status).toBe(status);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(wanted));
      const from = range.startsWith('bytes=-') ? all.length - wanted.length : Number(range.slice(6).split('-', 1)[0]);
      expect(response.headers.get('content-range')).toBe(
        status === 206
          ? `bytes ${from}-${from + wanted.length - 1}/${all.length}`
          : status === 416
            ? `bytes */${all.length}`
            : null,
      );
    }
  });

  test('a range is kept together with the file it was asked of', async () => {
    const etag = (await server.fetch(path(job.download_url))).headers.get('etag') ?? '';
    const asked = async (ifRange: string) => {
      const headers = { range: 'bytes=0-1', 'if-range': ifRange };
      return (await server.fetch(path(job.download_url), { headers })).status;
    };
    expect([await asked(etag), await asked('"other"'), await asked(`W/${etag}`)]).toEqual([206, 200, 200]);
    expect(await asked('Sun, 15 Nov 2026 09:00:00 GMT')).toBe(200);
  });

  test('what the client has is not sent again', async () => {
    const { headers } = await server.fetch(path(job.download_url));
    const etag = headers.get('etag') ?? '';
    for (const [tags, status] of [
      [etag, 304],
      [`W/${etag}`, 304],
      [`"x", ${etag}`, 304],
      ['*', 304],
      ['"x"', 200],
    ] as const) {
      const response = await server.fetch(path(job.download_url), { headers: { 'if-none-match': tags } });
      expect([tags, response.status, response.headers.get('etag')]).toEqual([tags, status, etag]);
    }
  });

  test('HEAD knows no ranges', async () => {
    for (const url of [path(job.download_url), path(job.sas_url)]) {
      const response = await server.fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } });
      expect([response.status, response.headers.get('content-length')]).toEqual([
        200,
        String(Buffer.byteLength(job.markdown_content)),
      ]);
    }
  });

  test('not finished is 409 and says when to come back; failed is 409 and says why', async () => {
    const begun = await server.fetch('/api/v1/convert', {
      method: 'POST',
      body: fileForm('a,b\n'.repeat(200_000), 'a.csv'),
      headers: { prefer: 'respond-async' },
    });
    const early = await server.fetch(`/api/v1/download/${((await begun.json()) as { job_id: string }).job_id}`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    expect(await early.json()).toMatchObject({ code: 'JOB_NOT_COMPLETED', details: { status: expect.any(String) } });
    const failed = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm('%PDF-1.7 no', 'a.pdf') });
    const never = await server.fetch(`/api/v1/download/${((await failed.json()) as { job_id: string }).job_id}`);
    expect([never.status, never.headers.get('retry-after')]).toEqual([409, null]);
    expect(await never.json()).toMatchObject({
      code: 'JOB_NOT_COMPLETED',
      details: { failure_code: 'CORRUPTED_FILE' },
    });
  });
});

describe('download by signed link', () => {
  test('needs no key', async () => {
    const response = await fetch(server.url + path(job.sas_url));
    expect([response.status, await response.text()]).toEqual([200, job.markdown_content]);
  });

  test('in each form of the id', async () => {
    const uuid = job.job_id.slice(5).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect((await fetch(server.url + path(job.sas_url).replace(job.job_id, uuid))).status).toBe(200);
  });

  test('refuses more than 500 tampered ones', { timeout: 60_000 }, async () => {
    const link = path(job.sas_url);
    const query = link.indexOf('?');
    const name = link.lastIndexOf('/') + 1;
    const characters = [...link].map((_, index) => index);
    const swap = (index: number, other: string) => link.slice(0, index) + other + link.slice(index + 1);
    const changed = characters
      .slice(name)
      .flatMap((index) => ['A', 'b', '7', '_'].filter((one) => one !== link[index]).map((one) => swap(index, one)));
    const encoded = characters
      .slice(name)
      .filter((index) => /\w/.test(link[index] ?? '') && !/%.?$/.test(link.slice(index - 2, index)))
      .map((index) => swap(index, `%${link.charCodeAt(index).toString(16)}`));
    const dropped = characters.slice(name).map((index) => link.slice(0, index) + link.slice(index + 1));
    const [base = '', search = ''] = link.split('?');
    const params = search.split('&');
    const others = [
      ...params.map((_, index) => `${base}?${params.filter((__, at) => at !== index).join('&')}`),
      ...params.map((one) => `${link}&${one}`),
      ...params.map((one) => `${base}?${one}&${search}`),
      `${base}?${[...params].reverse().join('&')}`,
      `${link}&x=1`,
      `${link}%20`,
      `${base}/?${search}`,
      `${base}?SE${search.slice(2)}`,
      link.replace(job.job_id, 'conv_00000000000000000000000000000000'),
      link.replace('.md?', '.txt?'),
      link.replace('conv_', 'conv%5F'),
      link.replace(/%20/, '+'),
      link.replace(/se=(\d+)/, (__, seconds: string) => `se=${Number(seconds) + 86_400}`),
      link.slice(0, query),
    ];
    const tampered = [...new Set([...changed, ...encoded, ...dropped, ...others])].filter((one) => one !== link);
    const accepted: string[] = [];
    for (let from = 0; from < tampered.length; from += 50) {
      await Promise.all(
        tampered.slice(from, from + 50).map(async (one) => {
          const { status } = await fetch(server.url + one);
          if (![400, 403, 404].includes(status)) accepted.push(`${status} ${one}`);
        }),
      );
    }
    expect(accepted).toEqual([]);
    expect(tampered.length).toBeGreaterThan(500);
  });

  test('a path that cannot be read is refused like any malformed request', async () => {
    for (const broken of ['/files/%E2/x', '/api/v1/status/%E2', `/api/v1/status/${'x'.repeat(2000)}`]) {
      const response = await fetch(server.url + broken);
      const body = errorSchema.parse(await response.json());
      expect([response.status, body.details?.code]).toEqual([400, 'REQUEST_001']);
      expect(response.headers.get('x-request-id')).toBe(body.request_id);
      expect(JSON.stringify(body)).not.toContain(broken.slice(-3));
    }
  });

  test('the link of one job does not open another', async () => {
    const response = await server.fetch('/api/v1/convert', {
      method: 'POST',
      body: fileForm('other', 'Bericht “1”.md'),
    });
    const second = (await response.json()) as typeof job;
    const swapped = path(job.sas_url).replace(job.job_id, second.job_id);
    expect((await fetch(server.url + swapped)).status).toBe(403);
  });

  test('valid until its expiry, refused from then on', async () => {
    const response = await server.fetch('/api/v1/convert', { method: 'POST', body: fileForm('short', 'short.txt') });
    const { job_id } = (await response.json()) as typeof job;
    const ends = Math.ceil(Date.now() / 1000) * 1000 + 3000;
    await changeJob(server, job_id, { expires_at: ends });
    const { sas_url } = (await (await server.fetch(`/api/v1/status/${job_id}`)).json()) as typeof job;
    // A machine may stall for longer than the link is valid: an answer counts by when it was asked for and given.
    const seen = { valid: 0, refused: 0 };
    for (let asked = Date.now(); seen.refused === 0; asked = Date.now()) {
      const answer = await fetch(server.url + path(sas_url));
      await answer.arrayBuffer();
      if (Date.now() < ends) expect(answer.status).toBe(200);
      if (asked >= ends) expect(answer.status).toBe(403);
      if (answer.status === 200) seen.valid += 1;
      else seen.refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(seen.valid).toBeGreaterThan(0);
    expect((await server.fetch(`/api/v1/download/${job_id}`)).status).toBe(404);
  });
});

describe('hostile names', () => {
  const names = [
    '../../etc/passwd',
    'C:\\Windows\\system.ini',
    '.pdf',
    '..',
    'a"b;filename=evil.exe.txt',
    "it's (1)*!~.txt",
    'a%2Fb%00c.txt',
    'q?x=1#y&z.txt',
    'rtl\u202Etxt.exe.txt',
    `${'日本語の文書'.repeat(12)}.txt`,
    `${'😀'.repeat(60)}.txt`,
    `${'x'.repeat(4000)}.txt`,
    '__proto__.txt',
    'con.txt',
    'a\r\nSet-Cookie: b=c.txt',
  ];
  test.each(names)('%j', async (filename) => {
    const body = JSON.stringify({ source_type: 'file', file: 'dGV4dA==', filename });
    const headers = { 'content-type': 'application/json' };
    const response = await server.fetch('/api/v1/convert', { method: 'POST', body, headers });
    expect(response.status).toBe(200);
    const made = (await response.json()) as typeof job;
    for (const url of [path(made.sas_url), path(made.download_url)]) {
      const sent = await server.fetch(url);
      expect([sent.status, await sent.text()]).toEqual([200, 'text\n']);
      expect(sent.headers.get('set-cookie')).toBeNull();
      // RFC 6266: one type, a quoted ASCII name without quotes or backslashes, and the full name by RFC 8187.
      const shown =
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''([\w!#$&+.^`|~%-]+)$/.exec(
          sent.headers.get('content-disposition') ?? '',
        );
      const name = decodeURIComponent(shown?.[1] ?? '');
      expect(name).toMatch(/^[^/\\\p{Cc}\u202e]+\.md$/u);
      expect(Buffer.byteLength(name)).toBeLessThan(260);
    }
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
  // Without it, browsers show the image on pages of this very site alone.
  expect(fetched.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(pixel);
  expect((await fetch(server.url + link.replace('image-1', 'image-2'))).status).toBe(404);
  const other = link.replace(/images\/./, (start) => (start.endsWith('9') ? 'images/8' : 'images/9'));
  expect((await fetch(server.url + other)).status).toBe(403);
  const ranged = await fetch(server.url + link, { headers: { range: 'bytes=1-3' } });
  expect([ranged.status, await ranged.text()]).toEqual([206, 'PNG']);
});
