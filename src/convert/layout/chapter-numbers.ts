// The number of a chapter that stands on a line of its own over the title is made part of the title.
import type { PageItem } from './analyse-page.ts';
import { widthOf } from './page.ts';
import { blockOf } from './paragraphs.ts';
import { median } from './sorted.ts';

const number = /^(?:(?:chapter|part|section|appendix)\s+)?(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])[.:]?$/i;
/** Larger than most of the page by this much. */
const large = 1.25;
/** In parts of the title's size: white between the two. */
const nearest = 2.2;

export function withChapterNumbers(items: readonly PageItem[]): PageItem[] {
  const usual = median(items.flatMap((item) => (item.kind === 'text' ? item.block.lines.map(({ size }) => size) : [])));
  const joined: PageItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'text' && last?.kind === 'text' && isNumberOf(last, item, usual)) {
      joined[joined.length - 1] = {
        ...item,
        opens: last.opens,
        block: blockOf([...last.block.lines, ...item.block.lines]),
      };
    } else joined.push(item);
  }
  return joined;
}

type TextItem = Extract<PageItem, { kind: 'text' }>;

function isNumberOf(above: TextItem, title: TextItem, usual: number): boolean {
  const [line] = above.block.lines;
  if (title.inMargin || line === undefined || above.block.lines.length > 1) return false;
  if (!number.test(line.text) || above.block.size < large * usual || title.block.size < large * usual) return false;
  if (above.block.size < 0.6 * title.block.size || title.block.lines.length > 3) return false;
  const gap = title.block.top - above.block.bottom;
  const beside = title.block.left > above.block.right + 4 * widthOf(above.block);
  return (
    gap < nearest * title.block.size &&
    gap > -above.block.size &&
    !beside &&
    /\p{L}{2}/u.test(title.block.lines[0]?.text ?? '')
  );
}
