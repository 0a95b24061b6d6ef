// Stretches of lines that agree: neighbours with pieces in the same places, the core of a table without drawn lines.
import { lineText } from './lines.ts';
import { heightOf, middleX, overlap, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import { median } from './sorted.ts';
import { isBoldLine } from './table-evidence.ts';
import { isDatumPiece, type TableLine } from './table-lines.ts';

/** In heights of a line: more white ends a stretch. */
const widestGap = 2.2;
/** Lines with a single piece between two that agree: the lines of a cell, or the name of a group of rows. */
const mostBetween = 5;
/** In heights of a line: white above a line that goes on with a cell. */
const closeBelow = 0.5;
/** Lines back that one may agree with, as cells may be empty. */
const lookBack = 4;
/** Lines taken on above a stretch: heads of several lines. */
const mostHeadLines = 6;
/** Stretches of one page. */
const mostChains = 500;

export function chainsOf(lines: readonly TableLine[]): TableLine[][] {
  const chains: TableLine[][] = [];
  let end = -1;
  for (let at = 0; at < lines.length && chains.length < mostChains; at += 1) {
    const first = lines[at] as TableLine;
    if (first.pieces.length < 2 || isProse(first)) continue;
    const agreed = chainEnd(lines, at);
    if (agreed === at) continue;
    const last = tailEnd(lines, agreed);
    const top = headStart(lines, at, last, end + 1);
    chains.push(lines.slice(top, last + 1));
    end = last;
    at = last;
  }
  return chains;
}

export function isProse({ pieces }: TableLine): boolean {
  if (pieces.length > 3) return false;
  let words = 0;
  let letters = 0;
  for (const piece of pieces) {
    words += piece.words.length;
    for (const { text } of piece.words) letters += text.length;
  }
  if (pieces.length === 1) return words >= 8;
  return words >= 6 * pieces.length && letters >= 22 * pieces.length;
}

/** Index of the last line that agrees. */
function chainEnd(lines: readonly TableLine[], start: number): number {
  const recent: TableLine[] = [lines[start] as TableLine];
  let last = start;
  let between = 0;
  let missed = 0;
  let data = 0;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] as TableLine;
    const before = lines[at - 1] as TableLine;
    if (isProse(line) || line.top - before.bottom > widestGap * Math.max(heightOf(line), heightOf(before), 1)) break;
    if (line.pieces.length < 2) {
      between += 1;
      if (between > mostBetween) break;
      continue;
    }
    if (recent.some((one) => agree(one, line))) {
      // The name of the next table, and its heads.
      if (between > 0 && data > 0 && line.pieces.length > 2 && !line.pieces.some(isDatumPiece)) break;
      if (between > 0 && isBoldLine(line) && isBoldLine(lines[start] as TableLine) && !isBoldLine(before)) break;
      if (line.pieces.some(isDatumPiece)) data += 1;
      last = at;
      between = 0;
      missed = 0;
      recent.push(line);
      if (recent.length > lookBack) recent.shift();
    } else {
      missed += 1;
      if (missed > 2) break;
    }
  }
  return last;
}

/** Index of the last line of the last row: a cell may go on below all the others. */
function tailEnd(lines: readonly TableLine[], last: number): number {
  const row = lines[last] as TableLine;
  let end = last;
  let above: Segment | undefined;
  while (end - last < mostBetween) {
    const line = lines[end + 1];
    const [piece, second] = line?.pieces ?? [];
    if (line === undefined || piece === undefined || second !== undefined || isProse(line)) break;
    if (line.top - (lines[end] as TableLine).bottom > closeBelow * Math.max(1, heightOf(line))) break;
    const column = row.pieces.findIndex(({ left }) => Math.abs(left - piece.left) <= 2);
    if (column < 0 || piece.right > (row.pieces[column + 1]?.left ?? Number.POSITIVE_INFINITY) - 2) break;
    above ??= row.pieces[column] as Segment;
    if (!/^\p{Ll}/u.test(lineText(piece)) && !/[-–,/(&]$/.test(lineText(above))) break;
    above = piece;
    end += 1;
  }
  return end;
}

/** No piece of one stands over two of the other, and two pieces or more share an edge or a middle. */
function agree(one: TableLine, other: TableLine): boolean {
  let aligned = 0;
  let [a, b] = [0, 0];
  let [lastA, lastB] = [-1, -1];
  while (a < one.pieces.length && b < other.pieces.length) {
    const p = one.pieces[a] as Segment;
    const q = other.pieces[b] as Segment;
    if (overlap(p.left, p.right, q.left, q.right) > 0) {
      if (lastA === a || lastB === b) return false;
      [lastA, lastB] = [a, b];
      if (isAligned(p, q)) aligned += 1;
    }
    if (p.right < q.right) a += 1;
    else b += 1;
  }
  return aligned >= 2;
}

/** Both begin, end or have their middle at one place. */
export function isAligned(p: Segment, q: Segment): boolean {
  const within = Math.max(2, 0.3 * Math.min(p.size, q.size));
  return (
    Math.abs(p.left - q.left) <= within ||
    Math.abs(p.right - q.right) <= within ||
    Math.abs(middleX(p) - middleX(q)) <= within
  );
}

/** Index of the first line of the heads above a stretch. */
function headStart(lines: readonly TableLine[], start: number, last: number, least: number): number {
  const core = lines.slice(start, last + 1);
  const left = Math.min(...core.slice(0, 50).map((line) => line.left));
  const right = Math.max(...core.slice(0, 50).map((line) => line.right));
  const size = median(core.slice(0, 50).map((line) => (line.pieces[0] as Segment).size)) || 1;
  let top = start;
  for (let at = start - 1; at >= least && start - at <= mostHeadLines; at -= 1) {
    const line = lines[at] as TableLine;
    const below = lines[at + 1] as TableLine;
    if (below.top - line.bottom > 0.9 * Math.max(heightOf(line), 1) || isProse(line)) break;
    const beside = below.top - line.bottom < -0.3 * heightOf(line) && line.pieces.length === 1;
    if (!beside && !isHead(line, left, right, size)) break;
    top = at;
  }
  return top;
}

function isHead(line: TableLine, left: number, right: number, size: number): boolean {
  const beyond = 2 * size + 0.3 * (right - left);
  if (line.left < left - beyond || line.right > right + beyond) return false;
  const [first] = line.pieces;
  if (first === undefined || Math.abs(first.size - size) > 0.2 * size) return false;
  // A title stands alone at the left edge, or over all columns.
  if (line.pieces.length === 1 && (first.left <= left + size || widthOf(first) > 0.6 * (right - left))) return false;
  return !/^(?:table|tab\.|figure|fig\.|source|note|chart|exhibit|tableau|tabelle|quelle)\b/i.test(lineText(first));
}
