// Looks that a plain font is given on the page: letters thickened by a pen or slanted by a matrix, and boxes taller than a line.
import { expect, test } from 'vitest';
import { pdfText } from '../../../../test/support/pdf.ts';
import { line, type PageParts, pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import type { PdfPage } from './page.ts';

const read = (parts: PageParts): Promise<PdfPage> => readFirstPage(pdfOf([parts]));

const lookOf = ({ styles, chars }: PdfPage, at: number): string => {
  const style = styles[chars.style[at] as number];
  return `${style?.size}${style?.bold ? ' bold' : ''}${style?.italic ? ' italic' : ''}`;
};

const plain = line(72, 500, 'This line is longer than the one above it, and of no special look.', 12);

test.each([
  ['as it is', 'BT /F1 12 Tf 72 600 Td (Some words) Tj ET', '12'],
  ['thickened by a pen', 'BT 2 Tr 0.4 w /F1 12 Tf 72 600 Td (Some words) Tj ET 0 Tr', '12 bold'],
  ['drawn with a hair', 'BT 2 Tr 0.05 w /F1 12 Tf 72 600 Td (Some words) Tj ET 0 Tr', '12'],
  ['slanted', 'BT /F1 12 Tf 1 0 0.27 1 72 600 Tm (Some words) Tj ET', '12 italic'],
  ['slanted and turned', 'BT /F1 12 Tf 0 1 -1 0.27 72 600 Tm (Some words) Tj ET', '12 italic'],
  ['wide', 'BT /F1 12 Tf 2 0 0 1 72 600 Tm (Some words) Tj ET', '12'],
  ['scaled', 'BT /F1 1 Tf 12 0 0 12 72 600 Tm (Some words) Tj ET', '12'],
])('letters %s', async (_name, content, look) => {
  expect(lookOf(await read({ content: `${content}\n${plain}` }), 0)).toBe(look);
});

test.each([
  ['that nothing is painted of are not seen', 3, true],
  ['that a shade is painted through are', 7, false],
])('letters %s', async (_name, mode, invisible) => {
  const { styles } = await read({
    content: `q BT ${mode} Tr /F1 12 Tf 72 600 Td (Some words) Tj ET 0 0 612 792 re f Q`,
  });
  expect(styles[0]?.invisible).toBe(invisible);
});

test('where most of a page is thickened, that is no weight', async () => {
  const page = await read({ content: `2 Tr 0.4 w ${plain}` });
  expect(lookOf(page, 0)).toBe('12');
});

test.each([
  ['letters stand in boxes of their type', '/F9', true],
  ['those of a font that says how tall it is are believed', '/F1', false],
])('%s', async (_name, font, claims) => {
  const tall = {
    Type: '/Font',
    Subtype: '/TrueType',
    BaseFont: '/Tall',
    Encoding: '/WinAnsiEncoding',
    FirstChar: 32,
    LastChar: 126,
    Widths: new Array(95).fill(500),
  };
  const descriptor = { Type: '/FontDescriptor', FontName: '/Tall', Flags: 32, FontBBox: [-1474, -2463, 2866, 3116] };
  const measures = { ItalicAngle: 0, Ascent: 3116, Descent: -2463, CapHeight: 3116, StemV: 80 };
  const content = `BT ${font} 12 Tf 72 600 Td (Lines) Tj 0 -14 Td (below) Tj ET`;
  const { chars } = await read({
    content,
    resources: { Font: { F9: { ...tall, FontDescriptor: { ...descriptor, ...measures } } } },
  });
  const [top, bottom] = [chars.top[0] as number, chars.bottom[0] as number];
  // The base line is at 792 - 600 points from the top.
  expect(top).toBeLessThan(192 - 7);
  expect(bottom).toBeGreaterThan(192);
  expect(bottom - top).toBeLessThan(claims ? 14 : 18);
  expect(bottom).toBeLessThan(chars.bottom.at(-1) as number);
});

test.each([
  ['dots of Times are no typewriter', '/TimesNewRomanPSMT', false],
  ['a font that nobody knows is what the engine takes it for', '/Unheard', true],
])('%s', async (_name, name, monospace) => {
  const font = {
    Type: '/Font',
    Subtype: '/TrueType',
    BaseFont: name,
    Encoding: '/WinAnsiEncoding',
    FirstChar: 46,
    LastChar: 46,
    Widths: [250],
  };
  const { styles, chars } = await read({
    content: 'BT /F9 12 Tf 72 600 Td (........) Tj ET',
    resources: { Font: { F9: font } },
  });
  expect(styles[chars.style[0] as number]?.monospace).toBe(monospace);
});

/** A composite font that the reader is to have, with a character map of the standard for simplified Chinese. */
const chinese = (flags: number, stem: number) => ({
  Type: '/Font',
  Subtype: '/Type0',
  BaseFont: '/Songti',
  Encoding: '/UniGB-UCS2-H',
  DescendantFonts: [
    {
      Type: '/Font',
      Subtype: '/CIDFontType2',
      BaseFont: '/Songti',
      CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('GB1'), Supplement: 2 },
      FontDescriptor: {
        Type: '/FontDescriptor',
        FontName: '/Songti',
        Flags: flags,
        FontBBox: [0, -200, 1000, 900],
        ItalicAngle: 0,
        Ascent: 900,
        Descent: -200,
        CapHeight: 700,
        StemV: stem,
      },
    },
  ],
});

test('a font with ideographs is no typewriter for its flags, and not bold where all their text is as heavy', async () => {
  const words = 'BT /F9 12 Tf 72 600 Td <4E2D6587548C0050004400464E2D6587> Tj ET';
  const long = line(72, 500, 'A line of plain text that is longer than the ideographs above it.', 12);
  const { styles, chars } = await read({
    content: `${words}\n${long}`,
    resources: { Font: { F9: chinese(5, 160) } },
  });
  const look = styles[chars.style[4] as number];
  expect(String.fromCodePoint(chars.code[0] as number, chars.code[4] as number)).toBe('中D');
  expect([look?.font, look?.monospace, look?.bold]).toEqual(['Songti', false, false]);
});
