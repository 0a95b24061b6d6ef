// A picture that breaks the module fails by code, and the next one is read all the same.
import { expect, test } from 'vitest';
import { samplePage } from '../../../../test/support/degraded-page.ts';
import { greyOf } from './prepare-grey.ts';
import { Tesseract } from './tesseract.ts';

test('the module is made anew after a trap', async () => {
  const tesseract = new Tesseract();
  // Longer than the 16 bits in which Tesseract counts places.
  const [width, height] = [70_000, 12];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => (((at % width) >> 3) % 2 === 0 ? 0 : 255));
  const breaking = { width, height, channels: 1, pixels } as const;
  await expect(tesseract.read(breaking, ['en'])).rejects.toMatchObject({ name: 'Failure', code: 'OCR_FAILED' });
  const page = greyOf((await samplePage('prose', 0, 130)).raster);
  const heading = { ...page, height: 175, pixels: page.pixels.slice(0, 175 * page.width) };
  const words = await tesseract.read(heading, ['en']);
  expect(words.map(({ text }) => text)).toEqual(['Notes', 'from', 'the', 'Harbour']);
}, 60_000);
