// Decoding: each kind of picture becomes grey or RGB of bounded size, and what cannot is refused by code.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pngOf, pngRows, tiffOf, tiffPage } from '../../../../test/support/pictures.ts';
import { Failure, type FailureCode } from '../../../core/failure.ts';
import { defaultLimits } from '../../../core/limits.ts';
import { openPicture, type PictureFrame, type PictureLimits } from './decode.ts';

const create = (background: string | { r: number; g: number; b: number; alpha: number }, channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 40, channels, background } });

async function framesOf(bytes: Uint8Array, limits: Partial<PictureLimits> = {}): Promise<PictureFrame[]> {
  const picture = await openPicture(bytes, { ...defaultLimits, ...limits });
  const frames: PictureFrame[] = [];
  for await (const frame of picture.rasters(() => true)) frames.push(frame);
  return frames;
}

async function colourOf(bytes: Uint8Array): Promise<number[]> {
  const [frame] = await framesOf(bytes);
  return [...(frame?.raster?.pixels.subarray(0, frame.raster.channels) ?? [])];
}

async function codeOf(bytes: Uint8Array, limits: Partial<PictureLimits> = {}): Promise<FailureCode | undefined> {
  try {
    await framesOf(bytes, limits);
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe('colours', () => {
  test('16 bits, grey and CMYK come down to 8 bits', async () => {
    expect(await colourOf(await create('#804020').toColourspace('rgb16').png().toBuffer())).toEqual([128, 64, 32]);
    expect(await colourOf(await create('#808080').toColourspace('grey16').png().toBuffer())).toEqual([128]);
    const [red = 0, green = 255] = await colourOf(await create('red').toColourspace('cmyk').jpeg().toBuffer());
    expect(red).toBeGreaterThan(200);
    expect(green).toBeLessThan(60);
  });

  test('transparency lies on what its content stands out from', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const marked = (background: string) =>
      create(clear, 4)
        .composite([{ input: { create: { width: 20, height: 10, channels: 4, background } }, left: 9, top: 9 }])
        .png()
        .toBuffer();
    expect(await colourOf(await marked('white'))).toEqual([0, 0, 0]);
    expect(await colourOf(await marked('#333'))).toEqual([255, 255, 255]);
  });
});

describe('frames', () => {
  test('an animation gives each of its frames', async () => {
    const frames = await Promise.all(['#000', '#505050', '#f0f0f0'].map((one) => create(one).png().toBuffer()));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await framesOf(gif)).map((frame) => frame.raster?.pixels[0])).toEqual([0, 0x50, 0xf0]);
    expect((await framesOf(gif, { imageFrames: 2 })).length).toBe(2);
  });

  test('pages of a TIFF differ in size; one that is damaged does not end it', async () => {
    const pages = [tiffPage(5, 4), tiffPage(0, 4), tiffPage(4, 4)];
    const frames = await framesOf(tiffOf(pages, (at) => (at < 2 ? at + 1 : -1), Buffer.alloc(20, 7)));
    expect(frames.map((frame) => frame.raster?.width)).toEqual([5, undefined, 4]);
    expect(frames[1]?.damaged).toBe(true);
  });
});

describe('damage and limits', () => {
  test('a cut JPEG gives what is there', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const jpeg = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red', noise } })
      .jpeg()
      .toBuffer();
    const [frame] = await framesOf(jpeg.subarray(0, jpeg.length >> 1));
    expect(frame?.damaged).toBe(true);
    expect(frame?.raster?.height).toBe(200);
  });

  test('size is checked before decoding', async () => {
    const png = await create('red').png().toBuffer();
    expect(await codeOf(png, { imagePixels: 2_399 })).toBe('DOCUMENT_LIMIT');
    expect(await codeOf(await create('red').webp().toBuffer(), { imageHeldPixels: 2_399 })).toBe('DOCUMENT_LIMIT');
    expect(await codeOf(pngOf({ width: 50_000, height: 50_000 }, pngRows([])))).toBe('DOCUMENT_LIMIT');
  });

  test('a large picture is made smaller, and its density with it', async () => {
    const png = await create('red').withMetadata({ density: 300 }).png().toBuffer();
    const [frame] = await framesOf(png, { rasterPixels: 600 });
    expect(frame?.raster).toMatchObject({ width: 30, height: 20, dpi: 150 });
    expect(frame).toMatchObject({ width: 60, height: 40 });
  });

  test.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['nothing', ''],
    ['a signature alone', '\x89PNG\r\n\x1a\n'],
    ['a bitmap without sense', `BM${'\0'.repeat(60)}`],
  ])('%s is refused', async (_name, text) => {
    expect(await codeOf(Buffer.from(text, 'latin1'))).toBe('CORRUPTED_FILE');
  });
});
