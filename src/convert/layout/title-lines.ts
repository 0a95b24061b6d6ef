// Titles set in the middle of a page: columns below them, or a chart, part their lines, which are of different widths. What is
// said in one type right below each other is one title.
import type { PageItem, TextItem } from './analyse-page.ts';
import { lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { addAll } from './many.ts';
import type { Word } from './page.ts';
import { blockOf, type TextBlock } from './paragraphs.ts';
import { median } from './sorted.ts';

/** In parts of the type of the page: titles are larger than its text. */
const titleSize = 1.2;
const mostLines = 4;
const mostTitles = 100;
/** In parts of the type size: from one line to the next, as their boxes say. */
const closest = -0.35;
const widest = 0.4;
/** In points: lines with one middle, or one beginning. */
const aligned = 6;

export function withTitleLines(items: readonly PageItem[], words: readonly Word[]): readonly PageItem[] {
  const usual = median(words.map(({ style }) => style.size));
  const isLarge = (item: PageItem): item is TextItem =>
    item.kind === 'text' && !item.inMargin && item.block.size >= titleSize * usual;
  const large = items.filter(isLarge);
  if (large.length < 2 || large.length > mostTitles) return items;
  const joined = new Map<PageItem, TextItem | undefined>();
  for (const title of large) {
    if (joined.has(title)) continue;
    const lines = [...title.block.lines];
    let last = title.block;
    for (let next = lineBelow(last, large, joined); next !== undefined; next = lineBelow(last, large, joined)) {
      if (lines.length + next.block.lines.length > mostLines) break;
      addAll(lines, next.block.lines);
      joined.set(next, undefined);
      last = next.block;
    }
    if (last !== title.block) joined.set(title, { ...title, block: blockOf(lines) });
  }
  return joined.size === 0 ? items : items.flatMap((item) => (joined.has(item) ? (joined.get(item) ?? []) : [item]));
}

function lineBelow(
  above: TextBlock,
  large: readonly TextItem[],
  joined: ReadonlyMap<PageItem, unknown>,
): TextItem | undefined {
  return large.find((item) => !joined.has(item) && goesOn(above, item.block));
}

function goesOn(above: TextBlock, below: TextBlock): boolean {
  const { size } = above;
  const [last, first] = [above.lines.at(-1), below.lines[0]];
  if (last === undefined || first === undefined || Math.abs(below.size - size) > 0.5) return false;
  if (below.font !== above.font || above.font === undefined) return false;
  if (last.words[0]?.style.colour !== first.words[0]?.style.colour) return false;
  // The number of a section, or the sign of an item, begins a line of its own.
  if (/^\d[\d.]*$/.test(first.words[0]?.text ?? '') || listMark(lineText(first)) !== undefined) return false;
  const gap = first.top - last.bottom;
  if (gap < closest * size || gap > widest * size) return false;
  if (/[.:!?]$/.test(last.words.at(-1)?.text ?? '')) return false;
  const [one, other] = [last.left + last.right, first.left + first.right];
  return Math.abs(one - other) <= 2 * aligned || Math.abs(last.left - first.left) <= aligned;
}
