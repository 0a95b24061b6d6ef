// The number of a chapter that stands on a line of its own over the title is made part of the title.
import type { PageItem, TextItem } from './analyse-page.ts';
import { chapterWords } from './chapter-words.ts';
import { largestOf } from './many.ts';
import { widthOf } from './page.ts';
import { blockOf } from './paragraphs.ts';
import { median } from './sorted.ts';

const label = new RegExp(`^(?:${chapterWords})$`, 'i');
const numeral =
  '\\d{1,3}|[IVXLC]{1,6}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?';
const alone = new RegExp(`^(?:${numeral})[.:]?$`, 'i');
const number = new RegExp(`^(?:(?:${chapterWords})\\s+)?(?:${numeral})[.:]?$`, 'i');
/** It says itself that it counts chapters. */
const named = new RegExp(`^(?:${chapterWords})\\s+(?:${numeral})[.:]?$`, 'i');
/** Larger than most of the page by this much; a title below a line that is named may have more lines. */
const large = 1.25;
const largeNamed = 1.4;
const mostLines = 3;
const mostNamed = 4;
/** In parts of the title's size: white between the two. */
const nearest = 2.2;
/** The same under a line that says what it counts. */
const nearestNamed = 6;

export function withChapterNumbers(items: readonly PageItem[]): PageItem[] {
  const usual = median(items.flatMap((item) => (item.kind === 'text' ? item.block.lines.map(({ size }) => size) : [])));
  const joined: PageItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'text' && last?.kind === 'text' && (isLabelOf(last, item) || isNumberOf(last, item, usual))) {
      joined[joined.length - 1] = {
        ...item,
        opens: last.opens,
        // What it counts may have as many letters as the title.
        block: { ...blockOf([...last.block.lines, ...item.block.lines]), size: item.block.size, bold: item.block.bold },
      };
    } else joined.push(item);
  }
  return joined;
}

/** `CHAPTER` over `ONE`: the word is often set small. */
function isLabelOf(above: TextItem, count: TextItem): boolean {
  if (above.block.lines.length > 1 || count.block.lines.length > 1 || count.inMargin) return false;
  if (!label.test(textOf(above)) || !alone.test(textOf(count))) return false;
  return isBelow(count, above);
}

function isNumberOf(above: TextItem, title: TextItem, usual: number): boolean {
  if (title.inMargin || above.block.lines.length > 2 || !number.test(textOf(above))) return false;
  const size = largestOf(above.block.lines, (line) => line.size);
  const isLarge = size >= large * usual && size >= 0.6 * title.block.size && title.block.size >= large * usual;
  const isNamed = named.test(textOf(above)) && title.block.size >= largeNamed * usual;
  if (!(isLarge || isNamed) || title.block.lines.length > (isNamed ? mostNamed : mostLines)) return false;
  const beside = title.block.left > above.block.right + 4 * widthOf(above.block);
  return isBelow(title, above) && !beside && /\p{L}{2}/u.test(title.block.lines[0]?.text ?? '');
}

function isBelow(title: TextItem, above: TextItem): boolean {
  const gap = title.block.top - above.block.bottom;
  const most = /^\p{L}{4}/u.test(textOf(above)) ? nearestNamed : nearest;
  return gap < most * title.block.size && gap > -above.block.size;
}

const textOf = ({ block }: TextItem): string => block.lines.map((line) => line.text.trim()).join(' ');
