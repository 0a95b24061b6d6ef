// Pictures made to cost more than they should, through the real sandbox with little memory: each ends in Markdown or in a
// code that says what is wrong, never by its deadline, its memory or a crash.
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bitmapOf, gifOf, pngOf, pngRows, tiffOf, tiffPage } from '../support/pictures.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { type Sandboxed, sandboxed } from '../support/sandboxed.ts';

let sandbox: Sandboxed;
beforeAll(() => {
  sandbox = sandboxed();
});
afterAll(() => sandbox.close());

const limit = ['DOCUMENT_LIMIT'];
const damaged = ['CORRUPTED_FILE'];
const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes));
const bigText = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), zeros(2 ** 28)]);
/** The first frame header of a JPEG with another size in it. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  for (let at = 2; at + 9 < copy.length; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] as number;
    if (marker < 0xc0 || marker > 0xc2) continue;
    copy.writeUInt16BE(height, at + 5);
    copy.writeUInt16BE(width, at + 7);
    break;
  }
  return copy;
}
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#eee' } });

/** What may come out besides Markdown. */
type Case = readonly [name: string, content: () => Buffer | Promise<Buffer>, codes?: readonly string[]];

const bombs: Record<string, Case> = {
  'nothing at all': ['a.png', () => Buffer.alloc(0), damaged],
  'a PNG of 50 000 by 50 000': ['a.png', () => pngOf({ width: 50_000, height: 50_000 }, zeros(1000)), limit],
  'a PNG of 2 147 483 647 by 1': [
    'a.png',
    () => pngOf({ width: 2 ** 31 - 1, height: 1 }, zeros(9)),
    [...limit, ...damaged],
  ],
  'a PNG of 196 million white pixels': [
    'a.png',
    () => pngOf({ width: 14_000, height: 14_000, depth: 1 }, zeros(14_000 * 1_751)),
  ],
  'an interlaced PNG of 196 million pixels': [
    'a.png',
    () => pngOf({ width: 14_000, height: 14_000, depth: 1, interlaced: true }, zeros(14_000 * 1_760)),
    limit,
  ],
  'a PNG of no size': ['a.png', () => pngOf({ width: 0, height: 0 }, zeros(9)), damaged],
  'a PNG whose text unpacks to a gigabyte': [
    'a.png',
    () => {
      const rows = Array.from({ length: 50 }, () => Buffer.alloc(50, 255));
      return pngOf({ width: 50, height: 50 }, pngRows(rows), [
        ['zTXt', bigText],
        ['zTXt', bigText],
        ['zTXt', bigText],
        ['zTXt', bigText],
      ]);
    },
    damaged,
  ],
  'a PNG with a profile that unpacks to 256 MB': [
    'a.png',
    () => {
      const rows = Array.from({ length: 50 }, () => Buffer.alloc(50, 255));
      const profile = bigText;
      return pngOf({ width: 50, height: 50 }, pngRows(rows), [['iCCP', profile]]);
    },
    damaged,
  ],
  'a GIF of 100 000 frames': ['a.gif', () => gifOf(64, 64, 100_000)],
  'a GIF of 3 000 large frames': ['a.gif', () => gifOf(4_000, 4_000, 3_000)],
  'a GIF without an end': ['a.gif', () => gifOf(300, 200, 50, true)],
  'a GIF of 65 535 by 65 535': ['a.gif', () => gifOf(65_535, 65_535, 1), limit],
  'a TIFF whose directory follows itself': [
    'a.tiff',
    () => tiffOf([tiffPage(50, 50)], () => 0, Buffer.alloc(2500, 255)),
    damaged,
  ],
  'two directories that follow each other': [
    'a.tiff',
    () => tiffOf([tiffPage(50, 50), tiffPage(50, 50)], (at) => 1 - at, Buffer.alloc(2500, 255)),
    damaged,
  ],
  'a TIFF of 50 000 pages': [
    'a.tiff',
    () => {
      const page = tiffPage(50, 50);
      return tiffOf(
        Array.from({ length: 50_000 }, () => page),
        (at) => at + 1,
        Buffer.alloc(2500, 255),
      );
    },
    damaged,
  ],
  'a TIFF of 4 billion by 4 billion': [
    'a.tiff',
    () => tiffOf([tiffPage(0xffffffff, 0xffffffff, 2500)], () => -1, Buffer.alloc(2500)),
    [...limit, ...damaged],
  ],
  'a TIFF of 13 000 by 13 000 with one strip that is not there': [
    'a.tiff',
    () => tiffOf([tiffPage(13_000, 13_000)], () => -1, Buffer.alloc(2500)),
    [...limit, ...damaged],
  ],
  'a JPEG of 65 500 by 65 500': [
    'a.jpg',
    async () => withSize(await plain(100, 100).jpeg().toBuffer(), 65_500, 65_500),
    limit,
  ],
  'a JPEG of 14 000 by 14 000 with the pixels of a stamp': [
    'a.jpg',
    async () => withSize(await plain(100, 100).jpeg().toBuffer(), 14_000, 14_000),
    damaged,
  ],
  'a progressive JPEG of 14 000 by 14 000': [
    'a.jpg',
    async () => withSize(await plain(100, 100).jpeg({ progressive: true }).toBuffer(), 14_000, 14_000),
    limit,
  ],
  'a progressive JPEG that says its scans a thousand times': [
    'a.jpg',
    async () => {
      const jpeg = withSize(await plain(64, 64).jpeg({ progressive: true }).toBuffer(), 6_000, 6_000);
      const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
      const [head, last] = [jpeg.subarray(0, scan), jpeg.subarray(scan, -2)];
      return Buffer.concat([head, ...Array.from({ length: 1_000 }, () => last), jpeg.subarray(-2)]);
    },
    damaged,
  ],
  'a WebP of 16 383 by 16 383': [
    'a.webp',
    async () => {
      const webp = await plain(100, 100).webp({ lossless: true }).toBuffer();
      const at = webp.indexOf('VP8L') + 9;
      webp.writeUInt32LE((webp.readUInt32LE(at) & 0xf0000000) | (16_382 << 14) | 16_382, at);
      return webp;
    },
    limit,
  ],
  'a BMP that says it has 2 billion rows': [
    'a.bmp',
    () => bitmapOf({ width: 10, height: 2 ** 31 - 1, bits: 24 }, Buffer.alloc(300)),
    limit,
  ],
  'a BMP of 6 000 by 6 000 without pixels': [
    'a.bmp',
    () => bitmapOf({ width: 6_000, height: 6_000, bits: 24 }, Buffer.alloc(0)),
    damaged,
  ],
  'a BMP whose pixels begin beyond its end': [
    'a.bmp',
    () => bitmapOf({ width: 60, height: 60, bits: 8, pixelsAt: 0xfffffff0 }, Buffer.alloc(3600)),
    damaged,
  ],
  'a BMP of runs that never leave the first row': [
    'a.bmp',
    () => bitmapOf({ width: 60, height: 60, bits: 8, compression: 1 }, Buffer.alloc(20_000_000, 0xff)),
  ],
};

test.each(Object.entries(bombs))('%s', { timeout: 60_000 }, async (_title, [name, content, codes = []]) => {
  const end = await sandbox.run(name, await content());
  // A picture without text is described in a line.
  if (typeof end === 'number') expect(end).toBeLessThan(10_000);
  else expect(codes).toContain(end);
});

const seeds: Record<string, () => Promise<Buffer>> = {
  jpg: () => striped().jpeg().toBuffer(),
  png: () => striped().png().toBuffer(),
  gif: () => striped().gif().toBuffer(),
  webp: () => striped().webp().toBuffer(),
  tiff: () => striped().tiff({ compression: 'lzw' }).toBuffer(),
};
function striped() {
  const pixels = Buffer.from(Array.from({ length: 120 * 90 }, (_, at) => (Math.floor(at / 7) % 3) * 100));
  return sharp(pixels, { raw: { width: 120, height: 90, channels: 1 } });
}

test.each(Object.entries(seeds))('a %s that was cut or changed', { timeout: 120_000 }, async (kind, make) => {
  const seed = await make();
  const random = randomNumbers(7);
  const copies: Buffer[] = [0.3, 0.9].map((share) => seed.subarray(0, Math.floor(share * seed.length)));
  for (let count = 0; count < 3; count += 1) {
    const copy = Buffer.from(seed);
    for (let change = 0; change <= count; change += 1)
      copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
    copies.push(copy);
  }
  for (const copy of copies) {
    const end = await sandbox.run(`a.${kind}`, copy);
    expect(['PROCESSING_TIMEOUT', 'PROCESSING_FAILED', 'INTERNAL']).not.toContain(end);
  }
});
