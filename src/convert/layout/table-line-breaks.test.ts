// Lines that break although more would have fitted are rows; wrapped text and lists within a cell are not.
import { describe, expect, test } from 'vitest';
import { setLines } from '../../../test/support/page-words.ts';
import { segmentsOf } from './segments.ts';
import { placePieces } from './table-columns.ts';
import { breakOnPurpose } from './table-line-breaks.ts';
import { tableLines } from './table-lines.ts';

const columns = [
  { from: 40, to: 140 },
  { from: 150, to: 250 },
  { from: 260, to: 460 },
];

/** Each row: what stands in the columns, one line below the other. */
function isStack(rows: readonly (readonly string[])[]): boolean {
  const words = rows.flatMap((cells, row) =>
    cells.flatMap((cell, at) =>
      cell === '' ? [] : setLines([cell], { left: (columns[at]?.from ?? 0) + 2, top: 100 + 14 * row, size: 10 }),
    ),
  );
  const lines = tableLines(segmentsOf(words)).map((line) => ({ placed: placePieces(line, columns) }));
  return breakOnPurpose(lines, columns);
}

describe('lines in a drawn row', () => {
  test('short cells in every column are rows', () => {
    expect(
      isStack([
        ['Newspaper', 'F / M', 'Layouts of newspapers'],
        ['Magazine', 'M', 'Layouts of magazines'],
        ['Catalogue', 'F', 'Pages of catalogues'],
        ['Letters', 'F', 'Layouts of letters'],
      ]),
    ).toBe(true);
  });

  test('text that fills its cells is wrapped', () => {
    expect(
      isStack([
        ['every word that has', 'a place in this row', 'is set until the cell has no room left for'],
        ['another one, and then', 'goes on with the line', 'below, as text in narrow cells always does'],
        ['because the next word', 'would not have fitted', 'where the line before it has come to its end'],
      ]),
    ).toBe(false);
  });

  test('of many lines half may fill their cells', () => {
    const rows = (many: number): string[][] =>
      Array.from({ length: many }, (_, at) =>
        at % 3 === 0 ? ['Windmills of oldest', 'grinding of the barley', ''] : ['Mill', 'corn', ''],
      );
    const filled = rows(10).map(([first = '', second = '']) => [first, second, 'to the end of the day']);
    expect(isStack(filled)).toBe(true);
    expect(isStack(filled.slice(0, 5))).toBe(false);
  });

  test('lists in two cells are no rows', () => {
    expect(
      isStack([
        ['This is a list:', 'This is another:', ''],
        ['• first', '• uno', ''],
        ['• second', '• due', ''],
        ['• third', '• tre', ''],
      ]),
    ).toBe(false);
  });
});
