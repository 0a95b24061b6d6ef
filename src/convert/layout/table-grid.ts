// A table before its words are known: lines of a grid and the rectangles of it that are cells; then the table itself.
import { type Line, linesOf } from './lines.ts';
import { type Box, middleX, middleY, type Word } from './page.ts';
import { makeSegment, type Segment } from './segments.ts';
import { firstAtOrAfter } from './sorted.ts';
import { withoutSignColumns } from './table-signs.ts';

export interface PageCell {
  /** In reading order, the lines one after the other. */
  readonly words: readonly Word[];
  readonly lines: readonly Line[];
  readonly colspan: number;
  readonly rowspan: number;
}

export const isEmptyCell = (cell: PageCell | undefined): boolean => cell === undefined || cell.words.length === 0;
export const textOfCell = (cell: PageCell | undefined): string => (cell?.words ?? []).map(({ text }) => text).join(' ');

export interface PageTable extends Box {
  /** Segments that belong to it: they are taken out of the text before reading order is found. */
  readonly segments: ReadonlySet<Segment>;
  /** The first row is a header. */
  readonly header: boolean;
  /** Positions that a span covers are left out, as in HTML. */
  readonly rows: readonly (readonly PageCell[])[];
  /** No table: a box of a drawing, or several one below the other. */
  readonly isFrame?: boolean;
}

/** A rectangle of grid positions; `toColumn` and `toRow` are not in it. */
export interface GridArea {
  readonly row: number;
  readonly column: number;
  readonly toRow: number;
  readonly toColumn: number;
}

/** Where words go: lines of the grid in ascending order, and which area each position belongs to. */
export interface TableGrid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly areas: readonly GridArea[];
}

/** The words of an area, kept in pieces that stood together. */
export interface FilledArea extends GridArea {
  readonly pieces: readonly Segment[];
}

/** Puts the words of the segments into the areas their middles lie in; words beyond the edges go to the nearest one. */
export function fillGrid(grid: TableGrid, segments: Iterable<Segment>): FilledArea[] {
  const { xs, ys, areas } = grid;
  const columns = xs.length - 1;
  const owner = ownersOf(grid);
  const pieces: Segment[][] = areas.map(() => []);
  for (const segment of segments) {
    let run: Word[] = [];
    let place = -1;
    for (const word of segment.words) {
      const position = slotOf(ys, middleY(word)) * columns + slotOf(xs, middleX(word));
      const at = owner[position] as number;
      if (at !== place && run.length > 0) {
        pieces[place]?.push(makeSegment(run));
        run = [];
      }
      place = at;
      run.push(word);
    }
    if (run.length > 0) pieces[place]?.push(makeSegment(run));
  }
  return areas.map((area, at) => ({ ...area, pieces: pieces[at] as Segment[] }));
}

/** By position, row by row: the place of the area it belongs to; less than none where there is no area. */
export function ownersOf({ xs, ys, areas }: TableGrid): Int32Array {
  const columns = xs.length - 1;
  const owners = new Int32Array(Math.max(0, columns * (ys.length - 1))).fill(-1);
  for (const [at, area] of areas.entries()) {
    for (let row = area.row; row < area.toRow; row += 1) {
      owners.fill(at, row * columns + area.column, row * columns + area.toColumn);
    }
  }
  return owners;
}

/** The stretch between two grid lines that a value lies in; the first or last one for values outside. */
export function slotOf(lines: readonly number[], value: number): number {
  let low = 0;
  let high = lines.length - 2;
  while (low < high) {
    const at = (low + high + 1) >> 1;
    if ((lines[at] as number) <= value) low = at;
    else high = at - 1;
  }
  return low;
}

/** In points: an empty cell narrower or lower than this is a gap between double lines. */
const narrowest = 14;
const lowest = 7;

/**
 * Rows of cells, without the rows and columns in which nothing stands; where cells are drawn, empty ones of their own stay.
 * `blank` is a form to be filled in, of which all stays.
 */
export function rowsOf(given: readonly FilledArea[], drawn?: TableGrid, blank = false): PageCell[][] {
  const areas = withoutSignColumns(given);
  const starts = { rows: new Set<number>(), columns: new Set<number>() };
  const empty = { rows: new Set<number>(), columns: new Set<number>() };
  for (const { row, column, toRow, toColumn, pieces } of areas) {
    if (pieces.length > 0) {
      starts.rows.add(row);
      starts.columns.add(column);
    } else if (drawn !== undefined) {
      const width = (drawn.xs[toColumn] as number) - (drawn.xs[column] as number);
      const height = (drawn.ys[toRow] as number) - (drawn.ys[row] as number);
      if (width < narrowest || height < lowest) continue;
      if (toRow - row === 1) empty.rows.add(row);
      if (toColumn - column === 1) empty.columns.add(column);
    }
  }
  // A column at the edge that has neither head nor values is none.
  const filled = [...starts.columns].sort((a, b) => a - b);
  for (const column of empty.columns) {
    if (!blank && (column < (filled[0] ?? 0) || column > (filled.at(-1) ?? 0))) empty.columns.delete(column);
  }
  // More of them than that are the lines of a chart.
  for (const axis of ['rows', 'columns'] as const) {
    const more = [...empty[axis]].filter((one) => !starts[axis].has(one));
    if (blank || more.length <= 2 * starts[axis].size) for (const one of more) starts[axis].add(one);
  }
  const keptRows = [...starts.rows].sort((a, b) => a - b);
  const keptColumns = [...starts.columns].sort((a, b) => a - b);
  const rowAt = new Map(keptRows.map((row, at) => [row, at]));
  const rows: { readonly column: number; readonly cell: PageCell }[][] = keptRows.map(() => []);
  for (const area of areas) {
    const fromRow = firstAtOrAfter(keptRows, area.row);
    const fromColumn = firstAtOrAfter(keptColumns, area.column);
    const rowspan = firstAtOrAfter(keptRows, area.toRow) - fromRow;
    const colspan = firstAtOrAfter(keptColumns, area.toColumn) - fromColumn;
    if (rowspan < 1 || colspan < 1) continue;
    const row = rows[rowAt.get(keptRows[fromRow] as number) as number];
    row?.push({ column: fromColumn, cell: cellOf(area.pieces, colspan, rowspan) });
  }
  return rows.map((row) => row.sort((a, b) => a.column - b.column).map(({ cell }) => cell));
}

export function cellOf(pieces: readonly Segment[], colspan = 1, rowspan = 1): PageCell {
  const lines = pieces.length === 0 ? [] : linesOf(pieces);
  return { words: lines.flatMap((line) => line.words), lines, colspan, rowspan };
}
