// What the contract cannot ask of every store: broken connections, refusals, outages and long lists of object stores.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobs } from '../../src/compose-blobs.ts';
import { systemClock } from '../../src/core/clock.ts';
import { storageProbe } from '../../src/service/health-probes.ts';
import { createJanitor } from '../../src/service/janitor.ts';
import { countStored } from '../../src/service/metrics-families.ts';
import { parseBlobUrl } from '../../src/storage/blob-url.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import { startAzurite } from '../support/azurite.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startS3 } from '../support/s3-server.ts';

const megabyte = 2 ** 20;
const silent = { info() {}, warn() {}, error() {} };
let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'docmill-trouble-'));
});
afterAll(() => rm(scratch, { recursive: true }));

/** As the service opens it, from a setting and variables. */
async function opened(url: string, variables: Record<string, string>): Promise<Blobs> {
  const place = parseBlobUrl(url, (name) => variables[name] ?? '');
  if ('problem' in place) throw new Error(place.problem);
  return (await openBlobs({ blobs: place }, scratch)).blobs;
}

interface UnderTest {
  readonly port: number;
  /** The setting with another port, that of a proxy in between. */
  setting(port: number): { url: string; variables: Record<string, string> };
  /** More than a page of keys, as many as the store takes in reasonable time. */
  many(blobs: Blobs): Promise<string[]>;
  destroy(): Promise<void>;
}

async function azure(): Promise<UnderTest> {
  const azurite = await startAzurite();
  const { port } = new URL(azurite.url);
  return {
    port: Number(port),
    setting: (used) => ({
      url: 'azure://devstoreaccount1/trouble/p?create=true',
      variables: { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString.replaceAll(`:${port}`, `:${used}`) },
    }),
    async many(blobs) {
      const names = Array.from({ length: 1200 }, (_, index) => `many/${index % 100}/${index}`);
      const next = names.values();
      const put = async () => {
        for (const name of next) await blobs.put(name, Buffer.from('x'));
      };
      await Promise.all(Array.from({ length: 8 }, put));
      return names;
    },
    destroy: () => azurite.destroy(),
  };
}

async function s3(): Promise<UnderTest> {
  const server = await startS3();
  const { accessKeyId, secretAccessKey } = server.credentials;
  return {
    port: Number(new URL(server.url).port),
    setting: (used) => ({
      url: `s3://${server.bucket}/p?endpoint=http://127.0.0.1:${used}`,
      variables: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    }),
    async many() {
      const names = Array.from({ length: 2_500 }, (_, index) => `many/${index % 100}/${index}`);
      await Promise.all(names.map((name) => server.seed(`p/${name}`, 'x')));
      return names;
    },
    destroy: () => server.destroy(),
  };
}

/** Stands between us and the store, and cuts each of the next connections after so many bytes of the answer. */
async function cuttingProxy(target: number) {
  const cuts: number[] = [];
  let mute = false;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(target, '127.0.0.1');
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    if (mute) return;
    let passed = 0;
    inner.pipe(outer);
    outer.on('data', (bytes) => {
      inner.write(bytes);
      passed += bytes.length;
      const [cut] = cuts;
      if (cut === undefined || passed < cut) return;
      cuts.shift();
      inner.destroy();
      outer.destroy();
    });
    outer.on('end', () => inner.end());
    inner.on('close', () => outer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cuts,
    /** Connections are taken and nothing is ever said on them. */
    mute(wanted: boolean) {
      mute = wanted;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['Azure', azure],
  ['S3', s3],
])('%s', (_name, open) => {
  let under: UnderTest;
  let proxy: Awaited<ReturnType<typeof cuttingProxy>>;
  let blobs: Blobs;
  beforeAll(async () => {
    under = await open();
    proxy = await cuttingProxy(under.port);
    const { url, variables } = under.setting(proxy.port);
    blobs = await opened(url, variables);
  });
  afterAll(async () => {
    await proxy?.close();
    await under?.destroy();
  });
  beforeEach(() => {
    proxy.cuts.length = 0;
  });

  const bytes = Buffer.alloc(12 * megabyte).map((_, index) => (index * 7919) >>> 8);
  const whole = async (stream: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
  };

  test('content in several parts, and every broken connection is resumed', async () => {
    const ref = await blobs.put('large', bytes);
    proxy.cuts.push(3 * megabyte, 2 * megabyte, megabyte);
    expect(Buffer.compare(await whole(await blobs.read(ref)), bytes)).toBe(0);
    expect(proxy.cuts).toEqual([]);
    // No copy stays behind.
    expect(await readdir(join(scratch, 'blobs'))).toEqual([]);
  });

  test('a connection that breaks again and again ends in UNAVAILABLE, not in half a file', async () => {
    const ref = await blobs.put('large', bytes);
    proxy.cuts.push(...Array.from({ length: 50 }, () => 300_000));
    await expect(blobs.read(ref)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(blobs.fetch(ref, join(scratch, 'copy'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await readdir(scratch)).filter((name) => name === 'copy')).toEqual([]);
  });

  test('a request that breaks is sent again', async () => {
    proxy.cuts.push(1, 1);
    const ref = await blobs.put('small', Buffer.from('text'));
    expect((await whole(await blobs.read(ref))).toString()).toBe('text');
  });

  test('health, the count of what is stored and the sweep of orphans work on it', async () => {
    const clock = systemClock;
    const found = await storageProbe({ blobs, freeBytes: undefined, clock }).look();
    expect(found).toMatchObject({ issues: [], facts: { availableSpaceGb: null } });
    await blobs.put('jobs/0123/orphan', bytes.subarray(0, 1000));
    const later = { ...clock, now: () => clock.now() + 2 * 3_600_000 };
    const jobs = { findAll: async () => [] } as unknown as Parameters<typeof createJanitor>[0]['jobs'];
    expect(await createJanitor({ jobs, blobs, clock, log: silent }).sweepOrphans()).toBe(0);
    expect(await createJanitor({ jobs, blobs, clock: later, log: silent }).sweepOrphans()).toBe(1);
    const stored = countStored({ blobs, clock, log: silent });
    await expect.poll(stored).toEqual({ files: 2, bytes: 12 * megabyte + 4 });
  });

  test('long lists come page by page, each key once', async () => {
    const names = await under.many(blobs);
    const found: string[] = [];
    for await (const { key, size } of blobs.list('many/')) found.push(`${key} ${size}`);
    expect(found.sort()).toEqual(names.map((name) => `${name} 1`).sort());
  }, 120_000);

  test('of 40 damaged blobs, none is read and none is linked', async () => {
    const random = randomNumbers(7);
    const wrong: string[] = [];
    for (let round = 0; round < 40; round++) {
      const right = Buffer.from(bytes.subarray(round, round + 1 + Math.floor(random() * 3000)));
      const ref = await blobs.put('damaged', right);
      const at = Math.floor(random() * right.length);
      const changed = Buffer.from(right);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      // A put under the same key is all a stranger needs; the reference still names what was stored.
      if (round % 4 === 3) await blobs.delete('damaged');
      else await blobs.put('damaged', round % 4 === 0 ? right.subarray(0, at) : changed);
      const settings = { expiresAt: Date.now() + 60_000, mediaType: 'text/plain', disposition: 'inline' };
      const tries = [blobs.read(ref), blobs.read(ref, { start: 0, end: 1 }), blobs.temporaryLink?.(ref, settings)];
      for (const result of await Promise.allSettled(tries)) {
        if (result.status !== 'rejected' || result.reason.code !== 'INTERNAL') wrong.push(`round ${round}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test('a store that takes connections and says nothing is given up', async () => {
    const ref = await blobs.put('silent', Buffer.from('x'));
    proxy.mute(true);
    const began = Date.now();
    const listed = (async () => {
      for await (const _ of blobs.list(''));
    })();
    for (const tried of await Promise.allSettled([blobs.read(ref), blobs.delete('silent'), listed])) {
      expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    }
    expect(Date.now() - began).toBeLessThan(25_000);
    proxy.mute(false);
    await blobs.delete('silent');
  }, 40_000);

  test('links lead to the public address of the store, or nowhere', async () => {
    const { url, variables } = under.setting(proxy.port);
    const account = url.startsWith('azure') ? '/devstoreaccount1' : '';
    const joined = (parameter: string) => `${url}${url.includes('?') ? '&' : '?'}${parameter}`;
    const outside = await opened(joined(`links=http://localhost:${under.port}${account}`), variables);
    const ref = await outside.put('linked', Buffer.from('linked'));
    const settings = { expiresAt: Date.now() + 60_000, mediaType: 'text/plain', disposition: 'inline' };
    const link = (await outside.temporaryLink?.(ref, settings)) ?? '';
    expect(new URL(link).host).toBe(`localhost:${under.port}`);
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain',
      'linked',
    ]);
    const inside = await opened(joined('links=none'), variables);
    expect(await inside.temporaryLink?.(ref, settings)).toBeUndefined();
    await outside.delete('linked');
  });

  test('a store that is not there, or lets us in no more, stops the start with one clear sentence', async () => {
    const { url, variables } = under.setting(1);
    const refusal = await opened(url, variables).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE' });
    expect(String(refusal)).toMatch(/The store of files cannot be opened: (azure|s3):\/\//);
    const { url: right, variables: known } = under.setting(under.port);
    const wrong = Object.fromEntries(
      Object.entries(known).map(([name, value]) => [name, value.replace(/S3RVER|(?<=AccountKey=)..../, 'AAAA')]),
    );
    const shut = (await opened(right, wrong).catch((error: unknown) => error)) as Error;
    expect(shut).toMatchObject({ code: 'UNAVAILABLE', cause: { message: expect.stringContaining('403') } });
    for (const secret of Object.values(wrong))
      expect(JSON.stringify([shut, shut.cause, shut.message])).not.toContain(secret);
    const missing = right.replace('/trouble', '/nowhere').replace('//contract', '//nowhere').replace('create=true', '');
    await expect(opened(missing, known)).rejects.toMatchObject({ cause: { message: expect.stringContaining('404') } });
  });
});

describe('S3 alone', () => {
  let server: Awaited<ReturnType<typeof startS3>>;
  let blobs: Blobs;
  beforeAll(async () => {
    server = await startS3();
    const { accessKeyId, secretAccessKey } = server.credentials;
    blobs = await opened(`s3://${server.bucket}?endpoint=${server.url}`, {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
  });
  afterAll(() => server?.destroy());

  test('an upload whose content fails is dropped, its parts with it', async () => {
    let during = 0;
    const failing = async function* () {
      for (let count = 0; count < 12; count++) yield Buffer.alloc(megabyte, count);
      during = await server.unfinished();
      throw new Error('mine');
    };
    await expect(blobs.put('dropped', failing())).rejects.toThrow('mine');
    expect([during, await server.unfinished()]).toEqual([1, 0]);
  });

  test.each([
    ['a full store', 507, 'XMinioStorageFull', 'STORAGE_FULL'],
    ['a quota that is used up', 403, 'QuotaExceeded', 'STORAGE_FULL'],
    ['a store in trouble', 503, 'SlowDown', 'UNAVAILABLE'],
    ['a bucket that is gone', 404, 'NoSuchBucket', 'UNAVAILABLE'],
  ])('%s', async (_what, status, code, expected) => {
    const ref = await blobs.put('k', Buffer.from('x'));
    server.onRequest(() => {
      throw Object.assign(new Error(code), { status, code, toXML: () => `<Error><Code>${code}</Code></Error>` });
    });
    try {
      await expect(blobs.put('k', Buffer.from('y'))).rejects.toMatchObject({ code: expected });
      await expect(blobs.read(ref)).rejects.toMatchObject({ code: expected });
    } finally {
      server.onRequest(undefined);
    }
    expect((await whole(await blobs.read(ref))).toString()).toBe('x');
  });

  const whole = async (stream: AsyncIterable<Uint8Array>) => {
    const parts: Uint8Array[] = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
  };
});
