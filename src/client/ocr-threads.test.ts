// Pictures are read in threads: as many at one time as there are, and one that breaks costs its picture alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { line } from '../../test/support/pdf-document.ts';
import { pictureOf } from '../../test/support/pdf-scan.ts';
import type { OcrReading } from '../convert/engines/ocr/port.ts';
import type { Raster } from '../convert/engines/raster.ts';
import { Failure } from '../core/failure.ts';
import { OcrThreads, ocrThreads } from './ocr-threads.ts';

const built = join(import.meta.dirname, '../../dist/client/ocr-thread.js');
const folder = mkdtempSync(join(tmpdir(), 'docmill-threads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that does as the first pixel says, and otherwise answers with its own number. */
const scripted = join(folder, 'scripted.mjs');
writeFileSync(
  scripted,
  `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ raster }) => {
  const [wish] = raster.pixels;
  if (wish === 1) process.exit(3);
  if (wish === 2) throw new Error('a bug');
  if (wish === 3) return;
  const answer = wish === 4
    ? { failure: { code: 'UNSUPPORTED_LANGUAGE', message: 'No such language.', suggestion: 'Install it.', retryable: false } }
    : { reading: { width: threadId } };
  setTimeout(() => parentPort.postMessage(answer), 20);
});
`,
);

const wish = (what: number): Raster => ({ width: 2, height: 2, channels: 1, pixels: new Uint8Array(4).fill(what) });
const request = (signal = new AbortController().signal) => ({ type: 'basic', languages: ['en'], signal }) as const;
const codeOf = (failed: unknown): string => (failed instanceof Failure ? failed.code : String(failed));

async function withThreads(use: (threads: OcrThreads) => Promise<void>, count = 2): Promise<void> {
  const threads = new OcrThreads({}, count, scripted);
  try {
    await use(threads);
  } finally {
    await threads.close();
  }
}

describe('threads', () => {
  test('read what the engine of this process reads', async () => {
    const threads = ocrThreads({}, 2, built);
    if (threads === undefined) throw new Error('the program of the threads is not built');
    const picture = await pictureOf(line(20, 30, 'Notice to all passengers of the ferry', 14), 150, {
      width: 300,
      height: 60,
    });
    const [one, two] = await Promise.all([threads.read(picture, request()), threads.read(picture, request())]);
    expect(one.words.map(({ text }) => text).join(' ')).toBe('Notice to all passengers of the ferry');
    expect(two).toEqual(one);
    // It is looked at once more when its words are known.
    expect(picture.pixels.length).toBe(picture.width * picture.height);
    await threads.close();
  });

  test('take turns, however many pictures there are', () =>
    withThreads(async (threads) => {
      const read = await Promise.all(Array.from({ length: 9 }, () => threads.read(wish(0), request())));
      expect(new Set(read.map(({ width }: OcrReading) => width)).size).toBe(2);
    }));

  test.each([
    ['ends', 1],
    ['breaks', 2],
  ])('one that %s fails its picture, and another reads on', (_name, what) =>
    withThreads(async (threads) => {
      const read = [wish(what), wish(0), wish(what), wish(0)].map((raster) =>
        threads.read(raster, request()).then(() => 'read', codeOf),
      );
      expect(await Promise.all(read)).toEqual(['OCR_FAILED', 'read', 'OCR_FAILED', 'read']);
    }),
  );

  test('what the engine fails with comes back', () =>
    withThreads(async (threads) => {
      expect(await threads.read(wish(4), request()).catch(codeOf)).toBe('UNSUPPORTED_LANGUAGE');
      expect(await threads.read(wish(0), request()).then(() => 'read', codeOf)).toBe('read');
    }, 1));

  test('a picture that is given up ends at once, and its thread with it', () =>
    withThreads(async (threads) => {
      const stop = new AbortController();
      const read = threads.read(wish(3), request(stop.signal)).catch(codeOf);
      const next = threads.read(wish(0), request());
      stop.abort('enough');
      expect(await read).toBe('enough');
      expect((await next).width).toBeGreaterThan(0);
    }, 1));

  test('are not used where they would gain nothing', () => {
    expect(ocrThreads({}, 1, built)).toBeUndefined();
    expect(ocrThreads({}, 4, join(folder, 'missing.js'))).toBeUndefined();
  });
});
