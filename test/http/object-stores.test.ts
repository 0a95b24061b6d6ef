// The service with its files in an object store: downloads, signed links that lead to the store, damage, outages.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { BlobServiceClient } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAzurite } from '../support/azurite.ts';
import { startS3 } from '../support/s3-server.ts';
import { fileForm, type RunningServer, startServer } from '../support/server.ts';
import { changeJob, jobRow } from '../support/store-of.ts';

/** A store as a stranger sees it, who changes things behind the service's back. */
interface Outside {
  readonly env: Record<string, string>;
  readonly secrets: readonly string[];
  keys(): Promise<string[]>;
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
  destroy(): Promise<void>;
}

async function azure(): Promise<Outside> {
  const azurite = await startAzurite();
  const container = BlobServiceClient.fromConnectionString(azurite.connectionString).getContainerClient('files');
  const blob = (key: string) => container.getBlockBlobClient(`docmill/${key}`);
  return {
    ...azurite,
    env: {
      BLOB_URL: 'azure://devstoreaccount1/files/docmill?create=true',
      AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString,
    },
    secrets: [/AccountKey=([^;]+)/.exec(azurite.connectionString)?.[1] ?? ''],
    async keys() {
      const found: string[] = [];
      for await (const { name } of container.listBlobsFlat()) found.push(name.replace('docmill/', ''));
      return found;
    },
    write: async (key, bytes) => void (await blob(key).upload(bytes, bytes.length)),
    read: (key) => blob(key).downloadToBuffer(),
    remove: async (key) => void (await blob(key).delete()),
  };
}

async function s3(): Promise<Outside> {
  const server = await startS3();
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: server.credentials,
    forcePathStyle: true,
  });
  const at = (key: string) => ({ Bucket: server.bucket, Key: `docmill/${key}` });
  return {
    ...server,
    env: {
      BLOB_URL: `s3://${server.bucket}/docmill?endpoint=${server.url}`,
      AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    },
    secrets: [],
    async keys() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: server.bucket }));
      return Contents.map(({ Key = '' }) => Key.replace('docmill/', ''));
    },
    write: async (key, bytes) => void (await client.send(new PutObjectCommand({ ...at(key), Body: bytes }))),
    async read(key) {
      const { Body } = await client.send(new GetObjectCommand(at(key)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    remove: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
  };
}

interface Converted {
  readonly job_id: string;
  readonly sas_url: string;
  readonly download_url: string;
  readonly markdown_content: string;
  readonly images: readonly { readonly url: string }[];
}

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const path = (url: string): string => new URL(url).pathname + new URL(url).search;

describe.each([
  ['Azure', azure],
  ['S3', s3],
])('files in %s', (_name, open) => {
  let store: Outside;
  let server: RunningServer;
  let job: Converted;
  beforeAll(async () => {
    store = await open();
    server = await startServer({ env: { ...store.env, LOG_LEVEL: 'info', METRICS_PORT: '0' } });
    job = await convert(`<h1>Ärger</h1><p>Text <img alt="A dot" src="${dot}"></p>`, 'Bericht “1”.html');
  });
  afterAll(async () => {
    await server?.stop();
    await store?.destroy();
  });

  async function convert(content: string, name: string): Promise<Converted> {
    const body = fileForm(content, name, { extract_images: true });
    const response = await server.fetch('/api/v1/convert', { method: 'POST', body });
    expect(response.status).toBe(200);
    return (await response.json()) as Converted;
  }
  const follow = (url: string, init: RequestInit = {}) =>
    fetch(server.url + path(url), { redirect: 'manual', ...init });
  const resultKey = async (jobId: string) => (await jobRow(server, jobId)).result_key ?? '';

  test('every file is in the store, and none on the disk', async () => {
    const row = await jobRow(server, job.job_id);
    const keys = await store.keys();
    for (const key of [row.input_key, row.result_key, row.map_key]) expect(keys).toContain(key);
    expect((await store.read(row.result_key ?? '')).toString()).toBe(job.markdown_content);
  });

  test('the download route sends the file itself', async () => {
    const response = await server.fetch(path(job.download_url), { redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(job.markdown_content);
  });

  test('a signed link leads to a link of the store, for this file, with its name and type', async () => {
    const response = await follow(job.sas_url);
    expect(response.status).toBe(302);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const location = response.headers.get('location') ?? '';
    const file = await fetch(location);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Bericht _1_.md"; filename*=UTF-8''Bericht%20%E2%80%9C1%E2%80%9D.md`,
    );
    expect(await file.text()).toBe(job.markdown_content);
    // A range is taken there as well, by clients that keep theirs.
    const part = await fetch(location, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '# Ä']);
  });

  test('the link of the store reads one file, and can do nothing else', async () => {
    const location = (await follow(job.sas_url)).headers.get('location') ?? '';
    const row = await jobRow(server, job.job_id);
    expect((await fetch(location.replace('result.md', 'blocks.json'))).status).toBe(403);
    expect((await fetch(location.replace(row.result_key ?? '', row.input_key))).status).toBe(403);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: 'mine', headers: { 'x-ms-blob-type': 'BlockBlob' } } : {};
      expect((await fetch(location, { method, ...body })).status).toBe(403);
    }
    expect((await store.read(row.result_key ?? '')).toString()).toBe(job.markdown_content);
  });

  test('the link of the store ends within five minutes, and never after the signed one', async () => {
    const end = (location: string): number => {
      const query = new URL(location).searchParams;
      const seconds = Number(query.get('X-Amz-Expires'));
      const [, y, mo, d, h, mi, s] =
        /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '') ?? [];
      return y === undefined
        ? Date.parse(query.get('se') ?? '')
        : Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) + seconds * 1000;
    };
    const usual = end((await follow(job.sas_url)).headers.get('location') ?? '');
    expect(usual).toBeLessThanOrEqual(Date.now() + 300_000);
    expect(usual).toBeGreaterThan(Date.now() + 290_000);

    const ending = await convert('<p>Ends soon</p>', 'soon.html');
    const expiresAt = Math.floor(Date.now() / 1000) * 1000 + 30_000;
    await changeJob(server, ending.job_id, { expires_at: expiresAt });
    expect(end((await follow(ending.sas_url)).headers.get('location') ?? '')).toBeLessThanOrEqual(expiresAt);
    const status = await server.fetch(`/api/v1/status/${ending.job_id}`);
    const { sas_url: shorter } = (await status.json()) as Converted;
    expect(end((await follow(shorter)).headers.get('location') ?? '')).toBeLessThanOrEqual(expiresAt);
    await changeJob(server, ending.job_id, { expires_at: Date.now() + 1500 });
    const last = await follow(ending.sas_url);
    expect([last.status, await last.text()]).toEqual([200, ending.markdown_content]);
  });

  test('a link that was tampered with leads nowhere', async () => {
    const response = await follow(job.sas_url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
    expect([response.status, response.headers.get('location')]).toEqual([403, null]);
  });

  test('HEAD, ranges and what the client has are answered here', async () => {
    const head = await follow(job.sas_url, { method: 'HEAD' });
    const size = Buffer.byteLength(job.markdown_content);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    const range = await follow(job.sas_url, { headers: { range: 'bytes=0-3' } });
    expect([range.status, await range.text()]).toEqual([206, '# Ä']);
    const etag = head.headers.get('etag') ?? '';
    expect((await follow(job.sas_url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('images of the safe kinds come from the store too', async () => {
    const response = await follow(job.images[0]?.url ?? '');
    expect(response.status).toBe(302);
    const image = await fetch(response.headers.get('location') ?? '');
    expect(image.headers.get('content-type')).toBe('image/gif');
    expect(Buffer.from(await image.arrayBuffer()).toString('latin1', 0, 6)).toBe('GIF89a');
  });

  test('what is damaged or missing is never given, and no link to it', async () => {
    const damaged = await convert('<p>Right</p>', 'right.html');
    const key = await resultKey(damaged.job_id);
    const right = await store.read(key);
    const flipped = Buffer.from(right);
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    const refused = async () => {
      for (const response of [await follow(damaged.sas_url), await server.fetch(path(damaged.download_url))]) {
        expect([response.status, response.headers.get('location')]).toEqual([500, null]);
        expect(await response.text()).not.toContain('Right');
      }
    };
    for (const wrong of [flipped, right.subarray(1), Buffer.concat([right, right]), Buffer.alloc(0)]) {
      await store.write(key, wrong);
      await refused();
    }
    await store.remove(key);
    await refused();
    await store.write(key, right);
    expect((await follow(damaged.sas_url)).status).toBe(302);
  });

  test('while the store is down: 503 that may be tried again, health says so, and all is well after', async () => {
    await store.stop();
    const began = Date.now();
    const body = fileForm('Text', 'a.txt');
    const [converted, linked] = await Promise.all([
      server.fetch('/api/v1/convert', { method: 'POST', body }),
      follow(job.sas_url),
    ]);
    expect([converted.status, linked.status]).toEqual([503, 503]);
    const text = (await converted.text()) + (await linked.text());
    expect(text).toContain('unavailable');
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN/);
    await expect.poll(async () => (await fetch(`${server.url}/health/public`)).status, { timeout: 10_000 }).toBe(503);
    expect(Date.now() - began).toBeLessThan(15_000);
    await store.restart();
    await expect.poll(async () => (await fetch(`${server.url}/health/public`)).status, { timeout: 15_000 }).toBe(200);
    expect((await follow(job.sas_url)).status).toBe(302);
    expect((await convert('<p>After</p>', 'after.html')).markdown_content).toContain('After');
  }, 60_000);

  test('the log holds no secrets and no links', () => {
    for (const secret of store.secrets) expect(server.output()).not.toContain(secret);
    expect(server.output()).not.toMatch(/X-Amz-Signature|[?&]sig=|Authorization/i);
  });
});
