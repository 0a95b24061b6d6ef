// Pages drawn by real children: a page that never ends, one as large as a field, a document that is none, a child that
// lies, many questions at one time, and a child that is not needed any more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../src/core/failure.ts';
import { createPool, type Pool } from '../../src/sandbox/pool.ts';
import { createPageDrawings } from '../../src/service/page-drawings.ts';
import type { JobRow } from '../../src/storage/schema.ts';
import { type JobStore, openJobStore } from '../support/job-store.ts';
import { pdfOf, Typist } from '../support/pdf-document.ts';

const childEntry = join(import.meta.dirname, '../../dist/sandbox/child.js');
const scratchRoot = mkdtempSync(join(tmpdir(), 'docmill-drawings-'));
let store: JobStore;
const pools: Pool[] = [];
const startPool = (): Pool => {
  const pool = createPool({ size: 1, childEntry, scratchRoot, maxRssBytes: 512 * 2 ** 20 });
  pools.push(pool);
  return pool;
};
const drawingsOf = (settings: { deadlineMs?: number; idleMs?: number } = {}) =>
  createPageDrawings({ blobs: store.blobs, scratchRoot, startPool, clock: store.clock }, settings);

async function stored(bytes: Uint8Array, filename = 'a.pdf'): Promise<JobRow> {
  const job = await store.accepted({ filename });
  const input = await store.blobs.put(job.input_key, bytes);
  return { ...job, input_size: input.size, input_sha256: input.sha256 };
}
const code = (error: unknown): string => (error instanceof Failure ? error.code : String(error));
/** Hundreds of thousands of paths, each with curves all over the page. */
const endlessPdf = (): Buffer =>
  pdfOf([{ content: '0 0 m 612 792 0 792 612 0 c 0 792 612 792 0 0 c f*\n'.repeat(400_000) }]);
const page = (text: string): Buffer => pdfOf([{ content: new Typist(72, 720).heading(text).content }]);

beforeAll(async () => {
  store = await openJobStore();
});
afterAll(async () => {
  await store.close();
  rmSync(scratchRoot, { recursive: true, force: true });
});

describe('hostile pages', () => {
  let drawings: ReturnType<typeof drawingsOf>;
  beforeAll(() => {
    drawings = drawingsOf();
  });
  afterAll(() => drawings.stop());

  test('one that would take minutes is given up, and the next is drawn', async () => {
    const endless = await stored(endlessPdf());
    const began = performance.now();
    expect(await drawings.picture(endless, 1).catch(code)).toBe('PROCESSING_TIMEOUT');
    expect(performance.now() - began).toBeLessThan(40_000);
    const png = await drawings.picture(await stored(page('Fine')), 1);
    expect((await sharp(png).metadata()).format).toBe('png');
    // It is known by now, and costs no child any more; ten minutes later it may try again.
    const again = performance.now();
    expect(await drawings.picture(endless, 1).catch(code)).toBe('PROCESSING_TIMEOUT');
    expect(performance.now() - again).toBeLessThan(500);
    store.pass(600_001);
    const tried = drawings.picture(endless, 1).catch(code);
    expect(await Promise.race([tried, pause(1000, 'trying')])).toBe('trying');
    await drawings.stop();
    expect(await tried).toBe('UNAVAILABLE');
    drawings = drawingsOf();
  }, 90_000);

  test('one under way does not hold up the end of the service', async () => {
    const other = drawingsOf({ deadlineMs: 60_000 });
    const asked = other.picture(await stored(endlessPdf()), 1).catch(code);
    await expect.poll(() => pools.at(-1)?.stats().busy, { timeout: 10_000 }).toBe(1);
    const began = performance.now();
    await other.stop();
    expect(await asked).toBe('UNAVAILABLE');
    expect(performance.now() - began).toBeLessThan(5000);
  }, 60_000);

  test.each([
    ['a field', 14_400, 14_400],
    ['a till roll', 200, 14_400],
    ['a banner', 14_400, 20],
    ['a speck', 1, 1],
  ])(
    '%s is drawn within bounds',
    async (_, width, height) => {
      const png = await drawings.picture(await stored(pdfOf([{ content: '0 0 5 5 re f', width, height }])), 1);
      const size = await sharp(png).metadata();
      expect(size.width).toBeLessThanOrEqual(1400);
      expect((size.width ?? 0) * (size.height ?? 0)).toBeLessThanOrEqual(6_000_000);
    },
    30_000,
  );

  test.each([
    ['nothing of a PDF', Buffer.from('%PDF-1.7\nnothing'), 'a.pdf', 'CORRUPTED_FILE'],
    ['a document without pages', Buffer.from('Hello.'), 'a.txt', 'UNSUPPORTED_FORMAT'],
    ['a page that is not there', page('One'), 'a.pdf', 'REQUEST_002'],
  ])('of %s there is no picture', async (_, bytes, name, expected) => {
    expect(await drawings.picture(await stored(bytes, name), 2).catch(code)).toBe(expected);
  });

  test('a PNG that says it is as large as a country is refused', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(200_000, 16);
    png.writeUInt32BE(200_000, 20);
    expect(await drawings.picture(await stored(png, 'a.png'), 1).catch(code)).toMatch(/DOCUMENT_LIMIT|CORRUPTED_FILE/);
  });
});

test('sizes are told for all pages of a long document', async () => {
  const drawings = drawingsOf();
  try {
    const long = await stored(
      pdfOf(Array.from({ length: 500 }, (_, at) => ({ content: '', width: 100 + at, height: 200 }))),
    );
    const sizes = await drawings.sizes(long);
    expect(sizes).toHaveLength(500);
    expect(sizes[499]).toEqual({ page: 500, width: 599, height: 200, orientation: 1 });
  } finally {
    await drawings.stop();
  }
}, 30_000);

test('more questions than can wait are refused, those for the same page share one answer, and the child goes when idle', async () => {
  const drawings = drawingsOf({ idleMs: 300, deadlineMs: 60_000 });
  const before = pools.length;
  try {
    const jobs = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => ({
        ...(await stored(page(`Page ${at}`))),
        account_id: `account ${at % 3}`,
      })),
    );
    // Stored before, so that the child has no time to be idle in between.
    const many = await Promise.all(Array.from({ length: 10 }, (_, at) => stored(page(`Mine ${at}`))));
    const answers = await Promise.all(
      [...jobs, ...jobs.slice(0, 3)].map((job) => drawings.picture(job, 1).then(() => 'drawn', code)),
    );
    const own = await Promise.all(many.map((job) => drawings.picture(job, 1).then(() => 'drawn', code)));
    expect(answers.filter((one) => one === 'UNAVAILABLE')).toHaveLength(4);
    expect(answers.slice(24)).toEqual(['drawn', 'drawn', 'drawn']);
    expect(pools.length).toBe(before + 1);
    expect(own.filter((one) => one === 'RATE_004')).toHaveLength(2);
    await expect.poll(() => pools.at(-1)?.stats().idle, { timeout: 10_000 }).toBe(0);
    // Who looks again gets a new one.
    await drawings.picture(await stored(page('Later')), 1);
    expect(pools.length).toBe(before + 2);
  } finally {
    await drawings.stop();
  }
  expect(await drawings.picture(await stored(page('Too late')), 1).catch(code)).toBe('UNAVAILABLE');
}, 120_000);

test.each([
  '{}',
  '{"pages":[null]}',
  '{"pages":[{"page":1,"width":"x","height":1,"orientation":1}]}',
  '{"pages":[{"page":1,"width":1,"height":1,"orientation":9}]}',
  '{"pages":[{"page":1.5,"width":1,"height":1,"orientation":1}]}',
  `{"pages":[${'{"page":1,"width":1,"height":1,"orientation":1},'.repeat(10_000)}{}]}`,
  'no JSON',
  `{"pages":[]}${' '.repeat(20 * 2 ** 20)}`,
])('sizes of a child that was taken over are refused (%#)', async (text) => {
  // A child that writes what it likes; everything else about a pool is as it is.
  const lying = (): Pool => ({
    async run(task) {
      const mapPath = join(task.outputDir, 'blocks.json');
      writeFileSync(mapPath, text);
      const metadata = {
        format: 'pdf',
        pages: 1,
        markdownBytes: 0,
        words: 0,
        language: 'und',
        qualityScore: 0,
        ocrUsed: false,
      };
      return { mapPath, markdownPath: '', metadata, warnings: [], images: [] };
    },
    stats: () => ({ size: 1, busy: 0, idle: 1, spawned: 1, killed: 0, waiting: 0 }),
    close: async () => undefined,
  });
  const drawings = createPageDrawings({ blobs: store.blobs, scratchRoot, startPool: lying, clock: store.clock });
  try {
    expect(await drawings.sizes(await stored(page('Lies'))).catch(code)).toBe('PROCESSING_FAILED');
  } finally {
    await drawings.stop();
  }
});
