// Ruled tables: lines that meet form a grid; positions without a line between them are one cell.
import { firstAtOrAfter } from './sorted.ts';
import { boxesOf, type LinedGrid } from './table-boxes.ts';
import type { GridArea, TableGrid } from './table-grid.ts';
import { withoutNested } from './table-nested.ts';
import { withSpaced } from './table-spaced.ts';
import { type Stroke, type Strokes, snap } from './table-strokes.ts';

/** Pairs of lines looked at on one page; a drawing of more is no table. */
const mostPairs = 400_000;
/** Positions of one grid. */
const mostPositions = 40_000;
/** Single boxes included. */
const mostGrids = 2_000;
const mostLattices = 200;

export interface Lattices {
  readonly tables: TableGrid[];
  /** Their areas are the boxes. */
  readonly drawings: TableGrid[];
}

/** The grids that the lines of a page form, largest first. */
export function latticesOf(strokes: Strokes): Lattices {
  const grids: TableGrid[] = [];
  const drawings: TableGrid[] = [];
  for (const group of connected(strokes)) {
    const grid = gridOf(withoutNested(group));
    if (grid === undefined) continue;
    const boxes = boxesOf(grid);
    if (boxes === undefined) grids.push(grid);
    else drawings.push({ xs: grid.xs, ys: grid.ys, areas: boxes });
    if (grids.length + drawings.length >= mostGrids) break;
  }
  // A box alone is no table.
  const tables = withSpaced(grids).filter(({ xs, ys }) => xs.length > 2 || ys.length > 2);
  const area = ({ xs, ys }: TableGrid): number =>
    ((xs.at(-1) as number) - (xs[0] as number)) * ((ys.at(-1) as number) - (ys[0] as number));
  const byArea = (a: TableGrid, b: TableGrid): number => area(b) - area(a);
  return { tables: tables.sort(byArea).slice(0, mostLattices), drawings: drawings.sort(byArea) };
}

interface Group extends Strokes {
  readonly horizontal: Stroke[];
  readonly vertical: Stroke[];
}

function connected({ horizontal, vertical }: Strokes): Group[] {
  const parents = new Int32Array(horizontal.length + vertical.length);
  for (let at = 0; at < parents.length; at += 1) parents[at] = at;
  const rootOf = (one: number): number => {
    let root = one;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  // Both lists are sorted by place, so the lines that can cross one are neighbours in the other list.
  const places = vertical.map((stroke) => stroke.at);
  let pairs = 0;
  for (const [at, across] of horizontal.entries()) {
    for (let other = firstAtOrAfter(places, across.from - snap); other < vertical.length; other += 1) {
      const down = vertical[other] as Stroke;
      if (down.at > across.to + snap) break;
      pairs += 1;
      if (pairs > mostPairs) return [];
      if (across.at < down.from - snap || across.at > down.to + snap) continue;
      parents[rootOf(at)] = rootOf(horizontal.length + other);
    }
  }
  const groups = new Map<number, Group>();
  const groupOf = (one: number): Group => {
    const root = rootOf(one);
    const known = groups.get(root);
    if (known !== undefined) return known;
    const group = { horizontal: [], vertical: [] };
    groups.set(root, group);
    return group;
  };
  for (const [at, stroke] of horizontal.entries()) groupOf(at).horizontal.push(stroke);
  for (const [at, stroke] of vertical.entries()) groupOf(horizontal.length + at).vertical.push(stroke);
  return [...groups.values()];
}

function gridOf({ horizontal, vertical }: Strokes): LinedGrid | undefined {
  if (horizontal.length + vertical.length < 3 || horizontal.length === 0 || vertical.length === 0) return undefined;
  const xs = placesOf(vertical, horizontal);
  const ys = placesOf(horizontal, vertical);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > mostPositions) return undefined;
  // A position has a line on its left or above it, when one runs along most of that side.
  const left = new Uint8Array(columns * rows);
  const above = new Uint8Array(columns * rows);
  for (const stroke of vertical) {
    const column = nearest(xs, stroke.at);
    if (column >= columns) continue;
    mark(ys, stroke, (row) => {
      left[row * columns + column] = 1;
    });
  }
  for (const stroke of horizontal) {
    const row = nearest(ys, stroke.at);
    if (row >= rows) continue;
    mark(xs, stroke, (column) => {
      above[row * columns + column] = 1;
    });
  }
  return { xs, ys, areas: areasOf(columns, rows, left, above), left, above };
}

/** Where the lines stand, and where the lines across them end: tables are often open at their sides. */
function placesOf(strokes: readonly Stroke[], across: readonly Stroke[]): number[] {
  const places = strokes.map((stroke) => stroke.at).sort((a, b) => a - b);
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const stroke of across) {
    if (stroke.from < from) from = stroke.from;
    if (stroke.to > to) to = stroke.to;
  }
  const out: number[] = [];
  if (from < (places[0] as number) - 2 * snap) out.push(from);
  for (const place of places) if (out.length === 0 || place - (out.at(-1) as number) > 0.01) out.push(place);
  if (to > (places.at(-1) as number) + 2 * snap) out.push(to);
  return out;
}

function mark(lines: readonly number[], stroke: Stroke, take: (at: number) => void): void {
  for (let at = Math.max(0, firstAtOrAfter(lines, stroke.from) - 1); at < lines.length - 1; at += 1) {
    const [from, to] = [lines[at] as number, lines[at + 1] as number];
    if (from >= stroke.to) break;
    if (Math.min(to, stroke.to) - Math.max(from, stroke.from) >= 0.6 * (to - from)) take(at);
  }
}

function nearest(lines: readonly number[], value: number): number {
  const after = firstAtOrAfter(lines, value);
  if (after === 0) return 0;
  if (after >= lines.length) return lines.length - 1;
  return value - (lines[after - 1] as number) <= (lines[after] as number) - value ? after - 1 : after;
}

/** Positions joined to rectangles wherever no line parts them: first along the row, then down. */
function areasOf(columns: number, rows: number, left: Uint8Array, above: Uint8Array): GridArea[] {
  const taken = new Uint8Array(columns * rows);
  const areas: GridArea[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken[row * columns + column] === 1) continue;
      let toColumn = column + 1;
      while (
        toColumn < columns &&
        taken[row * columns + toColumn] === 0 &&
        left[row * columns + toColumn] === 0 &&
        opens(above, row, toColumn, columns) === opens(above, row, column, columns)
      ) {
        toColumn += 1;
      }
      let toRow = row + 1;
      while (toRow < rows && continuesDown(columns, toRow, column, toColumn, taken, left, above)) toRow += 1;
      for (let one = row; one < toRow; one += 1) taken.fill(1, one * columns + column, one * columns + toColumn);
      areas.push({ row, column, toRow, toColumn });
    }
  }
  return areas;
}

/** Neighbours below a line join only with neighbours below a line. */
const opens = (above: Uint8Array, row: number, column: number, columns: number): boolean =>
  row === 0 || above[row * columns + column] === 1;

function continuesDown(
  columns: number,
  row: number,
  column: number,
  toColumn: number,
  taken: Uint8Array,
  left: Uint8Array,
  above: Uint8Array,
): boolean {
  for (let at = column; at < toColumn; at += 1) {
    const position = row * columns + at;
    if (taken[position] === 1 || above[position] === 1) return false;
    if (at > column && left[position] === 1) return false;
  }
  return true;
}
