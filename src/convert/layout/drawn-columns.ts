// Columns told by the order in which a page was drawn: a text that comes to the foot of one goes on at the head of the next.
// The cells of a table are drawn row by row, and never so.
import { boundsOf, heightOf, isBeside, overlap, type Word } from './page.ts';
import { placedSegment } from './placed.ts';
import { looksTabular } from './reading-rows.ts';
import { inDrawnOrder, type Segment } from './segments.ts';

/** Lines that each of two columns has beside the other. */
const fewestLines = 4;
/** In points, and in parts of the type size: white between two columns. */
const leastWhite = 5;
const leastOfSize = 0.6;
/** Share of the lower of two columns that stands beside the other. */
const leastShared = 0.5;
/** In heights of a line: a step up by more than this is one to the next column. */
const stepUp = 2.5;

/** The segments of each column, from left to right and from top to bottom; none where the order of drawing tells of none. */
export function drawnColumns(segments: readonly Segment[]): Segment[][] {
  const runs = fallingRuns(inDrawnOrder(segments));
  const columns: Segment[][] = [];
  let last: Segment | undefined;
  for (let at = 1; at < runs.length; at += 1) {
    const [left, right] = besideEachOther(runs[at - 1] as Segment[], runs[at] as Segment[]);
    if (left.length < fewestLines || right.length < fewestLines || !areColumns(left, right)) continue;
    // The right one of two may be the left one of the next two.
    if (last === undefined || !left.includes(last)) columns.push(left);
    columns.push(right);
    last = right[0];
  }
  return columns;
}

/** Tells the column of a segment, also of one that was made anew from the words of another. */
export function columnFinder(columns: readonly (readonly Segment[])[]): (piece: Piece) => number | undefined {
  if (columns.length === 0) return () => undefined;
  const byWord = new Map<Word, number>();
  for (const [at, column] of columns.entries()) {
    for (const { words } of column) for (const word of words) byWord.set(word, at);
  }
  // Bullets are put before the words of a line.
  return ({ words }) => byWord.get(words.at(-1) as Word);
}

/** Rows across two columns, from which on a table reads over them; a row of long cells is one. */
const fewestAcross = 4;
/** Words of a line in narrow columns, and the share of lines that begin within a sentence. */
const fewestWords = 3;
const leastGoing = 0.3;

type Piece = Pick<Segment, 'words'>;

/** Whether the rows of a table are lines of prose, in columns that were drawn one after the other. */
export function readsAcross(
  rows: readonly (readonly Piece[])[],
  columnOf: (piece: Piece) => number | undefined,
): boolean {
  let across = 0;
  let lines = 0;
  let words = 0;
  let going = 0;
  for (const row of rows) {
    const held = row.flatMap((cell) => (columnOf(cell) === undefined ? [] : [cell]));
    // A column that has cells of its own is a table beside another one.
    if (held.length < 2 || new Set(held.map(columnOf)).size < held.length) continue;
    across += 1;
    for (const cell of held) {
      lines += 1;
      words += cell.words.length;
      if (/^\p{Ll}/u.test(cell.words[0]?.text ?? '')) going += 1;
    }
  }
  return across >= fewestAcross && words >= fewestWords * lines && going >= leastGoing * lines;
}

/** What was drawn one below the other, or beside each other, without a step back up. */
function fallingRuns(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = [];
  let current: Segment[] = [];
  for (const segment of segments) {
    const last = current.at(-1);
    if (last !== undefined && segment.bottom < last.top - stepUp * heightOf(segment)) {
      runs.push(current);
      current = [];
    }
    current.push(segment);
  }
  runs.push(current);
  return runs;
}

/** What of two runs stands beside the other: no title above the first, nothing that follows the second from the left. */
function besideEachOther(above: readonly Segment[], next: readonly Segment[]): [Segment[], Segment[]] {
  const top = (next[0] as Segment).top;
  const left = above.filter(({ bottom }) => bottom > top);
  const edge = left.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY);
  const end = next.findIndex((segment) => segment.left < edge + Math.min(leastWhite, leastOfSize * segment.size));
  return [left, end < 0 ? [...next] : next.slice(0, end)];
}

function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  const [one, other] = [boundsOf(left), boundsOf(right)];
  const shared = overlap(one.top, one.bottom, other.top, other.bottom);
  if (shared < leastShared * Math.min(heightOf(one), heightOf(other))) return false;
  // A table may have been drawn column by column; then nothing in a column was drawn across.
  return (
    drawnAcross(left) ||
    drawnAcross(right) ||
    !looksTabular(
      left.map((one) => placedSegment(one)),
      right.map((one) => placedSegment(one)),
    )
  );
}

function drawnAcross(segments: readonly Segment[]): boolean {
  let pairs = 0;
  for (let at = 1; at < segments.length; at += 1) {
    if (isBeside(segments[at - 1] as Segment, segments[at] as Segment)) pairs += 1;
  }
  return pairs >= fewestLines;
}
