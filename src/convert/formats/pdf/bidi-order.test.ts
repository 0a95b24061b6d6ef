// Lines that are written from right to left, from where each character is drawn.
import { describe, expect, test } from 'vitest';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

interface Drawn {
  readonly sign: string;
  readonly left: number;
  readonly right: number;
  readonly top?: number;
  readonly tall?: number;
  /** The engine put it there. */
  readonly made?: boolean;
}

const size = 10;

function pageOf(chars: readonly Drawn[]): PdfPage {
  const column = (of: (char: Drawn) => number): Float32Array => Float32Array.from(chars, of);
  return {
    number: 1,
    width: 1_000_000,
    height: 100,
    chars: {
      count: chars.length,
      code: Uint32Array.from(chars, ({ sign }) => sign.codePointAt(0) ?? 0),
      left: column(({ left }) => left),
      right: column(({ right }) => right),
      top: column(({ top }) => top ?? 20),
      bottom: column(({ top, tall }) => (top ?? 20) + (tall ?? size)),
      style: new Uint16Array(chars.length),
      flags: Uint8Array.from(chars, ({ made }) => (made === true ? generatedChar : 0)),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size }],
    graphics: { rules: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [], fields: [] } as unknown as PdfPage['annotations'],
    structure: undefined,
  };
}

const read = (chars: readonly Drawn[]): string =>
  pageWords(pageOf(chars))
    .words.map(({ text, spaced }, at) => (at > 0 && spaced ? ' ' : '') + text)
    .join('');

/** What is seen from left to right; in the order of the file it may come in any way. */
const seen = (line: string, mix = (chars: Drawn[]): Drawn[] => chars): string =>
  read(mix([...line].map((sign, at) => ({ sign, left: 20 + 5 * at, right: 25 + 5 * at }))));

/** As it is seen: each part given in the order of its own direction, the first at the right. */
const fromRight = (...parts: readonly string[]): string =>
  parts
    .map((part) => (/[\u0590-\u06ff]/.test(part) ? [...part].reverse().join('') : part))
    .reverse()
    .join('');

describe('a line from right to left', () => {
  test('is read from the right, whatever order its letters come in', () => {
    const line = fromRight('שלום', ' ', 'עולם', '.');
    expect(seen(line)).toBe('שלום עולם.');
    expect(seen(line, (chars) => chars.reverse())).toBe('שלום עולם.');
  });

  test('has its numbers and its foreign words from left to right, and the stops after them', () => {
    expect(seen(fromRight('בשנת', ' ', '2021', '.'))).toBe('בשנת 2021.');
    expect(seen(fromRight('מחיר', ' ', '12.50', ',', ' ', 'או', ' ', '1,234'))).toBe('מחיר 12.50, או 1,234');
    expect(seen(fromRight('ברנמאג', ' ', 'Excel 2016', '.', ' ', 'סוף'))).toBe('ברנמאג Excel 2016. סוף');
    expect(seen(fromRight('תוכנת', ' ', 'Open Office', ' ', 'זמינה כאן'))).toBe('תוכנת Open Office זמינה כאן');
  });

  test('has numbers apart at a sign where its letters are Arabic, and together where they are Hebrew', () => {
    expect(seen(fromRight('هاتف', ' ', '555', '-', '1234'))).toBe('هاتف 555-1234');
    expect(seen(fromRight('טלפון', ' ', '555-1234'))).toBe('טלפון 555-1234');
  });

  test('has percent signs after their numbers, on whichever side they are drawn', () => {
    expect(seen(fromRight('نسبة', ' ', '25', '%', ' ', 'منها'))).toBe('نسبة 25% منها');
    expect(seen(fromRight('نسبة', ' ', '25%', ' ', 'منها'))).toBe('نسبة 25% منها');
  });

  test.each(['(', ')'])('has brackets that open and close, though the file says %s for both', (sign) => {
    const line = fromRight('شكل', ' ', sign, '12', sign, '، ', 'ثم', ' ', sign, 'نص', sign, '.');
    expect(seen(line)).toBe('شكل (12)، ثم (نص).');
  });

  test('has a space where letters of the other direction follow without one', () => {
    expect(seen(fromRight('لغة', ' ', 'Python', 'من الأدوات'))).toBe('لغة Python من الأدوات');
  });
});

test('words from right to left among others keep their order', () => {
  const line = `The words ${fromRight('שלום', ' ', 'עולם')} mean peace and world`;
  expect(seen(line)).toBe('The words שלום עולם mean peace and world');
});

test('a space that the engine saw parts no number', () => {
  const made: Drawn = { sign: ' ', left: 42, right: 42, made: true };
  const digits = [...'125'].map((sign, at) => ({ sign, left: 20 + 5 * at, right: 25 + 5 * at }));
  expect(read([{ sign: 'ב', left: 50, right: 55 }, { sign: 'ל', left: 45, right: 50 }, made, ...digits])).toBe(
    'בל 125',
  );
  expect(read([...digits, { ...made, left: 19, right: 19 }, { sign: 'ב', left: 10, right: 15 }])).toBe('125 ב');
});

describe('one glyph for two letters', () => {
  const before: Drawn = { sign: 'س', left: 40, right: 48 };
  const after: Drawn = { sign: 'م', left: 24, right: 30 };

  test('that is shared out between them', () => {
    const parts = [
      { sign: 'ا', left: 30, right: 35 },
      { sign: 'ل', left: 35, right: 40 },
    ];
    expect(read([before, ...parts, after])).toBe('سلام');
  });

  test('that both of them have is lam-alef, never alef-lam', () => {
    const place = { left: 30, right: 40 };
    for (const pair of ['ال', 'لا']) {
      expect(read([before, ...[...pair].map((sign) => ({ sign, ...place })), after])).toBe('سلام');
    }
  });

  test('that both of them have is one of the forms of Unicode', () => {
    const place = { left: 30, right: 40 };
    for (const pair of ['لخ', 'خل']) {
      expect(read([before, ...[...pair].map((sign) => ({ sign, ...place })), after])).toBe('سلخم');
    }
  });
});

test('letters that lie across the page are of no line', () => {
  const across = { sign: 'س', left: -40, right: 100, top: -20, tall: 100 };
  const letters = [...'note'].map((sign, at) => ({ sign, left: 20 + 5 * at, right: 25 + 5 * at }));
  expect(read([...letters, across])).toContain('note');
});

test('letters that are written one over the other stay in the order of the file', () => {
  const letters = [
    { sign: 'ر', left: 40, right: 45 },
    { sign: 'ي', left: 33, right: 38 },
    { sign: 'خ', left: 34, right: 40 },
  ];
  expect(read(letters)).toBe('ريخ');
});

test('points stand after the letter they are drawn over, and part no word', () => {
  const point = { sign: '\u064b', left: 33, right: 35, top: 12 };
  const letters = [
    { sign: 'ي', left: 40, right: 44 },
    { sign: 'ض', left: 30, right: 40 },
    { sign: 'ا', left: 27, right: 30 },
  ];
  expect(read([point, ...letters])).toBe('يض\u064bا');
});

test('a number that is no character is no obstacle', () => {
  const page = pageOf([
    { sign: 'ב', left: 30, right: 35 },
    { sign: '?', left: 25, right: 30 },
    { sign: 'ל', left: 20, right: 25 },
  ]);
  page.chars.code[1] = 0x110000;
  expect(pageWords(page).words.map(({ text }) => text)).toEqual(['ב', 'ל']);
});

test('a line of a thousand letters and points is soon in order', () => {
  const line = Array.from({ length: 50_000 }, (_, at) => (at % 2 === 0 ? 'ب' : '\u064e')).join('');
  expect(seen(line).replaceAll(' ', '')).toHaveLength(50_000);
});

describe('letters with points that are drawn by themselves', () => {
  const sign = (sign: string, left: number, right: number, top = 20): Drawn => ({ sign, left, right, top });
  const lineEnd: Drawn = { sign: '\n', left: 50, right: 50, made: true };

  test('have the points that share their place', () => {
    const bet = [sign('\u05b0', 50, 56), sign('\u05bc', 50, 56), sign('ב', 50, 56)];
    const nun = [sign('\u05b5', 44, 50), sign('נ', 44, 50)];
    expect(read([...bet, ...nun, sign('י', 38, 44)])).toBe('ב\u05b0\u05bcנ\u05b5י');
  });

  test('stand on one line where the engine ends it at a raised one', () => {
    expect(
      read([sign('ש', 56, 62), lineEnd, sign('ל', 50, 56, 17), lineEnd, sign('ו', 44, 50), sign('ם', 38, 44)]),
    ).toBe('שלום');
  });

  test('have no space after a point but one that is drawn', () => {
    expect(read([sign('ה', 60, 66), sign('\u05b8', 62, 64), sign(' ', 62, 62), sign('א', 54, 60)])).toBe('ה\u05b8א');
    expect(read([sign('ה', 60, 66), sign('\u05b8', 60, 66), sign(' ', 56, 60), sign('א', 50, 56)])).toBe('ה\u05b8 א');
  });

  test('stand apart where there is white between them', () => {
    expect(read([sign('ה', 60, 66), sign('\u05b8', 60, 66), lineEnd, sign('א', 50, 56)])).toBe('ה\u05b8 א');
  });

  test('are one word where they stand on a slope or overlap', () => {
    const made: Drawn = { sign: ' ', left: 50, right: 50, made: true };
    expect(read([sign('ق', 56, 62, 14), sign('ل', 50, 56, 20), sign('م', 44, 50, 20)])).toBe('قلم');
    expect(read([sign('ہ', 56, 62), made, sign('ی', 52, 57), sign('ں', 46, 52)])).toBe('ہیں');
  });
});
