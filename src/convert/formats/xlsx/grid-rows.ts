// Rows of a region as rows of a table: blank columns closed, blank rows in between kept as one empty row.
import type { Cell, Row } from '../../document/tree.ts';
import { mostColumns } from './cell-reference.ts';
import type { SheetRow } from './sheet-row.ts';

/** Which column of the sheet stands where in the table; several blank columns in a row are shown as one. */
export class ColumnMap {
  readonly width: number;
  readonly first: number;
  readonly last: number;
  /** Place in the table plus one; 0 for a column that has none. */
  readonly #places = new Uint16Array(mostColumns + 1);

  constructor(columns: readonly number[]) {
    let place = 0;
    let before = columns[0] ?? 0;
    for (const column of columns) {
      if (column > before + 1) place += 1;
      this.#places[column] = ++place;
      before = column;
    }
    this.width = place;
    this.first = columns[0] ?? 0;
    this.last = before;
  }

  /** The cells of a row in their places. */
  row(row: SheetRow): Row {
    const { cells } = row;
    // Most rows are full: their cells are the row.
    if (cells.length === this.width) return cells;
    const placed: Cell[] = new Array<Cell>(this.width).fill('');
    for (let at = 0; at < cells.length; at += 1) {
      placed[(this.#places[row.column(at)] as number) - 1] = cells[at] as Cell;
    }
    return placed;
  }

  /** True when a column between those two has a place. */
  usesAny(from: number, to: number): boolean {
    const end = Math.min(to, this.last);
    for (let column = Math.max(from, this.first); column <= end; column += 1) {
      if (this.#places[column] !== 0) return true;
    }
    return false;
  }

  /** True when every cell of the row has a place. */
  holds(row: SheetRow): boolean {
    for (let at = 0; at < row.cells.length; at += 1) if (this.#places[row.column(at)] === 0) return false;
    return true;
  }
}

export function tableRows(rows: readonly SheetRow[], map: ColumnMap): Row[] {
  const table: Row[] = [];
  let before: SheetRow | undefined;
  for (const row of rows) {
    if (before !== undefined && row.index > before.index + 1) table.push([]);
    table.push(map.row(row));
    before = row;
  }
  return table;
}
