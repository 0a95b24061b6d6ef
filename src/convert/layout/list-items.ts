// Which paragraphs are items of a list: a bullet is enough for one, a number needs another one near it.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { bareNumber } from './bare-numbers.ts';
import { type Line, lineText } from './lines.ts';
import { type ListMark, listMark } from './list-marks.ts';
import type { TextBlock } from './paragraphs.ts';
import { beginsRaised } from './raised-marks.ts';

/** Enough of a block to tell its mark or number, with the word after it. */
export const startOf = ({ lines }: TextBlock): string =>
  lines.length === 1 ? lineText(lines[0] as Line) : lines.slice(0, 3).map(lineText).join(' ');

export const markOf = (block: TextBlock): ListMark | undefined =>
  listMark(startOf(block)) ?? bareNumber(block.lines[0] ?? { words: [] });

/** The mark of TeX's third level of items, and of notes. */
const star = '∗';
/** They begin items, remarks in programs and what leads on. */
const open = '▷▹';

/** Texts before and after an item among which the next one of its list is, besides those that belong to the item. */
const mostBetween = 4;
const mostInside = 40;

/** The texts of a page, and those the next one begins with: a list may go on there. */
export function textsOf({ items }: PageItems, next: PageItems | undefined): readonly TextItem[] {
  const isText = (item: PageItem): item is TextItem => item.kind === 'text';
  const after = next?.items.filter(isText).filter(({ inMargin }) => !inMargin) ?? [];
  return [...items.filter(isText), ...after.slice(0, mostBetween)];
}

/** A single number, letter, star or open triangle begins a list only where another one follows it or stands before it. */
export function isListItem(mark: ListMark, texts: readonly TextItem[], self: TextItem, onContents: boolean): boolean {
  if (!mark.ordered && mark.kind !== star && !open.includes(mark.kind)) return true;
  if (mark.kind === star && beginsRaised(self.block.lines[0] as Line)) return false;
  const at = texts.indexOf(self);
  const isName = /^\p{Lu}\. \p{Lu}/u.test(startOf(self.block));
  return [-1, 1].some((step) => {
    let between = 0;
    for (let near = at + step; Math.abs(near - at) <= mostInside && between < mostBetween; near += step) {
      const other = texts[near];
      if (other === undefined) return false;
      if (isOfOneList(mark, markOf(other.block))) return true;
      // What stands further in than an item is a part of it; chapters are no items with their sections in them.
      if (onContents || isName || other.block.left < self.block.left + 0.8 * self.block.size) between += 1;
    }
    return false;
  });
}

function isOfOneList(mark: ListMark, found: ListMark | undefined): boolean {
  if (!mark.ordered) return found?.ordered === false;
  if (found?.ordered !== true) return false;
  if (found.roman !== undefined && mark.roman !== undefined && Math.abs(found.roman - mark.roman) === 1) return true;
  if (found.kind !== mark.kind) return false;
  if (found.number === undefined || mark.number === undefined) return true;
  return Math.abs(found.number - mark.number) <= 2 && found.number !== mark.number;
}
