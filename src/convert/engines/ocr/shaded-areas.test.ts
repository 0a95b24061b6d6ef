// Shaded areas of a page: rows and heads of tables by their ground, neither print nor grain.
import { expect, test } from 'vitest';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import type { PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { shadedAreas } from './shaded-areas.ts';

const [width, height, size] = [800, 600, 16];
const row: PixelBox = { left: 100, top: 200, right: 700, bottom: 240 };

function page(...boxes: readonly (PixelBox & { readonly level: number })[]): Grey {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { left, top, right, bottom, level } of boxes) {
    for (let y = top; y < bottom; y += 1) pixels.fill(level, y * width + left, y * width + right);
  }
  return { width, height, channels: 1, pixels };
}
/** Strokes within a box, as print has. */
const print = ({ left, top, right }: PixelBox, level: number): (PixelBox & { readonly level: number })[] =>
  Array.from({ length: Math.floor((right - left - 40) / 9) }, (_, at) => ({
    left: left + 20 + 9 * at,
    top: top + 10,
    right: left + 23 + 9 * at,
    bottom: top + 26,
    level,
  }));

test.each([
  ['a light row with dark print', 228, 20],
  ['a dark head with light print', 90, 250],
])('%s', (_title, level, ink) => {
  expect(shadedAreas(page({ ...row, level }, ...print(row, ink)), size)).toEqual([{ ...row, level }]);
});

test('cells that white lines part are areas of their own', () => {
  const cells = [100, 302, 504].map((left) => ({ left, top: 200, right: left + 196, bottom: 240, level: 228 }));
  expect(shadedAreas(page(...cells), size)).toEqual(cells);
});

test.each([
  ['print', page(...print(row, 20))],
  ['ground that hardly differs from the paper', page({ ...row, level: 250 })],
  ['an area lower than a line', page({ ...row, bottom: 212, level: 200 })],
])('%s is none', (_title, picture) => {
  expect(shadedAreas(picture, size)).toEqual([]);
});

test('bars of a chart are none', () => {
  const bars = [100, 240, 380].flatMap((left) => [
    { left, top: 200, right: left + 90, bottom: 300, level: 228 },
    { left, top: 300, right: left + 90, bottom: 400, level: 150 },
  ]);
  expect(shadedAreas(page(...bars), size)).toEqual([]);
});

test('grain is none', () => {
  const random = randomNumbers(1);
  const picture = page();
  for (let at = 0; at < picture.pixels.length; at += 1) picture.pixels[at] = 255 * random();
  expect(shadedAreas(picture, size)).toEqual([]);
});
