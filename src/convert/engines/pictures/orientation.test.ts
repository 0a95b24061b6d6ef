// The eight orientations: a mark put anywhere on the stored picture is found again from where it is seen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Orientation, oriented, storedPlace } from './orientation.ts';

test('a place on the upright picture leads back to the stored one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom<Orientation>(1, 2, 3, 4, 5, 6, 7, 8),
      fc.constantFrom<1 | 3>(1, 3),
      fc.nat(),
      (width, height, orientation, channels, pick) => {
        const mark = pick % (width * height);
        const pixels = new Uint8Array(width * height * channels);
        pixels[mark * channels] = 200;
        const upright = oriented({ width, height, channels, pixels }, orientation);
        const seen = upright.pixels.indexOf(200) / channels;
        const x = seen % upright.width;
        const y = Math.floor(seen / upright.width);
        const box = { left: x, top: y, right: x + 1, bottom: y + 1 };
        const stored = storedPlace(box, orientation, width, height);
        expect(stored).toEqual({
          left: mark % width,
          top: Math.floor(mark / width),
          right: (mark % width) + 1,
          bottom: Math.floor(mark / width) + 1,
        });
      },
    ),
  );
});

test('6 is a quarter turn clockwise', () => {
  const stored = { width: 2, height: 1, channels: 1, pixels: Uint8Array.of(1, 2) } as const;
  expect(oriented(stored, 6)).toEqual({ width: 1, height: 2, channels: 1, pixels: Uint8Array.of(1, 2) });
  expect(oriented(stored, 8)).toEqual({ width: 1, height: 2, channels: 1, pixels: Uint8Array.of(2, 1) });
});
