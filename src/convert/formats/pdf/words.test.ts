// Words from the places of characters, where no space is drawn between them.
import { expect, test } from 'vitest';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

const size = 10;

/** One line in one font: every letter five points wide, with so much white after each word and each letter. */
function pageWith(texts: readonly string[], wordGap: number, letterGap: number): PdfPage {
  const codes: number[] = [];
  const lefts: number[] = [];
  let x = 20;
  for (const text of texts) {
    for (const sign of text) {
      codes.push(sign.charCodeAt(0));
      lefts.push(x);
      x += 5 + letterGap;
    }
    x += wordGap - letterGap;
  }
  const count = codes.length;
  return {
    number: 1,
    width: 100_000,
    height: 100,
    chars: {
      count,
      code: Uint32Array.from(codes),
      left: Float32Array.from(lefts),
      right: Float32Array.from(lefts, (left) => left + 5),
      top: new Float32Array(count).fill(20),
      bottom: new Float32Array(count).fill(30),
      style: new Uint16Array(count),
      flags: new Uint8Array(count),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size }],
    graphics: { rules: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [], fields: [] },
    structure: undefined,
  };
}

const texts = Array.from({ length: 60 }, (_, at) => ['district', 'court', 'final'][at % 3] as string);
const words = (page: PdfPage): string[] => pageWords(page).words.map(({ text }) => text);

test('narrow white parts words where letters stand close throughout', () => {
  expect(words(pageWith(texts, 1.3, 0.1))).toEqual(texts);
});

test('what a ligature leaves white behind it is no gap between words', () => {
  const page = pageWith([...texts, 'modif', 'ied'], 1.3, 0.1);
  const { code, left, right, count } = page.chars;
  const second = code.lastIndexOf(0x69);
  // The engine halves the ligature.
  for (const [at, from] of [
    [second - 1, left[second - 1] as number],
    [second, (left[second - 1] as number) + 3],
  ] as const) {
    left[at] = from;
    right[at] = from + 3;
  }
  for (let at = second + 1; at < count; at += 1) {
    left[at] = (right[second] as number) + 1.1 + 5.1 * (at - second - 1);
    right[at] = (left[at] as number) + 5;
  }
  expect(words(page).at(-1)).toBe('modified');
});

test('the same white between spaced letters parts none', () => {
  expect(words(pageWith(texts, 1.3, 1.3))).toEqual([texts.join('')]);
});

test('a bullet right before a letter is no part of the word', () => {
  expect(pageWords(pageWith(['•Hay', 'a•b'], 4, 0)).words.map(({ text }) => text)).toEqual(['•', 'Hay', 'a•b']);
});

test('a few letters say nothing of how a font is set', () => {
  expect(words(pageWith(texts.slice(0, 3), 1.3, 0.1))).toEqual(['districtcourtfinal']);
});

/** Characters one after the other, each with its own box and look; those of the engine are blanks. */
function pageOfSigns(
  signs: readonly (readonly [
    sign: string,
    left: number,
    top?: number,
    bottom?: number,
    style?: number,
    width?: number,
  ])[],
): PdfPage {
  const plain = pageWith([signs.map(([sign]) => sign).join('')], 0, 0);
  const at = <T>(pick: (sign: (typeof signs)[number]) => T): T[] => signs.map(pick);
  return {
    ...plain,
    styles: [plain.styles[0], { ...plainStyle, size: 8 }] as PdfPage['styles'],
    chars: {
      ...plain.chars,
      left: Float32Array.from(at(([, left]) => left)),
      right: Float32Array.from(at(([sign, left, , , , width = sign === ' ' ? 0 : 5]) => left + width)),
      top: Float32Array.from(at(([, , top = 20]) => top)),
      bottom: Float32Array.from(at(([, , , bottom = 32]) => bottom)),
      style: Uint16Array.from(at(([, , , , style = 0]) => style)),
      flags: Uint8Array.from(at(([sign]) => (sign === ' ' ? generatedChar : 0))),
    },
  };
}

const sayings = (page: PdfPage): string =>
  pageWords(page)
    .words.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text))
    .join('');

test('a glyph that lists all it may stand for says it once', () => {
  const glyph = (signs: string, x: number) => [...signs].map((sign) => [sign, x] as const);
  const signs = [
    ...glyph('5', 0),
    ...glyph('-\u00ad\u2010', 5),
    ...glyph('7', 10),
    ...glyph('\u00b5\u03bc', 15),
    ...glyph('m', 20),
  ];
  expect(sayings(pageOfSigns(signs))).toBe('5-7\u00b5m');
  expect(sayings(pageOfSigns([...glyph('5', 0), ...glyph('-', 5), ...glyph('-', 10), ...glyph('7', 15)]))).toBe('5--7');
});

test('a ligature of a letter with itself says both', () => {
  const signs = [['ἄ', 0] as const, ['γ', 5] as const, ['γ', 5] as const, ['ε', 10] as const];
  expect(sayings(pageOfSigns(signs))).toBe('ἄγγε');
});

test('a soft hyphen that is seen is a hyphen or a minus, also before a word', () => {
  const signs = (width: number) =>
    [
      ['a', 0],
      [' ', 5],
      ['\u00ad', 10, 20, 32, 0, width],
      ['3', 10 + width],
      ['\u00ad', 15 + width, 20, 32, 0, width],
      ['b', 15 + 2 * width],
    ] as const;
  expect(sayings(pageOfSigns(signs(5)))).toBe('a -3-b');
  expect(sayings(pageOfSigns(signs(0)))).toBe('a 3b');
});

test('radicals are said as the characters they look like', () => {
  expect(
    sayings(
      pageOfSigns([
        ['\u2f8f', 0],
        ['\u2f47', 5],
        ['実', 10],
      ]),
    ),
  ).toBe('行日実');
});

test('the parts of a ligature have small boxes and belong to their word', () => {
  const signs = [
    ['o', 0],
    ['f', 5, 21, 27],
    ['f', 10, 21, 27],
    ['e', 15],
    ['r', 20],
  ] as const;
  expect(sayings(pageOfSigns(signs))).toBe('offer');
});

test('a raised sign belongs to the word it stands close to, whatever the engine sees between them', () => {
  expect(
    sayings(
      pageOfSigns([
        ['9', 0],
        [' ', 5],
        ['t', 5.1, 17, 27, 1],
        ['h', 10.1, 17, 27, 1],
      ]),
    ),
  ).toBe('9th');
  expect(
    sayings(
      pageOfSigns([
        ['9', 0],
        [' ', 5],
        ['t', 9, 17, 27, 1],
      ]),
    ),
  ).toBe('9 t');
  expect(
    sayings(
      pageOfSigns([
        ['9', 0],
        [' ', 5],
        ['t', 5.1, 40, 50, 1],
      ]),
    ),
  ).toBe('9 t');
});

test('a stop right after a raised mark ends its word, on whatever line the mark stands', () => {
  const said = (sign: string, left: number): string =>
    sayings(
      pageOfSigns([
        ['r', 0, 20, 32],
        ['3', 5, 15, 27, 1],
        [sign, left, 20, 32],
      ]),
    );
  expect(said('.', 10)).toMatch(/3\.$/);
  expect(said('.', 13)).toMatch(/3 \.$/);
  expect(said('s', 10)).toMatch(/3 s$/);
});

test('the white around code parts no comma from it', () => {
  expect(
    sayings(
      pageOfSigns([
        ['a', 0, 20, 32, 1],
        [' ', 5],
        [',', 7],
      ]),
    ),
  ).toBe('a,');
  expect(
    sayings(
      pageOfSigns([
        ['a', 0, 20, 32, 1],
        [' ', 5],
        ['b', 7.5],
      ]),
    ),
  ).toBe('a b');
});

test('letters set wide are one word, though the engine sees a space before one that is as far from the last', () => {
  const spacedOut = (gap: number) =>
    pageOfSigns([
      ['m', 0],
      ['i', 6.5],
      ['l', 13],
      [' ', 18],
      ['l', 18 + gap],
    ]);
  expect(sayings(spacedOut(1.5))).toBe('mill');
  expect(sayings(spacedOut(2))).toBe('mil l');
});

/** A word as TeX draws it, letter by letter from a place on; a space is one the engine made. */
const drawn = (text: string, left: number, top = 20) =>
  Array.from(text, (sign, at) => [sign, left + 5 * at, top, top + 10] as const);

test('an accent that the engine has at the end of its line stands on its letter', () => {
  // `cafe qui` with the accent on the e, which ends at 40; the engine sees gaps around it.
  const page = pageOfSigns([
    ...drawn('cafe', 20),
    ...drawn('qui', 45),
    [' ', 60],
    ['´', 36, 19, 29],
    [' ', 41],
    ...drawn('a', 64),
  ]);
  expect(words(page)).toEqual(['café', 'qui', 'a']);
});

test('gaps around an accent within a word are none', () => {
  const page = pageOfSigns([...drawn('plut', 20), [' ', 40], ['ˆ', 41, 19, 29], [' ', 46], ...drawn('ot que', 40)]);
  expect(words(page).slice(0, 1)).toEqual(['plutôt']);
});

test('an accent in a font of its own, and two of them on one letter', () => {
  const other = pageOfSigns([...drawn('gef', 20), ['¨', 35.5, 20, 30, 1], ...drawn('ugt', 35)]);
  expect(words(other)).toEqual(['gefügt']);
  const twice = pageOfSigns([...drawn('Th', 20), ['ˆ', 30.5, 20, 30], ['´', 31, 18, 28], ...drawn('e', 30)]);
  expect(words(twice)).toEqual(['Thế']);
});

test('a stroke through a sign of mathematics is part of it', () => {
  const signs = [['j', 0] as const, ['\u0338', 10] as const, ['=', 10] as const, ['i', 20] as const];
  expect(sayings(pageOfSigns(signs))).toBe('j ≠ i');
});

test('accents that stand on no letter, or on one of another line, stay', () => {
  expect(words(pageOfSigns([...drawn('a`b`', 20)]))).toEqual(['a`b`']);
  expect(words(pageOfSigns([...drawn('e', 20), ['´', 21, 40, 50]]))).toEqual(['e', '´']);
});

test('glyphs of fonts for drawings and music say nothing, but for notes that say what they are', () => {
  const page = pageOfSigns([
    ['a', 0],
    ['h', 5, 20, 32, 1],
    ['b', 12],
    ['\u266f', 17, 20, 32, 1],
  ]);
  const [plain, other] = page.styles;
  const saidIn = (font: string): string =>
    sayings({ ...page, styles: [plain, { ...other, font }] as PdfPage['styles'] });
  for (const font of ['Emmentaler-20', 'LCIRCLE10', 'linew10', 'Maestro', 'OpusStd']) expect(saidIn(font)).toBe('a b♯');
  for (const font of ['OpusTextStd', 'Linea-Regular', 'MaestroTimes']) expect(saidIn(font)).toBe('ahb♯');
});

test('a ligature drawn by itself is part of the word it touches, wherever the engine sees the end of a line', () => {
  const page = pageOfSigns([
    ['p', 0],
    ['l', 5],
    [' ', 10],
    ['f', 10, 19.9, 32.1],
    ['i', 10, 19.9, 32.1],
    ['e', 15],
    [' ', 20],
    ['s', 23],
  ]);
  expect(sayings(page)).toBe('plfie s');
});
