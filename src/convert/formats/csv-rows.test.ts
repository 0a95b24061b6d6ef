// Laws of the row scanner: what is written can be read back, cuts between pieces do not matter, nothing is lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dialect, RowScanner } from './csv-rows.ts';

describe('laws', () => {
  const dialect = (delimiter: string): Dialect => ({
    delimiter,
    backslash: false,
    padded: false,
    carriageReturns: false,
  });
  const scanned = (text: string, cuts: readonly number[], cells: boolean): { rows: string[][]; widths: number[] } => {
    const rows: string[][] = [];
    const widths: number[] = [];
    const scanner = new RowScanner<never>(dialect(','), {
      cells,
      row: (row) => void rows.push(row),
      measured: (width) => void widths.push(width),
      multiline: (value) => value,
      unclosed: () => {},
    });
    let from = 0;
    for (const cut of [...cuts].map((at) => at % (text.length + 1)).sort((a, b) => a - b)) {
      scanner.push(text.slice(from, cut));
      from = Math.max(from, cut);
    }
    scanner.push(text.slice(from));
    scanner.end();
    return { rows, widths };
  };
  const value = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n', ';', 'é', '漢'), maxLength: 8 });
  const filledRow = fc
    .array(value, { minLength: 1, maxLength: 5 })
    .filter((row) => row.some((one) => one.trim() !== ''));
  const cuts = fc.array(fc.nat(), { maxLength: 4 });

  test('what RFC 4180 writes is read back, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(filledRow, { maxLength: 6 }), cuts, (rows, places) => {
        const text = rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');
        expect(scanned(text, places, true).rows).toEqual(rows);
      }),
      { numRuns: 400 },
    );
  });

  test('any text gives the same rows however it is cut, and measures as wide as they are', () => {
    const hostile = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' '), maxLength: 40 });
    fc.assert(
      fc.property(hostile, cuts, (text, places) => {
        const whole = scanned(text, [], true).rows;
        expect(scanned(text, places, true).rows).toEqual(whole);
        expect(scanned(text, places, false).widths).toEqual(whole.map((row) => row.length));
      }),
      { numRuns: 1000 },
    );
  });

  test('no letter of any text is lost', () => {
    const hostile = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', ' '), maxLength: 60 });
    fc.assert(
      fc.property(hostile, (text) => {
        const letters = (from: string): string => from.replace(/[^ab]/g, '');
        expect(letters(scanned(text, [], true).rows.flat().join(''))).toBe(letters(text));
      }),
      { numRuns: 1000 },
    );
  });
});
