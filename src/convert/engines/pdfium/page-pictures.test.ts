// Pictures of a page as files: JPEG data untouched, everything else drawn as PNG.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PdfDict } from '../../../../test/support/pdf.ts';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { bytesSource } from '../../index.ts';
import { openPdf } from './document.ts';
import { loadPdfium } from './module.ts';
import { pictureFile } from './page-pictures.ts';

const red = { width: 40, height: 30, channels: 3, background: { r: 250, g: 10, b: 10 } } as const;
const place = { left: 100, top: 192, right: 300, bottom: 342 };

async function fileOf(data: Uint8Array, entries: PdfDict, matrix = '200 0 0 150 100 450', more = '') {
  const pdf = pdfOf([
    (file) => {
      const shape = { Type: '/XObject', Subtype: '/Image', Width: 40, Height: 30, BitsPerComponent: 8 };
      const picture = file.stream(data, { ...shape, ...entries }, true);
      return { content: `q ${matrix} cm /P Do Q\n${more}`, resources: { XObject: { P: picture } } };
    },
  ]);
  const { document } = openPdf(await loadPdfium(), bytesSource(pdf), undefined);
  try {
    return pictureFile(document, 0, place);
  } finally {
    document.close();
  }
}

const jpegEntries = { ColorSpace: '/DeviceRGB', Filter: '/DCTDecode' };
const jpeg = await sharp({ create: red }).jpeg().toBuffer();

test('a JPEG is handed out as it is', async () => {
  const file = await fileOf(jpeg, jpegEntries);
  expect(file?.mediaType).toBe('image/jpeg');
  expect(jpeg.equals(file?.bytes ?? new Uint8Array())).toBe(true);
});

test('a JPEG that is shown upside down, or that another picture lies on, is drawn', async () => {
  expect((await fileOf(jpeg, jpegEntries, '200 0 0 -150 100 600'))?.mediaType).toBe('image/png');
  const other = await fileOf(jpeg, jpegEntries, undefined, 'q 50 0 0 50 150 500 cm /P Do Q\n');
  expect(other?.mediaType).toBe('image/png');
});

test('other data is drawn, in its colours', async () => {
  const pixels = Buffer.from(Uint8Array.from({ length: 40 * 30 * 3 }, (_, at) => [250, 10, 10][at % 3] as number));
  const file = await fileOf(pixels, { ColorSpace: '/DeviceRGB' });
  expect(file?.mediaType).toBe('image/png');
  const { data, info } = await sharp(file?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.channels, info.width / info.height]).toEqual([3, expect.closeTo(4 / 3, 1)]);
  const middle = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  expect([...data.subarray(middle, middle + 3)]).toEqual([250, 10, 10]);
});
