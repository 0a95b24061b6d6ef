// Columns from the places of words: white that runs down between the pieces of most lines parts columns.
import { addAll } from './many.ts';
import { type Word, widthOf } from './page.ts';
import { makeSegment, type Segment } from './segments.ts';
import type { TableLine } from './table-lines.ts';
import { headsOverNumbers } from './table-set-apart.ts';

export interface Column {
  readonly from: number;
  readonly to: number;
}

export interface Columns {
  /** From left to right, never overlapping. */
  readonly columns: readonly Column[];
  /** Lines with a piece that stands over more than one column. */
  readonly bridging: ReadonlySet<TableLine>;
}

const mostColumns = 100;
/** In parts of the type size: white between columns that is narrower is the white between words. */
const narrowest = 0.35;
/** In parts of the type size: neighbours closer than this may be one column. */
const closeBy = 2.5;

export function columnsOf(lines: readonly TableLine[]): Columns {
  // From the last line up: heads are often set apart from the columns they belong to.
  const order = [...lines].sort((a, b) => b.pieces.length - a.pieces.length || b.top - a.top);
  let columns: Column[] = [];
  const bridging = new Set<TableLine>();
  for (const line of order) {
    const joined = withLine(columns, line);
    if (joined === undefined || joined.length > mostColumns) bridging.add(line);
    else columns = joined;
  }
  const whole = withoutLonely(columns, lines);
  const moved = bridging.size > 0 ? whole : headsOverNumbers(whole, lines, (line) => placePieces(line, whole));
  return { columns: moved, bridging };
}

/**
 * Neighbours that never have something in the same line are one column: a head set apart from its numbers, labels with
 * an indent. Where both are columns, the line of heads fills both.
 */
function withoutLonely(columns: readonly Column[], lines: readonly TableLine[]): readonly Column[] {
  if (columns.length < 3 || lines.length < 4) return columns;
  const held: Set<number>[] = columns.map(() => new Set());
  let size = 0;
  for (const [at, line] of lines.entries()) {
    for (const { piece, from, to } of placePieces(line, columns)) {
      size = Math.max(size, piece.size);
      for (let column = from; column < to; column += 1) held[column]?.add(at);
    }
  }
  const out: { from: number; to: number; lines: Set<number> }[] = [];
  for (const [at, column] of columns.entries()) {
    const own = held[at] as Set<number>;
    const last = out.at(-1);
    const near =
      last !== undefined && (column.from - last.to < closeBy * size || own.size === 1 || last.lines.size === 1);
    if (last !== undefined && near && [...own].every((line) => !last.lines.has(line))) {
      last.to = column.to;
      for (const line of own) last.lines.add(line);
    } else out.push({ from: column.from, to: column.to, lines: new Set(own) });
  }
  return out.length < 2 ? columns : out.map(({ from, to }) => ({ from, to }));
}

/** The columns with one more line; undefined when a piece of it reaches over two of them. */
export function withLine(columns: readonly Column[], line: TableLine): Column[] | undefined {
  const out: Column[] = [];
  let at = 0;
  for (const piece of line.pieces) {
    const gap = narrowest * (piece.size || 1);
    while (at < columns.length && (columns[at] as Column).to + gap < piece.left) {
      out.push(columns[at] as Column);
      at += 1;
    }
    let { left: from, right: to } = piece;
    let touched = 0;
    const last = out.at(-1);
    // Two pieces of one line in one column: they join, as nothing tells them apart in other lines.
    if (last !== undefined && last.to + gap >= from && last.to > from - gap) {
      out.pop();
      from = Math.min(from, last.from);
      to = Math.max(to, last.to);
      touched += 1;
    }
    while (at < columns.length && (columns[at] as Column).from - gap <= to) {
      const column = columns[at] as Column;
      from = Math.min(from, column.from);
      to = Math.max(to, column.to);
      touched += 1;
      at += 1;
    }
    if (touched > 1) return undefined;
    out.push({ from, to });
  }
  while (at < columns.length) {
    out.push(columns[at] as Column);
    at += 1;
  }
  return out;
}

/** Where each column ends and the next begins: the middle of the white between them. */
export function boundsBetween(columns: readonly Column[]): number[] {
  const bounds: number[] = [];
  for (let at = 1; at < columns.length; at += 1) {
    bounds.push(((columns[at - 1] as Column).to + (columns[at] as Column).from) / 2);
  }
  return bounds;
}

export interface PlacedPiece {
  readonly piece: Segment;
  readonly from: number;
  /** Not in it. */
  readonly to: number;
}

/** The pieces of a line with the columns they stand in; pieces that hold the words of two columns are parted. */
export function placePieces(line: TableLine, columns: readonly Column[]): PlacedPiece[] {
  const placed: PlacedPiece[] = [];
  for (const piece of line.pieces) {
    const [from, to] = reachOf(piece, columns);
    if (to - from <= 1) placed.push({ piece, from, to });
    else addAll(placed, parted(piece, columns, from, to));
  }
  return placed;
}

/** The columns a piece stands over; the nearest where it stands over none. */
function reachOf(piece: Segment, columns: readonly Column[]): [number, number] {
  const slack = 0.25 * (piece.size || 1);
  let first = 0;
  let high = columns.length;
  while (first < high) {
    const at = (first + high) >> 1;
    if ((columns[at] as Column).to < piece.left) first = at + 1;
    else high = at;
  }
  let from = -1;
  let to = -1;
  for (let at = first; at < columns.length && (columns[at] as Column).from <= piece.right; at += 1) {
    const column = columns[at] as Column;
    const common = Math.min(piece.right, column.to) - Math.max(piece.left, column.from);
    if (common <= Math.min(slack, 0.5 * widthOf(piece), 0.5 * (column.to - column.from))) continue;
    if (from < 0) from = at;
    to = at + 1;
  }
  if (from >= 0) return [from, to];
  const [before, after] = [columns[first - 1], columns[first]];
  const toLeft = before === undefined ? Number.POSITIVE_INFINITY : piece.left - before.to;
  const toRight = after === undefined ? Number.POSITIVE_INFINITY : after.from - piece.right;
  const nearest = toRight <= toLeft ? first : first - 1;
  return [nearest, nearest + 1];
}

/** Cut where a gap between words lies in the white between two columns and agrees with their edges. */
function parted(piece: Segment, columns: readonly Column[], from: number, to: number): PlacedPiece[] {
  const out: PlacedPiece[] = [];
  let words: Word[] = [];
  let start = from;
  let column = from;
  for (const word of piece.words) {
    const last = words.at(-1);
    if (last !== undefined) {
      let cut = -1;
      for (let at = column; at < to - 1; at += 1) {
        if (partsAt(last, word, columns[at] as Column, columns[at + 1] as Column, piece.size)) cut = at + 1;
      }
      if (cut > 0) {
        out.push({
          piece: makeSegment(words),
          from: start,
          to: Math.max(start + 1, reached(words, columns, start, cut)),
        });
        words = [];
        start = cut;
        column = cut;
      }
    }
    words.push(word);
  }
  if (words.length > 0) out.push({ piece: makeSegment(words), from: start, to });
  return out;
}

function reached(words: readonly Word[], columns: readonly Column[], from: number, to: number): number {
  const right = (words.at(-1) as Word).right;
  let at = from;
  while (at < to && (columns[at] as Column).from < right) at += 1;
  return at;
}

function partsAt(before: Word, after: Word, left: Column, right: Column, size: number): boolean {
  const white = right.from - left.to;
  const common = Math.min(after.left, right.from) - Math.max(before.right, left.to);
  const gap = after.left - before.right;
  if (gap < 0.15 * size || before.right > right.from + 0.1 * size || after.left < left.to - 0.1 * size) return false;
  if (common >= 0.6 * white) return true;
  const near = 0.25 * size;
  return gap >= 0.3 * size && (Math.abs(after.left - right.from) <= near || Math.abs(before.right - left.to) <= near);
}
