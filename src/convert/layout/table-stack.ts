// Grids with one layout that stand one below the other are one table: rows between filled rows have no lines of their own.
import { type Box, middleX } from './page.ts';
import type { Segment } from './segments.ts';
import { median } from './sorted.ts';
import { isBoldLine } from './table-evidence.ts';
import { type GridArea, slotOf, type TableGrid } from './table-grid.ts';
import { type TableLine, tableLines } from './table-lines.ts';
import { snap } from './table-strokes.ts';

/** In heights of a row: grids further apart are two tables, unless all that stands between them is one row. */
const furthest = 2.5;
const furthestOfRow = 10;
/** In heights of a line: white above a further line of a cell. */
const withinCell = 0.5;
/** Rows without lines taken on at either end. */
const mostAdded = 200;
/** In points: how far above a grid its heads may begin. */
const headReach = 40;

export function joinStacked(grids: readonly TableGrid[], within: (box: Box) => Segment[]): TableGrid[] {
  const sorted = [...grids].sort((a, b) => topOf(a) - topOf(b));
  const out: TableGrid[] = [];
  for (const grid of sorted) {
    let found = -1;
    for (let at = out.length - 1; at >= 0 && at >= out.length - 8; at -= 1) {
      if (!isBelow(out[at] as TableGrid, grid) || !hasRow(out[at] as TableGrid, grid, within)) continue;
      found = at;
      break;
    }
    if (found < 0) out.push(grid);
    else out[found] = joinedGrid(out[found] as TableGrid, grid);
  }
  return out;
}

const topOf = ({ ys }: TableGrid): number => ys[0] as number;
const bottomOf = ({ ys }: TableGrid): number => ys.at(-1) as number;

function rowHeight({ ys }: TableGrid): number {
  return median(ys.slice(1).map((y, at) => y - (ys[at] as number)));
}

function isBelow(above: TableGrid, grid: TableGrid): boolean {
  if (above.xs.length !== grid.xs.length) return false;
  const gap = topOf(grid) - bottomOf(above);
  if (gap < -snap || gap > furthestOfRow * Math.max(rowHeight(above), rowHeight(grid))) return false;
  return above.xs.every((x, at) => Math.abs(x - (grid.xs[at] as number)) <= snap);
}

/** What stands between the two stands in their columns: lines that each fill some of them, or one row with cells of several lines. */
function hasRow(above: TableGrid, grid: TableGrid, within: (box: Box) => Segment[]): boolean {
  const [top, bottom] = [bottomOf(above), topOf(grid)];
  if (bottom - top <= snap) return true;
  const lines = tableLines(within({ left: edge(above).left, right: edge(above).right, top, bottom }));
  const [first, ...others] = lines;
  if (first === undefined || !fits(first, above.xs)) return false;
  const isNear = bottom - top <= furthest * Math.max(rowHeight(above), rowHeight(grid));
  if (isNear && others.every((line) => fits(line, above.xs))) return true;
  return others.every((line, at) => goesOn(line, lines[at] as TableLine, above.xs));
}

/** A further line of a row whose cells are longer than others. */
function goesOn(line: TableLine, last: TableLine, xs: readonly number[]): boolean {
  return line.top - last.bottom <= withinCell * (last.bottom - last.top) && slotsOf(line, xs) !== undefined;
}

const edge = ({ xs }: TableGrid): { readonly left: number; readonly right: number } => ({
  left: xs[0] as number,
  right: xs.at(-1) as number,
});

/** Pieces in half of the columns or more, none over a line between them. */
function fits(line: TableLine, xs: readonly number[]): boolean {
  const slots = slotsOf(line, xs) ?? 0;
  return slots >= 2 && slots >= 0.5 * (xs.length - 1);
}

/** In how many columns a line has words; undefined where one stands over a line between them. */
function slotsOf(line: TableLine, xs: readonly number[]): number | undefined {
  const seen = new Set<number>();
  for (const piece of line.pieces) {
    if (piece.left < (xs[0] as number) - snap || piece.right > (xs.at(-1) as number) + snap) return undefined;
    for (const word of piece.words) {
      const slot = slotOf(xs, middleX(word));
      if (word.left < (xs[slot] as number) - snap || word.right > (xs[slot + 1] as number) + snap) return undefined;
      seen.add(slot);
    }
  }
  return seen.size;
}

function joinedGrid(above: TableGrid, grid: TableGrid): TableGrid {
  const gap = topOf(grid) - bottomOf(above) > snap;
  const shift = above.ys.length - 1 + (gap ? 1 : 0);
  const ys = gap ? [...above.ys, ...grid.ys] : [...above.ys, ...grid.ys.slice(1)];
  const moved = grid.areas.map((area) => ({ ...area, row: area.row + shift, toRow: area.toRow + shift }));
  const between = gap ? rowAreas(above.ys.length - 1, above.xs.length - 1) : [];
  return { xs: above.xs, ys, areas: [...above.areas, ...between, ...moved] };
}

/** One area for each position of a row. */
export function rowAreas(row: number, columns: number): GridArea[] {
  return Array.from({ length: columns }, (_, column) => ({ row, toRow: row + 1, column, toColumn: column + 1 }));
}

/** The grid with the lines of words right above and below it that stand in its columns. */
export function extendGrid(grid: TableGrid, within: (box: Box) => Segment[]): TableGrid {
  const height = rowHeight(grid);
  if (grid.xs.length < 3 || !(height > 0)) return grid;
  const { left, right } = edge(grid);
  const reach = Math.min(mostAdded * height, 2_000);
  const below = tableLines(within({ left, right, top: bottomOf(grid), bottom: bottomOf(grid) + reach }));
  const ys = [...grid.ys];
  const areas = [...grid.areas];
  for (const [at, line] of below.slice(0, mostAdded).entries()) {
    const last = ys.at(-1) as number;
    if (line.top - last > 0.8 * height) break;
    if (!fits(line, grid.xs)) {
      if (at === 0 || !goesOn(line, below[at - 1] as TableLine, grid.xs)) break;
      ys[ys.length - 1] = Math.max(line.bottom, last);
      continue;
    }
    areas.push(...rowAreas(ys.length - 1, grid.xs.length - 1));
    ys.push(Math.max(line.bottom, last + 0.5));
  }
  return { xs: grid.xs, ys, areas };
}

/** The grid with the heads that stand right above it without lines of their own: one for each column but the first, bold ones over two. */
export function withHeads(grid: TableGrid, within: (box: Box) => Segment[]): TableGrid {
  const columns = grid.xs.length - 1;
  if (columns < 2) return grid;
  const { left, right } = edge(grid);
  const top = topOf(grid);
  const lines = tableLines(within({ left: left - snap, right: right + snap, top: top - headReach, bottom: top }));
  let from = lines.length;
  const seen = new Set<number>();
  while (from > 0) {
    const line = lines[from - 1] as TableLine;
    const below = lines[from]?.top ?? top;
    if (below - line.bottom > 0.8 * Math.max(1, line.bottom - line.top) || !fits(line, grid.xs)) break;
    for (const piece of line.pieces) seen.add(slotOf(grid.xs, middleX(piece)));
    from -= 1;
  }
  const first = lines[from];
  if (first === undefined || seen.size < Math.max(2, columns - 1)) return grid;
  if (columns === 2 && !lines.slice(from).every(isBoldLine)) return grid;
  const areas = grid.areas.map((area) => ({ ...area, row: area.row + 1, toRow: area.toRow + 1 }));
  return { xs: grid.xs, ys: [Math.min(first.top, top - 0.5), ...grid.ys], areas: [...rowAreas(0, columns), ...areas] };
}
