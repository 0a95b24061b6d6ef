// Odd pages: no size, negative, huge or turned; letters without a meaning, unseen, off the page, in other scripts.
import type { PdfDict, PdfFile } from '../support/pdf.ts';
import { line, pdfOf } from '../support/pdf-document.ts';
import type { OddPdfs } from './odd-pdf.ts';

const text = line(72, 700, 'A plain line.');
const shown = ['A plain line.'];
const boxed = (box: string, more: PdfDict = {}, content = text): Buffer =>
  pdfOf([{ content, entries: { MediaBox: box, ...more } }]);
const mayBeEmpty = ['converts', 'EMPTY_DOCUMENT', 'CORRUPTED_FILE'] as const;

/** A font for one test, called G. */
const withFont = (content: string, font: (file: PdfFile) => PdfDict): Buffer =>
  pdfOf([(file) => ({ content, resources: { Font: { G: file.add(font(file)) } } })]);

/** A composite font that is not in the file, with a predefined encoding (9.7.5.2). */
const composite = (file: PdfFile, encoding: string, ordering: string): PdfDict => ({
  Type: '/Font',
  Subtype: '/Type0',
  BaseFont: '/Absent',
  Encoding: `/${encoding}`,
  DescendantFonts: [
    file.add({
      Type: '/Font',
      Subtype: '/CIDFontType0',
      BaseFont: '/Absent',
      CIDSystemInfo: `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`,
      FontDescriptor: { Type: '/FontDescriptor', FontName: '/Absent', Flags: 4, FontBBox: [0, -200, 1000, 900] },
    }),
  ],
});
const utf16 = (content: string): string => Buffer.from(content, 'utf16le').swap16().toString('hex');
const hexLine = (hex: string): string => `BT /G 20 Tf 72 600 Td <${hex}> Tj ET\n`;

/** Letters of a script in the order they are written, mapped by the file itself. */
function mapped(content: string, order: readonly number[]): Buffer {
  const letters = [...content];
  const rows = letters.map((letter, at) => `<${(at + 1).toString(16).padStart(2, '0')}> <${utf16(letter)}>`);
  const codes = order.map((at) => (at + 1).toString(16).padStart(2, '0')).join('');
  return withFont(hexLine(codes), (file) => ({
    Type: '/Font',
    Subtype: '/Type1',
    BaseFont: '/Helvetica',
    FirstChar: 1,
    LastChar: letters.length,
    Widths: letters.map(() => 500),
    ToUnicode: file.stream(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def 1 begincodespacerange <00> <ff>
      endcodespacerange ${rows.length} beginbfchar ${rows.join('\n')} endbfchar endcmap end end`,
    ),
  }));
}

const rotated = (rotation: number): OddPdfs => ({
  [`a page turned by ${rotation}`]: {
    bytes: () => boxed('[0 0 612 792]', { Rotate: rotation }),
    holds: shown,
  },
});

export const oddPages: OddPdfs = {
  'a page without content': { bytes: () => pdfOf([{ content: '' }]), ends: ['EMPTY_DOCUMENT'] },
  'no pages': { bytes: () => pdfOf([]), ends: ['EMPTY_DOCUMENT', 'CORRUPTED_FILE'] },
  'empty pages among others': {
    bytes: () => pdfOf([{ content: '' }, { content: text }, { content: '' }]),
    holds: shown,
  },
  ...rotated(90),
  ...rotated(180),
  ...rotated(270),
  ...rotated(-90),
  ...rotated(45),
  ...rotated(2_147_483_647),
  'letters turned by a quarter': {
    bytes: () => pdfOf([{ content: `BT /F1 11 Tf 0 1 -1 0 300 300 Tm (Along the edge.) Tj ET` }]),
    holds: ['Along the edge.'],
  },
  'letters turned by a half': {
    bytes: () => pdfOf([{ content: `BT /F1 11 Tf -1 0 0 -1 300 300 Tm (Upside down.) Tj ET` }]),
    holds: ['Upside down.'],
  },
  'a page of no size': { bytes: () => boxed('[0 0 0 0]'), ends: mayBeEmpty },
  'a page turned inside out': { bytes: () => boxed('[612 792 0 0]'), holds: shown },
  'a page below nothing': {
    bytes: () => boxed('[-1000 -1000 -388 -208]', {}, line(-928, -300, 'A plain line.')),
    holds: shown,
  },
  'a page of ten million points': { bytes: () => boxed('[0 0 10000000 10000000]'), holds: shown },
  'a page beyond all numbers': {
    bytes: () => boxed('[0 0 1e308 99999999999999999999999999999999999999]'),
    ends: mayBeEmpty,
  },
  'a page of words': { bytes: () => boxed('[/NaN (inf) null true]'), ends: mayBeEmpty },
  'a page of three numbers': { bytes: () => boxed('[0 0 612]'), ends: mayBeEmpty },
  'numbers that are none': {
    bytes: () => pdfOf([{ content: `BT /F1 nan Tf --5 1.2.3 Td (One) Tj /F1 1e5 Tf +-.-. Td (Two) Tj ET ${text}` }]),
    ends: ['converts'],
  },
  'type of no size': { bytes: () => pdfOf([{ content: `${line(72, 600, 'Small.', 0)}${text}` }]), holds: shown },
  'type of a million points': {
    bytes: () => pdfOf([{ content: `${line(72, 600, 'Large.', 1_000_000)}${text}` }]),
    holds: shown,
  },
  'a matrix of nothing': {
    bytes: () => pdfOf([{ content: `q 0 0 0 0 0 0 cm ${line(72, 600, 'Flat.')}Q ${text}` }]),
    holds: shown,
  },
  'units of a million': { bytes: () => boxed('[0 0 612 792]', { UserUnit: 1_000_000 }), holds: shown },
  'units below nothing': { bytes: () => boxed('[0 0 612 792]', { UserUnit: -1 }), holds: shown },
  'a crop box elsewhere': {
    bytes: () => boxed('[0 0 612 792]', { CropBox: '[5000 5000 6000 6000]' }),
    ends: mayBeEmpty,
  },
  'letters off the page': {
    bytes: () => pdfOf([{ content: line(5_000, 700, 'Far right.') + line(72, -400, 'Far below.') + text }]),
    holds: shown,
    lacks: ['Far'],
    warns: ['hidden-text'],
  },
  'letters that are not painted': {
    bytes: () => pdfOf([{ content: `BT 3 Tr /F1 11 Tf 72 600 Td (Unseen.) Tj ET 0 Tr ${text}` }]),
    holds: shown,
    warns: ['hidden-text'],
  },
  'white on white': {
    bytes: () => pdfOf([{ content: `1 g ${line(72, 600, 'Whitewashed.')}0 g ${text}` }]),
    holds: shown,
  },
  'a font that renames its letters': {
    bytes: () =>
      withFont('BT /G 12 Tf 72 600 Td (\\001\\002\\003\\004) Tj ET', () => ({
        Type: '/Font',
        Subtype: '/Type1',
        BaseFont: '/Helvetica',
        Encoding: { Type: '/Encoding', Differences: [1, '/M', '/i', '/l', '/uni006C'] },
      })),
    holds: ['Mill'],
  },
  'a font with names that say nothing': {
    bytes: () =>
      withFont(`BT /G 12 Tf 72 600 Td (\\001\\002\\003\\004) Tj ET ${text}`, () => ({
        Type: '/Font',
        Subtype: '/Type1',
        BaseFont: '/Odd',
        Encoding: { Type: '/Encoding', Differences: [1, '/g01', '/g02', '/g03', '/g04'] },
      })),
    holds: shown,
  },
  'glyph numbers without a map': {
    bytes: () => withFont(hexLine('0001000200030004ffff') + text, (file) => composite(file, 'Identity-H', 'Identity')),
    holds: shown,
  },
  'simplified Chinese of a font that is not there': {
    bytes: () => withFont(hexLine(utf16('磨坊在河边')), (file) => composite(file, 'UniGB-UCS2-H', 'GB1')),
    holds: ['磨坊在河边'],
  },
  'traditional Chinese of a font that is not there': {
    bytes: () => withFont(hexLine(utf16('磨坊在河邊')), (file) => composite(file, 'UniCNS-UCS2-H', 'CNS1')),
    holds: ['磨坊在河邊'],
  },
  'Japanese of a font that is not there': {
    bytes: () => withFont(hexLine(utf16('水車小屋です')), (file) => composite(file, 'UniJIS-UCS2-H', 'Japan1')),
    holds: ['水車小屋です'],
  },
  'Korean of a font that is not there': {
    bytes: () => withFont(hexLine(utf16('물레방아')), (file) => composite(file, 'UniKS-UCS2-H', 'Korea1')),
    holds: ['물레방아'],
  },
  'Hebrew, drawn from left to right': {
    bytes: () => mapped('טחנה', [3, 2, 1, 0]),
    holds: ['טחנה'],
  },
  'a map that gives a letter a thousand characters': {
    bytes: () => mapped('M', [0, 0]).subarray(0),
    holds: ['MM'],
  },
  'a font that is a page': {
    bytes: () =>
      pdfOf([
        (_file, pages) => ({
          content: `BT /G 12 Tf 72 600 Td (Odd) Tj ET ${text}`,
          resources: { Font: { G: pages[0] ?? 'null' } },
        }),
      ]),
    holds: shown,
  },
  'a font that is not there': {
    bytes: () => pdfOf([{ content: `BT /Nowhere 12 Tf 72 600 Td (Odd) Tj ET ${text}` }]),
    holds: shown,
  },
};
