// Reading order: a page is cut into columns where white gutters run between them, and what spans a gutter parts the
// columns above it from those below (the idea of XY-cut with wide blocks set aside).
import { cutAtLines } from './drawn-bands.ts';
import { addAll } from './many.ts';
import { type Box, boundsOf, heightOf, middleY, overlap, widthOf } from './page.ts';
import { byTop, evenly, narrowestGutter, type Placed, typicalSize, usualGap } from './placed.ts';
import { heldWith, withLabels } from './reading-across.ts';
import { cutIntoBands } from './reading-bands.ts';
import { hasRows, looksTabular, rowsBesideColumns } from './reading-rows.ts';
import { areSideNotes } from './side-notes.ts';

const binPoints = 2;
const deepestCut = 16;
/** Lines that must stand on both sides of a gutter. */
const fewestLines = 4;
/** In points: less white than this parts not even columns whose lines all begin below each other. */
const narrowestEven = 5;
/** In points: the same of columns that were drawn one after the other. */
const narrowestDrawn = 3;
/** How much more a gutter counts that parts columns as they were drawn. */
const drawnWeight = 4;
/** Share of the gutter's height that may be crossed. */
const mostCrossed = 0.3;

/** The items in groups, each to be read from top to bottom, the groups one after the other; and the level lines of their page. */
export function readingOrder<T extends Placed>(items: readonly T[], lines: readonly Box[] = []): T[][] {
  if (isSingleColumn(items)) return items.length === 0 ? [] : [[...items]];
  const groups = inGroups(items);
  const bands = cutAtLines(groups, lines);
  return bands.length < 2 ? groups : bands.flatMap(inGroups);
}

function inGroups<T extends Placed>(items: readonly T[]): T[][] {
  const groups: T[][] = [];
  cut([...items], 0, groups);
  return groups;
}

/** Nothing stands beside anything else: the lines of plain prose. */
export function isSingleColumn(items: readonly Box[]): boolean {
  let reach = Number.NEGATIVE_INFINITY;
  for (const item of [...items].sort((a, b) => a.top - b.top)) {
    if (item.top < reach - 0.45 * heightOf(item)) return false;
    if (item.bottom > reach) reach = item.bottom;
  }
  return true;
}

function cut<T extends Placed>(items: T[], depth: number, groups: T[][]): void {
  if (items.length === 0) return;
  if (items.length < 4 || depth >= deepestCut) {
    groups.push(items);
    return;
  }
  const bands = cutIntoBands(items);
  if (bands !== undefined) {
    for (const band of bands) cut(band, depth + 1, groups);
    return;
  }
  const gutter = findGutter(items);
  if (gutter === undefined) {
    const [above, below] = cutAcross(items) ?? [];
    if (above === undefined || below === undefined) groups.push(items);
    else {
      const before = groups.length;
      cut(above, depth + 1, groups);
      const between = groups.length;
      cut(below, depth + 1, groups);
      // Where neither half was cut into columns, they are one after all.
      if (between === before + 1 && groups.length === before + 2) groups.splice(before, 2, items);
    }
    return;
  }
  const { middle } = gutter;
  const parted = rowsBesideColumns(items, middle);
  if (parted !== undefined) {
    for (const part of parted) cut(part, depth + 1, groups);
    return;
  }
  const across: T[] = [];
  const onLeft: T[] = [];
  const right: T[] = [];
  for (const item of items) {
    if (item.right <= middle + 1) onLeft.push(item);
    else if (item.left >= middle - 1) right.push(item);
    else across.push(item);
  }
  for (const list of [across, onLeft, right]) list.sort((a, b) => middleY(a) - middleY(b));
  const { left, spanning } = withLabels(across, onLeft);
  let band: T[] = [];
  const taken = { left: 0, right: 0 };
  const take = (list: readonly T[], side: 'left' | 'right', upTo: number): T[] => {
    const from = taken[side];
    while (taken[side] < list.length && middleY(list[taken[side]] as T) < upTo) taken[side] += 1;
    return list.slice(from, taken[side]);
  };
  const endBand = (upTo: number, next?: T): void => {
    const leftBand = take(left, 'left', upTo);
    const rightBand = take(right, 'right', upTo);
    const held = next === undefined ? [] : heldWith(next, leftBand, rightBand);
    if (leftBand.length + rightBand.length > 0) {
      cut(band, depth + 1, groups);
      band = [];
      cut(leftBand, depth + 1, groups);
      cut(rightBand, depth + 1, groups);
    }
    addAll(band, held);
  };
  for (const item of spanning) {
    endBand(middleY(item), item);
    band.push(item);
  }
  endBand(Number.POSITIVE_INFINITY);
  cut(band, depth + 1, groups);
}

interface Gutter {
  readonly middle: number;
}

function findGutter(items: readonly Placed[]): Gutter | undefined {
  const area = boundsOf(items);
  const bins = Math.ceil(widthOf(area) / binPoints) + 1;
  if (bins < 4 || bins > 20_000) return undefined;
  // How much height stands over each stretch of the width.
  const covered = new Float64Array(bins + 1);
  let total = 0;
  for (const item of items) {
    const height = heightOf(item);
    total += height;
    const first = Math.floor((item.left - area.left) / binPoints);
    const last = Math.min(bins, Math.ceil((item.right - area.left) / binPoints));
    covered[first] = (covered[first] ?? 0) + height;
    covered[last] = (covered[last] ?? 0) - height;
  }
  let best: { readonly middle: number; readonly score: number } | undefined;
  let sum = 0;
  const tolerated = 0.2 * total;
  // A stretch that little stands over, and the widest part of it that the least stands over.
  let open = false;
  let least = 0;
  let from = 0;
  let to = 0;
  let widestFrom = 0;
  let widestTo = 0;
  const usual = new UsualPlaces(items);
  for (let bin = 0; bin <= bins; bin += 1) {
    sum += covered[bin] as number;
    if (bin < bins && sum <= tolerated) {
      if (!open || sum < least - 0.01) {
        least = sum;
        from = bin;
        to = bin + 1;
        widestFrom = from;
        widestTo = to;
      } else if (sum <= least + 0.01) {
        if (to !== bin) from = bin;
        to = bin + 1;
        if (to - from > widestTo - widestFrom) {
          widestFrom = from;
          widestTo = to;
        }
      }
      open = true;
      continue;
    }
    if (!open) continue;
    open = false;
    const candidate = judge(items, area, widestFrom, widestTo, usual);
    if (candidate !== undefined && (best === undefined || candidate.score > best.score)) best = candidate;
  }
  return best;
}

/** What several candidates for a gutter are measured by, and most pages never need. */
class UsualPlaces {
  readonly #items: readonly Placed[];
  #typical: number | undefined;
  #gap: number | undefined;

  constructor(items: readonly Placed[]) {
    this.#items = items;
  }

  get typical(): number {
    this.#typical ??= typicalSize(this.#items);
    return this.#typical;
  }

  get gap(): number {
    this.#gap ??= usualGap(byTop(this.#items));
    return this.#gap;
  }
}

/** A stretch of the width that little stands over: where in it the white is widest, and whether it parts columns. */
function judge(
  items: readonly Placed[],
  area: Box,
  start: number,
  end: number,
  usual: UsualPlaces,
): { readonly middle: number; readonly score: number } | undefined {
  const from = area.left + start * binPoints;
  const to = area.left + end * binPoints;
  const middle = (from + to) / 2;
  const left: Placed[] = [];
  const right: Placed[] = [];
  const spanning: Placed[] = [];
  for (const item of items) {
    if (item.right <= middle + 1) left.push(item);
    else if (item.left >= middle - 1) right.push(item);
    else spanning.push(item);
  }
  const drawn = drawnApart(left, right);
  const noted = drawn === undefined && areSideNotes(right, left);
  // A table is one piece, however many lines of a column it takes.
  const pieces = noted || drawn === 'between' ? 1 : 2;
  if (left.length < pieces || right.length < pieces || drawn === 'within') return undefined;
  // The real gutter lies between what reaches furthest into the stretch from either side; a few outliers may.
  const width = gutterWidth(left, right, middle);
  const { typical } = usual;
  if (width < Math.max(narrowestGutter, 0.6 * typical)) {
    const isEnough = width >= Math.max(drawn === 'between' ? narrowestDrawn : narrowestEven, 0.45 * typical);
    if (!isEnough || (drawn !== 'between' && !(startTogether(left) && startTogether(right)))) return undefined;
  }
  const line = lineHeight(typical);
  const shared = sharedHeight(left, right, Math.max(2 * line, evenly * usual.gap));
  // Cards side by side may be short, but then the white between them is wide.
  const wide = width >= Math.max(24, 2.2 * typical);
  const fewest = noted ? 1 : wide ? 2 : fewestLines;
  if (drawn !== 'between' && (left.length < fewest || right.length < fewest)) return undefined;
  // Beside large type, the lines of a box are small.
  const lowest = noted || wide ? Math.min(line, lineOf(left), lineOf(right)) : line;
  if (shared.height < fewest * lowest * 0.8) return undefined;
  const crossed = spanning.reduce(
    (sum, item) => sum + Math.max(0, overlap(item.top, item.bottom, shared.top, shared.bottom)),
    0,
  );
  if (crossed > mostCrossed * shared.height) return undefined;
  if (drawn === undefined && !noted && (looksTabular(left, right) || hasRows(left, right, shared))) return undefined;
  return { middle, score: shared.height * Math.min(width, 40) * (drawn === 'between' ? drawnWeight : 1) };
}

const lineHeight = (size: number): number => Math.max(4, size * 1.2);
const lineOf = (items: readonly Placed[]): number => lineHeight(typicalSize(items));

/** Whether a gutter runs between columns as they were drawn, or through one of several. */
function drawnApart(left: readonly Placed[], right: readonly Placed[]): 'between' | 'within' | undefined {
  const one = columnsIn(left);
  const other = columnsIn(right);
  if (one.size === 0 || other.size === 0) return undefined;
  for (const column of one) {
    if (other.has(column)) return one.size + other.size > 2 ? 'within' : undefined;
  }
  return 'between';
}

function columnsIn(items: readonly Placed[]): Set<number> {
  const columns = new Set<number>();
  for (const { column } of items) if (column !== undefined) columns.add(column);
  return columns;
}

/** Nearly all lines of a column begin below each other: then less white parts it from the next one. */
function startTogether(items: readonly Placed[]): boolean {
  const start = boundsOf(items).left;
  return items.filter(({ left }) => left - start <= 1).length >= 0.8 * items.length;
}

function gutterWidth(left: readonly Placed[], right: readonly Placed[], middle: number): number {
  const reach = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length * 0.05)] ?? 0;
  const toLeft = reach(left.map((item) => middle - item.right));
  const toRight = reach(right.map((item) => item.left - middle));
  return toLeft + toRight;
}

interface SharedHeight {
  readonly height: number;
  readonly top: number;
  readonly bottom: number;
}

/** Over which height both sides have text, smaller gaps closed. */
function sharedHeight(left: readonly Placed[], right: readonly Placed[], gap: number): SharedHeight {
  const one = merged(left, gap);
  const other = merged(right, gap);
  let height = 0;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const a of one) {
    for (const b of other) {
      const common = overlap(a.from, a.to, b.from, b.to);
      if (common <= 0) continue;
      height += common;
      top = Math.min(top, Math.max(a.from, b.from));
      bottom = Math.max(bottom, Math.min(a.to, b.to));
    }
  }
  return { height, top, bottom };
}

function merged(items: readonly Placed[], gap: number): { from: number; to: number }[] {
  const sorted = items.map((item) => ({ from: item.top, to: item.bottom })).sort((a, b) => a.from - b.from);
  const out: { from: number; to: number }[] = [];
  for (const stretch of sorted) {
    const last = out.at(-1);
    if (last !== undefined && stretch.from - last.to <= gap) last.to = Math.max(last.to, stretch.to);
    else out.push(stretch);
  }
  return out;
}

/** At the widest white that runs all across. */
function cutAcross<T extends Placed>(items: readonly T[]): [T[], T[]] | undefined {
  const sorted = byTop(items);
  let reach = Number.NEGATIVE_INFINITY;
  let widest = 0;
  let place = -1;
  for (const [at, item] of sorted.entries()) {
    if (at > 0 && item.top - reach > widest) {
      widest = item.top - reach;
      place = at;
    }
    reach = Math.max(reach, item.bottom);
  }
  if (place < 0 || widest < 2) return undefined;
  return [sorted.slice(0, place), sorted.slice(place)];
}
