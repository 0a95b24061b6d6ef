// The scanner of sheets: the same rows however the bytes are cut, exact numbers, and rows and cells that are out of place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CellValues } from './cell-values.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetExtras } from './sheet-extras.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { CellStyles } from './styles.ts';

function scan(pieces: readonly Buffer[], prefix = '') {
  const strings = new SharedStrings(1_000);
  for (const one of ['zero', 'one']) strings.add(one);
  const values = new CellValues(strings, new CellStyles(undefined, false), new SheetExtras(new Map(), new Map()));
  const scanner = new SheetScanner(prefix, values);
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  const rows = scanner.rows.map((row) => [
    row.index,
    ...row.cells.map((cell, at) => `${row.column(at)}=${String(cell)}`),
  ]);
  return { rows, disordered: scanner.disordered, values };
}

const rowsOf = (data: string) => scan([Buffer.from(`<worksheet><sheetData>${data}</sheetData></worksheet>`)]).rows;

const sheet = `<?xml version="1.0"?><worksheet><!-- a < b --><sheetViews/><sheetData><row r="1" spans="1:3">
  <c r="A1" t="s"><v>1</v></c><c r="B1" s="0"><v>-12.50</v></c><c r="C1" t="inlineStr"><is><t>ü &amp; <![CDATA[<c>]]></t></is></c></row>
  <row r="3" hidden="1"><c r="AA3"><f>1&lt;2</f><v>0.1</v></c><c r='AB3' t = 'b' ><v>1</v></c><c r="AC3"/><c r="AD3" t="e"><v>#REF!</v></c></row>
  <row r="4"/><row r="7"><c r="XFD7" t="str"><v>end</v></c></row></sheetData><c r="A9"><v>9</v></c></worksheet>`;

test('the same rows however the bytes are cut', () => {
  const bytes = Buffer.from(sheet);
  const whole = scan([bytes]);
  expect(whole.rows).toEqual([
    [1, '1=one', '2=-12.5', '3=ü & <c>'],
    [3, '27=0.1', '28=TRUE', '30=#REF!'],
    [7, '16384=end'],
  ]);
  expect(whole.values.hiddenRows).toBe(1);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(scan([bytes.subarray(0, cut), bytes.subarray(cut)]).rows).toEqual(whole.rows);
  }
  expect(scan(Array.from(bytes, (byte) => Buffer.from([byte]))).rows).toEqual(whole.rows);
});

test('a prefix changes nothing', () => {
  const prefixed = sheet
    .replace(/<(\/?)(worksheet|sheetData|row|c|v|f|is|t|sheetViews)(?=[\s/>])/g, '<$1p:$2')
    .replace('<p:c>]]', '<c>]]');
  expect(scan([Buffer.from(prefixed)], 'p:').rows).toEqual(scan([Buffer.from(sheet)]).rows);
});

test('every number is read as the double it is', () => {
  const shown = (text: string) => rowsOf(`<row r="1"><c r="A1"><v>${text}</v></c></row>`)[0]?.[1];
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: 1, max: 1e8 }), (value) => {
      const rounded = Number(value.toPrecision(8));
      expect(shown(String(rounded))).toBe(`1=${rounded}`);
      expect(shown(rounded.toExponential())).toBe(`1=${rounded}`);
    }),
  );
  expect(shown('1e')).toBe('1=1e');
  expect(shown('-')).toBe('1=-');
  expect(shown('-0')).toBe('1=0');
});

describe('what is out of place', () => {
  test('cells without an address follow each other', () => {
    expect(rowsOf('<row><c><v>1</v></c><c/><c r="9"><v>3</v></c></row><row><c r="B9"><v>4</v></c></row>')).toEqual([
      [1, '1=1', '3=3'],
      [2, '2=4'],
    ]);
  });
  test('cells in any order are sorted, and of two the later one stays', () => {
    expect(rowsOf('<row r="2"><c r="C2"><v>3</v></c><c r="A2"><v>1</v></c><c r="C2"><v>4</v></c></row>')).toEqual([
      [2, '1=1', '3=4'],
    ]);
  });
  test('addresses beyond a sheet are not believed', () => {
    expect(rowsOf('<row r="9999999"><c r="ZZZ1"><v>1</v></c></row>')).toEqual([[1, '1=1']]);
  });
  test('a row that never ends, and one that never began', () => {
    expect(
      rowsOf('<c r="B1"><v>1</v></c></row><row r="5"><c r="A5"><v>2</v></c><row r="6"><c r="A6"><v>3</v>'),
    ).toEqual([
      [1, '2=1'],
      [5, '1=2'],
    ]);
  });
  test('a cell without an end is refused, not waited for', () => {
    const piece = Buffer.alloc(1 << 20, 'a');
    const start = Buffer.from('<worksheet><sheetData><row><c t="inlineStr"><is><t>');
    expect(() => scan([start, ...new Array<Buffer>(20).fill(piece)])).toThrow(
      expect.objectContaining({ code: 'DOCUMENT_LIMIT' }),
    );
  });
});

test('strings are kept as they are, by the thousand', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 300 }), (texts) => {
      const strings = new SharedStrings(2 ** 20);
      for (const one of texts) strings.add(one);
      expect(strings.size).toBe(texts.length);
      for (const [index, one] of texts.entries()) expect(strings.at(index)).toBe(one.toWellFormed());
      for (const index of [-1, texts.length, Number.NaN, 0.5]) expect(strings.at(index)).toBeUndefined();
    }),
  );
  const small = new SharedStrings(1_000);
  expect(() => {
    for (let at = 0; at < 100_000; at += 1) small.add('text');
  }).toThrow(expect.objectContaining({ code: 'DOCUMENT_LIMIT' }));
});
