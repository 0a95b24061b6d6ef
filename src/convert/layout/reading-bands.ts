// Where a page is cut across before any column is looked for: at wide white, before notes in smaller type, below columns
// that end together, but never between a row of heads and their columns.
import { type Box, overlap } from './page.ts';
import { byTop, evenly, narrowestGutter, type Placed, typicalSize, usualGap } from './placed.ts';

/** In lines: white this high all across a page parts what is above from what is below, columns or not. */
const bandGap = 2.5;
/** In lines: white below columns that end together. */
const endGap = 1.5;
/** Type that is smaller than the rest by this much, all below or all above a gap, is a band of its own: notes, captions. */
const smaller = 0.92;

/** Type that is larger than all below it by this much is a title. */
const title = 1.3;

/** Where the page is cut across before any column is looked for; undefined where it is not. */
export function cutIntoBands<T extends Placed>(items: readonly T[]): [T[], T[]] | undefined {
  const sorted = byTop(items);
  const typical = typicalSize(items);
  const above = runningSizes(sorted);
  const below = runningSizes([...sorted].reverse()).reverse();
  const usual = usualGap(sorted);
  let reach = Number.NEGATIVE_INFINITY;
  let best: { readonly at: number; readonly gap: number } | undefined;
  for (let at = 0; at < sorted.length; at += 1) {
    const item = sorted[at] as T;
    const gap = item.top - reach;
    if (at > 0 && gap > 0.5) {
      const wide = gap >= Math.max(bandGap * typical * 1.2, evenly * usual);
      const parts =
        wide ||
        differ(above[at - 1], below[at], at, sorted.length - at) ||
        (gap >= Math.max(endGap * typical, evenly * usual) && columnsEnd(sorted, at, reach, typical));
      if (parts && (best === undefined || gap > best.gap) && !(gap < mostHeadGap * typical && areHeads(sorted, at)))
        best = { at, gap };
    }
    reach = Math.max(reach, item.bottom);
  }
  return best === undefined ? undefined : [sorted.slice(0, best.at), sorted.slice(best.at)];
}

/** Two columns end at one height, and at most one of them goes on below: the rest is read after both. */
function columnsEnd(sorted: readonly Placed[], at: number, reach: number, typical: number): boolean {
  const ends = sorted.slice(0, at).filter(({ bottom }) => reach - bottom < 0.5 * typical);
  const columns = stretches(ends);
  if (columns.length < 2) return false;
  const rest = sorted.slice(at);
  const goingOn = columns.filter(({ from, to }) => rest.some(({ left, right }) => overlap(left, right, from, to) > 0));
  return goingOn.length < columns.length;
}

/** In lines: white between a head and its text. */
const mostHeadGap = 4;
/** Lines of a head. */
const mostHeadLines = 3;

/** A row of heads, each over a column of its own: to be read with it, not before all columns. */
function areHeads(sorted: readonly Placed[], at: number): boolean {
  const heads = sorted.slice(0, at);
  if (heads.length < 2 || heads.length > 6 * mostHeadLines || heads.some((head) => head.wordCount > 8)) return false;
  const columns = stretches(sorted.slice(at));
  if (columns.length < 2) return false;
  const counts = new Map<number, number>();
  for (const { left, right } of heads) {
    const column = columns.findIndex(({ from, to }) => left >= from - 3 && right <= to + 3);
    if (column < 0) return false;
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return counts.size >= 2 && [...counts.values()].every((count) => count <= mostHeadLines);
}

/** The parts of the width that anything stands over. */
function stretches(items: readonly Box[]): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = [];
  for (const { left, right } of [...items].sort((a, b) => a.left - b.left)) {
    const last = out.at(-1);
    if (last !== undefined && left - last.to < narrowestGutter) last.to = Math.max(last.to, right);
    else out.push({ from: left, to: right });
  }
  return out;
}

interface SizeRange {
  readonly least: number;
  readonly most: number;
}

/** The sizes among the first, the first two, the first three ... items. */
function runningSizes(items: readonly Placed[]): SizeRange[] {
  const ranges: SizeRange[] = [];
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { size } of items) {
    if (size > 0 && size < least) least = size;
    if (size > most) most = size;
    ranges.push({ least, most });
  }
  return ranges;
}

function differ(
  above: SizeRange | undefined,
  below: SizeRange | undefined,
  countAbove: number,
  countBelow: number,
): boolean {
  if (above === undefined || below === undefined || countBelow < 2) return false;
  if (above.most === 0 || below.most === 0) return false;
  // A title is a band of its own, whichever column it stands over.
  if (countAbove < 2) return above.least > title * below.most;
  return below.most < smaller * above.least || above.most < smaller * below.least;
}
