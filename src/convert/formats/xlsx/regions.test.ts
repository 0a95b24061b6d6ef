// How a sheet is parted into tables: that no cell is lost or doubled whatever the layout, and the cases the rules name.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from './cell-reference.ts';
import { ColumnMap, tableRows } from './grid-rows.ts';
import { columnsOf, type DefinedTable, regionsOf } from './regions.ts';
import { boldLook, kinds, SheetRow } from './sheet-row.ts';

/** Rows from a drawing: a letter is a word, a capital one is bold, a digit is a number, a dot is an empty cell. */
function sheet(...lines: readonly string[]): SheetRow[] {
  return lines.flatMap((line, at) => {
    const row = new SheetRow(at + 1, false);
    for (const [column, one] of [...line].entries()) {
      if (one === '.' || one === ' ') continue;
      const look = /\d/.test(one) ? kinds.number : kinds.text | (/[A-Z]/.test(one) ? boldLook : 0);
      row.add(column + 1, one, look);
    }
    return row.cells.length === 0 ? [] : [row];
  });
}

const drawn = (rows: readonly SheetRow[], tables: readonly DefinedTable[] = []): string[] =>
  regionsOf(rows, tables).map(({ rows: some }) =>
    tableRows(some, new ColumnMap(columnsOf(some)))
      .map((row) => row.map((cell) => (cell === '' ? '.' : String(cell))).join(''))
      .join('/'),
  );

test('every cell stands in one table, once', () => {
  const cells = fc.uniqueArray(
    fc.record({
      row: fc.integer({ min: 1, max: 40 }),
      column: fc.integer({ min: 1, max: 60 }),
      look: fc.integer({ min: 1, max: 13 }),
    }),
    {
      selector: ({ row, column }) => `${row},${column}`,
      maxLength: 120,
    },
  );
  const range = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 60 }), fc.nat(10), fc.nat(10));
  fc.assert(
    fc.property(cells, fc.array(range, { maxLength: 3 }), fc.boolean(), (all, ranges, header) => {
      const rows = new Map<number, SheetRow>();
      for (const { row, column, look } of [...all].sort((a, b) => a.row - b.row || a.column - b.column)) {
        if (!rows.has(row)) rows.set(row, new SheetRow(row, false));
        rows.get(row)?.add(column, `${row},${column}`, look);
      }
      const tables = ranges.map(([top, left, height, width]) => ({
        range: { top, left, bottom: top + height, right: left + width },
        ...(header ? { header } : {}),
      }));
      const shown = regionsOf([...rows.values()], tables)
        .flatMap(({ rows: some }) => tableRows(some, new ColumnMap(columnsOf(some))))
        .flat()
        .filter((cell) => cell !== '');
      expect(shown.sort()).toEqual(all.map(({ row, column }) => `${row},${column}`).sort());
    }),
  );
});

describe('blank rows', () => {
  test('do not part what goes on in the same columns', () => {
    expect(drawn(sheet('ab', '12', '', '34', '', '', '5'))).toEqual(['ab/12//34//5.']);
  });
  test('part what begins with a header of its own', () => {
    expect(drawn(sheet('ab', '12', '', 'cd', '34'))).toEqual(['ab/12', 'cd/34']);
    expect(drawn(sheet('ab', 'cd', '', 'XY', 'ef'))).toEqual(['ab/cd', 'XY/ef']);
  });
  test('part what is wider, and what is far below', () => {
    expect(drawn(sheet('ab', '12', '', '345'))).toEqual(['ab/12', '345']);
    expect(drawn(sheet('ab', '12', ...new Array<string>(21).fill(''), '34'))).toEqual(['ab/12', '34']);
  });
  test('part remarks at the end, but not sections in between', () => {
    expect(drawn(sheet('ab', '12', '', 's', '', '34', '', 'r', 'q'))).toEqual(['ab/12//s.//34', 'r/q']);
  });
});

describe('titles', () => {
  test('stand above the table they name', () => {
    expect(drawn(sheet('t', '1', 'abc', '123'))).toEqual(['t/1', 'abc/123']);
  });
  test('are not taken from the middle of a header, nor made of a list', () => {
    expect(drawn(sheet('.g', '123', '456'))).toEqual(['.g./123/456']);
    expect(drawn(sheet('a', 'b', 'c'))).toEqual(['a/b/c']);
  });
});

describe('blank columns', () => {
  test('part two tables that each have a header, when rows or distance tell', () => {
    expect(drawn(sheet('ab..cd', '12..34', '56..78'))).toEqual(['ab/12/56', 'cd/34/78']);
    expect(drawn(sheet('ab.cd', '12.34', '...56'))).toEqual(['ab/12', 'cd/34/56']);
    expect(drawn(sheet('ab.cd', '12.34'))).toEqual(['ab.cd/12.34']);
  });
  test('part two tables that each have a title and a header, and every title stays with its table', () => {
    expect(drawn(sheet('s..t.', 'ab.cd', '12.34'))).toEqual(['s', 'ab/12', 't', 'cd/34']);
    expect(drawn(sheet('s....', 'ab.cd', '12.34'))).toEqual(['s', 'ab.cd/12.34']);
    expect(drawn(sheet('.s.t.', 'ab.cd', '12.34'))).toEqual(['.s.t./ab.cd/12.34']);
  });
  test('only space out one table otherwise', () => {
    expect(drawn(sheet('a..b..c', '1..2..3'))).toEqual(['a.b.c/1.2.3']);
    expect(drawn(sheet('...12', 'xy...', 'zz.34'))).toEqual(['...12/xy.../zz.34']);
  });
  test('part tables that hardly share a row, or touch at a corner', () => {
    expect(drawn(sheet('12', '34', '56', '78.ab', '...cd', '...ef', '...gh'))).toEqual(['12/34/56/78', 'ab/cd/ef/gh']);
    expect(drawn(sheet('ab', '12', '..cd', '..34'))).toEqual(['ab/12', 'cd/34']);
  });
});

test('cells strewn over a sheet do not become a sea of empty ones', () => {
  const diagonal = Array.from({ length: 4_000 }, (_, at) => {
    const row = new SheetRow(at + 1, false);
    row.add(at + 1, 'x', kinds.text);
    return row;
  });
  const places = regionsOf(diagonal, []).reduce((sum, { rows }) => sum + rows.length * columnsOf(rows).length, 0);
  expect(places).toBeLessThan(2_000_000);
  const matrix = sheet('abcdefgh'.repeat(50), ...Array.from({ length: 300 }, (_, at) => `${'.'.repeat(at)}1`));
  expect(regionsOf(matrix, []).length).toBe(1);
});

test('tables that the workbook defines stand by themselves', () => {
  const table = { range: parseRange('B2:C3') as DefinedTable['range'], header: false };
  const rows = sheet('wxyz', 'aabb', 'ccdd', 'efgh');
  expect(drawn(rows, [table])).toEqual(['wxyz/a..b/c..d/efgh', 'ab/cd']);
  expect(regionsOf(rows, [table]).map(({ header }) => header)).toEqual([undefined, false]);
});

test('pivot tables do too, under their captions', () => {
  const pivots = ['A1:B3', 'D1:E4'].map((range) => ({ range: parseRange(range) as DefinedTable['range'] }));
  const rows = sheet('s..t.', 'ab.cd', '12.34', '...56');
  expect(drawn(rows, pivots)).toEqual(['s', 'ab/12', 't', 'cd/34/56']);
  expect(drawn(sheet('ab.cd', '12.34', '56'), pivots)).toEqual(['ab/12/56', 'cd/34']);
});
