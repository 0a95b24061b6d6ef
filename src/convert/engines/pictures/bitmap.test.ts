// Bitmaps of every depth and code, and files that lie.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bitmapOf } from '../../../../test/support/pictures.ts';
import { bitmapHeader, bitmapPixels } from './bitmap.ts';

function pixelsOf(bytes: Uint8Array): string {
  const header = bitmapHeader(bytes);
  if (header === undefined) throw new Error('no header');
  const { pixels, cut } = bitmapPixels(bytes, header);
  return Buffer.from(pixels).toString('hex') + (cut ? ' cut' : '');
}

const two = [
  [0, 0, 0],
  [255, 0, 0],
] as const;

describe('two by two, red where a bit is set', () => {
  test.each([
    ['1 bit', { width: 2, height: 2, bits: 1, palette: two }, [0x40, 0, 0, 0, 0x80, 0, 0, 0]],
    ['4 bits', { width: 2, height: 2, bits: 4, palette: two }, [0x01, 0, 0, 0, 0x10, 0, 0, 0]],
    ['8 bits', { width: 2, height: 2, bits: 8, palette: two }, [0, 1, 0, 0, 1, 0, 0, 0]],
    ['16 bits', { width: 2, height: 2, bits: 16 }, [0, 0, 0, 0x7c, 0, 0x7c, 0, 0].slice(0, 8)],
    [
      '16 bits with masks',
      { width: 2, height: 2, bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f] },
      [0, 0, 0, 0xf8, 0, 0xf8, 0, 0],
    ],
    ['24 bits', { width: 2, height: 2, bits: 24 }, [0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]],
    ['32 bits', { width: 2, height: 2, bits: 32 }, [0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0]],
    ['from the top', { width: 2, height: -2, bits: 8, palette: two }, [1, 0, 0, 0, 0, 1, 0, 0]],
    [
      'runs of 8 bits',
      { width: 2, height: 2, bits: 8, compression: 1, palette: two },
      [1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1],
    ],
    ['runs of 4 bits', { width: 2, height: 2, bits: 4, compression: 2, palette: two }, [2, 0x01, 0, 0, 2, 0x10, 0, 1]],
  ] as const)('%s', (_name, parts, pixels) => {
    const red = 'ff0000';
    const black = '000000';
    expect(pixelsOf(bitmapOf(parts, Buffer.from(pixels)))).toBe(red + black + black + red);
  });
});

test('a jump leaves white, literal runs are padded, what is beyond the edge is passed over', () => {
  const bytes = bitmapOf(
    { width: 3, height: 2, bits: 8, compression: 1, palette: two },
    Buffer.from([0, 3, 1, 1, 1, 0, 0, 0, 0, 2, 2, 0, 9, 1, 0, 1]),
  );
  expect(pixelsOf(bytes)).toBe('ffffff'.repeat(2) + 'ff0000'.repeat(4));
});

test('what is there of a cut file stays', () => {
  const bytes = bitmapOf({ width: 1, height: 2, bits: 24 }, Buffer.from([0, 0, 255, 0]));
  expect(pixelsOf(bytes)).toBe('ffffffff0000 cut');
});

test('the density is kept', () => {
  expect(bitmapHeader(bitmapOf({ width: 1, height: 1, bits: 24, dpi: 300 }, Buffer.alloc(4)))?.dpi).toBe(300);
});

test('any bytes behind any header end', () => {
  fc.assert(
    fc.property(
      fc.record({
        width: fc.integer({ min: -2, max: 70 }),
        height: fc.integer({ min: -70, max: 70 }),
        bits: fc.constantFrom(1, 2, 4, 8, 16, 24, 32, 7),
        compression: fc.integer({ min: 0, max: 7 }),
        pixelsAt: fc.constantFrom(54, 0, 70, 0xffffffff),
      }),
      fc.uint8Array({ maxLength: 200 }),
      (parts, pixels) => {
        const bytes = bitmapOf(parts, pixels);
        const header = bitmapHeader(bytes);
        if (header !== undefined) {
          expect(bitmapPixels(bytes, header).pixels.length).toBe(header.width * header.height * 3);
        }
      },
    ),
  );
});
