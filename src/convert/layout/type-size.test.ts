// Sizes of type from boxes of ink: what letters a word is made of must not matter, only how large they are.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentSizes, estimateSize, settleSizes, usualSize } from './type-size.ts';

/** The ink of a word in type of this size, as a usual face has it. */
function ink(text: string, size: number, baseline = 100) {
  const up = /[A-Zbdfhkl0-9]/.test(text) ? 0.69 : /[ij]/.test(text) ? 0.68 : /t/.test(text) ? 0.58 : 0.48;
  const down = /[gjpqy]/.test(text) ? 0.21 : 0;
  return { text, top: baseline - up * size, bottom: baseline + down * size };
}

describe('one word', () => {
  test.each(['sea', 'bay', 'Gap', 'HELLO', 'time', 'to', 'up', '2024', 'pygmy'])('%s', (text) => {
    for (const size of [12, 40]) {
      expect(Math.abs(estimateSize(ink(text, size)).size - size)).toBeLessThan(0.03 * size);
      const given = estimateSize({ ...ink(text, size), baseline: 100 });
      expect(Math.abs(given.size - size)).toBeLessThan(0.03 * size);
      expect(Math.abs(estimateSize(ink(text, size)).baseline - 100)).toBeLessThan(0.05 * size);
    }
  });

  test('marks alone say nothing', () => {
    expect(estimateSize({ text: '—', top: 90, bottom: 92 })).toMatchObject({ size: 0, weight: 0 });
  });

  test('a line of print outside its box is not believed', () => {
    expect(estimateSize({ ...ink('bay', 20), baseline: 300 }).size).toBeCloseTo(20, 0);
  });
});

test('the usual size of a line is that of most of its letters', () => {
  const line = ['Revenue', 'grew', 'in'].map((text) => estimateSize(ink(text, 30)));
  expect(usualSize([...line, estimateSize(ink('1', 9))])).toBeCloseTo(30, 0);
  expect(usualSize([])).toBe(0);
});

describe('sizes of a page', () => {
  test('what is read with some error is one size, a heading another', () => {
    const body = [31, 30, 29.4, 30.6, 32].map((size) => ({ size, weight: 60 }));
    const settled = settleSizes([...body, { size: 42, weight: 12 }, { size: 26.5, weight: 4 }]);
    expect(new Set(settled.slice(0, 5)).size).toBe(1);
    expect(settled[5]).toBe(42);
    // Few letters measure badly and follow the text around them.
    expect(settled[6]).toBe(settled[0]);
  });

  test('every size has one that stands for it, and settling again changes nothing', () => {
    const sizes = fc.array(fc.record({ size: fc.double({ min: 0, max: 200, noNaN: true }), weight: fc.nat(90) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(sizes, (given) => {
        const settled = settleSizes(given);
        expect(settled).toHaveLength(given.length);
        const again = settleSizes(given.map(({ weight }, at) => ({ size: settled[at] ?? 0, weight })));
        expect(new Set(again).size).toBeLessThanOrEqual(new Set(settled).size);
      }),
    );
  });
});

test('pages of one document share their sizes and scales', () => {
  const sizes = new DocumentSizes();
  expect([10.5, 14, 10, 13.5, 20].map((one) => sizes.settled(one))).toEqual([10.5, 14, 10.5, 14, 20]);
  expect(sizes.scaleOf(800, 600, 200)).toBe(200);
  expect(sizes.scaleOf(800, 600, 230)).toBe(200);
  expect(sizes.scaleOf(800, 600, 90)).toBe(90);
});
