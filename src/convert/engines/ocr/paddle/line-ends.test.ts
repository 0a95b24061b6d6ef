// Checks that a box cut short reaches the end of its word again, and no further.
import { expect, it } from 'vitest';
import { withWholeEnds } from './line-ends.ts';

/** White, with black letters from x to x, 20 pixels tall with gaps, as print has. */
function drawn(letters: readonly (readonly [number, number])[], rules: readonly number[] = []) {
  const [width, height] = [300, 60];
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [left, right] of letters) {
    for (let y = 20; y < 40; y++) if (y % 8 < 4) pixels.fill(0, y * width + left, y * width + right);
  }
  for (const x of rules) for (let y = 0; y < height; y++) pixels.fill(0, y * width + x, y * width + x + 3);
  return { width, height, channels: 1 as const, pixels };
}

/** The same picture a quarter turned: what ran to the right runs down. */
function turned({ width, height, pixels }: ReturnType<typeof drawn>) {
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + (height - 1 - y)] = pixels[y * width + x] as number;
  }
  return { width: height, height: width, channels: 1 as const, pixels: result };
}

const box = (left: number, right: number) => ({
  x: (left + right) / 2,
  y: 30,
  width: right - left,
  height: 30,
  angle: 0,
});
const about = (found: { x: number; width: number }, left: number, right: number) => {
  expect(Math.abs(found.x - found.width / 2 - left)).toBeLessThan(2.5);
  expect(Math.abs(found.x + found.width / 2 - right)).toBeLessThan(2.5);
};

const word: readonly (readonly [number, number])[] = [
  [50, 60],
  [63, 75],
  [78, 120],
  [124, 134],
];

it('takes in letters that were cut in two or left out of a word', () => {
  about(withWholeEnds(drawn(word), box(70, 126)), 44, 140);
});

it('does so along lines that run down the page', () => {
  const { x, y, width, height, angle } = box(70, 126);
  const found = withWholeEnds(turned(drawn(word)), { x: y, y: x, width, height, angle: angle + Math.PI / 2 });
  about({ x: found.y, width: found.width }, 44, 140);
});

it('leaves a box alone that ends on paper', () => {
  expect(withWholeEnds(drawn([[50, 100]]), box(40, 110))).toEqual(box(40, 110));
});

it('stops at the next word and at a ruled line', () => {
  const apart = drawn([
    [20, 40],
    [60, 100],
    [120, 140],
  ]);
  about(withWholeEnds(apart, box(70, 95)), 54, 106);
  about(withWholeEnds(drawn([[60, 100]], [103]), box(55, 95)), 55, 106);
});

it('does not reach into a line beside it', () => {
  const neighbour = box(130, 180);
  about(withWholeEnds(drawn(word), box(70, 122), [box(70, 122), neighbour]), 44, 122);
});
