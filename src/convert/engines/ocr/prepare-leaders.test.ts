// Leaders of contents pages: found, taken off with the number moved to its entry, and put back where they stood.
import { expect, test } from 'vitest';
import type { OcrWord, PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { leadersOf, withLeaders, withoutLeaders } from './prepare-leaders.ts';

const [width, height, size] = [600, 60, 14];
const entry: PixelBox = { left: 20, top: 20, right: 120, bottom: 34 };
const number: PixelBox = { left: 500, top: 20, right: 520, bottom: 34 };
const dotAt = (index: number, top = 32): PixelBox => ({
  left: 130 + 9 * index,
  top,
  right: 132 + 9 * index,
  bottom: top + 2,
});
const dots = (count: number, top?: number): PixelBox[] => Array.from({ length: count }, (_, at) => dotAt(at, top));

function picture(...boxes: readonly PixelBox[]): Grey {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  }
  return { width, height, channels: 1, pixels };
}
const isInk = ({ pixels }: Grey, x: number, y: number): boolean => pixels[y * width + x] === 0;
const word = (text: string, box: PixelBox): OcrWord => ({ text, confidence: 0.9, line: 3, ...box });

test('a row of dots with what it leads to', () => {
  expect(leadersOf(picture(entry, number, ...dots(40)), size)).toMatchObject([
    { left: 130, right: 483, dots: 40, end: { left: 500, right: 520 } },
  ]);
});

test.each([
  ['an ellipsis', [entry, ...dots(3)]],
  ['feet of letters', [entry, ...dots(40), { left: 140, top: 22, right: 300, bottom: 30 }]],
  ['dots here and there', [entry, ...[0, 1, 5, 6, 13, 15, 22, 30].map((at) => dotAt(at))]],
  ['nothing', []],
])('%s is no leader', (_title, boxes) => {
  expect(leadersOf(picture(...boxes), size)).toEqual([]);
});

test('the dots go, the number stands at its entry, and what is read there comes back to its place', () => {
  const before = picture(entry, number, ...dots(40));
  const leaders = leadersOf(before, size);
  const after = withoutLeaders(before, leaders, size);
  expect(isInk(after, 50, 25)).toBe(true);
  expect(isInk(after, 131, 33)).toBe(false);
  expect(isInk(after, 510, 25)).toBe(false);
  expect(isInk(after, 150, 25)).toBe(true);
  const read = [word('Homeland', entry), word('91', { left: 144, top: 20, right: 164, bottom: 34 })];
  expect(withLeaders(read, leaders, size)).toMatchObject([
    { text: 'Homeland', left: 20 },
    { text: '.'.repeat(40), left: 130, right: 483, line: 3 },
    { text: '91', left: 500, right: 520 },
  ]);
});

test('a leader to something long leaves it where it is, and one that leads from nothing is left out', () => {
  const long = { left: 400, top: 20, right: 590, bottom: 34 };
  const [leader] = leadersOf(picture(...dots(25), long), size);
  expect(leader).toMatchObject({ dots: 25 });
  expect(leader?.end).toBeUndefined();
  expect(withLeaders([word('far', long)], leader === undefined ? [] : [leader], size)).toEqual([word('far', long)]);
});
