// Rows of a table from its lines: lines of one cell belong together, head lines make levels, the others are rows.
import { lineText } from './lines.ts';
import { addAll, largestOf, smallestOf } from './many.ts';
import { boundsOf } from './page.ts';
import type { Segment } from './segments.ts';
import { type Column, type PlacedPiece, placePieces } from './table-columns.ts';
import type { FilledArea } from './table-grid.ts';
import { spreadHeads } from './table-heads.ts';
import { breakOnPurpose } from './table-line-breaks.ts';
import { isDatumPiece, type TableLine } from './table-lines.ts';
import { middleRows } from './table-middle-rows.ts';
import type { Stroke } from './table-strokes.ts';
import { hadNoRoom, rowsByWhite, type WhiteLine } from './table-white-rows.ts';

interface PlacedLine extends WhiteLine {
  readonly spanning: boolean;
}

/** Lines of one row, or one level of the head. */
type RowLines = PlacedLine[];

/** Lines of a head. */
const mostHeadLines = 12;
/** Lines of a row looked back at. */
const lookBack = 12;

export interface RowOptions {
  /** Drawn lines across the table: no row goes over one. */
  readonly separators: readonly number[];
  /** The first band between drawn lines is the head. */
  readonly headed: boolean;
  /** Drawn lines over a part of the columns: they stand below heads of several columns. */
  readonly partial: readonly Stroke[];
}

export function areasFromLines(
  lines: readonly TableLine[],
  columns: readonly Column[],
  options: RowOptions,
): FilledArea[] {
  const placed = lines.map((line) => placeLine(line, columns));
  const bands = bandsOf(placed, options.separators);
  const head: RowLines[] = [];
  const body: RowLines[] = [];
  // Drawn lines between nearly all rows: then each band is a row.
  const ruled = bands.length >= 4 && bands.length >= 0.5 * placed.length;
  for (const [at, band] of bands.entries()) {
    if (at === 0) {
      const whole = options.headed && bands.length > 1 && band.length <= mostHeadLines && !areLabels(band);
      const count = whole ? band.length : headLines(band, columns.length);
      addAll(head, headLevels(withSpans(band.slice(0, count), columns, options.partial)));
      addAll(body, bodyRows(band.slice(count), columns.length));
    } else if (ruled && !isStack(band)) body.push(band);
    else addAll(body, bodyRows(band, columns.length));
  }
  const width = columns.length;
  const areas = body.flatMap((row, at) => areasOf(row, head.length + at, width));
  return [
    ...raised(
      head.map((level, at) => areasOf(level, at, width)),
      width,
    ),
    ...areas,
  ];
}

/** Values with what they are beside them, line by line: no heads of columns. */
function areLabels(lines: readonly PlacedLine[]): boolean {
  const labels = lines.filter(
    ({ line: { pieces } }) => pieces.length > 1 && lineText(pieces[0] as Segment).endsWith(':'),
  );
  return labels.length > 1 && labels.length > 0.5 * lines.length;
}

function withSpans(lines: readonly PlacedLine[], columns: readonly Column[], rules: readonly Stroke[]): PlacedLine[] {
  if (lines.length < 2) return [...lines];
  const spread = spreadHeads(lines, columns, rules);
  return lines.map(({ line }, at) => placedLine(line, spread[at] as PlacedPiece[]));
}

/** A column with one head only has it in the first line of the table, over all levels. */
function raised(levels: readonly FilledArea[][], width: number): FilledArea[] {
  if (levels.length < 2) return levels.flat();
  const areas = levels.flat();
  for (let column = 0; column < width; column += 1) {
    const own = areas.filter((area) => area.column <= column && area.toColumn > column);
    const held = own.filter((area) => area.pieces.length > 0);
    const [only] = held;
    if (held.length !== 1 || only === undefined || own.some((area) => area.toColumn - area.column > 1)) continue;
    for (const area of own) areas.splice(areas.indexOf(area), 1);
    areas.push({ ...only, row: 0, toRow: levels.length });
  }
  return areas;
}

function placeLine(line: TableLine, columns: readonly Column[]): PlacedLine {
  return placedLine(line, placePieces(line, columns));
}

function placedLine(line: TableLine, placed: readonly PlacedPiece[]): PlacedLine {
  const filled = new Set<number>();
  let spanning = false;
  for (const one of placed) {
    if (one.to - one.from > 1) spanning = true;
    else filled.add(one.from);
  }
  return { line, placed, filled, spanning };
}

function bandsOf(lines: readonly PlacedLine[], separators: readonly number[]): PlacedLine[][] {
  const bands: PlacedLine[][] = [];
  let band = -1;
  let at = 0;
  for (const one of lines) {
    const middle = (one.line.top + one.line.bottom) / 2;
    while (at < separators.length && (separators[at] as number) < middle) at += 1;
    if (at !== band) bands.push([]);
    band = at;
    bands.at(-1)?.push(one);
  }
  return bands;
}

/** Where rows part that stand one below the other without a drawn line; none where the lines are those of one row. */
export function stackedRows(lines: readonly TableLine[], columns: readonly Column[]): number[] {
  const placed = lines.map((line) => placeLine(line, columns));
  if (!isStack(placed) && !breakOnPurpose(placed, columns)) return [];
  const rows = bodyRows(placed, columns.length);
  const bounds: number[] = [];
  for (let at = 1; at < rows.length; at += 1) {
    const above = largestOf(rows[at - 1] as RowLines, ({ line }) => line.bottom);
    const below = smallestOf(rows[at] as RowLines, ({ line }) => line.top);
    bounds.push((above + below) / 2);
  }
  return bounds;
}

/** Numbers one below the other in two columns, or in one beside words: rows that no line parts. */
function isStack(lines: readonly { readonly placed: readonly PlacedPiece[] }[]): boolean {
  if (lines.length < 2) return false;
  let stacked = 0;
  // Numbers before a comma go on in the next line.
  const stands = (piece: Segment): boolean => isDatumPiece(piece) && !lineText(piece).endsWith(',');
  for (const { placed } of lines) if (placed.some(({ piece, from }) => from > 0 && stands(piece))) stacked += 1;
  return stacked === lines.length || (lines.length >= 4 && stacked >= 0.75 * lines.length);
}

/** Lines before the first that holds data in columns which hold data further down. */
function headLines(lines: readonly PlacedLine[], columns: number): number {
  const data = new Int32Array(columns);
  const texts = new Int32Array(columns);
  for (const { placed } of lines) {
    for (const { piece, from, to } of placed) {
      if (to - from > 1) continue;
      if (isDatumPiece(piece)) data[from] = (data[from] as number) + 1;
      else texts[from] = (texts[from] as number) + 1;
    }
  }
  const numeric = (column: number): boolean => (data[column] as number) > 1.2 * (texts[column] as number);
  let first = -1;
  for (const [at, { placed }] of lines.entries()) {
    const cells = placed.filter(({ from, to }) => to - from === 1 && from > 0 && numeric(from));
    if (cells.length > 0 && cells.filter(({ piece }) => isDatumPiece(piece)).length >= 0.5 * cells.length) {
      first = at;
      break;
    }
  }
  if (first > 0 && first <= Math.min(mostHeadLines, Math.max(4, 0.5 * lines.length))) return first;
  return 0;
}

/** Levels of a head: a cell over several columns ends a level, as what it is the head of stands below. */
function headLevels(lines: readonly PlacedLine[]): RowLines[] {
  const levels: RowLines[] = [];
  let ended = true;
  for (const one of lines) {
    const last = levels.at(-1);
    const touches = last !== undefined && pitchBefore(last.at(-1) as PlacedLine, one) < 0.75 * heightOfLine(one);
    if (last === undefined || (ended && !touches)) levels.push([one]);
    else last.push(one);
    ended = one.spanning;
  }
  return levels;
}

const heightOfLine = ({ line }: PlacedLine): number => Math.max(1, line.bottom - line.top);
const pitchBefore = (before: PlacedLine, one: PlacedLine): number => one.line.bottom - before.line.bottom;

function bodyRows(lines: readonly PlacedLine[], width: number): RowLines[] {
  if (lines.length === 0) return [];
  const middle = middleRows(lines, width);
  if (middle !== undefined) {
    return middle.map((row) => row.map((one) => placedLine({ ...boundsOf([one.piece]), pieces: [one.piece] }, [one])));
  }
  const pitches: number[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    pitches.push(pitchBefore(lines[at - 1] as PlacedLine, lines[at] as PlacedLine));
  }
  const edges = rightEdges(lines);
  const parted = rowsByWhite(lines, pitches, edges);
  if (parted !== undefined) return parted;
  const close = closePitch(lines, pitches);
  const rows: RowLines[] = [];
  const firstFilled = lines.filter(({ filled }) => filled.has(0)).length >= 0.5 * lines.length || opensRows(lines);
  for (const [at, one] of lines.entries()) {
    const last = rows.at(-1);
    const before = lines[at - 1];
    if (last === undefined || before === undefined) rows.push([one]);
    else {
      const recent = last.slice(-lookBack);
      const own = withinColumn(one, recent);
      const goesOn = continues(recent, before, own, pitches[at - 1] as number, close, firstFilled);
      if (goesOn || wraps(before, own, edges)) last.push(own);
      else rows.push([one]);
    }
  }
  return rows;
}

/** How far the cells of each column reach. */
function rightEdges(lines: readonly PlacedLine[]): ReadonlyMap<number, number> {
  const edges = new Map<number, number>();
  for (const { placed } of lines) {
    for (const { piece, from, to } of placed) {
      if (to - from === 1) edges.set(from, Math.max(edges.get(from) ?? piece.right, piece.right));
    }
  }
  return edges;
}

/** Every cell of the line goes on from the one above, which had no room for its first word; none stands in the first column. */
function wraps(before: PlacedLine, one: PlacedLine, edges: ReadonlyMap<number, number>): boolean {
  if (one.spanning || before.spanning || one.filled.size === 0 || one.filled.has(0)) return false;
  return one.placed.every((piece) => startsLower(one, piece.from) && hadNoRoom(before, piece, edges));
}

/** Whatever begins a row has something in the first column; lines of a single cell go on from above. */
function opensRows(lines: readonly PlacedLine[]): boolean {
  const whole = lines.filter(({ filled }) => filled.size >= 2);
  return whole.length >= 2 && whole.filter(({ filled }) => filled.has(0)).length >= 0.9 * whole.length;
}

/** A lone piece that begins where a cell above it begins goes on from there, even if it is too wide for its column. */
function withinColumn(one: PlacedLine, row: RowLines): PlacedLine {
  const [only] = one.placed;
  if (!one.spanning || one.placed.length > 1 || only === undefined || only.from === 0) return one;
  const above = row.flatMap(({ placed }) => placed).find(({ from, to }) => from === only.from && to === from + 1);
  if (above === undefined || Math.abs(above.piece.left - only.piece.left) > 0.3 * (only.piece.size || 1)) return one;
  return placedLine(one.line, [{ ...only, to: only.from + 1 }]);
}

/** The distance of lines within a cell, where rows stand further apart; 0 where all are alike. */
function closePitch(lines: readonly PlacedLine[], pitches: readonly number[]): number {
  const usual = pitches
    .filter((pitch, at) => pitch > 0.75 * heightOfLine(lines[at + 1] as PlacedLine))
    .sort((a, b) => a - b);
  const low = usual[Math.floor(usual.length * 0.1)] ?? 0;
  const high = usual[Math.floor(usual.length * 0.9)] ?? 0;
  return high > 1.25 * low ? 1.12 * low : 0;
}

function continues(
  row: RowLines,
  before: PlacedLine,
  one: PlacedLine,
  pitch: number,
  close: number,
  firstFilled: boolean,
): boolean {
  // Lines that overlap: cells set in the middle of a row of several lines.
  const apart = [...one.filled].every((column) => !before.filled.has(column));
  if (apart && pitch < 0.75 * Math.min(heightOfLine(one), heightOfLine(before))) return true;
  if (one.spanning || before.spanning) return false;
  const both = [...one.filled].filter((column) => row.some(({ filled }) => filled.has(column)));
  const data = one.placed.some(({ piece, from }) => from > 0 && isDatumPiece(piece));
  const tight = close > 0 && pitch <= close;
  // A date that runs on below a comma, beside nothing else.
  const few = firstFilled && !one.filled.has(0) && one.filled.size <= 0.34 * (row[0]?.filled.size ?? 0) && tight;
  if (data && !few) {
    // Data below a line that holds words alone: the label began above.
    const label = row.every(({ filled }) => filled.size === 1 && filled.has(0));
    return label && one.filled.has(0) && (tight || startsLower(one, 0));
  }
  if (both.length < one.filled.size && !(tight && both.length > 0)) return false;
  if (one.filled.has(0)) {
    const wrapped = startsLower(one, 0) || endsOpen(before, 0);
    if (one.filled.size === 1) return wrapped || tight;
    // Rows set close in groups are rows all the same; the lines of one row run on in most of its cells.
    const going = [...one.filled].filter((column) => startsLower(one, column) || endsOpen(before, column));
    return tight && going.length >= 0.5 * one.filled.size;
  }
  return firstFilled ? close === 0 || tight || [...one.filled].every((column) => startsLower(one, column)) : tight;
}

function startsLower(one: PlacedLine, column: number): boolean {
  const first = one.placed.find(({ from }) => from === column);
  return first !== undefined && /^[\p{Ll}(]/u.test(lineText(first.piece));
}

/** A line of a label that cannot be its last one. */
function endsOpen(one: PlacedLine, column: number): boolean {
  const last = one.placed.findLast(({ from }) => from === column);
  if (last === undefined) return false;
  const text = lineText(last.piece).slice(-200);
  if (/[,(&/–-]$/.test(text) || /\s(?:and|of|for|the|in|to|or|with|by|on|from|at|as)$/i.test(text)) return true;
  return text.lastIndexOf('(') > text.lastIndexOf(')');
}

function areasOf(row: RowLines, at: number, columns: number): FilledArea[] {
  // Pieces over several columns make one cell of those; what stands below them in the same row joins it.
  const owner = new Int32Array(columns);
  for (let column = 0; column < columns; column += 1) owner[column] = column;
  for (const { placed } of row) {
    for (const { from, to } of placed) {
      const start = owner[from] as number;
      for (let column = from; column < to; column += 1) owner[column] = Math.min(start, owner[column] as number);
    }
  }
  for (let column = 1; column < columns; column += 1) {
    const to = owner[column] as number;
    if (to < column) owner[column] = owner[to] as number;
  }
  const areas: FilledArea[] = [];
  for (let column = 0; column < columns; ) {
    let toColumn = column + 1;
    while (toColumn < columns && (owner[toColumn] as number) < toColumn) toColumn += 1;
    const pieces: Segment[] = [];
    for (const { placed } of row) {
      for (const { piece, from } of placed) if (from >= column && from < toColumn) pieces.push(piece);
    }
    areas.push({ row: at, toRow: at + 1, column, toColumn, pieces });
    column = toColumn;
  }
  return areas;
}
