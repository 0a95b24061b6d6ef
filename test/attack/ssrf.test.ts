// No URL a stranger sends may make the service connect to anything but the public internet: not at once, not by a
// redirect, and not by a name that changes its address between check and use. Traffic stays on this machine.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUrlFetcher, type UrlFetcherSettings } from '../../src/service/fetch-url.ts';
import { insideUrls, loopbackUrls, portUrls, wrongUrls } from './ssrf-urls.ts';

const options = { maxBytes: 1_000_000 };
const servers: Server[] = [];
let canaryPort = 0;
let canaryHits = 0;
/** Connections this process begins to anywhere: also to addresses where nothing of ours listens. */
let attempts: { readonly mock: { readonly calls: readonly unknown[] }; mockRestore(): void };

async function start(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const canary = (): Server => {
    const server = createServer((_, response) => response.end('secret'));
    server.on('connection', () => {
      canaryHits += 1;
    });
    return server;
  };
  canaryPort = await start(canary(), '0.0.0.0');
  // Without IPv6 on the machine the attempts are still counted.
  await start(canary(), '::1', canaryPort).catch(() => undefined);
});

beforeEach(() => {
  canaryHits = 0;
  attempts = vi.spyOn(Socket.prototype, 'connect');
});

afterEach(() => attempts.mockRestore());

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** No name is looked up that must not be; those that may be lead inside. */
function guarded(settings: Partial<UrlFetcherSettings> = {}) {
  return createUrlFetcher({
    userAgent: 'docmill/test',
    ports: new Set([80, 443, 8080, 8443, canaryPort]),
    resolve: async () => ['127.0.0.1'],
    ...settings,
  });
}

const refused = { code: expect.stringMatching(/^URL_00[12]$/), status: 400 };

describe('attack URLs', () => {
  it('are at least 120, all different', () => {
    const all = [...loopbackUrls(1), ...insideUrls, ...portUrls, ...wrongUrls];
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(120);
  });

  it('that mean this machine are refused without a connection', async () => {
    for (const url of loopbackUrls(canaryPort)) {
      await expect(guarded().fetch(url, options), url).rejects.toMatchObject(refused);
    }
    expect(attempts.mock.calls).toHaveLength(0);
    expect(canaryHits).toBe(0);
  });

  it('that mean another inside are refused without a connection', async () => {
    for (const url of insideUrls) {
      await expect(guarded().fetch(url, options), url).rejects.toMatchObject({ code: 'URL_002', status: 400 });
    }
    expect(attempts.mock.calls).toHaveLength(0);
  });

  it('with odd ports are refused without a connection', async () => {
    const fetcher = createUrlFetcher({ userAgent: 'docmill/test' });
    for (const url of portUrls) {
      await expect(fetcher.fetch(url, options), url).rejects.toMatchObject({ code: 'URL_002' });
    }
    expect(attempts.mock.calls).toHaveLength(0);
  });

  it('that are no http URL are refused as such', async () => {
    for (const url of wrongUrls) {
      await expect(guarded().fetch(url, options), url).rejects.toMatchObject({ code: 'URL_001' });
    }
    expect(attempts.mock.calls).toHaveLength(0);
  });

  it('by names that lead inside are refused, also when only one of many addresses does', async () => {
    const outside = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];
    const inside = [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '168.63.129.16',
      '::1',
      '::ffff:127.0.0.1',
      'fd00::1',
      '0.0.0.0',
    ];
    for (const address of [...inside, 'fe80::1%eth0', '0177.0.0.1', '2130706433', 'localhost', '']) {
      for (const answer of [[address], [...outside, address], [address, ...outside]]) {
        const fetcher = guarded({ resolve: async () => answer });
        const failing = fetcher.fetch(`http://rebind.example.com:${canaryPort}/`, options);
        await expect(failing, address).rejects.toMatchObject({ code: 'URL_002' });
      }
    }
    expect(attempts.mock.calls).toHaveLength(0);
    expect(canaryHits).toBe(0);
  });

  it('tell the client nothing about the inside', async () => {
    const fetcher = guarded({ resolve: async () => ['10.20.30.40'] });
    const failure = await fetcher.fetch('http://db.corp.example.com/', options).catch((error: unknown) => error);
    const shown = JSON.stringify((failure as { record(): unknown }).record());
    expect(shown).not.toContain('10.20');
    expect(shown).not.toContain('corp');
  });

  it("that are the machine's own public address are refused", async () => {
    const own = await vi.importActual<typeof import('node:os')>('node:os');
    const addresses = Object.values(own.networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, family } of addresses) {
      const host = family === 'IPv6' ? `[${address.split('%')[0]}]` : address;
      await expect(guarded().fetch(`http://${host}:${canaryPort}/`, options)).rejects.toMatchObject({
        code: 'URL_002',
      });
    }
    expect(canaryHits).toBe(0);
  });
});

describe('redirects', () => {
  it('to each attack URL are refused at the second hop', { timeout: 120_000 }, async () => {
    let target = '';
    const redirector = createServer((_, response) => {
      response.writeHead(302, { location: target });
      response.end();
    });
    const port = await start(redirector, '127.0.0.1');
    for (const url of [...loopbackUrls(canaryPort), ...insideUrls, ...portUrls, ...wrongUrls]) {
      // A header cannot carry line ends or NUL, and what has no scheme or host is relative to the redirector itself.
      target = Buffer.from(url.replaceAll('\u0000', '%00').replaceAll('\t', '%09')).toString('latin1');
      if (/^(?:\s*|\/etc\/passwd|etc|http:|)$/.test(url)) continue;
      let checks = 0;
      const fetcher = guarded({
        ports: new Set([80, 443, 8080, 8443, canaryPort, port]),
        // The redirector is let through as if it were public: once, for the first hop.
        allowAddress: (address) => address === '127.0.0.1' && checks++ === 0,
      });
      await expect(fetcher.fetch(`http://127.0.0.1:${port}/`, options), url).rejects.toMatchObject(refused);
      // One connection, to the redirector.
      expect(attempts.mock.calls.length, url).toBe(1);
      (attempts as unknown as { mockClear(): void }).mockClear();
    }
    expect(canaryHits).toBe(0);
  });
});

describe('names that change their address', () => {
  it('are looked up once per hop and connected to what was checked: 1 000 tries, 0 connections inside', {
    timeout: 120_000,
  }, async () => {
    let served = 0;
    const site = createServer((request, response) => {
      served += 1;
      if (request.url === '/again') response.writeHead(302, { location: '/' });
      response.end('public');
    });
    const port = await start(site, '127.0.0.1');
    // The same port at another address stands for the inside; 127.0.0.1 stands for a public address.
    let inside = '127.0.0.2';
    let trapped = 0;
    const trap = (): Server => {
      const server = createServer((_, response) => response.end('secret'));
      server.on('connection', () => {
        trapped += 1;
      });
      return server;
    };
    await start(trap(), inside, port).catch(() => {
      inside = '::1';
      return start(trap(), inside, port);
    });

    let lookups = 0;
    let reached = 0;
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const answers = [['127.0.0.1'], ['127.0.0.1', inside], [inside]];
      const kind = attempt % 4;
      lookups = 0;
      const fetcher = guarded({
        ports: new Set([port]),
        allowAddress: (address) => address === '127.0.0.1',
        // From the second lookup on, the name leads inside.
        resolve: async () => {
          lookups += 1;
          return (lookups > 1 ? [inside] : answers[kind === 3 ? 0 : kind]) ?? [];
        },
      });
      const path = kind === 3 ? '/again' : '/';
      const outcome = await fetcher.fetch(`http://rebind.example.com:${port}${path}`, options).then(
        async (fetched) => {
          for await (const _ of fetched.content);
          return 'fetched';
        },
        (failure: { code: string }) => failure.code,
      );
      expect(outcome).toBe(kind === 0 ? 'fetched' : 'URL_002');
      expect(lookups).toBe(kind === 3 ? 2 : 1);
      if (outcome === 'fetched') reached += 1;
    }
    expect(reached).toBe(250);
    expect(served).toBe(500);
    expect(trapped).toBe(0);
  });
});
