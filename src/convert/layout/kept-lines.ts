// Lines that were ended by hand, as in verses, addresses and lists of dates: text that is wrapped fills its lines.
import type { PageItem } from './analyse-page.ts';
import type { Line } from './lines.ts';
import { largestOf } from './many.ts';
import { type Box, widthOf } from './page.ts';
import type { TextBlock } from './paragraphs.ts';

/** Fewer lines than these tell nothing. */
const fewest = 3;
/** Share of the lines that end although the next word had room. */
const mostEarly = 0.6;
/** Share of the lines that begin anew, with words on them: figures one above the other are the scale of a chart. */
const mostOpening = 0.75;
/** Share of a column that is left empty beside a few short lines. */
const leastRoom = 0.4;

export function areKeptLines(block: TextBlock, items: readonly PageItem[]): boolean {
  const { left, right, lines } = block;
  if (areCounted(lines)) return true;
  if (lines.length < fewest) return false;
  const width = largestOf(lines, widthOf);
  let early = 0;
  let opening = 0;
  for (let at = 1; at < lines.length; at += 1) {
    const [line, next] = [lines[at - 1] as Line, lines[at] as Line];
    // Ideographs are kept from the end of a line by the rules of their punctuation.
    if (/[-\u00ad、，\p{Lo}]$/u.test(line.text)) return false;
    const [first] = next.words;
    if (first === undefined) return false;
    if (width - widthOf(line) > widthOf(first) + next.size) early += 1;
    if (/^[^\p{L}]*[\p{Lu}\p{N}]/u.test(first.text) && /\p{L}{2}/u.test(next.text)) opening += 1;
  }
  const pairs = lines.length - 1;
  if (early >= mostEarly * pairs && opening >= mostOpening * pairs) return true;
  // What is narrow may be wrapped, but then none of its lines ends early.
  if (early === 0 || opening < pairs || lines.some(({ text }) => /\([^()]*$/.test(text))) return false;
  const edge = rightOfColumn(block, items);
  return edge - right > leastRoom * (edge - left);
}

/** Each line begins with the number after that of the one before it, and most have words besides. */
function areCounted(lines: readonly Line[]): boolean {
  if (lines.length < 2) return false;
  let last: number | undefined;
  let named = 0;
  for (const { words } of lines) {
    const [first] = words;
    if (first === undefined || !/^\d{1,5}$/.test(first.text)) return false;
    const number = Number(first.text);
    if (last !== undefined && number !== last + 1) return false;
    last = number;
    if (words.length > 1) named += 1;
  }
  return named > lines.length / 2;
}

/** How far to the right the text reaches that stands next above or below. */
function rightOfColumn({ left, top, right, bottom }: Box, items: readonly PageItem[]): number {
  let edge = right;
  let nearest = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (item.kind !== 'text' || item.block.lines.length < fewest) continue;
    const { block } = item;
    const distance = Math.max(block.top - bottom, top - block.bottom);
    if (distance < 0 || distance >= nearest || block.left >= right || block.right <= left) continue;
    nearest = distance;
    edge = Math.max(right, block.right);
  }
  return edge;
}
