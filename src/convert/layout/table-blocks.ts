// Tables without drawn lines whose cells are short paragraphs: rows parted by white that runs across all columns, every
// cell beginning at the left edge of its column.

import { lineText } from './lines.ts';
import { isListMark } from './list-marks.ts';
import { boundsOf, heightOf } from './page.ts';
import { countOfWords, type Segment } from './segments.ts';
import { hasLeaders, mostLeaders } from './table-evidence.ts';
import { type FilledArea, type PageTable, rowsOf } from './table-grid.ts';
import { hasHeader } from './table-header.ts';
import type { TableLine } from './table-lines.ts';

const fewestRows = 3;
const fewestColumns = 3;
const mostColumns = 40;
/** In heights of a line: more white parts rows, and much more ends the table. */
const rowGap = 0.45;
const widestGap = 4;
/** In points: left edges nearer than this are one. */
const sameEdge = 3;
/** Words of a cell in the first column, in the middle; more is prose in columns. */
const mostLabelWords = 6;
const mostWords = 60;
/** Share of the rows with a cell of several lines; the others are found by their places alone. */
const fewestWrapped = 0.3;

interface Band {
  readonly lines: readonly TableLine[];
  /** Left edges of what its first line holds. */
  readonly edges: readonly number[];
}

export function blockTables(lines: readonly TableLine[]): PageTable[] {
  const tables: PageTable[] = [];
  let run: Band[] = [];
  let edges: readonly number[] = [];
  const end = (): void => {
    const table = tableOf(run, edges);
    if (table !== undefined) tables.push(table);
    run = [];
    edges = [];
  };
  for (const band of bandsOf(lines)) {
    const last = run.at(-1);
    if (last !== undefined && !(follows(last, band) && keepsTo(band, edges))) end();
    if (run.length === 0) edges = band.edges;
    if (edges.length >= fewestColumns && edges.length <= mostColumns && keepsTo(band, edges)) run.push(band);
    else end();
  }
  end();
  return tables;
}

/** Lines that stand close, from one stretch of white across the page to the next. */
function bandsOf(lines: readonly TableLine[]): Band[] {
  const bands: TableLine[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    if (line.top - bottom > rowGap * Math.max(1, heightOf(line))) bands.push([]);
    bands.at(-1)?.push(line);
    bottom = Math.max(bottom, line.bottom);
  }
  return bands.map((one) => ({ lines: one, edges: (one[0] as TableLine).pieces.map((piece) => piece.left) }));
}

function follows(above: Band, below: Band): boolean {
  const [last, first] = [above.lines.at(-1) as TableLine, below.lines[0] as TableLine];
  return first.top - last.bottom <= widestGap * Math.max(1, heightOf(first));
}

/** The first line has a cell in every column but one at most, and no piece reaches over the edge of a column. */
function keepsTo({ lines, edges: own }: Band, edges: readonly number[]): boolean {
  const met = edges.filter((edge) => own.some((one) => Math.abs(one - edge) <= sameEdge)).length;
  if (met < Math.max(2, edges.length - 1) || Math.abs((own[0] as number) - (edges[0] as number)) > sameEdge)
    return false;
  return lines.every((line) =>
    line.pieces.every(({ left, right, size }) => {
      if (left < (edges[0] as number) - sameEdge) return false;
      return edges.every((edge) => left >= edge - sameEdge || right <= edge - 0.5 * Math.max(1, size));
    }),
  );
}

function tableOf(bands: readonly Band[], edges: readonly number[]): PageTable | undefined {
  if (bands.length < fewestRows) return undefined;
  const cells = bands.map(({ lines }) => cellsOf(lines, edges));
  if (cells.filter((row) => row.some((cell) => cell.length > 1)).length < fewestWrapped * bands.length)
    return undefined;
  if (cells.filter(leads).length > mostLeaders * bands.length) return undefined;
  const words = edges.map((_, at) => meanWords(cells.map((row) => row[at] as Segment[])));
  const [labels = 0, ...others] = words;
  if (labels > mostLabelWords || Math.max(...others) < labels || Math.max(...others) > mostWords) return undefined;
  const marked = cells.filter(([first]) => isMark(first as Segment[])).length;
  if (marked > 0.5 * bands.length) return undefined;
  const areas: FilledArea[] = cells.flatMap((row, at) =>
    row.map((pieces, column) => ({ row: at, toRow: at + 1, column, toColumn: column + 1, pieces })),
  );
  const rows = rowsOf(areas);
  const segments = new Set(bands.flatMap(({ lines }) => lines.flatMap((line) => line.pieces)));
  return { ...boundsOf([...segments]), segments, header: hasHeader(rows), rows };
}

/** Dots lead to the number of a page. */
const leads = (row: readonly (readonly Segment[])[]): boolean =>
  row.some((cell) => cell.some((piece) => hasLeaders(lineText(piece))));

function cellsOf(lines: readonly TableLine[], edges: readonly number[]): Segment[][] {
  const cells: Segment[][] = edges.map(() => []);
  for (const line of lines) {
    for (const piece of line.pieces) {
      const column = edges.findLastIndex((edge) => piece.left >= edge - sameEdge);
      cells[Math.max(0, column)]?.push(piece);
    }
  }
  return cells;
}

/** Words of a cell in the middle. */
export function meanWords(cells: readonly (readonly Segment[])[]): number {
  const words = cells.reduce((sum, pieces) => sum + countOfWords(pieces), 0);
  return words / Math.max(1, cells.filter((pieces) => pieces.length > 0).length);
}

/** The bullet or number of a list item that stands apart from its text. */
export function isMark(pieces: readonly Segment[]): boolean {
  const [first] = pieces;
  return first !== undefined && isListMark(lineText(first));
}
