// What a PDF says of its codes, where PDFium does not heed it.
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cffOf } from '../../../../test/support/font.ts';
import type { PdfFile, PdfRef, PdfValue } from '../../../../test/support/pdf.ts';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import type { Encryption } from '../../../../test/support/pdf-encryption.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import { pageWords } from '../../formats/pdf/words.ts';
import { bytesSource } from '../../input.ts';
import { objectsIn } from './file-objects.ts';
import { readToUnicode } from './font-to-unicode.ts';
import { parsePdf } from './pdf-syntax.ts';

/** Of several fonts the last one sets the text. */
async function textOf(
  make: (file: PdfFile) => readonly PdfRef[],
  content: string,
  encryption?: Encryption,
): Promise<string> {
  const fonts = (file: PdfFile) => Object.fromEntries(make(file).map((font, at) => [`X${at}`, font]));
  const pdf = pdfOf(
    [
      (file) => {
        const Font = fonts(file);
        const last = Object.keys(Font).length - 1;
        return { content: `BT /X${last} 10 Tf 72 700 Td ${content} Tj ET`, resources: { Font } };
      },
    ],
    encryption === undefined ? {} : { encryption },
  );
  const { words } = pageWords(await readFirstPage(pdf));
  return words.map(({ text }) => text).join(' ');
}

/** Letters that are pictures, with codes from 1 on. */
function pictureFont(file: PdfFile, names: readonly string[], widths: readonly number[]): PdfRef {
  const glyph = (width: number): PdfRef => file.stream(`${width} 0 0 0 ${width} 70 d1 0 0 ${width} 70 re f`);
  const differences: PdfValue[] = [1, ...names.map((name) => `/${name}`)];
  return file.add({
    Type: '/Font',
    Subtype: '/Type3',
    FontBBox: [0, 0, 100, 100],
    FontMatrix: [0.01, 0, 0, 0.01, 0, 0],
    FirstChar: 1,
    LastChar: names.length,
    Widths: file.add(widths),
    Encoding: file.add({ Type: '/Encoding', Differences: differences }),
    CharProcs: Object.fromEntries(names.map((name, at) => [name, glyph(widths[at] ?? 50)])),
    Resources: {},
  });
}

const names = ['T', 'eacute', 'l', 'space', 'm', 'i'];
const others = ['s', 'o', 'n', 'space', 'r', 'v'];
const widths = [60, 50, 25, 30, 80, 26];

test('pictures of letters mean what their names say', async () => {
  expect(await textOf((file) => [pictureFont(file, names, widths)], '<010203020405060305>')).toBe('Télé milm');
});

test('in a protected file too', async () => {
  const encryption = { method: 'aes-128', userPassword: '' } as const;
  expect(await textOf((file) => [pictureFont(file, names, widths)], '<010203020405060305>', encryption)).toBe(
    'Télé milm',
  );
});

test('of two such fonts the widths tell which it is', async () => {
  const make = (file: PdfFile) => [
    pictureFont(file, others, [55, 50, 25, 30, 40, 45]),
    pictureFont(file, names, widths),
  ];
  expect(await textOf(make, '<010203020405060305>')).toBe('Télé milm');
  const twins = (file: PdfFile) => [pictureFont(file, others, widths), pictureFont(file, names, widths)];
  expect(await textOf(twins, '<010203020405060305>')).not.toContain('Télé');
});

test('names that are numbers in disguise say nothing, though one of them is that of a letter', async () => {
  const make = (file: PdfFile) => [pictureFont(file, ['AE', 'B4', 'CP', 'CQ', 'D0', 'D1'], widths)];
  expect(await textOf(make, '<010203020405060305>')).not.toContain('Æ');
});

test('a table of characters with more entries than it announces is read all the same', async () => {
  const table =
    'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0001> <0000> <0005> <004c> <0006> <006f> <0007> <0072> endbfchar endcmap';
  const make = (file: PdfFile) => {
    const program = cffOf(Array.from({ length: 9 }, (_, at) => ({ name: `g${at}`, width: 500 })));
    const descriptor = file.add({
      Type: '/FontDescriptor',
      FontName: '/F0',
      Flags: 4,
      FontFile3: file.stream(program, { Subtype: '/CIDFontType0C' }),
    });
    const inner = file.add({
      Type: '/Font',
      Subtype: '/CIDFontType0',
      BaseFont: '/F0',
      CIDSystemInfo: { Registry: '(Adobe)', Ordering: '(Identity)', Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 500,
    });
    const font = file.add({
      Type: '/Font',
      Subtype: '/Type0',
      BaseFont: '/F0',
      Encoding: '/Identity-H',
      DescendantFonts: [inner],
      ToUnicode: file.stream(table),
    });
    return [font];
  };
  expect((await textOf(make, '<000500060007>')).replaceAll(' ', '')).toBe('Lor');
});

test('tables of characters in all their forms', () => {
  const table = readToUnicode(`2 beginbfrange <01> <03> <0041> <10> <11> [<0066 0069> <d835dc00>] endbfrange
    1 beginbfchar <20> <0000> <21> <f041> <22> <00e9> endbfchar`);
  expect([...table]).toEqual([
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
    [16, 'fi'],
    [17, '𝐀'],
    [34, 'é'],
  ]);
});

test('values in the syntax of PDF', () => {
  const value = parsePdf('<</A#42[ 1 -.5 12 0 R /x(a\\)]b)<</C<0a>>>]/D true>> endobj');
  expect(value).toEqual(
    new Map<string, unknown>([
      ['/AB', [1, -0.5, { object: 12 }, '/x', '', new Map([['/C', '']])]],
      ['/D', 'true'],
    ]),
  );
  expect(parsePdf('['.repeat(100_000))).toBeDefined();
});

test('objects are found wherever they stand in a file', () => {
  const far = `5 0 obj <</Length 6 0 R /X(${'y'.repeat(600_000)})>> endobj`;
  const packed = deflateSync(Buffer.from('11 0 12 18 <</Subtype/Type1>> [1 2]', 'latin1')).toString('latin1');
  const file =
    '%PDF-1.7\r\n1 0 obj\r\n<</Length 14>>stream\r\n9 0 obj endobj\r\nendstream\r\nendobj\r\n2 0 obj\r\n[ 500 600]\r\nendobj\r\n' +
    `3 0 obj<</Kids[ 4 0 R ]>>endobj\r4 0 obj\r\n<</Subtype/Type3>>\r\nendobj\r\n${far}\n` +
    `10 0 obj<</Type/ObjStm/N 2/First 11/Filter/FlateDecode/Length 6 0 R>>stream\n${packed}\nendstream endobj 2 0 obj [700] endobj`;
  const { values, streams } = objectsIn(bytesSource(Buffer.from(file, 'latin1')), new Set([1]));
  expect([...values].map(([number, text]) => [number, text.trim()])).toEqual([
    [2, '[700]'],
    [4, '<</Subtype/Type3>>'],
    [11, '<</Subtype/Type1>>'],
    [12, '[1 2]'],
  ]);
  expect(streams.get(1)?.bytes.toString()).toBe('9 0 obj endobj');
});

test('packed objects that tell neither their length nor their end are given up', () => {
  const file = Buffer.from('1 0 obj<</Type/ObjStm>>stream\n'.repeat(200_000), 'latin1');
  expect(objectsIn(bytesSource(file), new Set()).values.size).toBe(0);
});
