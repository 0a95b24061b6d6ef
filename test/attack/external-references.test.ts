// Documents that refer to files and addresses outside themselves: nothing is opened. A server on this machine notes every
// connection and every datagram, a file holds words that must not come out; the documents go through the real sandbox and
// through the library in this process, where nothing but the code itself holds them back.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource, convert, Failure } from '../../src/convert/index.ts';
import { createPool, type Pool } from '../../src/sandbox/pool.ts';
import type { Bait } from './bait.ts';
import { visible } from './bait.ts';
import { baitedPackages } from './baited-packages.ts';
import { baitedPdfs } from './baited-pdfs.ts';
import { baitedTexts } from './baited-texts.ts';

const canary = 'canary-7f3a91c4e05b';
const folder = mkdtempSync(join(tmpdir(), 'docmill-outside-'));
/** Where a child of the sandbox may read: its rules must not be what keeps the words in. */
const file = join(folder, 'canary.txt');
const visits: string[] = [];
let server: Server;
let datagrams: Socket;
let pool: Pool;

const options = { extractImages: true, cleanHtml: false } as const;
const all = (bait: Bait) => ({ ...baitedTexts(bait), ...baitedPackages(bait), ...baitedPdfs(bait) });
/** The port is known when the server listens, the titles before. */
const titles = Object.keys(all({ url: '', file: '', fileUrl: '', share: '' }));
let documents: ReturnType<typeof all>;
const ends = new Map<string, string>();

beforeAll(async () => {
  writeFileSync(file, `${canary}\n`);
  server = createServer((socket) => {
    visits.push('TCP');
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n${canary}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  datagrams = createSocket('udp4', () => void visits.push('UDP'));
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  documents = all({
    url: `http://127.0.0.1:${port}`,
    file,
    fileUrl: pathToFileURL(file).href,
    share: `\\\\127.0.0.1@${port}\\share\\canary.txt`,
  });
  const childEntry = join(import.meta.dirname, '../../dist/sandbox/child.js');
  pool = createPool({ childEntry, scratchRoot: folder, size: 1, deadlineMs: 100_000, maxRssBytes: 1 << 30 });
});

afterAll(async () => {
  await pool.close();
  datagrams.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the judge sees a visit of either kind', async () => {
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(canary);
  const sender = createSocket('udp4');
  await new Promise((sent) => sender.send('x', port, '127.0.0.1', sent));
  await expect.poll(() => visits.length).toBe(2);
  sender.close();
  expect(visits.splice(0).sort()).toEqual(['TCP', 'UDP']);
});

describe.each(titles)('%s', (title) => {
  test('in this process', async () => {
    const [name, content] = documents[title] ?? ['', ''];
    try {
      const result = await convert({ source: bytesSource(Buffer.from(content as string)), name }, options);
      const { images, ...said } = result;
      expect(JSON.stringify(said)).not.toContain(canary);
      for (const { bytes } of images) expect(Buffer.from(bytes).includes(canary)).toBe(false);
      ends.set(title, said.markdown.includes(visible) ? 'read' : 'read without its words');
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      expect(`${error.message} ${error.details}`).not.toContain(canary);
      ends.set(title, error.code);
    }
    expect(visits).toEqual([]);
  });

  test('in the sandbox', async () => {
    const [name, content] = documents[title] ?? ['', ''];
    const work = mkdtempSync(join(folder, 'task-'));
    const outputDir = join(work, 'out');
    mkdirSync(outputDir);
    writeFileSync(join(work, 'input'), content);
    let end = 'read';
    try {
      const outcome = await pool.run({ inputPath: join(work, 'input'), outputDir, name, options });
      expect(JSON.stringify(outcome)).not.toContain(canary);
      expect(existsSync(outcome.markdownPath)).toBe(true);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      end = error.code;
    }
    // Whatever it left behind, also half done.
    for (const entry of readdirSync(outputDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(canary)).toBe(false);
    }
    rmSync(work, { recursive: true, force: true });
    expect(end).toBe(ends.get(title)?.replace(/^read.*/, 'read'));
    expect(visits).toEqual([]);
  });
});

test('at least forty documents were tried, and most of them were really read', () => {
  expect(titles.length).toBeGreaterThanOrEqual(40);
  expect(ends.size).toBe(titles.length);
  const read = [...ends.values()].filter((end) => end === 'read').length;
  expect(read).toBeGreaterThan(titles.length * 0.7);
  // Where a document is refused, its code says that it is at fault.
  const refused = [...ends.values()].filter((end) => !end.startsWith('read'));
  expect(refused.filter((code) => !['CORRUPTED_FILE', 'EMPTY_DOCUMENT', 'UNSUPPORTED_FORMAT'].includes(code))).toEqual(
    [],
  );
});
