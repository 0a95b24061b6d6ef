// What is shown on a large, empty picture is cut out at its place; a picture that is filled stays whole.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentArea } from './content-area.ts';

const width = 2_000;
const height = 1_200;

function marked(left: number, top: number, right: number, bottom: number, channels: 1 | 3 = 1) {
  const pixels = new Uint8Array(width * height * channels).fill(240);
  for (let y = top; y < bottom; y += 1) pixels.fill(9, (y * width + left) * channels, (y * width + right) * channels);
  return { width, height, channels, pixels };
}

test('any mark is inside what is cut out, with room around it', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 1_899 }), fc.integer({ min: 0, max: 1_099 }));
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 100 }), fc.constantFrom<1 | 3>(1, 3), ([x, y], size, channels) => {
      const { raster, left, top } = contentArea(marked(x, y, x + size, y + size, channels));
      // A mark in the last corner is taken for the ground, and the picture is read whole.
      if (x + size === width && y + size === height) return;
      expect([left, top]).toEqual([Math.max(0, x - 40), Math.max(0, y - 40)]);
      expect([left + raster.width, top + raster.height]).toEqual([
        Math.min(width, x + size + 40),
        Math.min(height, y + size + 40),
      ]);
      const inside = ((y - top) * raster.width + (x - left)) * channels;
      expect(raster.pixels[inside]).toBe(9);
      expect(raster.pixels.reduce((sum, value) => sum + (value === 9 ? 1 : 0), 0)).toBe(size * size * channels);
    }),
    { numRuns: 15 },
  );
});

test('filled and small pictures stay as they are', () => {
  const filled = marked(100, 100, 1_900, 1_100);
  expect(contentArea(filled).raster).toBe(filled);
  const blank = marked(0, 0, 0, 0);
  expect(contentArea(blank).raster).toBe(blank);
  const small = { width: 20, height: 20, channels: 1, pixels: new Uint8Array(400).fill(7, 0, 3) } as const;
  expect(contentArea(small).raster).toBe(small);
});
