// Cells that are boxes of their own with white between them, as web pages print tables: boxes in rows and columns are one grid.
import { type Box, heightOf } from './page.ts';
import type { GridArea, TableGrid } from './table-grid.ts';

/** In points: how far the edges of boxes in one row or column may differ. */
const sameEdge = 2;
/** In points: white between boxes of one table. */
const widestGap = 10;
/** In points: white that can be seen. */
const leastGap = 0.5;
/** In points: less is the white between two boxes, closed by the lines on both sides. */
const smallestBox = 6;
/** In points: what is higher is a panel with a text of its own. */
const highestBox = 72;
const fewestRows = 2;
const fewestColumns = 2;
/** Rows and columns together; fewer are cards side by side. */
const fewestBoth = 5;
const mostBoxes = 3_000;

interface Cell extends Box {
  readonly grid: TableGrid;
}

type Row = readonly Cell[];

/** The grids with those in place of their boxes that are the cells of one table. */
export function withSpaced(grids: readonly TableGrid[]): TableGrid[] {
  const cells = grids.flatMap(cellsOf);
  const spaced = cells.length > mostBoxes ? [] : stacksOf(rowsOf(cells)).flatMap((rows) => spacedGrid(rows) ?? []);
  if (spaced.length === 0) return [...grids];
  const used = new Set(spaced.flatMap(({ from }) => from));
  return [...grids.filter((grid) => !used.has(grid)), ...spaced.map(({ grid }) => grid)];
}

/** The boxes of a grid that is one row or one column of them. */
function cellsOf(grid: TableGrid): Cell[] {
  const { xs, ys, areas } = grid;
  if (xs.length > 2 && ys.length > 2) return [];
  const boxes = areas.map(({ row, column, toRow, toColumn }) => ({
    left: xs[column] as number,
    top: ys[row] as number,
    right: xs[toColumn] as number,
    bottom: ys[toRow] as number,
    grid,
  }));
  return boxes.filter(({ left, top, right, bottom }) => right - left >= smallestBox && bottom - top >= smallestBox);
}

/** Boxes of one height beside each other. */
function rowsOf(cells: readonly Cell[]): Row[] {
  const rows: Cell[][] = [];
  for (const cell of [...cells].sort((a, b) => Math.round(a.top) - Math.round(b.top) || a.left - b.left)) {
    const row = rows.findLast(([first]) => isLevel(first as Cell, cell));
    if (row !== undefined && isNextTo(row.at(-1) as Cell, cell)) row.push(cell);
    else rows.push([cell]);
  }
  return rows;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= sameEdge;
const isLevel = (one: Box, other: Box): boolean => isNear(one.top, other.top) && isNear(one.bottom, other.bottom);
const isNextTo = (one: Box, next: Box): boolean =>
  next.left > one.right - sameEdge && next.left - one.right <= widestGap;

/** Rows one below the other, as wide as each other. */
function stacksOf(rows: readonly Row[]): Row[][] {
  const stacks: Row[][] = [];
  for (const row of rows) {
    const stack = stacks.findLast((one) => isBelow(one.at(-1) as Row, row));
    if (stack === undefined) stacks.push([row]);
    else stack.push(row);
  }
  return stacks;
}

function isBelow(above: Row, below: Row): boolean {
  const [one, other] = [above[0] as Cell, below[0] as Cell];
  const gap = other.top - one.bottom;
  if (gap <= -sameEdge || gap > widestGap) return false;
  return isNear(one.left, other.left) && isNear((above.at(-1) as Cell).right, (below.at(-1) as Cell).right);
}

/** Code is set on filled lines without white between them: two listings side by side are no table. */
const isApart = ([first]: Row, at: number, rows: readonly Row[]): boolean =>
  at > 0 && (first as Cell).top - ((rows[at - 1] as Row)[0] as Cell).bottom > leastGap;

/** One grid, its lines in the middle of the white; undefined where the boxes do not keep to columns. */
function spacedGrid(
  rows: readonly Row[],
): { readonly grid: TableGrid; readonly from: readonly TableGrid[] } | undefined {
  const widest = rows.reduce((most, row) => (row.length > most.length ? row : most));
  if (rows.length < fewestRows || widest.length < fewestColumns || rows.length + widest.length < fewestBoth)
    return undefined;
  const from = new Set(rows.flatMap((row) => row.map(({ grid }) => grid)));
  // One lattice needs nothing.
  if (from.size < 2 || rows.some(([first]) => heightOf(first as Cell) > highestBox) || !rows.some(isApart))
    return undefined;
  const areas: GridArea[] = [];
  for (const [row, cells] of rows.entries()) {
    let free = 0;
    for (const { left, right } of cells) {
      const column = widest.findIndex((cell) => isNear(cell.left, left));
      const toColumn = widest.findLastIndex((cell) => isNear(cell.right, right)) + 1;
      if (column !== free || toColumn <= column) return undefined;
      areas.push({ row, toRow: row + 1, column, toColumn });
      free = toColumn;
    }
    if (free !== widest.length) return undefined;
  }
  const xs = edgesOf(widest.map(({ left, right }) => [left, right]));
  const ys = edgesOf(rows.map(([first]) => [(first as Cell).top, (first as Cell).bottom]));
  return { grid: { xs, ys, areas }, from: [...from] };
}

const edgesOf = (stretches: readonly (readonly [number, number])[]): number[] => [
  (stretches[0] as readonly [number, number])[0],
  ...stretches.slice(1).map(([from], at) => (from + (stretches[at] as readonly [number, number])[1]) / 2),
  (stretches.at(-1) as readonly [number, number])[1],
];
