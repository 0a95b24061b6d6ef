// Reads drawn pages with the real recogniser, as they are and spoilt; bounds are generous, the bench has the figures.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  faded,
  grainy,
  inverted,
  rotated,
  type SamplePage,
  samplePage,
  spoilt,
} from '../../../../test/support/degraded-page.ts';
import { characterErrorRate } from '../../../../test/support/degraded-page-errors.ts';
import { Failure } from '../../../core/failure.ts';
import type { Raster } from '../raster.ts';
import { createOcrEngine } from './engine.ts';
import type { OcrEngine, OcrReading, OcrRequest } from './port.ts';

const request: OcrRequest = { type: 'basic', languages: ['en'], signal: new AbortController().signal };
let engine: OcrEngine;
let page: SamplePage;

/** The upper part of a page, so that a test reads a few lines. */
function upper({ width, channels, pixels }: Raster, height: number): Raster {
  return { width, height, channels, pixels: pixels.slice(0, height * width * channels) };
}

const textOf = ({ words }: OcrReading): string => words.map(({ text }) => text).join(' ');

beforeAll(async () => {
  engine = await createOcrEngine();
  const whole = await samplePage('prose', 0, 130);
  // The heading and the first paragraph.
  const end = whole.text.indexOf(' Please find');
  page = { raster: upper(whole.raster, 280), text: whole.text.slice(0, end) };
}, 60_000);

describe('reading', () => {
  test('words come with boxes in the scale of the picture, line by line', async () => {
    const reading = await engine.read(page.raster, request);
    expect(characterErrorRate(textOf(reading), page.text)).toBeLessThan(0.02);
    expect(reading).toMatchObject({ width: page.raster.width, height: page.raster.height, turned: 0, levelled: 0 });
    expect(reading.confidence).toBeGreaterThan(0.9);
    const [first] = reading.words;
    // The heading stands at 72 points from the left, its baseline 90 from the top, in 18 point type; 130 dots per inch.
    expect(first?.text).toBe('Notes');
    expect(Math.abs((first?.left ?? 0) - 130)).toBeLessThan(6);
    expect(Math.abs((first?.baseline ?? 0) - 162)).toBeLessThan(4);
    expect((first?.bottom ?? 0) - (first?.top ?? 0)).toBeGreaterThan(18);
    for (const [index, word] of reading.words.entries()) {
      const next = reading.words[index + 1];
      expect(word.right).toBeGreaterThan(word.left);
      if (next?.line === word.line) expect(next.left).toBeGreaterThanOrEqual(word.right - 2);
      else if (next) expect(next.line).toBeGreaterThan(word.line);
    }
  }, 30_000);

  test.each([
    ['upside down', [rotated(180)], 180],
    ['on its side and tilted, grainy', [rotated(94), grainy(40)], 270],
    ['light on dark, faint', [faded(0.2), inverted], 0],
  ] as const)(
    '%s',
    async (_, ways, turned) => {
      const reading = await engine.read(await spoilt(page.raster, ...ways), request);
      expect(characterErrorRate(textOf(reading), page.text)).toBeLessThan(0.05);
      expect(reading.turned).toBe(turned);
      for (const word of reading.words) {
        expect(word.left >= 0 && word.right <= reading.width && word.bottom <= reading.height).toBe(true);
      }
    },
    30_000,
  );

  test('the same picture gives the same words', async () => {
    const small = upper(page.raster, 190);
    expect(await engine.read(small, request)).toEqual(await engine.read(small, request));
  }, 30_000);
});

test('a picture without text has no words and no confidence', async () => {
  const blank = { width: 400, height: 300, channels: 1, pixels: new Uint8Array(120_000).fill(200) } as const;
  expect(await engine.read(blank, request)).toEqual({
    width: 400,
    height: 300,
    turned: 0,
    levelled: 0,
    words: [],
    rules: [],
    areas: [],
    confidence: 0,
  });
});

test('a language that is not installed is refused before the picture is looked at', async () => {
  const failure = await engine.read(page.raster, { ...request, languages: ['xx'] }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'UNSUPPORTED_LANGUAGE' });
});

test('a request that was called off is not begun', async () => {
  const called = new AbortController();
  called.abort();
  await expect(engine.read(page.raster, { ...request, signal: called.signal })).rejects.toThrow();
});

test.each([
  [1, 1],
  [1, 300],
  [300, 1],
  [2, 2],
  [9, 9],
  [4000, 3],
  [3, 4000],
  [61, 8],
])(
  'a picture of %d x %d pixels is read, whatever is in it',
  async (width, height) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('black', 'white', 'noise', 'bars'), async (kind) => {
        const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
          if (kind === 'noise') return Math.imul(at + 1, 2654435761) >>> 24;
          return kind === 'black' ? 0 : kind === 'white' ? 255 : (at >> 3) % 2 === 0 ? 0 : 255;
        });
        const { words } = await engine.read({ width, height, channels: 1, pixels }, request);
        for (const { left, right } of words) expect(right).toBeGreaterThan(left);
      }),
      { numRuns: 4 },
    );
  },
  30_000,
);
