// Short lines on the base line between letters are underscores; those of fractions, blanks and tables are none.
import { expect, test } from 'vitest';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { withDrawnUnderscores } from './drawn-underscores.ts';
import { pageWords } from './words.ts';

type Line = { left: number; top: number; right: number; bottom: number };

/** Letters on the line at 100, five points wide each; a blank is what the engine makes of the white before a letter. */
function pageOf(letters: readonly (readonly [sign: string, left: number])[], dashes: Line[], size = 10): PdfPage {
  const signs = letters.flatMap(([sign, left], at) =>
    at > 0 && left - 5 - (letters[at - 1]?.[1] as number) > 2
      ? [[' ', left] as const, [sign, left] as const]
      : [[sign, left] as const],
  );
  const count = signs.length;
  return {
    number: 1,
    width: 500,
    height: 500,
    chars: {
      count,
      code: Uint32Array.from(signs, ([sign]) => sign.charCodeAt(0)),
      left: Float32Array.from(signs, ([, left]) => left),
      right: Float32Array.from(signs, ([sign, left]) => left + (sign === ' ' ? 0 : 5)),
      top: new Float32Array(count).fill(92),
      bottom: new Float32Array(count).fill(100 + 0.2 * size),
      style: new Uint16Array(count),
      flags: Uint8Array.from(signs, ([sign]) => (sign === ' ' ? generatedChar : 0)),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size, descent: 0.2 }],
    graphics: { rules: [], dashes, fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [], fields: [] },
    structure: undefined,
  };
}

const line = (left: number, right: number, y = 99.8): Line => ({ left, top: y, right, bottom: y });
const said = (page: PdfPage): string =>
  pageWords(withDrawnUnderscores(page))
    .words.map(({ text, spaced }) => (spaced ? ` ${text}` : text))
    .join('')
    .trim();

test('a short line on the base line between two letters is the underscore of a name', () => {
  const page = pageOf(
    [
      ['t', 10],
      ['o', 15],
      ['d', 23.6],
      ['o', 28.6],
      ['x', 37],
    ],
    [line(20.6, 23.6)],
  );
  expect(said(page)).toBe('to_do x');
});

test('underscores stand at the ends of names and behind each other', () => {
  const lines = [line(10, 13), line(13.6, 16.6), line(27.2, 30.2), line(30.8, 33.8)];
  expect(
    said(
      pageOf(
        [
          ['i', 16.6],
          ['t', 21.6],
          ['x', 38],
        ],
        lines,
      ),
    ),
  ).toBe('__it__ x');
});

test('the parts of a ligature after it have boxes of their own', () => {
  const page = pageOf(
    [
      ['o', 10],
      ['f', 18.6],
      ['i', 23.6],
    ],
    [line(15.6, 18.6)],
  );
  page.chars.bottom.fill(100, 2);
  expect(said(page)).toBe('o_fi');
});

test('what stands further off, higher, under a letter, or is longer, is no underscore', () => {
  const letters = [
    ['a', 10],
    ['b', 18.6],
  ] as const;
  expect(said(pageOf(letters, [line(15.6, 18.6, 97.5)]))).toBe('a b');
  expect(said(pageOf(letters, [line(11, 14)]))).toBe('a b');
  expect(
    said(
      pageOf(
        [
          ['a', 10],
          ['b', 20],
        ],
        [line(15.3, 19.8)],
      ),
    ),
  ).toBe('a b');
  expect(
    said(
      pageOf(
        [
          ['a', 10],
          ['b', 30],
        ],
        [line(21, 24)],
      ),
    ),
  ).toBe('a b');
});

test('the piece of an underline below the space behind it is none', () => {
  const letters = [
    ['t', 10],
    ['o', 15],
    ['x', 24],
  ] as const;
  const page = pageOf(letters, [line(20.6, 23.6)]);
  const under = { ...line(0, 20.6), horizontal: true };
  expect(said(page)).toContain('_');
  expect(said({ ...page, graphics: { ...page.graphics, rules: [under] } })).toBe('to x');
});

test('many in a row are a broken line', () => {
  const lines = Array.from({ length: 8 }, (_, at) => line(15.6 + 3.6 * at, 18.6 + 3.6 * at));
  expect(
    said(
      pageOf(
        [
          ['a', 10],
          ['b', 43.8],
        ],
        lines,
      ),
    ),
  ).toBe('a b');
});

test('a line that is an underscore is no rule', () => {
  const page = pageOf(
    [
      ['a', 10],
      ['b', 20.2],
    ],
    [],
    14,
  );
  const rule = { ...line(15.8, 20.2), horizontal: true };
  const made = withDrawnUnderscores({ ...page, graphics: { ...page.graphics, rules: [rule] } });
  expect(said(made)).toBe('a_b');
  expect(made.graphics.rules).toEqual([]);
});
