// Heads at the left of their columns over numbers at the right, as spreadsheets print them: a number then ends right where the
// head of the next column begins, and nothing white runs down between the two.
import type { Column, PlacedPiece } from './table-columns.ts';
import { isDatumPiece, type TableLine } from './table-lines.ts';

/** Lines of a head, and rows below it. */
const mostHeadLines = 3;
const fewestRows = 2;
/** Share of what stands below the heads that must be numbers. */
const leastData = 0.6;

/**
 * Columns of which the first holds nothing but a head and the last has none: every head belongs to the numbers of the next one.
 */
export function headsOverNumbers(
  columns: readonly Column[],
  lines: readonly TableLine[],
  place: (line: TableLine) => readonly PlacedPiece[],
): readonly Column[] {
  const last = columns.length - 1;
  if (last < 2 || lines.length < fewestRows + 1) return columns;
  // Most tables have something in the first column of every line, and are not looked at further.
  const heads = lines.slice(0, mostHeadLines + 1).findIndex((line) => place(line).every(({ from }) => from > 0));
  if (heads < 1 || lines.length - heads < fewestRows) return columns;
  const placed = lines.map(place);
  const above = extents(placed.slice(0, heads), columns.length);
  const below = extents(placed.slice(heads), columns.length);
  if (below[0] !== undefined || above[last] !== undefined) return columns;
  if (placed.some((pieces) => pieces.some(({ from, to }) => to - from > 1))) return columns;
  const pieces = placed.slice(heads).flat();
  if (pieces.filter(({ piece }) => isDatumPiece(piece)).length < leastData * pieces.length) return columns;
  const moved: Column[] = [];
  for (let at = 1; at <= last; at += 1) {
    const [head, numbers, next] = [above[at - 1], below[at], above[at]];
    if (head === undefined || numbers === undefined || numbers.from < head.from) return columns;
    // Beside the head of the next column, not under it.
    if (next !== undefined && numbers.to > next.from + 0.5) return columns;
    moved.push({ from: head.from, to: Math.max(numbers.to, head.to) });
  }
  return moved.some(({ to }, at) => to > (moved[at + 1]?.from ?? Number.POSITIVE_INFINITY) + 0.5) ? columns : moved;
}

/** How far the pieces of each column reach; undefined for a column without any. */
function extents(lines: readonly (readonly PlacedPiece[])[], columns: number): (Column | undefined)[] {
  const found: (Column | undefined)[] = Array.from({ length: columns }, () => undefined);
  for (const { piece, from } of lines.flat()) {
    const known = found[from];
    found[from] = {
      from: Math.min(known?.from ?? piece.left, piece.left),
      to: Math.max(known?.to ?? piece.right, piece.right),
    };
  }
  return found;
}
