// Whether lines that fall into columns are a table: prose in columns, lists, contents and forms are not.
import { lineText } from './lines.ts';
import { isListMark } from './list-marks.ts';
import type { Word } from './page.ts';
import { isMonospace, type Segment } from './segments.ts';
import { type Column, placePieces } from './table-columns.ts';
import { isDatum, type TableLine } from './table-lines.ts';

/** Share of the pieces below a bold head that may be bold as well. */
const mostBold = 0.2;

export interface Evidence {
  readonly columns: number;
  /** Lines with something in two columns or more. */
  readonly cellLines: number;
  /** Share of the positions of those lines that hold something. */
  readonly filled: number;
  /** Columns whose pieces share an edge or a middle. */
  readonly aligned: number;
  /** Columns after the first that hold mostly data. */
  readonly dataColumns: number;
  /** Share of pieces that hold data. */
  readonly data: number;
  readonly wordsPerCell: number;
  /** Columns of prose: lines of many words that fill the width of the column. */
  readonly proseColumns: number;
  /** Pieces of words in the first column. */
  readonly labels: number;
  readonly leaders: number;
  /** Share of pieces that begin like the item of a list. */
  readonly marked: number;
  /** Share of lines that do. */
  readonly markedLines: number;
  /** Share of lines that reach into the line before: pieces strewn about, not set in rows. */
  readonly staggered: number;
  readonly monospace: number;
  /** The first line has a bold piece in each column, and hardly any other is bold. */
  readonly boldHead: boolean;
  /** Narrowest white between columns, in parts of the type size. */
  readonly gutter: number;
}

export function evidenceOf(lines: readonly TableLine[], columns: readonly Column[]): Evidence {
  const byColumn: Segment[][] = columns.map(() => []);
  let cellLines = 0;
  let positions = 0;
  let held = 0;
  let leaders = 0;
  let marked = 0;
  let firstMarked = 0;
  let monospace = 0;
  let pieces = 0;
  let words = 0;
  let size = 0;
  for (const line of lines) {
    const placed = placePieces(line, columns);
    const seen = new Set<number>();
    for (const { piece, from, to } of placed) {
      pieces += 1;
      words += piece.words.length;
      size += piece.size;
      if (isMonospace(piece)) monospace += 1;
      if (to - from > 1) continue;
      seen.add(from);
      byColumn[from]?.push(piece);
    }
    if (seen.size >= 2) {
      cellLines += 1;
      positions += columns.length;
      held += seen.size;
    }
    if (line.pieces.some((piece) => hasLeaders(lineText(piece)))) leaders += 1;
    marked += line.pieces.filter(isMarkBefore).length;
    firstMarked += isListMark(lineText(line.pieces[0] as Segment)) ? 1 : 0;
  }
  const texts = byColumn.map((list) => list.map((piece) => isDatum(lineText(piece))));
  const share = (list: readonly boolean[]): number => list.filter(Boolean).length / Math.max(1, list.length);
  let gutter = Number.POSITIVE_INFINITY;
  const mean = size / Math.max(1, pieces) || 1;
  for (let at = 1; at < columns.length; at += 1) {
    gutter = Math.min(gutter, ((columns[at] as Column).from - (columns[at - 1] as Column).to) / mean);
  }
  return {
    columns: columns.length,
    cellLines,
    filled: held / Math.max(1, positions),
    aligned: byColumn.filter(isAligned).length,
    dataColumns: texts.filter((list, at) => at > 0 && list.length > 0 && share(list) >= 0.6).length,
    data: share(texts.flat()),
    wordsPerCell: words / Math.max(1, pieces),
    labels: (texts[0] ?? []).filter((datum) => !datum).length,
    proseColumns: byColumn.filter((list, at) => isProseColumn(list, columns[at] as Column)).length,
    leaders: leaders / Math.max(1, lines.length),
    marked: marked / Math.max(1, pieces),
    markedLines: firstMarked / Math.max(1, lines.length),
    staggered: staggeredLines(lines) / Math.max(1, lines.length),
    monospace: monospace / Math.max(1, pieces),
    boldHead: hasBoldHead(lines, columns.length),
    gutter,
  };
}

/** In parts of the type size: white between the mark of an item and its text; marks alone stand for answers in a table. */
const markGap = 2.5;

function isMarkBefore(piece: Segment, at: number, pieces: readonly Segment[]): boolean {
  if (!isListMark(lineText(piece))) return false;
  if (piece.words.length > 1) return true;
  const next = pieces[at + 1];
  if (next === undefined || isListMark(lineText(next))) return false;
  return next.left - piece.right < markGap * piece.size;
}

function hasBoldHead([head, ...rows]: readonly TableLine[], columns: number): boolean {
  if (head === undefined || !isBoldLine(head) || head.pieces.length < columns) return false;
  const others = rows.flatMap(({ pieces }) => pieces);
  const [{ size }] = head.pieces as [Segment];
  // A line of bold code may stand over other code.
  if (head.pieces.some(isMonospace) && others.every(isMonospace)) return false;
  // A title with its number stands above the text in larger type.
  if (/^\d/.test(lineText(head.pieces[0] as Segment)) || others.some((other) => other.size < 0.85 * size)) return false;
  return others.filter(isBoldPiece).length <= mostBold * others.length;
}

const isBoldPiece = ({ words }: Segment): boolean => words.every(({ style }) => style.bold);
export const isBoldLine = ({ pieces }: TableLine): boolean => pieces.every(isBoldPiece);

function staggeredLines(lines: readonly TableLine[]): number {
  let count = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const [before, line] = [lines[at - 1] as TableLine, lines[at] as TableLine];
    if (before.bottom - line.top > 0.2 * Math.min(before.bottom - before.top, line.bottom - line.top)) count += 1;
  }
  return count;
}

function isProseColumn(pieces: readonly Segment[], { from, to }: Column): boolean {
  if (pieces.length < 3) return false;
  const full = pieces.filter((piece) => piece.words.length >= 4 && piece.right - piece.left >= 0.75 * (to - from));
  if (full.length < 0.55 * pieces.length) return false;
  // Sentences run on from line to line, and their lines are set close.
  let going = 0;
  let close = 0;
  for (const [at, piece] of pieces.entries()) {
    if (startsLower(piece)) going += 1;
    const before = pieces[at - 1];
    if (before !== undefined && piece.bottom - before.bottom < 1.5 * Math.max(1, piece.size)) close += 1;
  }
  return going >= 0.3 * pieces.length && close >= 0.5 * pieces.length;
}

const startsLower = (piece: Segment): boolean => /^\p{Ll}/u.test((piece.words[0] as Word).text);

/** Dots that lead the eye to a page number. */
export const hasLeaders = (text: string): boolean =>
  text.includes('.....') || text.includes('. . . .') || text.includes('……');
/** Share of lines with them from which on they are entries of a table of contents. */
export const mostLeaders = 0.2;

function isAligned(pieces: readonly Segment[]): boolean {
  if (pieces.length < 2) return true;
  const within = 2.5;
  const edges: ((piece: Segment) => number)[] = [
    (piece) => piece.left,
    (piece) => piece.right,
    (piece) => (piece.left + piece.right) / 2,
  ];
  return edges.some((edge) => {
    const values = pieces.map(edge).sort((a, b) => a - b);
    // The most values that lie within the distance of each other.
    let most = 0;
    for (let from = 0, to = 0; to < values.length; to += 1) {
      while ((values[to] as number) - (values[from] as number) > within) from += 1;
      most = Math.max(most, to - from + 1);
    }
    return most >= 0.6 * values.length;
  });
}

/** Strong enough to stand without any drawn line. */
export function standsAlone(evidence: Evidence, headed: boolean): boolean {
  const { columns, cellLines, filled, aligned, dataColumns, data, wordsPerCell, boldHead } = evidence;
  if (cellLines === 2 && !isShort(evidence)) return false;
  if (
    evidence.proseColumns > 0 ||
    columns < 2 ||
    cellLines < 2 ||
    evidence.leaders > mostLeaders ||
    (evidence.monospace > 0.7 && !boldHead) ||
    data > 0.97
  )
    return false;
  // A few lines must be full, and many full ones may be set freely in their columns.
  if (filled < (cellLines < 6 ? 0.7 : 0.5)) return false;
  if (aligned < (filled >= 0.9 && cellLines >= 6 ? 0.5 : 0.7) * columns) return false;
  if (columns === 2) {
    if (boldHead && cellLines >= 3 && filled >= 0.9 && aligned === 2 && wordsPerCell < 4 && evidence.gutter >= 0.8)
      return evidence.markedLines < 0.5;
    return (
      dataColumns === 1 && cellLines >= 4 && evidence.markedLines < 0.5 && evidence.gutter >= 1.2 && wordsPerCell < 4
    );
  }
  if (dataColumns === 0 && cellLines < 4 && !headed && !boldHead) return false;
  if (evidence.marked > 0.5 || evidence.staggered > 0.5 || (evidence.markedLines > 0.5 && dataColumns === 0))
    return false;
  return wordsPerCell < (dataColumns > 0 ? 5 : 3.5);
}

/** A head and one row: only where both fill many columns, with a label before the data. */
const isShort = ({ columns, filled, dataColumns, labels, wordsPerCell }: Evidence): boolean =>
  columns >= 4 && filled >= 0.85 && dataColumns >= 3 && labels > 0 && wordsPerCell < 3;

/** Enough between two drawn lines of one extent, with or without one below the head. */
export function standsBetweenRules(evidence: Evidence, headed: boolean): boolean {
  const { columns, cellLines, filled, aligned, wordsPerCell } = evidence;
  if (columns < 2 || cellLines < 2 || evidence.leaders > mostLeaders || evidence.data > 0.9) return false;
  if (evidence.dataColumns === 0 && !headed && (columns === 2 || cellLines < 4)) return false;
  // Code in a frame: its lines begin and part at common places as well.
  if (evidence.monospace > 0.9 && (!headed || filled < 0.7)) return false;
  if (evidence.marked > 0.5 || (columns === 2 && evidence.markedLines > 0.5)) return false;
  // Numbers set by their decimal points are aligned at neither side.
  const isFull = headed && columns >= 3 && filled === 1;
  return (aligned >= 0.6 * columns || isFull) && filled >= 0.4 && wordsPerCell < (columns === 2 ? 8 : 10);
}

/** A column of numbers that fall by equal steps is the axis of a chart; counting down by ones is not. */
export function hasAxis(lines: readonly TableLine[], columns: readonly Column[]): boolean {
  const byColumn: number[][] = columns.map(() => []);
  for (const line of lines) {
    for (const { piece, from, to } of placePieces(line, columns)) {
      if (to - from > 1) continue;
      const value = numberOf(lineText(piece));
      if (value !== undefined) byColumn[from]?.push(value);
    }
  }
  return byColumn.some((values) => {
    if (values.length < 3 || values.length < 0.3 * lines.length) return false;
    const step = (values[0] as number) - (values[1] as number);
    if (!(step > 0) || step === 1) return false;
    return values.every((value, at) => at === 0 || Math.abs((values[at - 1] as number) - value - step) < 0.01 * step);
  });
}

function numberOf(text: string): number | undefined {
  if (text.length > 20 || !/^[-−+]?[\d., ]+%?$/.test(text)) return undefined;
  const value = Number(text.replace(/[, %]/g, '').replace('−', '-'));
  return Number.isFinite(value) ? value : undefined;
}
