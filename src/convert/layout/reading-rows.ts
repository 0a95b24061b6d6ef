// Whether what stands on both sides of a gutter is rows, to be read across: the cells of a table or a form, labels with their
// values, dates with what happened then.
import { fewestOfSentence } from './line-pairs.ts';
import { lineText } from './lines.ts';
import { boundsOf, middleY, overlap } from './page.ts';
import type { Placed } from './placed.ts';
import { firstAtOrAfter, median } from './sorted.ts';

/** Lines beside others that tell rows, whatever stands above and below them. */
const fewestRows = 3;

/** Short pieces side by side on common lines are the cells of a table or a form, to be read across. */
export function looksTabular(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  const tops = many.map((item) => middleY(item)).sort((a, b) => a - b);
  let aligned = 0;
  for (const item of few) if (hasNear(tops, middleY(item), 1.5)) aligned += 1;
  const share = aligned / few.length;
  if (share >= 0.5 && areTypedRows(left, right)) return true;
  if (share < 0.75 || (left.some(isBlock) && right.some(isBlock))) return false;
  // Amounts stand beside the items of a list, but other items are another list.
  if (beginsList(right)) return false;
  if (left.filter(({ isLabel }) => isLabel === true).length >= 0.5 * left.length) return true;
  if (right.filter(({ isValue }) => isValue === true).length >= 0.5 * right.length) return true;
  if (areTimes(left) || areFlushLabels(left, right)) return true;
  return Math.min(meanWords(left), meanWords(right)) < 2.5 && !areCards(few);
}

const meanWords = (items: readonly Placed[]): number =>
  items.reduce((sum, { wordCount }) => sum + wordCount, 0) / items.length;

/** The same of what stands beside each other, without heads above and below it. */
export function hasRows(
  left: readonly Placed[],
  right: readonly Placed[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): boolean {
  const isBeside = (item: Placed): boolean => overlap(item.top, item.bottom, top, bottom) > 0;
  const [rows, others] = [left.filter(isBeside), right.filter(isBeside)];
  if (rows.length === left.length && others.length === right.length) return false;
  if (Math.min(rows.length, others.length) < fewestRows && !areTerms(rows, others)) return false;
  return looksTabular(rows, others);
}

/** A year, or a time from one to another (`2006 – 2010`, `Since May 1998`). */
const isTime = ({ segment }: Placed): boolean =>
  segment !== undefined && /^.{0,30}(?<!\d)(?:19|20)\d\d(?!\d).{0,20}$/.test(lineText(segment));
/** Share of what stands on the left of a gutter that tells when. */
const mostTimes = 0.6;

/** When something was, as at the left of a life, with what it was beside it. */
const areTimes = (left: readonly Placed[]): boolean =>
  left.length >= fewestRows && left.filter(isTime).length >= mostTimes * left.length;

/** In points: how far edges of one column may differ. */
const sameEdge = 1.5;

/** Short lines set to the right, towards what begins below each other: no text is set so. */
function areFlushLabels(left: readonly Placed[], right: readonly Placed[]): boolean {
  if (left.length < fewestRows || meanWords(left) > mostLabelWords) return false;
  if (left.every(({ typed }) => typed !== undefined)) return false;
  const [labels, values] = [boundsOf(left), boundsOf(right)];
  const flush = left.filter((one) => labels.right - one.right <= sameEdge);
  const ragged = flush.filter((one) => one.left - labels.left > sameEdge);
  if (flush.length < 0.8 * left.length || ragged.length < 0.5 * left.length) return false;
  return right.filter((one) => one.left - values.left <= sameEdge).length >= 0.6 * right.length;
}
/** Words of a label, in the mean. */
const mostLabelWords = 5;

/** A word each with a sentence beside it. */
const areTerms = (left: readonly Placed[], right: readonly Placed[]): boolean =>
  left.length > 1 && left.every(({ wordCount }) => wordCount === 1) && meanWords(right) >= fewestOfSentence;

/** Code with what it means beside it: drawn row by row, where two columns are drawn one after the other. */
function areTypedRows(left: readonly Placed[], right: readonly Placed[]): boolean {
  const drawn = [...left, ...right];
  if (drawn.some(({ typed }) => typed === undefined)) return false;
  drawn.sort((a, b) => (a.typed as number) - (b.typed as number));
  const onLeft = new Set(left);
  let steps = 0;
  for (let at = 1; at < drawn.length; at += 1) {
    if (onLeft.has(drawn[at - 1] as Placed) !== onLeft.has(drawn[at] as Placed)) steps += 1;
  }
  return steps >= Math.min(left.length, right.length);
}

/** Share of the lines next to a gutter that begin with bullets where they are a list. */
const mostItems = 0.6;

function beginsList(items: readonly Placed[]): boolean {
  const from = boundsOf(items).left;
  const first = items.filter(({ left, size }) => left - from < size);
  return first.length > 1 && first.filter(({ isItem }) => isItem === true).length >= mostItems * first.length;
}

/** A table or a figure, which has no type of its own: two side by side are no cells. */
const isBlock = ({ size, wordCount }: Placed): boolean => size === 0 && wordCount > 0;

/** The rows of a table are set in one size; a head in another over its text is a card, read down before the next one. */
function areCards(items: readonly Placed[]): boolean {
  const [first, ...rest] = [...items].sort((a, b) => a.top - b.top);
  if (first === undefined || rest.length === 0 || items.length > 6) return false;
  const usual = median(rest.map(({ size }) => size));
  return first.size > 1.2 * usual || first.size < 0.83 * usual;
}

function hasNear(sorted: readonly number[], value: number, within: number): boolean {
  const near = sorted[firstAtOrAfter(sorted, value - within)];
  return near !== undefined && near <= value + within;
}

/** Two addresses drawn one after the other, and below or above them rows whose white is the same: these are read by themselves. */
export function rowsBesideColumns<T extends Placed>(items: readonly T[], middle: number): [T[], T[]] | undefined {
  const drawn = items.filter(({ column }) => column !== undefined);
  if (drawn.length === 0 || drawn.length === items.length) return undefined;
  const { top, bottom } = boundsOf(drawn);
  const [above, beside, below]: [T[], T[], T[]] = [[], [], []];
  for (const item of items) (middleY(item) < top ? above : middleY(item) > bottom ? below : beside).push(item);
  if (areRows(below, middle)) return [[...above, ...beside], below];
  return areRows(above, middle) ? [above, [...beside, ...below]] : undefined;
}

function areRows(items: readonly Placed[], middle: number): boolean {
  const left = items.filter(({ right }) => right <= middle + 1);
  const right = items.filter((item) => item.left >= middle - 1);
  return (areTimes(left) || areFlushLabels(left, right)) && looksTabular(left, right);
}
