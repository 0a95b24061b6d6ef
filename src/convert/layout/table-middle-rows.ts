// Rows whose cells are set in the middle: the one line of a label stands beside several lines, between two of them or on one.
// Read from top to bottom such lines go to the wrong row, so each goes where the middle of its cell fits.
import { heightOf, middleY } from './page.ts';
import type { PlacedPiece } from './table-columns.ts';

/** Rows and lines that are looked through; longer tables are read line by line. */
const mostRows = 200;
const mostLines = 600;
/** Lines of a cell. */
const mostCellLines = 10;
/** How far the middle of a cell may be from that of its label, in parts of the height of a line. */
const tolerance = 0.2;
/** Distance of lines within a cell, in the same measure and in that of the closest lines of its column. */
const farthestLine = 1.7;
const evenLine = 1.15;
/** The price of an empty cell: less than that of lines in a wrong row. */
const emptyCell = 0.25;

/**
 * The pieces of each row, from top to bottom; undefined where cells are not set in the middle of their rows. The labels in the
 * first column have one line each.
 */
export function middleRows(
  lines: readonly { readonly placed: readonly PlacedPiece[] }[],
  columns: number,
): PlacedPiece[][] | undefined {
  if (lines.length < 3 || lines.length > mostLines) return undefined;
  const pieces = lines.flatMap(({ placed }) => placed);
  if (pieces.some(({ from, to }) => to - from > 1)) return undefined;
  const byColumn: PlacedPiece[][] = Array.from({ length: columns }, () => []);
  for (const one of pieces.sort(fromTop)) byColumn[one.from]?.push(one);
  const labels = byColumn[0] as PlacedPiece[];
  if (
    labels.length < 2 ||
    labels.length > Math.min(mostRows, lines.length - 1) ||
    byColumn.some((cells) => cells.length > mostLines)
  )
    return undefined;
  const height = Math.max(1, ...labels.map(({ piece }) => heightOf(piece)));
  const rows = labels.map((label) => [label]);
  let moved = false;
  for (const cells of byColumn.slice(1)) {
    const counts = cellsBeside(labels, cells, height);
    if (counts === undefined) return undefined;
    let at = 0;
    for (const [row, count] of counts.entries()) {
      rows[row]?.push(...cells.slice(at, at + count));
      at += count;
      if (count > 1) moved = true;
    }
  }
  // A label alone is a line of one that has several.
  if (!moved || rows.some((row) => row.length < 2)) return undefined;
  return rows.map((row) => row.sort(fromTop));
}

const fromTop = (a: PlacedPiece, b: PlacedPiece): number => middleY(a.piece) - middleY(b.piece);

/** The label that stands at this height; undefined between labels. */
function labelAt(middle: number, labels: readonly PlacedPiece[], height: number): number | undefined {
  const at = labels.findIndex(({ piece }) => Math.abs(middleY(piece) - middle) <= tolerance * height);
  return at < 0 ? undefined : at;
}

/** How many of the lines of a column, one after the other, belong to each label: those whose middles fit best. */
function cellsBeside(
  labels: readonly PlacedPiece[],
  cells: readonly PlacedPiece[],
  height: number,
): number[] | undefined {
  const middles = cells.map(({ piece }) => middleY(piece));
  let farthest = farthestLine * height;
  for (let at = 1; at < middles.length; at += 1) {
    farthest = Math.min(farthest, evenLine * Math.max(1, (middles[at] as number) - (middles[at - 1] as number)));
  }
  const owners = middles.map((middle) => labelAt(middle, labels, height));
  const width = cells.length + 1;
  /** The least price of the first rows with the first lines, and how many of them the last of these rows has. */
  const prices = new Float64Array((labels.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  const taken = new Uint8Array(prices.length);
  prices[0] = 0;
  for (const [row, label] of labels.entries()) {
    const middle = middleY(label.piece);
    for (let from = 0; from < width; from += 1) {
      const before = prices[row * width + from] as number;
      if (before === Number.POSITIVE_INFINITY) continue;
      for (let count = 0; count <= mostCellLines && from + count < width; count += 1) {
        const last = from + count - 1;
        // A line that stands beside a label is of its row.
        if (count > 0 && (owners[last] ?? row) !== row) break;
        if (count > 1 && (middles[last] as number) - (middles[last - 1] as number) > farthest) break;
        const own = count === 0 ? middle : ((middles[from] as number) + (middles[last] as number)) / 2;
        const off = Math.abs(own - middle) / height;
        if (off > tolerance) continue;
        const price = before + (count === 0 ? emptyCell : off);
        const to = (row + 1) * width + from + count;
        if (price >= (prices[to] as number)) continue;
        prices[to] = price;
        taken[to] = count;
      }
    }
  }
  if (prices.at(-1) === Number.POSITIVE_INFINITY) return undefined;
  const counts: number[] = [];
  for (let row = labels.length, at = cells.length; row > 0; row -= 1) {
    const count = taken[row * width + at] as number;
    counts.unshift(count);
    at -= count;
  }
  return counts;
}
