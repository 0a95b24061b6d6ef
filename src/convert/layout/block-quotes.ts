// Block quotes: paragraphs that stand further in than the text before or after them, on both sides, or behind a bar.
import type { PageItem } from './analyse-page.ts';
import type { Line } from './lines.ts';
import type { Box } from './page.ts';
import type { TextBlock } from './paragraphs.ts';

/** In parts of the type size: how far in a quote stands on each side. */
const inset = 1.4;
/** Lines of a quote, and of the text it is measured by. */
const fewestLines = 3;
const fewestAround = 2;
/** How far before the longest a line may end: a word that did not fit. */
const ragged = 8;

/** Conservative: what is centred, bold, short or in the margin is none. */
export function isBlockQuote(items: readonly PageItem[], at: number): boolean {
  const item = items[at];
  if (item?.kind !== 'text' || item.inMargin) return false;
  const { block } = item;
  if (item.barred === true) return true;
  if (block.lines.length < fewestLines || block.bold || block.monospace) return false;
  if (!isFlush(block) || !isProse(block)) return false;
  const around = [nearest(items, at, -1), nearest(items, at, 1)].filter((one) => one !== undefined);
  if (around.length === 0) return false;
  return around.every((text) => standsWithin(block, text));
}

/** Sentences, not the blanks and labels of a form. */
function isProse({ lines }: TextBlock): boolean {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return words >= 5 * lines.length && lines.every(({ text }) => /\p{Ll}{3}/u.test(text) && !/_{3}/.test(text));
}

/** The text before or after it, over other quotes of the same place. */
function nearest(items: readonly PageItem[], at: number, step: 1 | -1): TextBlock | undefined {
  const self = items[at];
  for (let near = at + step; near >= 0 && near < items.length && Math.abs(near - at) <= 3; near += step) {
    const item = items[near];
    if (item?.kind !== 'text' || item.inMargin || self?.kind !== 'text') return undefined;
    if (Math.abs(item.block.left - self.block.left) < 3 && Math.abs(item.block.right - self.block.right) < 6) continue;
    return item.block.lines.length >= fewestAround ? item.block : undefined;
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
