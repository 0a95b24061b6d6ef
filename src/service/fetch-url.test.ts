// Fetching from a real server on this machine, which the settings let through: what arrives, what is sent, and how
// each way of failing ends. What must not be reached at all is in test/attack/ssrf.test.ts.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUrlFetcher, type Fetched, type UrlFetcher, type UrlFetcherSettings } from './fetch-url.ts';

/** For files.example.com, made for this test alone. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg77Wg54ErHpMxHe3N
gGfzKJNKVV4U6P6Y1Cu0k1CxvoKhRANCAAR0ZddQjacShgryI3rmSW8oHRXFDeM3
nh8h0SCaZ4xRS62NcvsStwgwMlOiSjIVvJCHG1Sni64UY1v3wNx6M7AB
-----END PRIVATE KEY-----`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBrTCCAVOgAwIBAgIUc7jgGmx/ikJPwgg71tospEDH4O8wCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRZmlsZXMuZXhhbXBsZS5jb20wIBcNMjYxMTE1MDMzNDQ0WhgP
MjEyNjEwMjIwMzM0NDRaMBwxGjAYBgNVBAMMEWZpbGVzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdGXXUI2nEoYK8iN65klvKB0VxQ3jN54f
IdEgmmeMUUutjXL7ErcIMDJTokoyFbyQhxtUp4uuFGNb98DcejOwAaNxMG8wHQYD
VR0OBBYEFPTQKTUlwzPufjFwa3Lv3fLsRv+QMB8GA1UdIwQYMBaAFPTQKTUlwzPu
fjFwa3Lv3fLsRv+QMA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRZmlsZXMu
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgSjS7GWRDgy/F0aJa4LyJQ3UI
e+sITC4Hck2uhaqLJGMCIQD1OODmftItudH2pW4PkOltI2k74V59Vx2417jn+RZG
Ew==
-----END CERTIFICATE-----`;

const closers: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Local {
  readonly port: number;
  readonly fetcher: UrlFetcher;
  readonly url: (path: string) => string;
}

async function local(handler: Handler, settings: Partial<UrlFetcherSettings> = {}): Promise<Local> {
  const port = await listen(createServer(handler as RequestListener));
  return { port, fetcher: fetcherFor(port, settings), url: (path) => `http://127.0.0.1:${port}${path}` };
}

function fetcherFor(port: number, settings: Partial<UrlFetcherSettings> = {}): UrlFetcher {
  return createUrlFetcher({
    userAgent: 'docmill/test',
    ports: new Set([port]),
    allowAddress: (address) => address === '127.0.0.1',
    resolve: (name) => Promise.reject(new Error(`no lookup of ${name} expected`)),
    ...settings,
  });
}

const options = { maxBytes: 1_000_000 };

async function text(fetched: Fetched): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of fetched.content) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('a document behind a URL', () => {
  it('arrives with its name and type', async () => {
    const { fetcher, url } = await local((_, response) => {
      response.setHeader('content-type', 'application/pdf');
      response.end('%PDF');
    });
    const fetched = await fetcher.fetch(url('/dir/My%20report.pdf?x=1#page=2'), options);
    expect(fetched).toMatchObject({ filename: 'My report.pdf', mediaType: 'application/pdf' });
    expect(fetched.finalUrl).toBe(url('/dir/My%20report.pdf?x=1'));
    expect(await text(fetched)).toBe('%PDF');
  });

  it.each([
    ["attachment; filename=x.pdf; filename*=UTF-8''%E2%82%AC.pdf", '€.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    [`attachment; filename="${Buffer.from('für.pdf').toString('latin1')}"`, 'für.pdf'],
    ['attachment; filename=".."', 'path.bin'],
    ['inline', 'path.bin'],
  ])('is named by %s', async (disposition, expected) => {
    const { fetcher, url } = await local((_, response) => {
      response.setHeader('content-disposition', disposition);
      response.setHeader('content-length', '1');
      response.end('x');
    });
    const fetched = await fetcher.fetch(url('/path.bin'), options);
    expect(fetched.filename).toBe(expected);
    await text(fetched);
  });

  it('has no name when neither header nor path give one', async () => {
    const { fetcher, url } = await local((_, response) => response.end('x'));
    const fetched = await fetcher.fetch(url('/'), options);
    expect('filename' in fetched || 'mediaType' in fetched).toBe(false);
    await text(fetched);
    expect((await fetcher.fetch(url('/%ff%2e'), options)).filename).toBe('%ff%2e');
  });

  it('is asked for with our headers and no others', async () => {
    let headers = {};
    const { fetcher, port } = await local(
      (request, response) => {
        headers = request.headers;
        response.setHeader('set-cookie', 'a=1');
        response.end('x');
      },
      { resolve: async () => ['127.0.0.1'] },
    );
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    for (const userAgent of ['docmill/test', 'Other 1.0']) {
      await text(await fetcher.fetch(`http://Files.Example.com.:${port}/`, { ...options, userAgent }));
      expect(headers).toEqual({
        host: `files.example.com:${port}`,
        connection: 'keep-alive',
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
      });
    }
    const bad = { ...options, userAgent: 'a\r\nX-Evil: 1' };
    await expect(fetcher.fetch(`http://files.example.com:${port}/`, bad)).rejects.toMatchObject({
      code: 'REQUEST_002',
    });
  });

  it('is looked for at the next address when one does not answer', async () => {
    const { port } = await local((_, response) => response.end('x'));
    const fetcher = fetcherFor(port, {
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
      allowAddress: (address) => address.startsWith('127.0.0.'),
    });
    expect(await text(await fetcher.fetch(`http://files.example.com:${port}/`, options))).toBe('x');
  });
});

describe('redirects', () => {
  const hops: Handler = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0)
      response.writeHead([301, 302, 303, 307, 308][left % 5] ?? 302, {
        location: `./${left - 1}`,
        'set-cookie': 'a=1',
      });
    response.end(`cookie: ${request.headers.cookie}`);
  };

  it('are followed five times and no more', async () => {
    const { fetcher, url } = await local(hops);
    const fetched = await fetcher.fetch(url('/5'), options);
    expect(fetched.finalUrl).toBe(url('/0'));
    expect(await text(fetched)).toBe('cookie: undefined');
    await expect(fetcher.fetch(url('/6'), options)).rejects.toMatchObject({ code: 'URL_003' });
  });

  it('end where the target is no URL we fetch', async () => {
    for (const [location, code] of [
      ['http://', 'URL_001'],
      ['ftp://example.com/', 'URL_001'],
      ['file:///etc/passwd', 'URL_001'],
      ['http://user:pass@example.com/', 'URL_001'],
      ['http://10.0.0.1/', 'URL_002'],
    ]) {
      const { fetcher, url } = await local((_, response) => response.writeHead(302, { location }).end());
      await expect(fetcher.fetch(url('/'), options)).rejects.toMatchObject({ code });
    }
  });

  it('without a target are a status like any other', async () => {
    const { fetcher, url } = await local((_, response) => response.writeHead(302).end());
    await expect(fetcher.fetch(url('/'), options)).rejects.toMatchObject({ code: 'URL_003', facts: { status: 302 } });
  });
});

describe('a fetch that fails', () => {
  it.each([401, 404, 410, 500, 503])('says the status %i', async (status) => {
    const { fetcher, url } = await local((_, response) => response.writeHead(status).end('sorry'));
    const failing = fetcher.fetch(url('/'), options);
    await expect(failing).rejects.toMatchObject({ code: 'URL_003', status: 400, facts: { status } });
    await expect(failing).rejects.toMatchObject({ details: expect.stringContaining(String(status)) });
  });

  it('says when nothing listens, and does not say where', async () => {
    const port = await listen(createServer());
    for (const close of closers.splice(0)) close();
    const failing = fetcherFor(port).fetch(`http://127.0.0.1:${port}/`, options);
    await expect(failing).rejects.toMatchObject({ code: 'URL_003', details: 'The server refused the connection.' });
  });

  it('says when the name is not found', async () => {
    const fetcher = fetcherFor(80, { resolve: async () => [] });
    await expect(fetcher.fetch('http://a.example.com/', options)).rejects.toMatchObject({ code: 'URL_003' });
    const failing = fetcherFor(80).fetch('http://a.example.com/', options);
    await expect(failing).rejects.toMatchObject({ code: 'URL_003' });
  });

  it('says when the server does not speak HTTP', async () => {
    const port = await listen(createSocketServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')));
    const failing = fetcherFor(port).fetch(`http://127.0.0.1:${port}/`, options);
    await expect(failing).rejects.toMatchObject({ code: 'URL_003', details: 'The server did not answer in HTTP.' });
  });

  it('says when the document is empty', async () => {
    const { fetcher, url } = await local((_, response) => response.end());
    await expect(fetcher.fetch(url('/'), options)).rejects.toMatchObject({ code: 'CORRUPTED_FILE', status: 422 });
  });

  it('says when the connection ends before the document', async () => {
    const { fetcher, url } = await local((_, response) => {
      response.setHeader('content-length', '100');
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const fetched = await fetcher.fetch(url('/'), options);
    await expect(text(fetched)).rejects.toMatchObject({ code: 'URL_003' });
  });

  it.each<[string, Handler]>([
    ['nothing', () => undefined],
    ['headers only', (_, response) => response.writeHead(200, { 'content-length': '5' }).flushHeaders()],
  ])('gives up on a server that sends %s', async (_, handler) => {
    const { fetcher, url } = await local(handler, { firstByteMs: 100 });
    await expect(fetcher.fetch(url('/'), options)).rejects.toMatchObject({ code: 'URL_004', retryable: true });
  });

  it('gives up on a name server that does not answer', async () => {
    const fetcher = fetcherFor(80, { firstByteMs: 50, resolve: () => new Promise(() => undefined) });
    await expect(fetcher.fetch('http://a.example.com/', options)).rejects.toMatchObject({ code: 'URL_004' });
  });

  it('counts all redirects into the time to the first byte', async () => {
    const { fetcher, url } = await local(
      (request, response) => {
        const hop = Number(request.url?.slice(1));
        setTimeout(() => response.writeHead(302, { location: `/${hop + 1}` }).end(), 60);
      },
      { firstByteMs: 150 },
    );
    await expect(fetcher.fetch(url('/0'), options)).rejects.toMatchObject({ code: 'URL_004' });
  });

  it.each([
    ['falls silent', { firstByteMs: 200 }, 0],
    ['takes too long', { totalMs: 200 }, 20],
  ])('gives up on a server that %s', async (_, settings, everyMs) => {
    const { fetcher, url } = await local((__, response) => {
      response.write('begin');
      const timer = everyMs > 0 ? setInterval(() => response.write('more'), everyMs) : undefined;
      response.on('close', () => clearInterval(timer));
    }, settings);
    await expect(fetcher.fetch(url('/'), options).then(text)).rejects.toMatchObject({ code: 'URL_004' });
  });

  it('stops when its caller does', async () => {
    const { fetcher, url } = await local((request, response) => {
      if (request.url === '/begun') response.write('begin');
    });
    const early = new AbortController();
    const waiting = fetcher.fetch(url('/'), { ...options, signal: early.signal });
    early.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(fetcher.fetch(url('/'), { ...options, signal: early.signal })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    const late = new AbortController();
    const fetched = await fetcher.fetch(url('/begun'), { ...options, signal: late.signal });
    const reading = text(fetched);
    late.abort();
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('the size of a document', () => {
  it('is refused by its declared length', async () => {
    const { fetcher, url } = await local((_, response) =>
      response.writeHead(200, { 'content-length': '11' }).flushHeaders(),
    );
    await expect(fetcher.fetch(url('/'), { maxBytes: 10 })).rejects.toMatchObject({ code: 'FILE_002', status: 413 });
  });

  it('is refused while it streams, and the connection is closed', async () => {
    let closed = false;
    const { fetcher, url } = await local((_, response) => {
      const write = (): void => {
        if (response.write(Buffer.alloc(65_536))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
      response.on('close', () => {
        closed = true;
      });
    });
    const fetched = await fetcher.fetch(url('/'), options);
    await expect(text(fetched)).rejects.toMatchObject({ code: 'FILE_002' });
    await expect.poll(() => closed).toBe(true);
  });

  it('may be exactly the limit', async () => {
    const { fetcher, url } = await local((_, response) => response.end('0123456789'));
    expect(await text(await fetcher.fetch(url('/'), { maxBytes: 10 }))).toBe('0123456789');
  });

  it('leaves no connection open when the content is not wanted', async () => {
    let closed = false;
    const { fetcher, url } = await local((_, response) => {
      response.write('begin');
      response.on('close', () => {
        closed = true;
      });
    });
    const fetched = await fetcher.fetch(url('/'), options);
    for await (const _ of fetched.content) break;
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a server that compresses although we did not ask', () => {
  const page = 'Hello '.repeat(1000);

  it.each([
    ['gzip', gzipSync(page)],
    ['X-GZIP', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['br', brotliCompressSync(page)],
    ['identity', Buffer.from(page)],
  ])('is decoded from %s', async (coding, body) => {
    const { fetcher, url } = await local((_, response) => {
      response.setHeader('content-encoding', coding);
      response.end(body);
    });
    expect(await text(await fetcher.fetch(url('/'), options))).toBe(page);
  });

  it.each([
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(20_000_000)), 'FILE_002'],
    ['damage', 'gzip', Buffer.from('not gzip at all'), 'URL_003'],
    ['damage', 'br', Buffer.from('\xff\xff\xff\xff not brotli', 'latin1'), 'URL_003'],
    ['a cut', 'gzip', gzipSync(page).subarray(0, 40), 'URL_003'],
    ['an unknown coding', 'zstd', Buffer.from('x'), 'URL_003'],
    ['two codings', 'gzip, br', Buffer.from('x'), 'URL_003'],
    ['nothing', 'gzip', gzipSync(''), 'CORRUPTED_FILE'],
  ])('is refused for %s in %s', async (_, coding, body, code) => {
    const { fetcher, url } = await local((__, response) => {
      response.setHeader('content-encoding', coding);
      response.end(body);
    });
    await expect(fetcher.fetch(url('/'), options).then(text)).rejects.toMatchObject({ code });
  });
});

describe('https', () => {
  it('checks the name of the URL at the checked address', async () => {
    const names: unknown[] = [];
    const port = await listen(
      createTlsServer({ key, cert: certificate }, (request, response) => {
        names.push((request.socket as TLSSocket & { servername?: string }).servername, request.headers.host);
        response.end('x');
      }),
    );
    const settings = { resolve: async () => ['127.0.0.1'], ca: certificate };
    const fetcher = fetcherFor(port, settings);
    expect(await text(await fetcher.fetch(`https://files.example.com.:${port}/`, options))).toBe('x');
    expect(names).toEqual(['files.example.com', `files.example.com:${port}`]);

    const otherName = fetcher.fetch(`https://other.example.com:${port}/`, options);
    await expect(otherName).rejects.toMatchObject({
      code: 'URL_003',
      details: expect.stringContaining('another name'),
    });
    const byAddress = fetcher.fetch(`https://127.0.0.1:${port}/`, options);
    await expect(byAddress).rejects.toMatchObject({
      code: 'URL_003',
      details: expect.stringContaining('another name'),
    });
    const stranger = fetcherFor(port, { resolve: settings.resolve });
    const untrusted = stranger.fetch(`https://files.example.com:${port}/`, options);
    await expect(untrusted).rejects.toMatchObject({ code: 'URL_003', details: expect.stringContaining('not trusted') });
    expect(names).toHaveLength(2);
  });
});
