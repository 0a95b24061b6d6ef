// Places cells with spans on a grid: content stands once, top left, and the positions a span covers are empty cells.
import { defaultLimits } from '../../core/limits.ts';
import type { Cell, Row } from '../document/tree.ts';

const spanOf = (value: number | undefined): number => (value === undefined || !(value > 1) ? 1 : Math.trunc(value));

export class Grid {
  /** Rows each column is still covered for by a cell above. */
  readonly #covered: number[] = [];
  #active = false;

  /** True while a cell from above covers anything in the next row. */
  get isActive(): boolean {
    return this.#active;
  }

  /** Cells by column; undefined where a span covers. The row itself when there is nothing to place. */
  place(row: Row): readonly (Cell | undefined)[] {
    if (!this.#active && !row.some(spans)) return row;
    const placed: (Cell | undefined)[] = [];
    const covered = this.#covered;
    const below: { readonly from: number; readonly to: number; readonly rows: number }[] = [];
    for (const cell of row) {
      while ((covered[placed.length] ?? 0) > 0) placed.push(undefined);
      const from = placed.length;
      placed.push(cell);
      if (typeof cell === 'string') continue;
      // Columns beyond the limit cannot be written, so a span need not be followed there.
      const to = Math.min(from + spanOf(cell.colspan), Math.max(from + 1, defaultLimits.tableColumns));
      while (placed.length < to && !((covered[placed.length] ?? 0) > 0)) placed.push(undefined);
      const rows = spanOf(cell.rowspan) - 1;
      if (rows > 0) below.push({ from, to: placed.length, rows });
    }
    this.#active = false;
    for (let column = 0; column < covered.length; column += 1) {
      const left = Math.max(0, (covered[column] ?? 0) - 1);
      covered[column] = left;
      if (left > 0) this.#active = true;
    }
    for (const { from, to, rows } of below) {
      while (covered.length < to) covered.push(0);
      covered.fill(rows, from, to);
      this.#active = true;
    }
    return placed;
  }
}

const spans = (cell: Cell): boolean =>
  typeof cell !== 'string' && (spanOf(cell.colspan) > 1 || spanOf(cell.rowspan) > 1);

/** Columns needed for what is in these rows; a span alone makes no column. */
export function widthOf(rows: Iterable<Row>): number {
  const grid = new Grid();
  let width = 0;
  for (const row of rows) {
    const placed = grid.place(row);
    let used = placed.length;
    while (used > width && placed[used - 1] === undefined) used -= 1;
    width = Math.max(width, used);
  }
  return Math.min(width, defaultLimits.tableColumns);
}
