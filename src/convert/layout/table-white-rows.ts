// Rows that white parts: the lines of a cell stand at one distance, those of two rows further apart, and every line that begins
// no row is there because the one above had no room for its first word.
import { smallestOf } from './many.ts';
import { heightOf, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import type { PlacedPiece } from './table-columns.ts';
import { isDatumPiece, type TableLine } from './table-lines.ts';

export interface WhiteLine {
  readonly line: TableLine;
  readonly placed: readonly PlacedPiece[];
  /** Columns in which something stands that is in this column alone. */
  readonly filled: ReadonlySet<number>;
}

/** Distances within a cell are alike; those between rows are larger by this much. */
const alike = 1.06;
const apart = 1.15;
const fewestRows = 3;
/** Share of the rows that have something in the first column, and of the lines within them that had to be broken. */
const mostlyNamed = 0.9;
const mostlyBroken = 0.85;
/** Share of the amounts among what stands in them: rows set in groups of five, say, are full of these. */
const mostAmounts = 0.5;

/** The lines by rows, `pitches` being the distances between them; undefined where white does not tell them. */
export function rowsByWhite<L extends WhiteLine>(
  lines: readonly L[],
  pitches: readonly number[],
  edges: ReadonlyMap<number, number>,
): L[][] | undefined {
  const close = smallestOf(pitches, (pitch) => pitch);
  if (pitches.length < fewestRows || close < 0.75 * heightOf((lines[0] as L).line)) return undefined;
  if (pitches.some((pitch) => pitch > alike * close && pitch < apart * close)) return undefined;
  const rows: L[][] = [];
  let [broken, amounts, all] = [0, 0, 0];
  for (const [at, one] of lines.entries()) {
    const row = rows.at(-1);
    const before = lines[at - 1];
    if (row === undefined || before === undefined || (pitches[at - 1] as number) > alike * close) {
      rows.push([one]);
      continue;
    }
    for (const piece of one.placed) {
      all += 1;
      if (hadNoRoom(before, piece, edges)) broken += 1;
      if (isDatumPiece(piece.piece)) amounts += 1;
    }
    row.push(one);
  }
  if (rows.length < fewestRows || rows.length === lines.length || broken < mostlyBroken * all) return undefined;
  if (amounts > mostAmounts * all) return undefined;
  const named = rows.filter(([first]) => first?.filled.has(0) === true).length;
  return named >= mostlyNamed * rows.length ? rows : undefined;
}

/** The line above ends, in its column, where the first word of this one did not fit any more. */
export function hadNoRoom(
  before: WhiteLine,
  { piece, from, to }: PlacedPiece,
  edges: ReadonlyMap<number, number>,
): boolean {
  const above = before.placed.findLast((other) => other.from === from);
  return above !== undefined && to - from === 1 && isFullFor(above.piece, piece, edges.get(from) ?? 0);
}

/** The first word of the lower piece would have reached past the edge of its column in the line above. */
export function isFullFor(above: Segment, { words: [word], size }: Segment, edge: number): boolean {
  return word !== undefined && above.right + 0.2 * size + widthOf(word) > edge;
}
