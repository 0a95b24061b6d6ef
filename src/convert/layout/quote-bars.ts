// Quotes with a bar drawn down their left side, as web pages and mail have them: the bar stands where other text begins, and
// the quote behind it.
import { listMark } from './list-marks.ts';
import { type Box, heightOf, overlap, type PageContent, widthOf } from './page.ts';
import type { TextBlock } from './paragraphs.ts';

/** In points. */
const widest = 6;
const lowest = 9;
/** In parts of the type size: how far behind its bar a quote begins. */
const furthest = 3;
/** In points: a bar stands at the edge of the text that begins no further right. */
const sameEdge = 3;
/** Words behind one bar, and of its lines in the middle. */
const fewestWords = 7;
const wordsOfLine = 4;
/** Bars of one page looked at: charts have more. */
const mostBars = 100;
/** Share of the page's height above which a line beside text parts columns. */
const tall = 0.3;
/** In points. */
const shortestSide = 20;

/** The blocks that stand behind a bar, each with its bar. */
export function barredBlocks(content: PageContent, blocks: readonly TextBlock[]): ReadonlyMap<TextBlock, Box> {
  const bars = [...content.rules.filter(({ horizontal }) => !horizontal), ...content.fills].filter(isBar);
  const barred = new Map<TextBlock, Box>();
  if (bars.length === 0 || bars.length > mostBars) return barred;
  for (const bar of bars) {
    const behind = blocks.filter((block) => standsBehind(block, bar));
    if (!isProse(behind) || isSide(bar, content) || partsColumns(bar, blocks, content)) continue;
    const others = blocks.filter((block) => overlap(block.top, block.bottom, bar.top, bar.bottom) <= 0);
    const [{ left, size }] = behind as [TextBlock];
    // Marks of what was changed stand outside of all text.
    if (others.some((other) => other.left <= bar.left + sameEdge && other.right > left + 2 * size)) {
      for (const block of behind) barred.set(block, bar);
    }
  }
  return barred;
}

const isBar = (box: Box): boolean => widthOf(box) <= widest && heightOf(box) >= Math.max(lowest, 2 * widthOf(box));

/** Sentences, not the labels of a drawing; items and code may stand among them. */
function isProse(blocks: readonly TextBlock[]): boolean {
  const texts = blocks.filter((block) => !block.monospace && listMark(block.lines[0]?.text ?? '') === undefined);
  const lines = texts.flatMap((block) => block.lines);
  const words = lines.flatMap((line) => line.words.filter(({ text }) => /\p{L}{2}/u.test(text)));
  return words.length >= Math.max(fewestWords, wordsOfLine * lines.length);
}

function standsBehind({ left, top, bottom, size }: TextBlock, bar: Box): boolean {
  const gap = left - bar.right;
  if (gap < 0 || gap > furthest * size) return false;
  return overlap(top, bottom, bar.top, bar.bottom) > 0.8 * (bottom - top);
}

/** A side of a box: a line runs off its end. */
function isSide(bar: Box, { rules }: PageContent): boolean {
  return rules.some(
    ({ horizontal, top, left, right }) =>
      horizontal &&
      Math.min(Math.abs(top - bar.top), Math.abs(top - bar.bottom)) < sameEdge &&
      left < bar.right + sameEdge &&
      right > bar.left - sameEdge &&
      Math.max(right - bar.right, bar.left - left) > shortestSide,
  );
}

/** A long line with text close by on its other side too. */
function partsColumns(bar: Box, blocks: readonly TextBlock[], { height }: PageContent): boolean {
  if (heightOf(bar) < tall * height) return false;
  return blocks.some(
    ({ top, bottom, right, size }) =>
      right <= bar.left && bar.left - right < furthest * size && overlap(top, bottom, bar.top, bar.bottom) > 0,
  );
}
