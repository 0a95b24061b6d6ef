// Grids of drawn lines that do not part all cells: columns and rows that only the places of words show are added.
import { addAll } from './many.ts';
import { middleX, type Word } from './page.ts';
import type { Segment } from './segments.ts';
import { amountColumns } from './table-amounts.ts';
import { boundsBetween, columnsOf } from './table-columns.ts';
import { evidenceOf } from './table-evidence.ts';
import { type FilledArea, fillGrid, type GridArea, slotOf, type TableGrid } from './table-grid.ts';
import { type TableLine, tableLines } from './table-lines.ts';
import { stackedRows } from './table-rows.ts';

/** Positions of a grid after lines were added. */
const mostPositions = 40_000;
/** In points: an added line nearer to a drawn one is that one. */
const nearest = 3;
/** In heights of a line: white between two rows, where lines of a cell have less. */
const betweenRows = 0.7;
/** Lines through one cell times pieces in it. */
const mostLooks = 1_000_000;

export function refineGrid(drawn: TableGrid, segments: readonly Segment[]): TableGrid {
  const grid = withoutIdleRows(drawn);
  const columns = addedColumns(grid, fillGrid(grid, segments));
  const wide = withLines(grid, 'xs', columns);
  const rows = addedRows(wide, fillGrid(wide, segments));
  const full = withLines(wide, 'ys', rows);
  if ((full.xs.length - 1) * (full.ys.length - 1) > mostPositions) return grid;
  const [newXs, newYs] = [new Set(columns), new Set(rows)];
  const filled = fillGrid(full, segments);
  const parted = partedRows(full, filled);
  const areas = filled.flatMap((area) => {
    const inner = parted.get(extentOf(area));
    return splitArea(full, area, newXs, inner === undefined ? newYs : new Set([...newYs, ...inner]));
  });
  return { ...full, areas };
}

const extentOf = ({ row, toRow }: GridArea): string => `${row} ${toRow}`;

/**
 * By the rows that areas of several columns reach over: lines drawn in other columns at which the words of one stand far apart, so
 * that they are rows of their own. Words of another that stand on such a line are no rows, and one column is a cell of all of them.
 */
function partedRows({ xs, ys }: TableGrid, areas: readonly FilledArea[]): ReadonlyMap<string, readonly number[]> {
  const byExtent = new Map<string, number[]>();
  const tall = areas.filter(({ row, toRow, pieces }) => toRow - row > 1 && pieces.length > 0);
  const counts = new Map<string, number>();
  for (const area of tall) {
    const own = new Set(area.pieces.map((piece) => slotOf(xs, middleX(piece)))).size;
    counts.set(extentOf(area), (counts.get(extentOf(area)) ?? 0) + own);
  }
  for (const area of tall) {
    if ((counts.get(extentOf(area)) as number) < 2) continue;
    const lines = area.pieces.length > 1 ? tableLines(area.pieces) : [];
    const inner = ys.slice(area.row + 1, area.toRow).filter((y) => standApart(lines, y));
    if (inner.length > 0) byExtent.set(extentOf(area), [...(byExtent.get(extentOf(area)) ?? []), ...inner]);
  }
  for (const area of tall) {
    const inner = byExtent.get(extentOf(area));
    const isClear = (y: number): boolean => area.pieces.every(({ top, bottom }) => top > y - 1 || bottom < y + 1);
    if (inner !== undefined) byExtent.set(extentOf(area), inner.filter(isClear));
  }
  return byExtent;
}

/** Above and below this height stand lines, with more white between them than lines of one cell have. */
function standApart(lines: readonly TableLine[], y: number): boolean {
  const below = lines.findIndex(({ top, bottom }) => (top + bottom) / 2 > y);
  const [last, next] = [lines[below - 1], lines[below]];
  if (last === undefined || next === undefined) return false;
  return next.top - last.bottom >= betweenRows * Math.max(1, last.bottom - last.top, next.bottom - next.top);
}

/** Without lines across that part no cells, such as the edge of a shade that goes only some of the way. */
function withoutIdleRows(grid: TableGrid): TableGrid {
  const used = new Set(grid.areas.flatMap(({ row, toRow }) => [row, toRow]));
  if (used.size === grid.ys.length || used.size < 2) return grid;
  return onLines(
    grid,
    'ys',
    grid.ys.filter((_, row) => used.has(row)),
  );
}

/** White that runs down within one drawn column, with words on both sides in most of its lines. */
function addedColumns({ xs }: TableGrid, areas: readonly FilledArea[]): number[] {
  const byExtent = new Map<string, FilledArea[]>();
  for (const area of areas) {
    if (area.pieces.length === 0) continue;
    const extent = `${area.column} ${area.toColumn}`;
    const list = byExtent.get(extent);
    if (list === undefined) byExtent.set(extent, [area]);
    else list.push(area);
  }
  const added: number[] = [];
  for (const alike of byExtent.values()) {
    const { column, toColumn } = alike[0] as FilledArea;
    const [left, right] = [xs[column] as number, xs[toColumn] as number];
    const pieces = alike.flatMap((area) => area.pieces);
    // Over several drawn columns only amounts are looked for: heads span them as well.
    const bounds = (toColumn - column > 1 ? undefined : whiteColumns(pieces)) ?? amountColumns(pieces);
    addAll(
      added,
      bounds.filter((x) => x > left && x < right && !xs.some((line) => Math.abs(line - x) < nearest)),
    );
  }
  return added;
}

function whiteColumns(pieces: readonly Segment[]): number[] | undefined {
  const lines = tableLines(pieces);
  const several = lines.filter((line) => line.pieces.length > 1).length;
  if (several < 2) return undefined;
  const { columns, bridging } = columnsOf(lines);
  if (columns.length < 2 || bridging.size > 0.35 * lines.length) return undefined;
  const evidence = evidenceOf(lines, columns);
  // Where fewer lines fill the columns, they must hold nothing but data.
  if (several < 0.6 * lines.length && (several < 3 || bridging.size > 0 || evidence.data < 0.8)) return undefined;
  if (evidence.aligned < 0.8 * columns.length || evidence.filled < 0.6 || evidence.wordsPerCell > 4) return undefined;
  // A sign of currency before its number is no column.
  return evidence.dataColumns === 0 ? undefined : boundsBetween(columns);
}

/** Numbers that stand one below the other in one drawn row. */
function addedRows({ xs, ys }: TableGrid, areas: readonly FilledArea[]): number[] {
  const byRow = new Map<number, FilledArea[]>();
  for (const area of areas) {
    if (area.toRow - area.row > 1 || area.pieces.length === 0) continue;
    const list = byRow.get(area.row);
    if (list === undefined) byRow.set(area.row, [area]);
    else list.push(area);
  }
  const columns = xs.slice(1).map((to, at) => ({ from: (xs[at] as number) + 0.5, to: to - 0.5 }));
  const added: number[] = [];
  for (const [row, list] of byRow) {
    if (list.length < 2) continue;
    const lines = tableLines(list.flatMap((area) => area.pieces));
    const [top, bottom] = [ys[row] as number, ys[row + 1] as number];
    addAll(
      added,
      stackedRows(lines, columns).filter((y) => y > top && y < bottom),
    );
  }
  return added;
}

function withLines(grid: TableGrid, axis: 'xs' | 'ys', added: readonly number[]): TableGrid {
  return added.length === 0
    ? grid
    : onLines(
        grid,
        axis,
        [...new Set([...grid[axis], ...added])].sort((a, b) => a - b),
      );
}

/** The grid with other lines, those of its areas among them; each area covers what it covered before. */
function onLines(grid: TableGrid, axis: 'xs' | 'ys', lines: readonly number[]): TableGrid {
  const old = grid[axis];
  const place = new Map(lines.map((line, at) => [line, at]));
  const moved = (index: number): number => place.get(old[index] as number) as number;
  const areas = grid.areas.map(
    (area): GridArea =>
      axis === 'xs'
        ? { ...area, column: moved(area.column), toColumn: moved(area.toColumn) }
        : { ...area, row: moved(area.row), toRow: moved(area.toRow) },
  );
  return axis === 'xs' ? { ...grid, xs: lines, areas } : { ...grid, ys: lines, areas };
}

/** An area is cut at added lines that no word crosses, and at drawn ones where its words stand apart. */
function splitArea(
  { xs, ys }: TableGrid,
  area: FilledArea,
  newXs: ReadonlySet<number>,
  newYs: ReadonlySet<number>,
): GridArea[] {
  if ((area.toColumn - area.column) * area.pieces.length > mostLooks) return [area];
  const lines = tableLines(area.pieces);
  const across = [area.column];
  const clean: number[] = [];
  let apart = false;
  for (let column = area.column + 1; column < area.toColumn; column += 1) {
    const x = xs[column] as number;
    const state = whiteAt(x, lines);
    if (state === 'crossed') continue;
    if (state === 'apart') apart = true;
    if (newXs.has(x)) across.push(column);
    else clean.push(column);
  }
  if (apart) addAll(across, clean);
  across.sort((a, b) => a - b);
  const down = [area.row];
  for (let row = area.row + 1; row < area.toRow; row += 1) if (newYs.has(ys[row] as number)) down.push(row);
  return down.flatMap((row, r) =>
    across.map((column, c) => ({
      row,
      toRow: down[r + 1] ?? area.toRow,
      column,
      toColumn: across[c + 1] ?? area.toColumn,
    })),
  );
}

/** How the words of an area stand to a line through it: over it, far apart on both sides of it, or neither. */
function whiteAt(x: number, lines: readonly TableLine[]): 'crossed' | 'apart' | 'clear' {
  let apart = false;
  for (const line of lines) {
    let before: Word | undefined;
    let after: Word | undefined;
    for (const piece of line.pieces) {
      for (const word of piece.words) {
        if (word.left < x - 1 && word.right > x + 1) return 'crossed';
        if (middleX(word) < x) {
          if (before === undefined || word.right > before.right) before = word;
        } else if (after === undefined || word.left < after.left) after = word;
      }
    }
    if (before === undefined || after === undefined) continue;
    if (after.left - before.right < 0.45 * Math.max(1, before.style.size)) return 'crossed';
    apart = true;
  }
  return apart ? 'apart' : 'clear';
}
