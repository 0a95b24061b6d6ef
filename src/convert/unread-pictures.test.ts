// Documents that are nothing but pictures, such as exported slides: their text is read though nobody asked for it.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readingOf, scriptedOcr } from '../../test/support/scripted-ocr.ts';
import { bytesSource, type ConvertOptions, convert, Failure } from './index.ts';

const png = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
  .composite([{ input: { create: { width: 60, height: 10, channels: 3, background: '#000' } }, left: 9, top: 9 }])
  .png()
  .toBuffer();
const picture = `<img src="data:image/png;base64,${png.toString('base64')}">`;

async function converted(body: string, options: Partial<ConvertOptions> = {}, said = ['Before: 50 % efficiency']) {
  const engines = scriptedOcr((raster) => readingOf(raster, said));
  const source = bytesSource(Buffer.from(`<!DOCTYPE html><html><body>${body}</body></html>`));
  const { markdown, metadata } = await convert({ source, name: 'slides.html' }, options, { engines });
  return { markdown, ocrUsed: metadata.ocrUsed, asked: engines.asked };
}

test('are read by the engine that is wanted', async () => {
  const { markdown, ocrUsed, asked } = await converted(picture);
  expect(markdown).toBe('Before: 50 % efficiency\n');
  expect(ocrUsed).toBe(true);
  expect(asked.map(({ request }) => request.type)).toEqual(['basic']);
});

test('are not read where there is text besides', async () => {
  const { markdown, asked } = await converted(`<p>Results</p>${picture}`);
  expect(markdown).toBe('Results\n');
  expect(asked).toHaveLength(0);
});

test('are empty where pictures are not to be read, or say nothing', async () => {
  const code = (failed: unknown): string => (failed instanceof Failure ? failed.code : String(failed));
  expect(await converted(picture, { ocrMode: 'never' }).catch(code)).toBe('EMPTY_DOCUMENT');
  expect(await converted(picture, {}, []).catch(code)).toBe('EMPTY_DOCUMENT');
});
