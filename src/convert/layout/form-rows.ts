// Forms to be filled in: boxes that stand by themselves, or fields, with their labels beside them. What stands in one row is
// read together, a label before its box; read in columns, labels and what was written would come apart.
import {
  type Box,
  boundsOf,
  heightOf,
  isBeside,
  liesIn,
  middleY,
  overlap,
  type PageContent,
  type Word,
  widthOf,
} from './page.ts';
import { countOfWords, makeSegment, type Segment } from './segments.ts';
import { median } from './sorted.ts';
import { cellOf, type PageTable } from './table-grid.ts';
import type { Stroke } from './table-strokes.ts';

/** Boxes of a form, and rows of it. */
const fewestFields = 6;
const fewestRows = 2;
const mostFields = 1_000;
const mostSegments = 3_000;
/** Share of the boxes that nothing is written in; those of a drawing hold words. */
const leastBlank = 0.4;
/** In points: a box to write in. */
const narrowestField = 18;
const lowestField = 8;
const highestField = 160;
/** Words of a label, and of what is written in a box. */
const mostLabelWords = 45;
const mostValueWords = 120;
/** Rows of a form whose boxes are only drawn, and words of its labels in the middle. */
const fewestDrawnRows = 3;
const usualLabelWords = 6;
/** In points: how far a label may stand before its field. */
const mostBefore = 60;
/** In points: how far a label may stand below its field. */
const mostBelow = 6;
/** In points: a line as long as this parts two halves of a form. */
const longLine = 120;
const mostLines = 100;
/** Labels that begin right behind such a line, and in points, how far behind it. */
const fewestBehind = 3;
const behind = 40;

interface Cell extends Box {
  readonly pieces: readonly Segment[];
  readonly isField: boolean;
}

interface Row {
  /** The lowest of its cells tells where it is: a high box stands beside more than one row. */
  band: Box;
  readonly cells: Cell[];
}

/** The frames are the boxes that the lines make. */
export function formRowTables(
  page: PageContent,
  frames: readonly Box[],
  vertical: readonly Stroke[],
  all: readonly Segment[],
): PageTable[] {
  if (all.length > mostSegments) return [];
  const segments = all.filter((segment) => !isLeader(segment));
  const fields = fieldsOf(page, frames, segments);
  if (fields.length < fewestFields) return [];
  const cells = cellsOf(fields, segments);
  // Boxes alone may be those of a chart or a drawing; the fields of a file are there to be filled in, and may all be.
  const isSure = (page.fields ?? []).length >= fewestFields;
  const blank = cells.filter((cell) => cell.isField && isBlank(cell)).length;
  if (!isSure && blank < leastBlank * fields.length) return [];
  const long = vertical.filter(({ from, to }) => to - from >= longLine);
  long.sort((a, b) => b.to - b.from - (a.to - a.from));
  const runs = halvesOf(cells, long.slice(0, mostLines)).flatMap((half) => runsOf(rowsOf(half)));
  const leaders = all.filter(isLeader);
  return runs.flatMap((run) => (isForm(run, isSure) ? (tableOf(run, leaders) ?? []) : []));
}

/** Dots that lead to a field say nothing. */
const isDots = ({ text }: Word): boolean => /^[.·…]+$/.test(text);
const isLeader = ({ words }: Segment): boolean => words.every(isDots);

function withoutLeader(segment: Segment): Segment {
  const kept = segment.words.findLastIndex((word) => !isDots(word)) + 1;
  return kept === 0 || kept === segment.words.length ? segment : makeSegment(segment.words.slice(0, kept));
}

/** The fields of the file, and boxes drawn to write in. */
function fieldsOf(page: PageContent, frames: readonly Box[], segments: readonly Segment[]): Box[] {
  const drawn = frames.filter((frame) => isField(frame) && wordsIn(frame, segments) <= mostValueWords);
  const all = [...drawn, ...(page.fields ?? []).filter(isField)].slice(0, mostFields);
  // Of two that lie over each other, the smaller one is what is written in.
  all.sort((a, b) => widthOf(a) * heightOf(a) - widthOf(b) * heightOf(b));
  const kept: Box[] = [];
  for (const one of all) if (!kept.some((other) => overlaps(one, other))) kept.push(one);
  return kept;
}

const isField = (box: Box): boolean =>
  widthOf(box) >= narrowestField && heightOf(box) >= lowestField && heightOf(box) <= highestField;

const overlaps = (one: Box, other: Box): boolean =>
  overlap(one.left, one.right, other.left, other.right) > 2 &&
  overlap(one.top, one.bottom, other.top, other.bottom) > 2;

const wordsIn = (box: Box, segments: readonly Segment[]): number =>
  countOfWords(segments.filter((segment) => liesIn(segment, box)));

/** Fields with what is written in them, and labels: lines right below each other, with no field between them. */
function cellsOf(fields: readonly Box[], segments: readonly Segment[]): Cell[] {
  const cells: Cell[] = [];
  const written = new Set<Segment>();
  for (const field of fields) {
    const pieces = segments.filter((segment) => !written.has(segment) && liesIn(segment, field));
    for (const piece of pieces) written.add(piece);
    cells.push({ ...field, pieces, isField: true });
  }
  const labels: { box: Box; readonly pieces: Segment[] }[] = [];
  const free = segments.filter((segment) => !written.has(segment)).sort((a, b) => a.top - b.top || a.left - b.left);
  const signs = [...fields, ...free.filter(isMark)];
  for (const segment of free) {
    const label = labels.findLast(({ box, pieces }) =>
      goesOn(box, pieces.at(-1) as Segment, segment, { fields, signs }),
    );
    if (label === undefined) labels.push({ box: boundsOf([segment]), pieces: [segment] });
    else {
      label.pieces.push(segment);
      label.box = boundsOf([label.box, segment]);
    }
  }
  for (const { box, pieces } of labels) cells.push({ ...box, pieces, isField: false });
  return cells;
}

interface Signs {
  readonly fields: readonly Box[];
  /** Fields and boxes to tick, of which each has a label of its own. */
  readonly signs: readonly Box[];
}

function goesOn(label: Box, last: Segment, next: Segment, { fields, signs }: Signs): boolean {
  const size = Math.max(1, last.size);
  const gap = next.left - label.right;
  if (gap >= 0 || Math.abs(last.size - next.size) > 0.15 * size) {
    if (gap < 0 || gap > (isMark(last) ? 3 : 1) * size || isMark(next) || !isBeside(last, next)) return false;
  } else {
    if (next.top - last.bottom > 0.5 * size || Math.abs(next.left - label.left) > 3 * size) return false;
    if (signAfter(last, signs) !== signAfter(next, signs)) return false;
    if (signs.some((sign) => isMarkOf(sign, next))) return false;
  }
  const both = boundsOf([last, next]);
  return !fields.some((field) => overlaps(field, both));
}

const isMark = ({ words }: Segment): boolean => words.every(({ text }) => /^[☐☒☑□]$/.test(text));

/** The field or box that stands next behind a line. */
function signAfter(line: Segment, signs: readonly Box[]): Box | undefined {
  let next: Box | undefined;
  for (const sign of signs) {
    if (sign.left < line.right - 2 || !isLevel(sign, line)) continue;
    if (next === undefined || sign.left < next.left) next = sign;
  }
  return next;
}

/** The box to tick that stands right before a line. */
const isMarkOf = (sign: Box, line: Segment): boolean =>
  sign.right <= line.left + 2 &&
  line.left - sign.right < 3 * line.size &&
  widthOf(sign) < 3 * line.size &&
  isLevel(sign, line);

/** One is level with at least half of the other. */
const isLevel = (one: Box, other: Box): boolean =>
  overlap(one.top, one.bottom, other.top, other.bottom) >= 0.5 * Math.min(heightOf(one), heightOf(other));

/** The parts of a form on both sides of a long line, where labels stand on both. */
function halvesOf(cells: readonly Cell[], long: readonly Stroke[]): Cell[][] {
  for (const line of long) {
    const along = cells.filter((cell) => middleY(cell) > line.from && middleY(cell) < line.to);
    const left = along.filter((cell) => cell.right <= line.at + 2);
    const right = along.filter((cell) => cell.left >= line.at - 2);
    if (left.length + right.length < along.length || !isHalf(left) || !isHalf(right)) continue;
    if (right.filter((cell) => isWorded(cell) && cell.left < line.at + behind).length < fewestBehind) continue;
    const above = cells.filter((cell) => middleY(cell) <= line.from);
    const below = cells.filter((cell) => middleY(cell) >= line.to);
    return [above, left, right, below].flatMap((part) => (part.length === 0 ? [] : halvesOf(part, long)));
  }
  return [[...cells]];
}

const isHalf = (cells: readonly Cell[]): boolean =>
  cells.some(({ isField }) => isField) && cells.filter(isWorded).length >= fewestBehind;

const isWorded = ({ isField, pieces }: Cell): boolean =>
  !isField && pieces.some(({ words }) => words.some(({ text }) => /\p{L}{4}/u.test(text)));

/** Cells beside each other, from left to right. */
function rowsOf(cells: readonly Cell[]): Row[] {
  const rows: Row[] = [];
  for (const cell of [...cells].sort((a, b) => a.top - b.top || a.left - b.left)) {
    const row = rows.findLast(({ band }) => isLevel(band, cell));
    if (row === undefined) rows.push({ band: cell, cells: [cell] });
    else {
      row.cells.push(cell);
      if (heightOf(cell) < heightOf(row.band)) row.band = cell;
    }
  }
  for (const { cells: own } of rows) own.sort((a, b) => a.left - b.left);
  return rows.sort((a, b) => a.band.top - b.band.top);
}

/** Rows with fields, and the labels among them; what is prose or stands all by itself ends a run. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let current: Row[] = [];
  const end = (): void => {
    while (isAside(current)) current.pop();
    if (current.filter(hasField).length >= fewestRows) runs.push(current);
    current = [];
  };
  const usual = median(rows.flatMap(({ cells }) => cells.flatMap(({ pieces }) => pieces.map(({ size }) => size))));
  for (const row of rows) {
    const isOne =
      (row.cells.length > 1 || hasField(row)) &&
      row.cells.every(({ isField, pieces }) => isField || countOfWords(pieces) <= mostLabelWords);
    if (current.length > 0 ? isOne || isPlain(row, usual) : isOne && hasField(row)) current.push(row);
    else end();
  }
  end();
  return runs;
}

/** A line among the rows that heads nothing: what it says goes on beside its number or above its boxes. */
function isPlain({ cells }: Row, usual: number): boolean {
  const words = cells.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  if (words.length > mostLabelWords || words.every(({ style }) => style.bold)) return false;
  return words.every(({ style }) => style.size <= 1.1 * usual);
}

/** Short labels before fields, in most rows. */
function isForm(rows: readonly Row[], isSure: boolean): boolean {
  const labelsOf = ({ cells }: Row): Cell[] => cells.filter((cell, at) => isLabelOf(cell, cells[at + 1]));
  const labelled = rows.map(labelsOf).filter((labels) => labels.length > 0);
  if (labelled.length < (isSure ? 1 : fewestDrawnRows) || labelled.length < (isSure ? 0.25 : 0.5) * rows.length)
    return false;
  const labels = labelled.flat();
  const words = median(labels.map(({ pieces }) => countOfWords(pieces)));
  return isSure || (words <= usualLabelWords && labels.every(isWorded));
}

/** A label with its field right behind it. */
const isLabelOf = (cell: Cell, next: Cell | undefined): boolean =>
  next?.isField === true && !cell.isField && next.left - cell.right <= mostBefore;

/** The last row says something else: it stands further off than labels below their fields do. */
function isAside(rows: readonly Row[]): boolean {
  const [above, last] = rows.slice(-2);
  if (above === undefined || last === undefined || hasField(last)) return false;
  if (last.cells.length === 1) return true;
  return last.band.top - above.band.bottom > mostBelow;
}

const hasField = ({ cells }: Row): boolean => cells.some(({ isField }) => isField);

function tableOf(rows: readonly Row[], leaders: readonly Segment[]): PageTable | undefined {
  const segments = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ pieces }) => pieces)));
  if (segments.size < fewestRows) return undefined;
  const box = boundsOf(rows.flatMap(({ cells }) => cells));
  for (const leader of leaders) if (liesIn(leader, box)) segments.add(leader);
  return {
    ...box,
    segments,
    header: false,
    rows: rows
      .filter(({ cells }) => !cells.every(isBlank))
      .map(({ cells }) => withoutCombs(cells).map(({ pieces }) => cellOf(pieces.map(withoutLeader)))),
  };
}

/** Boxes for one letter each are one field. */
function withoutCombs(cells: readonly Cell[]): Cell[] {
  return cells.filter((cell, at) => {
    const before = cells[at - 1];
    return !(before !== undefined && isBlank(before) && isBlank(cell));
  });
}

const isBlank = ({ pieces }: Cell): boolean => pieces.length === 0;
