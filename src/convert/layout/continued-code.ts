// Pieces of code that go on in the next column or at the top of the next page are made one again.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { holdsBullets, withWholeCode } from './code-blocks.ts';
import { type Line, movedFrom } from './lines.ts';
import { groundUnder } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

/** Shares of the page: the first part ends below this, the second begins above the other, also in another column. */
const lower = 0.6;
const upper = 0.4;

/** In points: lines that begin at one place. */
const samePlace = 0.7;
/** Lines of text that tell where the text of a page begins. */
const fewestLines = 3;

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
  if (!block.monospace || holdsBullets(block) || holdsBullets(last)) return false;
  if (Math.abs(block.size - last.size) > 0.05 * last.size) return false;
  if (block.lines[0]?.words[0]?.style.font !== last.lines[0]?.words[0]?.style.font) return false;
  const [one, other] = [open.page.content, page.content];
  if ((groundUnder(last, one.codeAreas) === undefined) !== (groundUnder(block, other.codeAreas) === undefined))
    return false;
  // Slides show one piece each.
  if (open.page !== page && other.width > other.height) return false;
  return (last.lines.at(-1) as Line).bottom > lower * one.height && block.top < upper * other.height;
}

/** Adds to the piece what goes on, at the indents that it has in its own column. */
function join(open: OpenCode, page: PageItems, item: TextItem): void {
  const part = partOf(open);
  const isColumn = open.page === page;
  const [from, to] = [marginOf(open.page, part, isColumn), marginOf(page, item, isColumn)];
  const moved = from === undefined || to === undefined ? 0 : from - to;
  // Pages that begin at one place need no moving, whatever else stands on them.
  const by = !isColumn && (sharesLeft(part, item, 0) || !sharesLeft(part, item, moved)) ? 0 : moved;
  const lines = by === 0 ? item.block.lines : item.block.lines.map((line) => movedLine(line, by));
  const block: TextBlock = {
    ...part.block,
    left: Math.min(part.block.left, item.block.left + by),
    lines: [...part.block.lines, ...movedFrom(page.content, lines)],
  };
  open.items[open.at] = { ...part, block, whole: true };
}

const sharesLeft = (one: TextItem, other: TextItem, moved: number): boolean =>
  other.block.lines.some(({ left }) => one.block.lines.some((line) => Math.abs(line.left - left - moved) < samePlace));

/** Where the column begins that a piece stands in, or the text of its page; undefined where nothing tells. */
function marginOf(page: PageItems, piece: TextItem, isColumn: boolean): number | undefined {
  const area = groundUnder(piece.block, page.content.codeAreas);
  if (area !== undefined) return area.left;
  return isColumn ? columnLeft(page.items, piece) : textLeft(page.items);
}

function columnLeft(items: readonly PageItem[], piece: TextItem): number {
  let least = Number.POSITIVE_INFINITY;
  let isIn = false;
  for (const item of items) {
    if (item.kind !== 'text' || item.inMargin) continue;
    if (item.opens) {
      if (isIn) break;
      least = Number.POSITIVE_INFINITY;
    }
    isIn ||= item.block === piece.block;
    least = Math.min(least, item.block.left);
  }
  return least;
}

/** Where most lines of text begin. */
function textLeft(items: readonly PageItem[]): number | undefined {
  const counts = new Map<number, number>();
  let most: number | undefined;
  for (const item of items) {
    if (item.kind !== 'text' || item.inMargin || item.block.monospace) continue;
    const left = Math.round(item.block.left);
    const count = (counts.get(left) ?? 0) + item.block.lines.length;
    counts.set(left, count);
    if (count >= fewestLines && count > (most === undefined ? 0 : (counts.get(most) ?? 0))) most = left;
  }
  return most;
}

const movedLine = (line: Line, by: number): Line => ({
  ...line,
  left: line.left + by,
  right: line.right + by,
  words: line.words.map((word) => ({ ...word, left: word.left + by, right: word.right + by })),
});
