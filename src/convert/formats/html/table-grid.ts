// Puts the cells of a table on its grid: spans are followed, empty columns closed, and grids that would be far larger
// than what stands in them refused.
import type { Limits } from '../../../core/limits.ts';
import type { Align, Block } from '../../document/tree.ts';

export interface CellParts {
  readonly blocks: readonly Block[];
  readonly header: boolean;
  readonly align: Align;
  /** Where it stands and how far it reaches: as the page says, then as placed. */
  column: number;
  colspan: number;
  rowspan: number;
}

/** Empty places written for each cell at most: beyond, a table is a few wide rows over many narrow ones. */
const emptyPerCell = 20;
const emptyAllowed = 1_000_000;

/**
 * Places each cell in its column (HTML, 4.9.12.1) and then removes columns in which no cell begins: a span of 1 000
 * over an empty grid is one column wide. False when the grid would be far larger than its content, or too wide.
 */
export function place(rows: CellParts[][], limits: Limits): boolean {
  /** Row up to which each column is covered from above. */
  const taken: number[] = [];
  const begins = new Set<number>();
  let cells = 0;
  let slots = limits.liveNodes;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const one of row) {
      for (; (taken[column] ?? 0) > index; column += 1) slots -= 1;
      one.column = column;
      one.rowspan = Math.min(one.rowspan, rows.length - index);
      if (one.rowspan > 1) {
        for (let at = column; at < column + one.colspan; at += 1) taken[at] = index + one.rowspan;
        slots -= one.colspan;
      }
      begins.add(column);
      column += one.colspan;
      cells += 1;
      if (slots < 0) return false;
    }
  }
  if (begins.size > limits.tableColumns || rows.length * begins.size > cells * emptyPerCell + emptyAllowed)
    return false;
  const empty = emptyColumns(rows);
  const kept = [...begins].filter((column) => !empty.has(column)).sort((a, b) => a - b);
  for (const [index, row] of rows.entries()) {
    if (empty.size > 0) rows[index] = row.filter(({ column }) => !empty.has(column));
  }
  for (const row of rows) {
    for (const one of row) {
      const start = lowerBound(kept, one.column);
      one.colspan = Math.max(1, lowerBound(kept, one.column + one.colspan) - start);
      one.column = start;
    }
  }
  return true;
}

/** Columns in which nothing stands, not even a head: margins of old pages. At least one column is left. */
function emptyColumns(rows: readonly CellParts[][]): ReadonlySet<number> {
  const empty = new Set<number>();
  const needed = new Set<number>();
  for (const row of rows) {
    for (const one of row) {
      if (one.blocks.length === 0 && one.colspan === 1) empty.add(one.column);
      else needed.add(one.column);
    }
  }
  return needed.size === 0 ? new Set() : new Set([...empty].filter((column) => !needed.has(column)));
}

/** Rows of one width each, in order and without spans: what a grid that cannot be kept whole is written as. */
export function pieces(rows: readonly CellParts[][], widest: number): CellParts[][][] {
  const made: CellParts[][][] = [];
  for (const row of rows) {
    for (let from = 0; from < row.length; from += widest) {
      const part = row.slice(from, from + widest);
      for (const [column, one] of part.entries()) Object.assign(one, { column, colspan: 1, rowspan: 1 });
      const last = made.at(-1);
      if (last?.[0]?.length === part.length) last.push(part);
      else made.push([part]);
    }
  }
  return made;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function widthOf(grid: readonly CellParts[][]): number {
  let width = 0;
  for (const row of grid) {
    const last = row.at(-1);
    if (last !== undefined) width = Math.max(width, last.column + last.colspan);
  }
  return width;
}

/** A column stands as its first cell that says so. */
export function alignments(grid: readonly CellParts[][], columns: number): Align[] {
  const align: Align[] = Array.from({ length: columns }, () => null);
  for (const row of grid) {
    for (const one of row) {
      if (one.align !== null && one.colspan === 1 && align[one.column] === null) align[one.column] = one.align;
    }
  }
  return align;
}
