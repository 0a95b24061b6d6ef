// Paragraphs that go on in the next column or on the next page are made one again.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { lineText, movedFrom } from './lines.ts';
import { listMark } from './list-marks.ts';
import type { TextBlock } from './paragraphs.ts';

/** Joined in place of the first part; the pages keep everything else. */
export function joinContinued(pages: readonly PageItems[]): PageItems[] {
  const joined: PageInHand[] = [];
  let last: { readonly hand: PageInHand; readonly at: number; readonly block: TextBlock } | undefined;
  for (const page of pages) {
    const hand: PageInHand = { page, items: [], goesOnTo: new Set(), isWhole: true };
    const { items } = hand;
    joined.push(hand);
    let first = true;
    for (const item of page.items) {
      if (item.kind !== 'text') {
        items.push(item);
        // A table or figure may stand between the two parts at the top of a page, not in running text.
        if (!first && item.kind === 'table') last = undefined;
        continue;
      }
      const begins = item.opens || first;
      if (!item.inMargin) first = false;
      if (last !== undefined && begins && !item.inMargin && goesOn(last.block, item.block)) {
        const isSame = last.hand === hand;
        const lines = isSame ? item.block.lines : movedFrom(page.content, item.block.lines);
        if (!isSame) {
          last.hand.goesOnTo.add(page);
          hand.isWhole = false;
        }
        const block: TextBlock = { ...last.block, lines: [...last.block.lines, ...lines] };
        const before = last.hand.items[last.at] as TextItem;
        last.hand.items[last.at] = { ...before, block };
        last = { ...last, block };
        continue;
      }
      items.push(item);
      // Notes at the foot of a page stand between the two halves of a paragraph.
      if (!item.inMargin && !(last !== undefined && isNote(item.block, last.block))) {
        last = { hand, at: items.length - 1, block: item.block };
      }
    }
  }
  return joined.map(({ page, items, goesOnTo, isWhole }) => ({
    content: page.content,
    items,
    contents: page.contents,
    asRead: isWhole ? page.asRead : page,
    goesOnTo: goesOnTo.size === 0 ? page.goesOnTo : [...goesOnTo],
  }));
}

interface PageInHand {
  readonly page: PageItems;
  readonly items: PageItem[];
  readonly goesOnTo: Set<PageItems>;
  /** Nothing of it was moved to a page before. */
  isWhole: boolean;
}

/** Smaller than the text before it, and numbered. */
function isNote(block: TextBlock, text: TextBlock): boolean {
  return block.size < 0.93 * text.size && /^(?:[\d*†‡§]|[a-z]\b)/.test(block.lines[0]?.text ?? '');
}

const fewestChars = 40;

function goesOn(before: TextBlock, after: TextBlock): boolean {
  if (Math.abs(before.size - after.size) > 0.05 * before.size) return false;
  if (before.bold !== after.bold || before.monospace || after.monospace) return false;
  const lastLine = before.lines.at(-1);
  const firstLine = after.lines[0];
  if (lastLine === undefined || firstLine === undefined) return false;
  const ending = lineText(lastLine).trimEnd();
  const beginning = lineText(firstLine).trimStart();
  if (listMark(beginning) !== undefined) return false;
  const length = before.lines.reduce((sum, line) => sum + lineText(line).length, 0);
  if (length < fewestChars) return false;
  if (/[-\u00ad]$/.test(ending)) return /^\p{Ll}/u.test(beginning);
  return !/[.!?:;。！？”"»…]$/.test(ending) && /^[\p{Ll}(“‘"']/u.test(beginning);
}
