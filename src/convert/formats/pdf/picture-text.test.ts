// Pictures of text are told from photographs and blank ones, and text from the labels of drawings.
import { describe, expect, test } from 'vitest';
import { Typist } from '../../../../test/support/pdf-document.ts';
import { pictureOf } from '../../../../test/support/pdf-scan.ts';
import { randomNumbers } from '../../../../test/support/random-numbers.ts';
import { readingOf } from '../../../../test/support/scripted-ocr.ts';
import type { Raster } from '../../engines/raster.ts';
import { isProse, saysSomething } from './picture-prose.ts';
import { edgesWithin, hasInk, mayHoldText } from './picture-text.ts';

const size = { width: 300, height: 160 };
const text = await pictureOf(
  new Typist(20, 130, 260).paragraph('Notice to all passengers of the ferry: there is no crossing in a storm.', 12)
    .content,
  150,
  size,
);
const blank = await pictureOf('', 150, size);

/** Shades that change a little from pixel to pixel, as in a photograph. */
function photograph(): Raster {
  const random = randomNumbers(7);
  const pixels = Uint8Array.from({ length: 600 * 300 }, (_, at) => {
    const [x, y] = [at % 600, Math.floor(at / 600)];
    return Math.max(0, Math.min(255, 128 + 70 * Math.sin(x / 9) + 50 * Math.cos(y / 7) + 30 * (random() - 0.5)));
  });
  return { width: 600, height: 300, channels: 1, pixels };
}

test('ink is seen, and its absence', () => {
  expect(hasInk(text)).toBe(true);
  expect(hasInk(blank)).toBe(false);
});

test('text may be text; a photograph, a drawing and nothing are none', async () => {
  expect(mayHoldText(text)).toBe(true);
  expect(mayHoldText(photograph())).toBe(false);
  expect(mayHoldText(blank)).toBe(false);
  expect(mayHoldText(await pictureOf('2 w 20 20 m 280 140 l S 60 10 90 60 re f', 150, size))).toBe(false);
});

/** Its shades end where the picture of another begins. */
function within({ width, pixels }: Raster, shades: Raster, lines: number): Raster {
  const rows = new Uint8Array(shades.width * (shades.height + lines)).fill(255);
  rows.set(shades.pixels);
  for (let y = 0; y < lines; y += 1)
    rows.set(pixels.subarray((y + 30) * width, (y + 30) * width + shades.width), (shades.height + y) * shades.width);
  return { width: shades.width, height: shades.height + lines, channels: 1, pixels: rows };
}

/** Dark spots on a light ground, as leaves against the sky: strokes, but not in rows. */
function leaves(): Raster {
  const random = randomNumbers(11);
  const pixels = new Uint8Array(600 * 900).fill(230);
  for (let spot = 0; spot < 400; spot += 1) {
    const [left, top] = [Math.floor(random() * 36) * 16, Math.floor(random() * 55) * 16];
    for (let y = 0; y < 16; y += 1)
      for (let x = 0; x < 16; x += 1) if ((x >> 1) % 2 === 0) pixels[(top + y) * 600 + left + x] = 30;
  }
  return { width: 600, height: 900, channels: 1, pixels };
}

test('among shades only whole words are text', () => {
  const shades = { ...photograph(), height: 144, pixels: photograph().pixels.subarray(0, 600 * 144) };
  expect(mayHoldText(within(text, shades, 270))).toBe(true);
  expect(mayHoldText(within(leaves(), shades, 700))).toBe(false);
  expect(mayHoldText(leaves())).toBe(true);
});

test('white text on black is text, in colours too', () => {
  expect(mayHoldText({ ...text, pixels: text.pixels.map((value) => 255 - value) })).toBe(true);
  const pixels = new Uint8Array(text.pixels.length * 3);
  for (const [at, value] of text.pixels.entries()) pixels.set([200, value, 40], at * 3);
  expect(mayHoldText({ ...text, channels: 3, pixels })).toBe(true);
});

test('words that are known already do not count', () => {
  expect(mayHoldText(text, [{ left: 0, top: 0, right: text.width, bottom: text.height }])).toBe(false);
});

test('a picture smaller than a square is looked at', () => {
  expect(mayHoldText({ width: 3, height: 2, channels: 1, pixels: new Uint8Array(6) })).toBe(false);
  expect(edgesWithin({ width: 1, height: 1, channels: 1, pixels: new Uint8Array(1) }, [])).toBe(0);
});

describe('what was read', () => {
  test.each([
    ['a sentence over lines', ['Notice to all passengers of the', 'ferry: there is no crossing in'], true],
    ['a banner', ['WARNING: Handle with care'], true],
    ['the scale of a chart', ['0', '20', '40', '60', '80', 'North South'], false],
    [
      'a title over many labels',
      ['Fruit of the year', 'Apples', 'Pears', '2016', '2017', '2018', '2019', '2020', 'Grapes'],
      false,
    ],
    ['a number', ['4711'], false],
    [
      'the menus of a program',
      ['File Edit View Tools Help', 'Open Recent Files', 'Save All', 'Print Page Setup'],
      false,
    ],
    [
      'a script without capitals',
      ['渡し船は嵐の日には出ません', '切符は七日間有効です', '毎朝開いています', '冬は休みです'],
      true,
    ],
  ])('%s', (_, lines, expected) => {
    expect(isProse(readingOf(text, lines).words)).toBe(expected);
  });

  test('rows of names and numbers far apart are text', () => {
    const rows = ['Adult', 'Child', 'Bicycle', 'Motorcycle'].flatMap((name, at) => {
      const top = 20 + at * 30;
      const common = { confidence: 0.9, line: at, top, bottom: top + 12 };
      return [
        { ...common, text: name, left: 10, right: 80 },
        { ...common, text: `${at}.50`, left: 300, right: 340 },
      ];
    });
    expect(isProse(rows)).toBe(true);
  });

  test('it counts where it is most of what is drawn, or sure and long', () => {
    const lines = ['Notice to all passengers'];
    const everywhere = readingOf(text, lines, { size: 50 });
    const words = everywhere.words.map((word) => ({
      ...word,
      left: 0,
      right: text.width,
      top: 0,
      bottom: text.height,
    }));
    expect(saysSomething(text, everywhere, words)).toBe(true);
    const corner = words.map((word) => ({ ...word, right: 5, bottom: 5 }));
    expect(saysSomething(text, everywhere, corner)).toBe(false);
    const long = readingOf(
      text,
      Array.from({ length: 6 }, () => 'there is no crossing in a storm'),
    );
    expect(
      saysSomething(
        text,
        long,
        long.words.map((word) => ({ ...word, left: word.left + 9_999, right: word.right + 9_999 })),
      ),
    ).toBe(true);
    expect(
      saysSomething(
        text,
        long,
        long.words.map((word) => ({ ...word, confidence: 0.6 })),
      ),
    ).toBe(false);
  });
});
