// Tables told by the order of drawing: the lines of a cell are drawn one after the other, then the cell to its right, and after
// the last of a row the first of the next one. Cells of several lines are found so wherever they stand in their row.
import { lineText } from './lines.ts';
import { type Box, boundsOf, isBeside, middleY, overlap, type Word } from './page.ts';
import { inDrawnOrder, isMonospace, type Segment } from './segments.ts';
import { firstAtOrAfter } from './sorted.ts';
import { isMark, meanWords } from './table-blocks.ts';
import { type FilledArea, type PageTable, rowsOf } from './table-grid.ts';
import { hasHeader } from './table-header.ts';
import type { Stroke } from './table-strokes.ts';

const fewestRows = 3;
const fewestColumns = 3;
const mostColumns = 40;
/** In parts of the type size: lines of one cell are no further apart, and rows of one table neither. */
const cellPitch = 1.75;
const widestGap = 3;
const headGap = 0.1;
/** Share of the rows that have a cell in each column, and in each but one. */
const fullRows = 0.35;
const mostRows = 0.7;
/** Share of the rows that may be entries of a table of contents. */
const mostEntries = 0.3;
/** Words of a cell, in the middle of a column; more is prose in columns. */
const mostWords = 40;
/** In points: what reaches so far into another column stands beside it. */
const slack = 1.5;

interface Cell extends Box {
  readonly segments: readonly Segment[];
}

interface Row extends Box {
  readonly cells: readonly Cell[];
}

/** Tables with cells of several lines among these segments; drawn lines across, from top to bottom, part cells. */
export function drawnTables(segments: readonly Segment[], across: readonly Stroke[] = []): PageTable[] {
  const tables: PageTable[] = [];
  for (const run of runsOf(rowsDrawn(cellsDrawn(segments, across)))) {
    const table = tableOf(run);
    if (table !== undefined) tables.push(table);
  }
  return tables;
}

/** Segments in the order they were drawn; those of one cell together. */
function cellsDrawn(segments: readonly Segment[], across: readonly Stroke[]): Cell[] {
  const levels = across.map(({ at }) => at);
  const groups = grouped(
    inDrawnOrder(segments),
    (cell, last, next) => goesOn(cell, last, next) && !isParted(last, next, across, levels),
  );
  return groups.map(({ box: { left, top, right, bottom }, members }) => ({
    left,
    top,
    right,
    bottom,
    segments: members,
  }));
}

/** Neighbours that belong together; their box grows with them, so that a group of any length is read once. */
function grouped<T extends Box>(
  all: readonly T[],
  belongs: (box: Box, last: T, next: T) => boolean,
): { readonly box: Box; readonly members: readonly T[] }[] {
  const groups: { box: Box; readonly members: T[] }[] = [];
  for (const one of all) {
    const group = groups.at(-1);
    if (group !== undefined && belongs(group.box, group.members.at(-1) as T, one)) {
      group.members.push(one);
      group.box = boundsOf([group.box, one]);
    } else groups.push({ box: boundsOf([one]), members: [one] });
  }
  return groups;
}

/** The next line of the same cell. */
function goesOn(cell: Box, last: Segment, next: Segment): boolean {
  const size = Math.max(1, next.size);
  const pitch = next.bottom - last.bottom;
  if (pitch < 0.5 * size || pitch > cellPitch * size || Math.abs(last.size - next.size) > 0.1 * size) return false;
  if (overlap(cell.left, cell.right, next.left, next.right) <= 0) return false;
  // A head over a table, in a type of its own.
  return next.top - last.bottom <= headGap * size || sharesFamily(last, next);
}

const family = ({ style: { font } }: Word): string => font.replace(/[-,].*/, '');

const isProse = ({ text, style }: Word): boolean => !style.monospace && /\p{L}{2}/u.test(text);

/** Words of both are of one family; code and signs in a cell have a type of their own, and head nothing. */
function sharesFamily(one: Segment, other: Segment): boolean {
  const below = other.words.filter(isProse);
  if (below.length === 0) return true;
  let isWorded = false;
  for (const word of one.words) {
    if (!isProse(word)) continue;
    isWorded = true;
    if (below.some((next) => next.style === word.style || family(word) === family(next))) return true;
  }
  return !isWorded;
}

/** A line is drawn between the two that goes on beside them; one as wide as the words is drawn under those. */
function isParted(last: Segment, next: Segment, across: readonly Stroke[], levels: readonly number[]): boolean {
  const [top, bottom] = [middleY(last), middleY(next)];
  const [left, right] = [Math.min(last.left, next.left), Math.max(last.right, next.right)];
  for (let at = firstAtOrAfter(levels, top); at < levels.length && (levels[at] as number) < bottom; at += 1) {
    const { from, to } = across[at] as Stroke;
    if (from < left + slack && to > right - slack && to - from > right - left + 2 * next.size) return true;
  }
  return false;
}

/** Cells from left to right, as long as each stands beside the ones before it. */
function rowsDrawn(cells: readonly Cell[]): Row[] {
  const groups = grouped(cells, (row, last, cell) => cell.left >= last.right - slack && isBeside(row, cell));
  return groups.map(({ box: { left, top, right, bottom }, members }) => ({ left, top, right, bottom, cells: members }));
}

/** Rows one below the other, the first of which has cells beside each other. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let current: Row[] = [];
  for (const row of rows) {
    const last = current.at(-1);
    if (last !== undefined && !follows(last, row)) {
      runs.push(current);
      current = [];
    }
    if (row.cells.length > 1 || current.length > 0) current.push(row);
  }
  runs.push(current);
  return runs.map((run) => run.slice(0, run.findLastIndex(({ cells }) => cells.length > 1) + 1));
}

function follows(above: Row, below: Row): boolean {
  const [first, second] = below.cells;
  const size = Math.max(1, first?.segments[0]?.size ?? 1);
  // A cell of more lines than the others reaches down beside the next row, where that has nothing below it.
  const over = above.cells.filter(({ left, right }) => overlap(left, right, below.left, below.right) > 0);
  const gap = below.top - (over.length === 0 ? above : boundsOf(over)).bottom;
  // The head of what comes next.
  if (first !== undefined && second === undefined && gap > headGap * size) {
    const [line] = first.segments as [Segment];
    if (above.cells.every(({ segments }) => !segments.some((one) => sharesFamily(one, line)))) return false;
  }
  return gap > -0.6 * size && gap < widestGap * size;
}

function tableOf(rows: readonly Row[]): PageTable | undefined {
  const columns = columnsOf(rows);
  if (columns === undefined || rows.length < fewestRows) return undefined;
  const areas: FilledArea[] = [];
  for (const [at, { cells }] of rows.entries()) {
    let free = 0;
    for (const cell of cells) {
      const [from, to] = placeOf(cell, columns);
      if (from < free || to <= from) return undefined;
      areas.push({ row: at, toRow: at + 1, column: from, toColumn: to, pieces: cell.segments });
      free = to;
    }
  }
  if (!isTable(rows, areas, columns.length)) return undefined;
  const segments = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.segments)));
  const cells = rowsOf(withBlanks(areas, rows.length, columns.length));
  return { ...boundsOf([...segments]), segments, header: hasHeader(cells), rows: cells };
}

/** Where the columns of the rows with most cells stand; undefined where they overlap. */
function columnsOf(rows: readonly Row[]): Box[] | undefined {
  const count = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (count < fewestColumns || count > mostColumns) return undefined;
  const whole = rows.filter(({ cells }) => cells.length === count);
  const columns = Array.from({ length: count }, (_, at) => boundsOf(whole.map(({ cells }) => cells[at] as Cell)));
  const overlaps = columns.some(({ left }, at) => at > 0 && left < (columns[at - 1] as Box).right - slack);
  return overlaps ? undefined : columns;
}

/** The columns that a cell stands over: those it overlaps, or the one it is nearest to. */
function placeOf(cell: Box, columns: readonly Box[]): readonly [from: number, to: number] {
  const from = columns.findIndex(({ right }) => right > cell.left + slack);
  const to = columns.findLastIndex(({ left }) => left < cell.right - slack) + 1;
  if (from < 0) return [columns.length - 1, columns.length];
  return to <= from ? [from, from + 1] : [from, to];
}

function isTable(rows: readonly Row[], areas: readonly FilledArea[], columns: number): boolean {
  const full = rows.filter(({ cells }) => cells.length === columns).length;
  const most = rows.filter(({ cells }) => cells.length >= columns - 1).length;
  if (most < fewestRows || most < mostRows * rows.length || full < fullRows * rows.length) return false;
  if (rows.filter(isCode).length >= 0.5 * rows.length) return false;
  // Cells of one line each are found by their places; one of two may be a title and the head of a column.
  const wrapped = areas.filter(({ pieces }) => pieces.length > 1);
  if (wrapped.length < 2 || wrapped.every(({ toColumn }) => toColumn === columns)) return false;
  for (let column = 0; column < columns; column += 1) {
    const own = areas.filter((area) => area.column === column && area.toColumn === column + 1);
    if (meanWords(own.map(({ pieces }) => pieces)) > mostWords) return false;
  }
  if (rows.filter(isEntry).length >= mostEntries * rows.length) return false;
  const marks = areas.filter(({ column, pieces }) => column === 0 && isMark(pieces)).length;
  return marks < 0.5 * rows.length || columns > 3;
}

/** A line of a program. */
const isCode = ({ cells }: Row): boolean => cells.slice(-2).every(({ segments }) => segments.every(isMonospace));

/** A line of a table of contents or of an index: dots before its number, or a number on both sides. */
function isEntry({ cells }: Row): boolean {
  const texts = cells.map(({ segments }) => segments.map(lineText).join(' '));
  if (texts.some((text) => /(?:[.…_] ?){4}/.test(text))) return true;
  return /^\d{1,2}(?:\.\d{1,2}){0,4}\.?$/.test(texts[0] ?? '') && /^\d{1,4}(?: \d{1,4})*$/.test(texts.at(-1) ?? '');
}

/** Positions in which nothing stands are cells too. */
function withBlanks(areas: readonly FilledArea[], rows: number, columns: number): FilledArea[] {
  const taken = new Set<number>();
  for (const { row, column, toColumn } of areas) {
    for (let at = column; at < toColumn; at += 1) taken.add(row * columns + at);
  }
  const all = [...areas];
  for (let at = 0; at < rows * columns; at += 1) {
    if (taken.has(at)) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    all.push({ row, toRow: row + 1, column, toColumn: column + 1, pieces: [] });
  }
  return all;
}
