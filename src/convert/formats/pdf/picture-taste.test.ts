// Of pictures with much print a part is read first, and the rest only where that part is text.
import { expect, test } from 'vitest';
import { type MakePage, line as typed } from '../../../../test/support/pdf-document.ts';
import { outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { drawImage, imageIn, pictureOf } from '../../../../test/support/pdf-scan.ts';
import { short } from '../../../../test/support/pdf-scan-samples.ts';
import { readingOf, type Script } from '../../../../test/support/scripted-ocr.ts';
import type { PrintedLine } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';
import { tasteOf } from './picture-taste.ts';

/** Each row of pixels has a shade of its own, and thirty lines of print, the longest in the middle. */
const raster: Raster = {
  width: 40,
  height: 120,
  channels: 1,
  pixels: Uint8Array.from({ length: 40 * 120 }, (_, at) => Math.floor(at / 40)),
};
const lines: PrintedLine[] = Array.from({ length: 30 }, (_, at) => ({
  x: 20,
  y: 2 + at * 4,
  width: at >= 12 && at < 20 ? 40 : 10,
  height: 3,
  angle: 0,
}));

test('the rows that hold the most print, whole lines of it', () => {
  const taste = tasteOf(raster, lines);
  expect(taste?.width).toBe(40);
  expect(taste?.height).toBeLessThan(40);
  expect(taste?.pixels.length).toBe(40 * (taste?.height ?? 0));
  // The long lines stand on rows 48 to 80.
  expect(taste?.pixels[0]).toBeLessThanOrEqual(50);
  expect(taste?.pixels.at(-1)).toBeGreaterThanOrEqual(64);
});

test('no taste of few lines, of turned ones, and where none were looked for', () => {
  expect(tasteOf(raster, lines.slice(0, 10))).toBeUndefined();
  expect(
    tasteOf(
      raster,
      lines.map((one) => ({ ...one, angle: 1.5 })),
    ),
  ).toBeUndefined();
  expect(tasteOf(raster, undefined)).toBeUndefined();
});

const menus = ['File Edit View Tools Window Help', 'Open Recent Documents And Folders', 'Show Grid', 'Zoom', 'Quit'];
const notice = [
  'there is no crossing in a storm, and',
  'tickets stay valid for seven days or',
  'until the ferry leaves the north bank',
  'again, which it seldom does in winter.',
];
const print: readonly PrintedLine[] = Array.from({ length: 24 }, (_, at) => ({
  x: 400,
  y: 20 + at * 16,
  width: 700,
  height: 12,
  angle: 0,
}));
const picture = await pictureOf(typed(30, 150, 'Some ink on paper', 20), 150, { width: 420, height: 200 });
const page: MakePage = (file) => ({
  content: `${typed(72, 750, short)}${drawImage('Picture', [72, 400, 492, 600])}`,
  resources: { XObject: { Picture: imageIn(file, picture) } },
});

test('windows of programs are given up after it', async () => {
  const script: Script = (given) => readingOf(given, menus);
  const { markdown, ocr, codes } = await outcome([page], script, {}, { seen: print });
  expect(markdown).toBe(`${short}\n`);
  expect(ocr.asked).toHaveLength(1);
  expect(ocr.asked[0]?.raster.height).toBeLessThan(picture.height);
  expect(codes).toEqual(['picture-labels-dropped']);
});

test('text is read whole, and once where it comes again in its place', async () => {
  const script: Script = (given) => readingOf(given, notice);
  const { markdown, ocr } = await outcome([page, page], script, {}, { seen: print });
  expect(markdown).toBe(`${short}\n\n${notice.join(' ')}\n\n${short}\n`);
  expect(ocr.asked.map(({ raster: { height } }) => height === picture.height)).toEqual([false, true]);
});
