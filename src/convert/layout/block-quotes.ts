// Block quotes: paragraphs that stand further in than the text before or after them, on both sides.
import type { PageItem } from './analyse-page.ts';
import { isCaption } from './captions.ts';
import type { Line } from './lines.ts';
import { listMark } from './list-marks.ts';
import type { Box } from './page.ts';
import type { TextBlock } from './paragraphs.ts';
import { countOfWords } from './segments.ts';

/** In parts of the type size: how far in a quote stands on each side. */
const inset = 1.4;
/** Lines of a quote, with fewer of one that stands in as far on both sides, and of the text it is measured by. */
const fewestLines = 3;
const fewestEven = 2;
const even = 0.5;
const fewestAround = 2;
/** Lines from which on they may be as short as those of narrow columns. */
const fewestNarrow = 4;
/** How many blocks away that text may be. */
const furthest = 8;
/** How far before the longest a line may end: a word that did not fit. */
const ragged = 8;

/** Conservative: what is centred, bold, short or in the margin is none. */
export function isBlockQuote(items: readonly PageItem[], at: number): boolean {
  const item = items[at];
  if (item?.kind !== 'text' || item.inMargin) return false;
  const { block } = item;
  if (block.lines.length < fewestEven || block.bold || block.monospace) return false;
  if (!isFlush(block) || !isProse(block) || isCaption(block.lines[0]?.text ?? '')) return false;
  const around = [nearest(items, at, -1), nearest(items, at, 1)].filter((one) => one !== undefined);
  if (around.length === 0) return false;
  const isEven = (text: Box): boolean =>
    isAligned(block) && Math.abs(block.left - text.left - (text.right - block.right)) <= even * block.size;
  return around.every(
    ({ text, isFar }) => standsWithin(block, text) && ((block.lines.length >= fewestLines && !isFar) || isEven(text)),
  );
}

/** Sentences, not the blanks and labels of a form. */
function isProse({ lines }: TextBlock): boolean {
  const words = countOfWords(lines);
  return (
    words >= (lines.length < fewestNarrow ? 5 : 3) * lines.length &&
    lines.every(({ text }) => /\p{Ll}{3}/u.test(text) && !/_{3}/.test(text))
  );
}

/** Also the first line begins where the others do. */
const isAligned = ({ left, lines }: TextBlock): boolean => (lines[0] as Line).left - left <= 2;

/** The text before or after it, over other quotes of the same place; far, over headings, code and items of lists too. */
function nearest(
  items: readonly PageItem[],
  at: number,
  step: 1 | -1,
): { readonly text: TextBlock; readonly isFar: boolean } | undefined {
  const self = items[at];
  let isFar = false;
  for (let near = at + step; near >= 0 && near < items.length && Math.abs(near - at) <= furthest; near += step) {
    const item = items[near];
    if (self?.kind !== 'text' || item === undefined) return undefined;
    if (item.kind !== 'text') {
      isFar = true;
      continue;
    }
    if (item.inMargin) return undefined;
    if (Math.abs(item.block.left - self.block.left) < 3 && Math.abs(item.block.right - self.block.right) < 6) continue;
    const { lines, left, monospace } = item.block;
    const isMeasure = lines.length >= fewestAround && left <= self.block.left + 3 && !monospace;
    if (isMeasure && listMark((lines[0] as Line).text) === undefined) return { text: item.block, isFar };
    isFar = true;
  }
  return undefined;
}

function standsWithin(quote: TextBlock, text: Box & { readonly size: number }): boolean {
  const least = inset * Math.max(1, quote.size);
  const isNear = quote.size <= 1.02 * text.size && quote.size > 0.75 * text.size;
  return isNear && quote.left - text.left >= least && text.right - quote.right >= least;
}

/** All lines but the first begin at one place, and all but the last are full. */
function isFlush({ lines, left, right, size }: TextBlock): boolean {
  const slack = ragged * Math.max(1, size);
  return lines.every(
    (line: Line, at) => (at === 0 || line.left - left <= 2) && (at === lines.length - 1 || right - line.right <= slack),
  );
}
