// Starts a server of the S3 protocol in this process, on a free port of this machine, with a directory of its own. The
// package is made for trying things out, so what S3 promises and it does not keep is mended here: objects that appear
// whole or not at all, pages of keys in their order, conditional reads, uploads that can be dropped.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Stored {
  readonly key: string;
  readonly size: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}
interface ObjectToStore {
  readonly bucket: string;
  readonly key: string;
  readonly content: unknown;
  readonly metadata: unknown;
}
interface Listing {
  readonly objects: readonly Stored[];
  readonly commonPrefixes: readonly string[];
  readonly isTruncated: boolean;
}
/** As much of the package's classes as is used here. */
interface FileStore {
  getResourcePath(bucket: string, key: string | undefined, resource: string): string;
  putContent(path: string, content: unknown): Promise<[number, string]>;
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
  putObject(object: ObjectToStore): Promise<{ size: number; md5: string }>;
  getObject(bucket: string, key: string, options: unknown): Promise<unknown>;
  deleteObject(bucket: string, key: string): Promise<void>;
  getMetadata(bucket: string, key: string): Promise<object>;
  listObjects(bucket: string, options: object): Promise<Listing>;
}
interface Context {
  app: object;
  readonly method: string;
  readonly path: string;
  querystring: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly response: { get(name: string): string };
  status: number;
  body: unknown;
}
type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
interface S3App {
  silent: boolean;
  store: FileStore;
  readonly context: { store: FileStore };
  readonly middleware: Middleware[];
  readonly httpServer: Server;
  run(): Promise<AddressInfo>;
}

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver') as new (options: object) => S3App;
const FilesystemStore = require('@20minutes/s3rver/lib/stores/filesystem.js') as new (root: string) => FileStore;

const S3Object = require('@20minutes/s3rver/lib/models/object.js') as new (
  ...parts: readonly [string, string, null, object]
) => Stored;
const objectEnd = '._S3rver_object';

export interface RunningS3 {
  readonly url: string;
  readonly bucket: string;
  /** What the package knows; requests with other ones are refused. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Uploads that were begun and neither completed nor dropped. */
  unfinished(): Promise<number>;
  /** Puts an object into the directory, without a request. */
  seed(key: string, content: string): Promise<void>;
  /** Called before every request; whatever it throws is answered in its place. */
  onRequest(hook: ((context: Context) => void | Promise<void>) | undefined): void;
  stop(): Promise<void>;
  /** On the same port, with what was stored. */
  restart(): Promise<void>;
  destroy(): Promise<void>;
}

const bucket = 'contract';

export async function startS3(): Promise<RunningS3> {
  const directory = mkdtempSync(join(tmpdir(), 'docmill-s3-'));
  const [root, incoming] = [join(directory, 'root'), join(directory, 'incoming')];
  for (const folder of [root, incoming]) mkdirSync(folder);
  const store = new WholeObjects(root, incoming);
  let hook: ((context: Context) => void | Promise<void>) | undefined;

  const run = async (port: number) => {
    const configureBuckets = [{ name: bucket }];
    const app = new S3rver({ address: '127.0.0.1', port, silent: true, directory: root, configureBuckets });
    app.silent = true;
    app.store = store;
    app.context.store = store;
    app.middleware.unshift(
      async (context, next) => {
        await hook?.(context);
        // It signs a bucket's path without the slash that clients end it with, and some characters of a query in their
        // plain form; all other requests it checks itself.
        if (/^\/[^/]+\/$/.test(context.path) || isGenuineLink(context)) {
          context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
        }
        if (context.method !== 'DELETE' || context.query['uploadId'] === undefined) return await next();
        await rm(store.uploadPath(bucket, context.query['uploadId']), { recursive: true, force: true });
        context.status = 204;
      },
      conditional,
      pages,
    );
    const address = await app.run();
    return { server: app.httpServer, port: address.port };
  };
  let running = await run(0);
  const { port } = running;
  const stop = async () => {
    if (!running.server.listening) return;
    const closed = new Promise((resolve) => running.server.close(resolve));
    running.server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    credentials,
    unfinished: async () => (await readdir(dirname(store.uploadPath(bucket, 'any'))).catch(() => [])).length,
    async seed(key, content) {
      const place = store.getResourcePath(bucket, key, 'object');
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content);
    },
    onRequest: (wanted) => {
      hook = wanted;
    },
    stop,
    async restart() {
      running = await run(port);
    },
    async destroy() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A signed link, by the rules for signatures of version 4 in queries. */
function isGenuineLink({ method, path, querystring, query, headers }: Context): boolean {
  const [, day, region, service] = query['X-Amz-Credential']?.split('/') ?? [];
  if (day === undefined || region === undefined || service === undefined) return false;
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const parts = querystring.split('&').filter((part) => !part.startsWith('X-Amz-Signature='));
  const request = [method, path, parts.sort().join('&'), `host:${headers['host']}\n`, 'host', 'UNSIGNED-PAYLOAD'];
  const digest = createHash('sha256').update(request.join('\n')).digest('hex');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [day, region, service, 'aws4_request'].reduce(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', query['X-Amz-Date'], scope, digest].join('\n')).toString('hex');
  return signature === query['X-Amz-Signature'];
}

/** Its own tokens need a cipher that Node no longer has. */
const pages: Middleware = async (context, next) => {
  const { 'continuation-token': token, 'max-keys': asked = '1000', ...rest } = context.query;
  if (rest['list-type'] !== '2') return await next();
  const after = token === undefined ? {} : { 'start-after': Buffer.from(token, 'base64url').toString() };
  context.querystring = new URLSearchParams({
    ...(rest as Record<string, string>),
    'max-keys': asked,
    ...after,
  }).toString();
  await next();
  const keys = [...String(context.body).matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => match[1] ?? '');
  if (typeof context.body !== 'string' || keys.length < Number(asked)) return;
  const following = Buffer.from(keys.at(-1) ?? '').toString('base64url');
  context.body = context.body.replace(
    '<IsTruncated>false</IsTruncated>',
    `<IsTruncated>true</IsTruncated><NextContinuationToken>${following}</NextContinuationToken>`,
  );
};

const conditional: Middleware = async (context, next) => {
  await next();
  const wanted = context.headers['if-match'];
  if (wanted === undefined || context.status >= 300 || wanted === context.response.get('ETag')) return;
  context.status = 412;
  context.body = '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code></Error>';
};

class WholeObjects extends FilesystemStore {
  readonly #incoming: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(root: string, incoming: string) {
    super(root);
    this.#incoming = incoming;
  }

  uploadPath(bucketName: string, uploadId: string): string {
    return join(this.getResourcePath(bucketName, undefined, 'uploads'), uploadId);
  }

  /** An object is three files: nobody may look while they change. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  override async putObject({ bucket: name, key, content, metadata }: ObjectToStore) {
    const path = join(this.#incoming, randomUUID());
    const [size, md5] = await this.putContent(path, content);
    const place = this.getResourcePath(name, key, 'object');
    await this.#alone(async () => {
      await mkdir(dirname(place), { recursive: true });
      await rename(path, place);
      await this.putMetadata(name, key, metadata, md5);
    });
    return { size, md5 };
  }

  override getObject(name: string, key: string, options: unknown): Promise<unknown> {
    return this.#alone(() => super.getObject(name, key, options));
  }

  override deleteObject(name: string, key: string): Promise<void> {
    return this.#alone(() => super.deleteObject(name, key));
  }

  /** Files are walked in the order of their names, which is not that of their keys, and all are opened at one time. */
  override async listObjects(name: string, options: object): Promise<Listing> {
    const asked = options as { maxKeys?: number; startAfter?: string; prefix?: string };
    const { maxKeys = 1000, startAfter = '', prefix = '' } = asked;
    return await this.#alone(async () => {
      const folder = dirname(this.getResourcePath(name, undefined, 'any'));
      const files = await readdir(folder, { recursive: true });
      const keys = files.filter((file) => file.endsWith(objectEnd)).map((file) => file.slice(0, -objectEnd.length));
      const due = keys.filter((key) => key.startsWith(prefix) && key > startAfter).sort();
      const objects = due.slice(0, maxKeys).map(async (key) => {
        return new S3Object(name, key, null, await this.getMetadata(name, key));
      });
      return { objects: await Promise.all(objects), commonPrefixes: [], isTruncated: false };
    });
  }
}
