// Characters that a PDF gives no meaning, read from the fonts in it.
import { expect, test } from 'vitest';
import { cffOf, sfntOf, type1Of } from '../../../../test/support/font.ts';
import type { PdfFile, PdfRef, PdfValue } from '../../../../test/support/pdf.ts';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import { pageWords } from '../../formats/pdf/words.ts';

async function wordsOf(make: (file: PdfFile) => { readonly font: PdfRef; readonly content: string }) {
  const pdf = pdfOf([
    (file) => {
      const { font, content } = make(file);
      return { content, resources: { Font: { X: font } } };
    },
  ]);
  const { words, unmapped } = pageWords(await readFirstPage(pdf));
  return { text: words.map((word, at) => (at > 0 && word.spaced ? ` ${word.text}` : word.text)).join(''), unmapped };
}

function simpleFont(
  file: PdfFile,
  program: Buffer,
  widths: readonly number[],
  differences: PdfValue,
  isType1 = false,
): PdfRef {
  const descriptor = file.add({
    Type: '/FontDescriptor',
    FontName: '/ABCDEF+Odd',
    Flags: 4,
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
    ...(isType1 ? { FontFile: file.stream(program) } : { FontFile3: file.stream(program, { Subtype: '/Type1C' }) }),
  });
  return file.add({
    Type: '/Font',
    Subtype: '/Type1',
    BaseFont: '/ABCDEF+Odd',
    FirstChar: 0,
    LastChar: widths.length - 1,
    Widths: widths,
    Encoding: { Type: '/Encoding', Differences: differences },
    FontDescriptor: descriptor,
  });
}

/** All codes are 500 wide but these. */
const widthsWith = (some: Readonly<Record<number, number>>): number[] =>
  Array.from({ length: 256 }, (_, code) => some[code] ?? 500);

test('a ligature of the PDF’s own encoding is found by its width', async () => {
  const program = cffOf([
    { name: 'T_h', width: 777 },
    { name: 'f_f', width: 620 },
  ]);
  const { text, unmapped } = await wordsOf((file) => ({
    font: simpleFont(file, program, widthsWith({ 31: 777 }), [31, '/T_h', 101, '/e']),
    content: 'BT /X 12 Tf 72 700 Td <1f65> Tj ET',
  }));
  expect(text).toBe('The');
  expect(unmapped).toBe(0);
});

test('of two ligatures of one width the letters after them tell', async () => {
  const program = cffOf([
    { name: 'f_i', width: 559 },
    { name: 'f_l', width: 559 },
  ]);
  const shown = async (codes: string): Promise<string> =>
    (
      await wordsOf((file) => ({
        font: simpleFont(file, program, widthsWith({ 31: 559 }), [31, '/f_i', 97, '/a', 110, '/n', 114, '/r']),
        content: `BT /X 12 Tf 72 700 Td <${codes}> Tj ET`,
      }))
    ).text;
  expect(await shown('1f6e611f72')).toBe('finafir');
  // Where they do not, the PDF's own encoding is asked.
  expect(await shown('611f')).toBe('afi');
});

test('a letter among letters is no ligature, though one is as wide', async () => {
  const program = cffOf([{ name: 'T_h', width: 611 }]);
  const text = 'Faktura sprzedazy';
  const names = Array.from(new Set(text), (sign): PdfValue[] => [sign.charCodeAt(0), `/g${sign.charCodeAt(0)}`]).flat();
  const read = await wordsOf((file) => ({
    font: simpleFont(file, program, widthsWith({ 70: 611 }), names),
    content: `BT /X 12 Tf 72 700 Td (${text}) Tj ET`,
  }));
  expect(read.text).toBe(text);
});

test('a sign that only ever begins lines is a bullet', async () => {
  const program = cffOf([{ name: 'g1', width: 500 }]);
  const { text } = await wordsOf((file) => ({
    font: simpleFont(file, program, widthsWith({}), [33, '/g1']),
    content: [700, 680, 660]
      .map((y) => `BT /X 12 Tf 72 ${y} Td <21> Tj ET BT /F1 12 Tf 90 ${y} Td (Entry) Tj ET`)
      .join('\n'),
  }));
  expect(text).toBe('• Entry • Entry • Entry');
});

test('a sign of prompts is none', async () => {
  const program = cffOf([{ name: 'g1', width: 500 }]);
  const { text } = await wordsOf((file) => ({
    font: simpleFont(file, program, widthsWith({}), [36, '/g1']),
    content: [700, 680, 660]
      .map((y) => `BT /X 12 Tf 72 ${y} Td <24> Tj ET BT /F1 12 Tf 90 ${y} Td (make) Tj ET`)
      .join('\n'),
  }));
  expect(text).toBe('$ make $ make $ make');
});

test('a raised sign right behind a letter is no bullet, though the engine sees the end of a line before it', async () => {
  const program = type1Of([{ name: 'prime', width: 230 }], { encoding: { 48: 'prime' } });
  const { text } = await wordsOf((file) => ({
    font: simpleFont(file, program, widthsWith({ 48: 230 }), [], true),
    content: [700, 680, 660]
      .map((y) => `BT /F1 12 Tf 72 ${y} Td (S) Tj /X 8 Tf 8 6 Td (0) Tj /F1 12 Tf 20 -6 Td (set) Tj ET`)
      .join('\n'),
  }));
  expect(text).toBe('S ′ set S ′ set S ′ set');
});

/** A font whose codes are numbers of glyphs, or go through a map to them. */
function compositeFont(file: PdfFile, program: Buffer, map?: Buffer): PdfRef {
  const descriptor = file.add({ Type: '/FontDescriptor', FontName: '/A', Flags: 4, FontFile2: file.stream(program) });
  const inner = file.add({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: '/A',
    CIDSystemInfo: { Registry: '(Adobe)', Ordering: '(Identity)', Supplement: 0 },
    FontDescriptor: descriptor,
    DW: 500,
    ...(map === undefined ? {} : { CIDToGIDMap: file.stream(map) }),
  });
  return file.add({
    Type: '/Font',
    Subtype: '/Type0',
    BaseFont: '/A',
    Encoding: '/Identity-H',
    DescendantFonts: [inner],
  });
}

test('a font of its own for spaces says spaces', async () => {
  const glyphs = [
    { name: '.notdef', width: 500 },
    { name: 'g1', width: 500, blank: true },
  ];
  const { text } = await wordsOf((file) => ({
    font: compositeFont(file, sfntOf({ glyphs, cmap: false, post: false }), Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])),
    content: 'BT /F1 12 Tf 72 700 Td (Mill) Tj /X 12 Tf <0003> Tj /F1 12 Tf (stone) Tj ET',
  }));
  expect(text).toBe('Mill stone');
});

test('what no font says stays unknown and is counted', async () => {
  const glyphs = Array.from({ length: 40 }, (_, at) => ({ name: `g${at}`, width: 500 }));
  const { text, unmapped } = await wordsOf((file) => ({
    font: compositeFont(file, sfntOf({ glyphs, cmap: false })),
    content: 'BT /X 12 Tf 72 700 Td <000500060007> Tj ET',
  }));
  expect(text).toBe('\ufffd\ufffd\ufffd');
  expect(unmapped).toBe(3);
});

test('so are those of Type 1 fonts, though small capitals are as wide', async () => {
  const program = type1Of([
    { name: 'f_l', width: 540 },
    { name: 'g.sc', width: 541 },
    { name: 'f_i', width: 560 },
  ]);
  const { text } = await wordsOf((file) => ({
    font: simpleFont(
      file,
      program,
      widthsWith({ 27: 560, 30: 540 }),
      [27, '/f_i', 30, '/f_l', 101, '/e', 110, '/n'],
      true,
    ),
    content: 'BT /X 12 Tf 72 700 Td <1b6e65206e1e656e> Tj ET',
  }));
  expect(text).toBe('fine nflen');
});

test('brackets of a font without letters are no letters: the first code opens', async () => {
  const program = type1Of([
    { name: 'angbracketleft', width: 388 },
    { name: 'angbracketright', width: 388 },
  ]);
  const { text } = await wordsOf((file) => ({
    font: simpleFont(
      file,
      program,
      widthsWith({ 104: 388, 105: 388 }),
      [104, '/angbracketleft', '/angbracketright'],
      true,
    ),
    content: 'BT /X 12 Tf 72 700 Td (h) Tj /F1 12 Tf (name) Tj /X 12 Tf (i) Tj ET',
  }));
  expect(text).toBe('⟨name⟩');
});
