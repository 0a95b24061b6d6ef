// The thickness of strokes: that of bars drawn for it, however dark or soft they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Raster } from '../raster.ts';
import { strokeWidth } from './stroke-width.ts';

/** Upright bars of a thickness, on paper. */
function bars(thickness: number, paper = 255, ink = 0): Raster {
  const [width, height, step] = [120, 24, 20];
  const pixels = new Uint8Array(width * height).fill(paper);
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 0; x < width; x += 1) if (x % step >= 4 && x % step < 4 + thickness) pixels[y * width + x] = ink;
  }
  return { width, height, channels: 1, pixels };
}
const whole = { left: 0, top: 0, right: 120, bottom: 24 };

test('thicker bars measure thicker', () => {
  const [thin, usual, bold] = [1, 2, 3].map((thickness) => strokeWidth(bars(thickness), whole) as number);
  expect(usual).toBeCloseTo(2 * (thin as number), 0);
  expect(bold).toBeGreaterThan(1.3 * (usual as number));
});

test('faint print on grey paper is as thick as black on white', () => {
  fc.assert(
    fc.property(fc.integer({ min: 120, max: 255 }), fc.integer({ min: 30, max: 110 }), (paper, difference) => {
      const faint = strokeWidth(bars(2, paper, paper - difference), whole) as number;
      expect(faint).toBeCloseTo(strokeWidth(bars(2), whole) as number, 6);
    }),
  );
});

test('nothing is measured where there is no ink, nor outside of the picture', () => {
  expect(strokeWidth(bars(0), whole)).toBeUndefined();
  expect(strokeWidth(bars(2), { left: 500, top: 0, right: 520, bottom: 24 })).toBeUndefined();
  expect(strokeWidth(bars(2), { left: -9, top: -9, right: 999, bottom: 999 })).toBeGreaterThan(0);
});
