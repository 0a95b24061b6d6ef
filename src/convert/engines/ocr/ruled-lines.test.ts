// Drawn lines are found in a page of grey, whatever gaps and slant a scan gives them; letters are not taken for lines.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Raster } from '../raster.ts';
import { findRules } from './ruled-lines.ts';

class Canvas {
  readonly raster: Raster;
  constructor(width = 400, height = 300) {
    this.raster = { width, height, channels: 1, pixels: new Uint8Array(width * height).fill(250) };
  }
  dot(x: number, y: number, grey = 20): void {
    this.raster.pixels[Math.round(y) * this.raster.width + Math.round(x)] = grey;
  }
  across(x: number, y: number, length: number, { thick = 2, slant = 0, gap = 0, grey = 20 } = {}): this {
    for (let at = 0; at < length; at += 1) {
      if (gap > 0 && at % 40 < gap) continue;
      for (let row = 0; row < thick; row += 1) this.dot(x + at, y + row + slant * at, grey);
    }
    return this;
  }
  down(x: number, y: number, length: number, thick = 2): this {
    for (let at = 0; at < length; at += 1)
      for (let column = 0; column < thick; column += 1) this.dot(x + column, y + at);
    return this;
  }
}

describe('lines', () => {
  test.each([
    ['plain', {}],
    ['a hairline', { thick: 1 }],
    ['light grey', { grey: 215 }],
    ['thick', { thick: 4 }],
    ['with gaps', { gap: 4 }],
    ['a little slanted', { slant: 0.01 }],
  ])('%s', (_name, look) => {
    const rules = findRules(new Canvas().across(50, 100, 250, look).raster);
    expect(rules).toHaveLength(1);
    const [rule] = rules;
    expect(rule?.horizontal).toBe(true);
    expect(Math.abs((rule?.left ?? 0) - 50)).toBeLessThanOrEqual(6);
    expect(Math.abs((rule?.right ?? 0) - 300)).toBeLessThanOrEqual(6);
    expect(Math.abs((rule?.top ?? 0) - 100)).toBeLessThanOrEqual(3);
  });

  test('a grid is as many lines as were drawn', () => {
    const canvas = new Canvas();
    for (const y of [40, 100, 160]) canvas.across(40, y, 302);
    for (const x of [40, 140, 240, 340]) canvas.down(x, 40, 122);
    const rules = findRules(canvas.raster);
    const near = (given: readonly number[], wanted: readonly number[]): boolean =>
      given.length === wanted.length && given.every((one, at) => Math.abs(one - (wanted[at] ?? 0)) <= 3);
    const across = rules.filter((rule) => rule.horizontal);
    const down = rules.filter((rule) => !rule.horizontal).sort((a, b) => a.left - b.left);
    expect(
      near(
        across.map((rule) => rule.top),
        [40, 100, 160],
      ),
    ).toBe(true);
    expect(
      near(
        across.map((rule) => rule.right - rule.left),
        [302, 302, 302],
      ),
    ).toBe(true);
    expect(
      near(
        down.map((rule) => rule.left),
        [40, 140, 240, 340],
      ),
    ).toBe(true);
  });

  test('colour is seen as grey', () => {
    const { width, height, pixels } = new Canvas().across(50, 100, 250).raster;
    const colours = new Uint8Array(3 * pixels.length);
    for (const [at, grey] of pixels.entries()) colours.fill(grey, 3 * at, 3 * at + 3);
    expect(findRules({ width, height, channels: 3, pixels: colours })).toHaveLength(1);
  });

  test('a page larger than is looked at keeps its places', () => {
    const rules = findRules(new Canvas(2_400, 2_000).across(300, 900, 1_500).raster);
    expect(rules).toHaveLength(1);
    expect(Math.abs((rules[0]?.left ?? 0) - 300)).toBeLessThan(8);
    expect(Math.abs((rules[0]?.right ?? 0) - 1_800)).toBeLessThan(8);
  });
});

describe('no lines', () => {
  test('strokes within a word, a diagonal, a filled area', () => {
    const canvas = new Canvas().down(60, 100, 40, 4).across(80, 120, 40, { thick: 3 });
    const word = { left: 55, top: 98, right: 130, bottom: 142 };
    expect(findRules(canvas.raster, [word, word, word])).toEqual([]);
    expect(findRules(new Canvas().across(50, 50, 200, { slant: 0.5 }).raster)).toEqual([]);
    expect(findRules(new Canvas().across(50, 50, 200, { thick: 60 }).raster)).toEqual([]);
  });

  test('noise of any kind ends and stays within the picture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 90 }),
        fc.infiniteStream(fc.nat(255)),
        (width, height, noise) => {
          const pixels = Uint8Array.from({ length: width * height }, () => noise.next().value as number);
          for (const rule of findRules({ width, height, channels: 1, pixels })) {
            expect(rule.left).toBeGreaterThanOrEqual(0);
            expect(rule.bottom).toBeLessThanOrEqual(height + 1);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
