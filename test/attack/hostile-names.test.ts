// Names that mean harm, in every place a name can come from, over the real service: none becomes a path, a header or a key
// of an object. The service lives in a folder of its own, whose surroundings are looked at before and after.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource, convert, Failure } from '../../src/convert/index.ts';
import { strictDisposition } from '../support/disposition.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { docxWith, epubWith, hostileNames, mailWith, mark } from './hostile-names.ts';

const home = mkdtempSync(join(tmpdir(), 'docmill-names-'));
const dataDir = join(home, 'data');
/** Tells of anything that is put on the object all others come from, in the service itself. */
const probe = `const known = String(Reflect.ownKeys(Object.prototype).map(String)); console.error('PROBE READY'); setInterval(() => { if (String(Reflect.ownKeys(Object.prototype).map(String)) !== known || ({}).polluted !== undefined) console.error('PROBE POLLUTED'); }, 20).unref();`;

let server: RunningServer;
let surroundings: string[];
beforeAll(async () => {
  for (const name of ['data', 'tmp', 'beside']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'beside/untouched.txt'), 'as it was');
  server = await startServer({
    dataDir,
    env: {
      TMPDIR: join(home, 'tmp'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
    },
  });
  surroundings = around();
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Everything beside the data directory, in the folder that holds it. */
const around = (): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => !/^(data|tmp)\//.test(path));

interface Answer {
  readonly job_id?: string;
  readonly sas_url?: string;
  readonly markdown_content?: string;
  readonly images?: readonly { readonly url: string }[];
  readonly details?: { readonly code?: string };
  readonly code?: string;
  readonly results?: readonly Answer[];
}

const local = (url: string): string => new URL(url).pathname + new URL(url).search;
let downloads = 0;

/** A refusal has its code; what converts is fetched in every way, and the names it comes with are judged. */
async function judge(response: Response): Promise<void> {
  expect([200, 207, 400, 404, 422]).toContain(response.status);
  expect(response.headers.get('x-injected')).toBeNull();
  const body = (await response.json()) as Answer;
  expect(Object.keys(body)).not.toContain('polluted');
  if (response.status >= 400) {
    expect(body.details?.code ?? body.code).toMatch(/^[A-Z_]+(\d{3})?$/);
    return;
  }
  for (const job of body.results ?? [body]) {
    if (job.job_id === undefined) continue;
    await download(`/api/v1/download/${job.job_id}`, 'attachment', /\.md$/);
    if (job.sas_url !== undefined) await download(local(job.sas_url), 'attachment', /\.md$/);
    for (const { url } of job.images ?? []) await download(local(url), 'inline', /^image-\d+\.\w+$/);
  }
}

async function download(path: string, type: string, ends: RegExp): Promise<void> {
  const response = await server.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  await response.arrayBuffer();
  for (const name of ['x-injected', 'set-cookie']) expect(response.headers.get(name)).toBeNull();
  const header = response.headers.get('content-disposition') ?? '';
  const given = strictDisposition(header);
  expect(given.type).toBe(type);
  for (const name of [given.filename ?? '', given.extended ?? '']) {
    expect(name).toMatch(ends);
    // Nothing that a browser would take for a folder, and nothing that is shown as another name than it is.
    expect(name).not.toMatch(/[/\\\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]|^\.*$|^(con|aux)(\.|$)/iu);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
  downloads += 1;
}

const boundary = 'dmboundary';
const form = (disposition: string): RequestInit => ({
  method: 'POST',
  body: Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n\r\nWords.\r\n--${boundary}--\r\n`,
  ),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
const text = Buffer.from('Words.').toString('base64');
const extended = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** How a name of a file gets into the service: the path and the request. */
const doors: Readonly<Record<string, (name: string) => readonly [path: string, init: RequestInit]>> = {
  'multipart, quoted': (name) => [
    '/api/v1/convert',
    form(`filename="${name.toWellFormed().replace(/["\\]/g, '\\$&')}"`),
  ],
  'multipart, as it is': (name) => ['/api/v1/convert', form(`filename="${name.toWellFormed()}"`)],
  'multipart, extended': (name) => ['/api/v1/convert', form(`filename="a.txt"; filename*=UTF-8''${extended(name)}`)],
  'the path': (name) => [
    `/api/v1/convert/${encodeURIComponent(name.toWellFormed())}`,
    { method: 'PUT', body: 'Words.' },
  ],
  'the query': (name) => [
    `/api/v1/convert?filename=${encodeURIComponent(name.toWellFormed())}`,
    { method: 'POST', body: 'Words.', headers: { 'content-type': 'text/plain' } },
  ],
  JSON: (name) => ['/api/v1/convert', json({ source_type: 'file', file: text, filename: name, [name]: name })],
  'JSON of a batch': (name) => [
    '/api/v1/batch',
    json({ files: [{ id: name === '' ? 'x' : name.slice(0, 60), source_type: 'file', filename: name, file: text }] }),
  ],
};

/** Of many places, each gets every third name, its neighbours the others; ALL_NAMES=1 tries all at each. */
const namesFor = (place: string, places: object): [string, string][] =>
  Object.entries(hostileNames).filter(
    (_, at) => process.env['ALL_NAMES'] === '1' || at % 3 === Object.keys(places).indexOf(place) % 3,
  );

describe.each(Object.entries(doors))('the name of a file by %s', (door, request) => {
  test.each(namesFor(door, doors))('%s', async (_title, name) => {
    const [path, init] = request(name);
    await judge(await server.fetch(path, init));
  });
});

const packages = { docx: docxWith, epub: epubWith, eml: mailWith } as const;
describe.each(Object.entries(packages))('names inside %s', (extension, make) => {
  test.each(namesFor(extension, packages))('%s', async (_title, name) => {
    const before = String(Reflect.ownKeys(Object.prototype).map(String));
    const content = make(name);
    try {
      const { markdown, images } = await convert(
        { source: bytesSource(content), name: `a.${extension}` },
        { extractImages: true },
      );
      expect(markdown).toContain('ords.');
      for (const image of images) expect(image.name).toMatch(/^image-\d+\.\w+$/);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    expect(String(Reflect.ownKeys(Object.prototype).map(String))).toBe(before);
    const options = encodeURIComponent(JSON.stringify({ extract_images: true }));
    await judge(
      await server.fetch(`/api/v1/convert?filename=a.${extension}&options=${options}`, {
        method: 'POST',
        body: new Uint8Array(content),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    );
  });
});

test('keys that are names of objects change none', async () => {
  const nasty =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"list":[{"__proto__":{"polluted":1},"a":1},{"a":2}]}';
  const bodies = [
    `{"source_type":"file","file":"${text}","filename":"a.txt","__proto__":{"polluted":1},"options":${nasty}}`,
    `{"source_type":"file","file":"${Buffer.from(nasty).toString('base64')}","filename":"a.json"}`,
    `{"source_type":"file","file":"${Buffer.from('__proto__,constructor,hasOwnProperty\n1,2,3\n').toString('base64')}","filename":"a.csv"}`,
    `{"source_type":"file","file":"${Buffer.from('<__proto__ polluted="1"><constructor>x</constructor></__proto__>').toString('base64')}","filename":"a.xml"}`,
    `{"source_type":"file","file":"${Buffer.from('---\n__proto__: {polluted: 1}\n---\n[constructor]: x\n\n[constructor] [^__proto__]\n\n[^__proto__]: y\n').toString('base64')}","filename":"a.md"}`,
  ];
  for (const body of bodies) {
    const sent = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const response = await server.fetch('/api/v1/convert', sent);
    expect([body, response.status, response.ok ? '' : await response.clone().text()]).toEqual([body, 200, '']);
    await judge(response);
  }
  for (const query of ['__proto__[polluted]=1', 'constructor.prototype.polluted=1', '__proto__=1&filename=a.txt']) {
    const sent = { method: 'POST', body: 'Words.', headers: { 'content-type': 'text/plain' } };
    const response = await server.fetch(`/api/v1/convert?${query}`, sent);
    expect([query, response.status]).toEqual([query, 200]);
    await judge(response);
  }
});

describe('afterwards', () => {
  test('many were fetched, and the service is as it was', async () => {
    expect(downloads).toBeGreaterThan(300);
    await new Promise((wake) => setTimeout(wake, 100));
    expect(server.output()).toContain('PROBE READY');
    expect(server.output()).not.toContain('PROBE POLLUTED');
    expect((await server.fetch('/api/v1/status')).status).toBe(200);
  });

  test('nothing lies outside the data directory, and no name became one of a file', () => {
    expect(around()).toEqual(surroundings);
    const places = ['/', tmpdir(), homedir(), process.cwd(), '/etc', '/var', join(home, 'tmp')].filter(existsSync);
    for (const place of places) expect(readdirSync(place).filter((name) => name.includes(mark))).toEqual([]);
    const stored = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(stored.length).toBeGreaterThan(100);
    for (const entry of stored) {
      expect(entry.name).toMatch(/^[\w~.-]{1,200}$/);
      expect(entry.name).not.toContain(mark);
      expect(entry.isSymbolicLink()).toBe(false);
    }
  });
});
