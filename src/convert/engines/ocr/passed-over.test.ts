// Figures that were passed over are read once more where they stand in a row with words, and nothing else is.
import { expect, test } from 'vitest';
import { boundsOf } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import { withPassedOver } from './passed-over.ts';
import type { OcrWord, PixelBox } from './port.ts';

const [width, height] = [600, 120];
const entry: OcrWord = {
  text: 'Entry',
  left: 20,
  top: 40,
  right: 120,
  bottom: 60,
  confidence: 0.95,
  line: 0,
  baseline: 60,
};
const figure: PixelBox = { left: 500, top: 42, right: 510, bottom: 60 };

function picture(...boxes: readonly PixelBox[]): Raster {
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y += 1) pixels.fill(0, y * width + left, y * width + right);
  }
  return { width, height, channels: 1, pixels };
}

/** Gives all ink of the picture as one word. */
const reads =
  (text: string, confidence: number) =>
  async ({ width: across, pixels }: Raster): Promise<OcrWord[]> => {
    const ink: PixelBox[] = [];
    for (const [at, value] of pixels.entries()) {
      const [x, y] = [at % across, Math.floor(at / across)];
      if (value < 128) ink.push({ left: x, top: y, right: x + 1, bottom: y + 1 });
    }
    return [{ text, confidence, line: 0, ...boundsOf(ink) }];
  };
const textsOf = (words: readonly OcrWord[]): string[] => words.map(({ text }) => text);

test('a figure in the row of a word comes back at its place', async () => {
  const words = await withPassedOver(picture(entry, figure), [entry], reads('7', 0.8));
  expect(words).toMatchObject([{ text: 'Entry' }, { text: '7', ...figure, baseline: 60 }]);
});

test.each([
  ['is hardly sure', '7', 0.4],
  ['is a letter alone', 'l', 0.95],
  ['has fewer characters than there are marks', '8', 0.9],
])('what %s is left out', async (_title, text, confidence) => {
  const second = { ...figure, left: 514, right: 524 };
  const boxes = text === '8' ? [figure, second] : [figure];
  expect(textsOf(await withPassedOver(picture(entry, ...boxes), [entry], reads(text, confidence)))).toEqual(['Entry']);
});

test.each([
  ['in no row', { left: 500, top: 90, right: 510, bottom: 108 }],
  ['too tall', { left: 500, top: 10, right: 510, bottom: 70 }],
  ['a dot', { left: 500, top: 56, right: 504, bottom: 60 }],
  ['a line', { left: 300, top: 50, right: 510, bottom: 60 }],
])('a mark that is %s is not asked for', async (_title, mark) => {
  const read = (): never => {
    throw new Error('asked');
  };
  expect(textsOf(await withPassedOver(picture(entry, mark), [entry], read))).toEqual(['Entry']);
});

test('what was read there with doubt gives way, and lends its full stop', async () => {
  const doubtful: OcrWord = { text: '@', ...figure, confidence: 0.3, line: 1 };
  const stop: OcrWord = { text: '.', left: 513, top: 57, right: 516, bottom: 60, confidence: 0.9, line: 2 };
  const words = await withPassedOver(picture(entry, figure), [entry, doubtful, stop], reads('7', 0.8));
  expect(textsOf(words)).toEqual(['Entry', '7.']);
});
