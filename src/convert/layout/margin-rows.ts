// The rows above and below the text of a page: running titles and the numbers of pages.
import { lineText } from './lines.ts';
import { largestOf, smallestOf } from './many.ts';
import { groundUnder, heightOf, overlap, type PageContent } from './page.ts';
import type { Placed, PlacedSegment } from './placed.ts';
import type { Segment } from './segments.ts';

/** Shares of the page's height where running titles and page numbers stand. */
const margin = 0.12;

/** In parts of the type size: white between a line of text and the number of the page. */
const besideLine = 3;

/** Words of a line like `Page 2 of 10`. */
const mostOfCount = 4;

/** In parts of the type size: white between the text and a row that stands apart from it. */
const apart = 0.4;

const segmentOf = (one: Placed): Segment | undefined => (one as Partial<PlacedSegment>).segment;

const namesPage = ({ words }: Segment, page: PageContent): boolean =>
  words.some(({ text }) => text === `${page.number}` || text === page.label);

/** In a row of a margin: the number of the page, alone or with that of all. */
function isCount(one: Placed, page: PageContent): boolean {
  const segment = segmentOf(one);
  if (segment === undefined || segment.words.length > mostOfCount || !namesPage(segment, page)) return false;
  return /^\W{0,3}(?:\p{L}{1,12}\.? )?\w{1,6}(?: ?(?:\/|of) ?\d{1,4})?\W{0,3}$/u.test(lineText(segment));
}

/** The number of the page where it stands in the margin on a line with the text, as on slides that are too full. */
export function besideText<P extends Placed>(pieces: readonly P[], page: PageContent): P | undefined {
  return pieces.find((one) => {
    const segment = segmentOf(one);
    if (segment === undefined || segment.words.length > 1 || !/^\d{1,4}$/.test(lineText(segment))) return false;
    const inMargin = one.bottom < margin * page.height || one.top > (1 - margin) * page.height;
    if (!inMargin || !namesPage(segment, page)) return false;
    const beside = pieces.filter((other) => other !== one && overlap(one.top, one.bottom, other.top, other.bottom) > 0);
    const far = besideLine * one.size;
    return beside.length > 0 && beside.every((other) => other.left > one.right + far || other.right < one.left - far);
  });
}

export interface MarginRows<P> {
  readonly head: readonly P[];
  readonly body: readonly P[];
  readonly foot: readonly P[];
}

/** The first and the last row where they stand apart in the margin: they are read before and after all columns. */
export function marginRows<P extends Placed>(pieces: readonly P[], page: PageContent): MarginRows<P> {
  const sorted = [...pieces].sort((a, b) => a.top - b.top);
  const first = sorted[0];
  if (first === undefined) return { head: [], body: [], foot: [] };
  let head: readonly P[] = [];
  if (first.bottom < margin * page.height && segmentOf(first) !== undefined) {
    const row = sorted.filter((one) => one.top < first.bottom - 0.3 * heightOf(first));
    const bottom = largestOf(row, (one) => one.bottom);
    const next = sorted[row.length];
    const tallest = largestOf(row, heightOf);
    const white = next === undefined ? 0 : next.top - bottom;
    const isTitle = next !== undefined && white < 0.8 * tallest && areTitle(row, next, sorted);
    if (white > apart * tallest && !isTitle && mayStandApart(row, first, page) && !isOfText(row, sorted, page))
      head = row;
  }
  const byBottom = sorted.slice(head.length).sort((a, b) => b.bottom - a.bottom);
  const last = byBottom[0];
  let foot: readonly P[] = [];
  if (last !== undefined && last.top > (1 - margin) * page.height && segmentOf(last) !== undefined) {
    const row = byBottom.filter((one) => one.bottom > last.top + 0.3 * heightOf(last));
    const top = smallestOf(row, (one) => one.top);
    const next = byBottom[row.length];
    // A page that was left empty has nothing but a running title above and one below.
    const isFar = next === undefined ? head.length > 0 : top - next.bottom > apart * heightOf(last);
    const isApart = isFar || row.some((one) => isCount(one, page));
    if (isApart && mayStandApart(row, last, page) && !isOfText(row, byBottom, page)) foot = row;
  }
  const aside = new Set([...head, ...foot]);
  return { head, body: sorted.filter((one) => !aside.has(one)), foot };
}

const mayStandApart = (row: readonly Placed[], end: Placed, { codeAreas }: PageContent): boolean =>
  row.every(
    (one) =>
      segmentOf(one) !== undefined && heightOf(one) < 2 * heightOf(end) && groundUnder(one, codeAreas) === undefined,
  );

/** In parts of the line distance. */
const sameDistance = 0.06;
/** Words of a line that may be one of a paragraph. */
const fewestWords = 5;

/**
 * Where the lines of the text are set far apart, its first and last stand no further from the others than these do from each
 * other. `all` begins with the row, and goes away from it.
 */
function isOfText(row: readonly Placed[], all: readonly Placed[], page: PageContent): boolean {
  const rest = all.slice(row.length);
  return row.every((one) => {
    const segment = segmentOf(one);
    if (segment === undefined || one.wordCount < fewestWords || namesPage(segment, page)) return false;
    const near = below(one, rest);
    if (near === undefined) return false;
    const distance = Math.abs(one.bottom - near.bottom);
    return rest.some((other, at) => {
      const next = other.wordCount < fewestWords || !isAlike(one, other) ? undefined : below(other, rest.slice(at + 1));
      return next !== undefined && Math.abs(Math.abs(other.bottom - next.bottom) - distance) <= sameDistance * distance;
    });
  });
}

/** The line that is nearest to one in its column, where both begin at the same place and are as large. */
function below(one: Placed, others: readonly Placed[]): Placed | undefined {
  const near = others.find((other) => overlap(one.left, one.right, other.left, other.right) > 0);
  return near !== undefined && isAlike(one, near) && Math.abs(near.left - one.left) < one.size ? near : undefined;
}

const isAlike = (one: Placed, other: Placed): boolean => Math.abs(other.size - one.size) < 0.02 * one.size;

/** In parts of the size that most of a page has: lines of a title, one below the other, are larger, or bold and a little larger. */
const titleSize = 1.3;
const boldSize = 1.1;

const isBold = (one: Placed): boolean => segmentOf(one)?.words.every(({ style }) => style.bold) === true;

function areTitle(row: readonly Placed[], next: Placed, all: readonly Placed[]): boolean {
  const size = largestOf(row, (one) => one.size);
  if (size <= 0 || Math.abs(next.size - size) > 0.02 * size) return false;
  const sizes = all.flatMap((one) => (one.size > 0 ? [one.size] : [])).sort((a, b) => a - b);
  const areBold = isBold(next) && row.every(isBold);
  return size >= (areBold ? boldSize : titleSize) * (sizes[sizes.length >> 1] as number);
}
