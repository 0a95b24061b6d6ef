// Documents made with dvips and a printer's pictures of letters: glyphs called by number, as large as they are shown.
import { expect, test } from 'vitest';
import type { PdfFile, PdfRef } from '../../../../test/support/pdf.ts';
import { type MakePage, pdfOf, textWidth } from '../../../../test/support/pdf-document.ts';
import { blocksFrom, testContext } from '../../../../test/support/read-blocks.ts';
import { read } from '../../formats/pdf/read.ts';
import { plainStyle } from '../../layout/page.ts';
import { markdownOf } from '../../markdown/write.ts';
import type { CharTable } from './char-table.ts';
import { misnamedByDvips } from './font-dvips.ts';

/** Points of a dot of the printer's. */
const dot = 0.12;

/** A is 0, B 36: the rest in digits and letters. */
function nameOf(code: number): string {
  const rest = code % 36;
  return String.fromCharCode(65 + Math.floor(code / 36)) + (rest < 10 ? rest : String.fromCharCode(55 + rest));
}

/** Glyphs are boxes of so many dots, as they come out of a printer of 600 dots to the inch. */
function pictureFont(file: PdfFile, size: number): PdfRef {
  const codes = Array.from({ length: 95 }, (_, at) => at + 32);
  const widths = codes.map((code) => Math.round(textWidth(String.fromCharCode(code), size) / dot));
  const drawings = codes.map((code, at) => {
    const [width, height] = [widths[at] as number, Math.round((0.6 * size) / dot)];
    return [
      nameOf(code),
      file.stream(Buffer.from(`${width} 0 0 0 ${width} ${height} d1 0 0 ${width} ${height} re f`), {}),
    ];
  });
  return file.add({
    Type: '/Font',
    Subtype: '/Type3',
    FontBBox: [0, -200, 1000, 1000],
    FontMatrix: [1, 0, 0, 1, 0, 0],
    CharProcs: Object.fromEntries(drawings),
    Encoding: { Type: '/Encoding', Differences: [32, ...codes.map((code) => `/${nameOf(code)}`)] },
    FirstChar: 32,
    LastChar: 126,
    Widths: widths,
  });
}

const set = (x: number, y: number, text: string, font = 'Small'): string => {
  // Spaces are moves: such fonts have none.
  let at = x;
  const words = text.split(' ').map((word) => {
    const place = at;
    at += textWidth(`${word} `, font === 'Small' ? 10 : 16);
    return `BT /${font} 1 Tf ${(place / dot).toFixed(0)} ${(y / dot).toFixed(0)} Td (${word}) Tj ET\n`;
  });
  return words.join('');
};

const lines = [
  'The package of the miller contains each bracket [1] which',
  'he could collect, and each such thing costs him much; but',
  'since he became rich, the cost of it is of no concern to him.',
];

test('are read as what they say, in lines of their size', async () => {
  const page: MakePage = (file) => ({
    content: `q ${dot} 0 0 ${dot} 0 0 cm\n${set(72, 700, 'A chapter of success', 'Large')}${lines
      .map((line, at) => set(72, 670 - 12 * at, line))
      .join('')}Q\n`,
    resources: { Font: { Small: pictureFont(file, 10), Large: pictureFont(file, 16) } },
  });
  const markdown = await markdownOf(await blocksFrom(read, pdfOf([page]), testContext({}, { ocrMode: 'never' })));
  expect(markdown).toBe(`# A chapter of success\n\n${lines.join(' ')}\n`);
});

test('signs of such names in other fonts are what they are called', () => {
  const table = (unmapped: number): CharTable => {
    const codes = [0xc6, 0x2104, ...Array.from('abcdefghijklmnop', (sign) => sign.charCodeAt(0))];
    return {
      count: codes.length,
      code: Uint32Array.from(codes),
      left: new Float32Array(codes.length),
      right: new Float32Array(codes.length).fill(5),
      top: new Float32Array(codes.length),
      bottom: new Float32Array(codes.length).fill(10),
      style: new Uint16Array(codes.length),
      flags: Uint8Array.from(codes, (_, at) => (at >= 2 && at < 2 + unmapped ? 2 : 0)),
      recovered: new Map(),
    };
  };
  const look = (font: string) => [{ ...plainStyle, font }];
  expect([...misnamedByDvips(table(16), look('?1'))]).toEqual([
    [0, 'ffi'],
    [1, ']'],
  ]);
  expect(misnamedByDvips(table(16), look('Serif')).size).toBe(0);
  expect(misnamedByDvips(table(4), look('?1')).size).toBe(0);
});

test.each([
  ['none', 0],
  ['all', 2],
])('a font of a few words, %s of which was asked for, is like the others of its page', (_name, own) => {
  const signs = ['\u2104', ...'title', ...'the text of the page goes on'];
  const styles = [
    { ...plainStyle, font: '?1' },
    { ...plainStyle, font: '?2' },
  ];
  const table = (flag: number): CharTable => ({
    count: signs.length,
    code: Uint32Array.from(signs, (sign) => sign.charCodeAt(0)),
    left: new Float32Array(signs.length),
    right: new Float32Array(signs.length).fill(5),
    top: new Float32Array(signs.length),
    bottom: new Float32Array(signs.length).fill(10),
    style: Uint16Array.from(signs, (_, at) => (at < 6 ? 0 : 1)),
    flags: Uint8Array.from(signs, (_, at) => (at === 0 ? 0 : at < 6 ? own : flag)),
    recovered: new Map(),
  });
  expect([...misnamedByDvips(table(2), styles)]).toEqual([[0, ']']]);
  expect(misnamedByDvips(table(0), styles).size).toBe(0);
});
