// Boxes that run over their neighbours are cut and drawn together around the ink; sound ones stay as they are.
import { expect, test } from 'vitest';
import type { Raster } from '../raster.ts';
import type { HocrLine } from './tesseract-hocr.ts';
import { wordsOfLines } from './tesseract-words.ts';

/** White, with black rectangles. */
function drawn(...boxes: readonly (readonly [left: number, top: number, right: number, bottom: number])[]): Raster {
  const pixels = new Uint8Array(400 * 100).fill(255);
  for (const [left, top, right, bottom] of boxes) {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * 400 + left, y * 400 + right);
  }
  return { width: 400, height: 100, channels: 1, pixels };
}

const word = (text: string, left: number, top: number, right: number, bottom: number, rightToLeft = false) => ({
  text,
  left,
  top,
  right,
  bottom,
  confidence: 90,
  rightToLeft,
});
const line = (words: HocrLine['words']): HocrLine => ({
  left: 20,
  top: 40,
  right: 380,
  bottom: 64,
  size: 24,
  slope: 0,
  baseline: 60,
  words,
});
const boxes = (words: ReturnType<typeof wordsOfLines>): number[][] =>
  words.map(({ left, top, right, bottom }) => [left, top, right, bottom]);

test('sound boxes stay, with the baseline at their middle', () => {
  const sound = { ...line([word('one', 20, 40, 60, 60), word('two', 70, 40, 110, 60)]), slope: 0.1 };
  const words = wordsOfLines([sound], drawn([25, 45, 50, 60]));
  expect(boxes(words)).toEqual([
    [20, 40, 60, 60],
    [70, 40, 110, 60],
  ]);
  expect(words.map(({ baseline }) => baseline)).toEqual([62, 67]);
});

test('a word with the box of half its line is cut at the next word and shrunk to its ink', () => {
  const picture = drawn([22, 42, 80, 60], [120, 42, 140, 60], [160, 42, 230, 60]);
  const words = wordsOfLines(
    [line([word('first', 20, 40, 380, 62), word('is', 119, 41, 141, 61), word('caught', 158, 41, 231, 61)])],
    picture,
  );
  expect(boxes(words)[0]).toEqual([22, 42, 80, 60]);
  expect(boxes(words)[1]?.[0]).toBeGreaterThanOrEqual(80);
  expect(boxes(words)[2]).toEqual([158, 41, 231, 61]);
});

test('a box that is too tall is brought to the height of its line', () => {
  const picture = drawn([22, 42, 80, 60], [22, 5, 80, 15]);
  const [only] = wordsOfLines([line([word('first', 20, 2, 82, 98)])], picture);
  expect(only).toMatchObject({ left: 22, top: 42, right: 80, bottom: 60 });
});

test('lines that run from right to left are cut the other way round', () => {
  const picture = drawn([200, 42, 260, 60], [100, 42, 150, 60]);
  const words = wordsOfLines(
    [line([word('abcde', 199, 41, 261, 61, true), word('fghij', 98, 41, 300, 61, true)])],
    picture,
  );
  expect(words.every(({ rightToLeft }) => rightToLeft)).toBe(true);
  expect(words[1]?.right).toBeLessThanOrEqual(words[0]?.left ?? 0);
});
