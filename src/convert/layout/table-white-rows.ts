// Rows that white parts: the lines of a cell stand at one distance, those of two rows further apart, and every line that begins
// no row is there because the one above had no room for its first word.
import { smallestOf } from './many.ts';
import { heightOf } from './page.ts';
import type { PlacedPiece } from './table-columns.ts';
import type { TableLine } from './table-lines.ts';

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

/** The lines by rows; undefined where white does not tell them. */
export function rowsByWhite<L extends WhiteLine>(
  lines: readonly L[],
  edges: ReadonlyMap<number, number>,
): L[][] | undefined {
  const pitches = lines.slice(1).map(({ line }, at) => line.bottom - (lines[at] as L).line.bottom);
  const close = smallestOf(pitches, (pitch) => pitch);
  if (pitches.length < fewestRows || close < 0.75 * heightOf((lines[0] as L).line)) return undefined;
  if (pitches.some((pitch) => pitch > alike * close && pitch < apart * close)) return undefined;
  const rows: L[][] = [];
  let [broken, all] = [0, 0];
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
    }
    row.push(one);
  }
  if (rows.length < fewestRows || rows.length === lines.length || broken < mostlyBroken * all) return undefined;
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
  const [word] = piece.words;
  if (above === undefined || word === undefined || to - from > 1) return false;
  return above.piece.right + 0.2 * piece.size + (word.right - word.left) > (edges.get(from) ?? 0);
}
