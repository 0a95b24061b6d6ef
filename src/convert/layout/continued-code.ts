// Pieces of code that go on in the next column or at the top of the next page are made one again.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { areaOf, isBulleted, withWholeCode } from './code-blocks.ts';
import { type Line, movedFrom } from './lines.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

/** Shares of the page: the first part ends below this, the second begins above the other, also in another column. */
const lower = 0.6;
const upper = 0.4;

/** A piece of code that may go on, and where it is. */
interface OpenCode {
  readonly page: PageItems;
  readonly items: PageItem[];
  readonly at: number;
}

/** The pages with their pieces of code made whole; pages that were given before are open to what follows, and no more. */
export function joinCode(carried: readonly PageItems[], pages: readonly PageItems[]): PageItems[] {
  let open: OpenCode | undefined;
  const all = [
    ...carried,
    ...pages.map((page) => ({ ...page, items: withWholeCode(page.items, page.content.codeAreas) })),
  ];
  return all.map((page) => {
    const items: PageItem[] = [];
    let isFirst = true;
    for (const item of page.items) {
      if (item.kind === 'text' && item.inMargin) {
        items.push(item);
        // The number of a page stands between its code and that of the next one; words end it.
        if (/\p{L}{2}/u.test(blockText(item.block))) open = undefined;
        continue;
      }
      const begins = isFirst || (item.kind === 'text' && item.opens);
      isFirst = false;
      if (begins && open !== undefined && item.kind === 'text' && goesOn(open, page, item)) {
        join(open, page, item);
        continue;
      }
      items.push(item);
      open = item.kind === 'text' && item.block.monospace ? { page, items, at: items.length - 1 } : undefined;
    }
    return { ...page, items };
  });
}

const partOf = ({ items, at }: OpenCode): TextItem => items[at] as TextItem;

function goesOn(open: OpenCode, page: PageItems, { block }: TextItem): boolean {
  const { block: last } = partOf(open);
  if (!block.monospace || isBulleted(block) || isBulleted(last)) return false;
  if (Math.abs(block.size - last.size) > 0.05 * last.size) return false;
  if (block.lines[0]?.words[0]?.style.font !== last.lines[0]?.words[0]?.style.font) return false;
  const [one, other] = [open.page.content, page.content];
  if ((areaOf(last, one.codeAreas) === undefined) !== (areaOf(block, other.codeAreas) === undefined)) return false;
  // Slides show one piece each.
  if (open.page !== page && other.width > other.height) return false;
  return (last.lines.at(-1) as Line).bottom > lower * one.height && block.top < upper * other.height;
}

/** Adds to the piece what goes on, at the indents that it has in its own column. */
function join(open: OpenCode, page: PageItems, item: TextItem): void {
  const part = partOf(open);
  const by = marginOf(open.page, part, open.page === page) - marginOf(page, item, open.page === page);
  const lines = by === 0 ? item.block.lines : item.block.lines.map((line) => movedLine(line, by));
  const block: TextBlock = {
    ...part.block,
    left: Math.min(part.block.left, item.block.left + by),
    lines: [...part.block.lines, ...movedFrom(page.content, lines)],
  };
  open.items[open.at] = { ...part, block, whole: true };
}

/** Where the column begins that a piece stands in, or the text of its page. */
function marginOf({ items, content }: PageItems, piece: TextItem, isColumn: boolean): number {
  const area = areaOf(piece.block, content.codeAreas);
  if (area !== undefined) return area.left;
  let least = Number.POSITIVE_INFINITY;
  let isIn = !isColumn;
  for (const item of items) {
    if (item.kind !== 'text' || item.inMargin) continue;
    if (isColumn && item.opens) {
      if (least < Number.POSITIVE_INFINITY && isIn) break;
      least = Number.POSITIVE_INFINITY;
    }
    isIn ||= item.block === piece.block;
    if (isColumn || !item.block.monospace) least = Math.min(least, item.block.left);
  }
  // Where there is nothing but code, all pages are taken to begin at one place.
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

const movedLine = (line: Line, by: number): Line => ({
  ...line,
  left: line.left + by,
  right: line.right + by,
  words: line.words.map((word) => ({ ...word, left: word.left + by, right: word.right + by })),
});
