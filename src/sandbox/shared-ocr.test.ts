// Pictures are offered to other children, read here when nobody has time, and come back the same either way.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engines } from '../convert/engines/engines.ts';
import type { OcrReading, OcrRequest } from '../convert/engines/ocr/port.ts';
import type { Raster } from '../convert/engines/raster.ts';
import { type ConversionTask, type PictureTask, pixelsPath, readingPath } from './protocol.ts';
import { createOffers, readForOther } from './shared-ocr.ts';

let folder: string;
let task: ConversionTask;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docmill-offers-'));
  task = { inputPath: join(folder, 'input'), outputDir: folder, options: {} };
});
afterEach(() => rmSync(folder, { recursive: true }));

const request: OcrRequest = { type: 'basic', languages: ['en'], signal: new AbortController().signal };
const raster = (fill: number, side = 600): Raster => ({
  width: side,
  height: side,
  channels: 1,
  pixels: new Uint8Array(side * side).fill(fill),
  dpi: 300,
});
const reading = (text: string): OcrReading => ({
  width: 600,
  height: 600,
  turned: 0,
  levelled: 0,
  words: [{ text, confidence: 1, line: 0, left: 0, top: 0, right: 10, bottom: 10 }],
  rules: [],
  areas: [],
  confidence: 1,
});

/** Reads the grey of a picture as its text, so that a mix-up would show. */
function engines(name: string): Engines {
  return {
    ocr: async () => ({
      parallel: 1,
      read: async ({ pixels, dpi }) => reading(`${name} ${pixels[0]} ${dpi}`),
      lines: async ({ width, height }) => [{ x: width, y: height, width: 1, height: 1, angle: 0 }],
    }),
    speech: async () => {
      throw new Error('not asked for');
    },
  };
}

test('as many pictures as there are helpers are handed over, the others are read here', async () => {
  const offers = createOffers(engines('own'));
  const asked: [number, PictureTask][] = [];
  const ocr = await offers.engines(task, 1, (ask, picture) => void asked.push([ask, picture])).ocr();
  expect(ocr.parallel).toBe(2);
  const first = ocr.read(raster(7), request);
  const second = await ocr.read(raster(8), request);
  expect(second.words[0]?.text).toBe('own 8 300');

  const [[ask, picture] = [0, undefined]] = asked;
  if (picture === undefined) throw new Error('nothing was offered');
  const paths = { pixelsPath: pixelsPath(task, ask), readingPath: readingPath(task, ask) };
  await readForOther({ type: 'recognise', id: 1, picture, engines: {}, ...paths }, engines('other'));
  offers.answered(ask, true);
  expect((await first).words[0]?.text).toBe('other 7 300');
  expect(asked).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('lines of print are looked for here, and no picture is handed over for it', async () => {
  const ocr = await createOffers(engines('own'))
    .engines(task, 1, () => {
      throw new Error('nothing is to be offered');
    })
    .ocr();
  const { width, height } = raster(9);
  expect(await ocr.lines(raster(9))).toMatchObject([{ x: width, y: height }]);
});

test('a picture that nobody has time for is read here, and leaves no file', async () => {
  const offers = createOffers(engines('own'));
  const ocr = await offers.engines(task, 1, (ask) => setImmediate(() => offers.answered(ask, false))).ocr();
  expect((await ocr.read(raster(9), request)).words[0]?.text).toBe('own 9 300');
  expect(readdirSync(folder)).toEqual([]);
});

test('small pictures are not worth handing over', async () => {
  const offers = createOffers(engines('own'));
  const ocr = await offers
    .engines(task, 3, () => {
      throw new Error('offered');
    })
    .ocr();
  expect((await ocr.read(raster(1, 100), request)).words[0]?.text).toBe('own 1 300');
});

test('pixels that are not of the size that was told are refused', async () => {
  const paths = { pixelsPath: pixelsPath(task, 1), readingPath: readingPath(task, 1) };
  writeFileSync(paths.pixelsPath, new Uint8Array(5));
  const picture: PictureTask = { width: 2, height: 2, channels: 1, ocrType: 'basic', languages: [] };
  await expect(
    readForOther({ type: 'recognise', id: 1, picture, engines: {}, ...paths }, engines('other')),
  ).rejects.toThrow('size');
  expect(existsSync(paths.readingPath)).toBe(false);
  expect(readFileSync(paths.pixelsPath)).toHaveLength(5);
});
