// Lines that were ended by hand, as in verses, addresses and lists of dates: text that is wrapped fills its lines.
import { lineBreak } from '../document/build.ts';
import type { Phrasing } from '../document/tree.ts';
import type { PageItem, PageItems } from './analyse-page.ts';
import { type InlineSettings, phrasingOf } from './inline.ts';
import type { Line } from './lines.ts';
import { largestOf } from './many.ts';
import { type Box, middleX, widthOf } from './page.ts';
import type { TextBlock } from './paragraphs.ts';

/** Fewer lines than these tell nothing. */
const fewest = 3;
/** Share of the lines that end although the next word had room. */
const mostEarly = 0.6;
/** Share of the lines that begin anew, with words on them: figures one above the other are the scale of a chart. */
const mostOpening = 0.75;
/** Share of a column that is left empty beside a few short lines. */
const leastRoom = 0.4;
/** The same where more lines than this all begin anew. */
const someRoom = 0.1;
const tellingPairs = 3;

/** Share of the page that lines in its middle leave empty, as those of a title page do. */
const leastBeside = 0.5;
/** In parts of the longest: one that is shorter and not the last was ended by hand there. */
const shortLine = 0.75;

export function areKeptLines(block: TextBlock, { content, items }: Pick<PageItems, 'content' | 'items'>): boolean {
  const { left, right, lines } = block;
  if (areCounted(lines) || isKeptPair(block, { content, items })) return true;
  if (lines.length < fewest) return false;
  if (areContacts(lines)) return true;
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
    if (beginsAnew(next)) opening += 1;
  }
  const pairs = lines.length - 1;
  if (early >= mostEarly * pairs && opening >= mostOpening * pairs) return true;
  // What is narrow may be wrapped, but then none of its lines ends early.
  if (opening < pairs || lines.some(({ text }) => /\([^()]*$/.test(text))) return false;
  if (areInMiddle(block, content.width) && width < (1 - leastBeside) * content.width) {
    if (lines.some((line, at) => at < pairs && widthOf(line) < shortLine * width)) return true;
  }
  if (early === 0) return false;
  const edge = rightOfColumn(block, items);
  return edge - right > (pairs < tellingPairs ? leastRoom : someRoom) * (edge - left);
}

/** Lines that stay lines. */
export const keptPhrasing = ({ lines }: TextBlock, look: InlineSettings): Phrasing[] =>
  lines.flatMap((line, at) => [...(at === 0 ? [] : [lineBreak]), ...phrasingOf([line], look)]);

/** An address or a date below a name, lines that begin with one word, or two in the middle of the page. */
function isKeptPair(block: TextBlock, { content, items }: Pick<PageItems, 'content' | 'items'>): boolean {
  const [one, two, more] = block.lines as readonly [Line, Line?, Line?];
  const first = two?.words[0];
  if (two === undefined || first === undefined || more !== undefined) return false;
  if (/[-\u00ad、，\p{Lo}(]$/u.test(one.text) || !beginsAnew(two)) return false;
  const needed = widthOf(first) + 1.5 * two.size;
  if (areInMiddle(block, content.width) && endsAsName.test(one.text))
    return (1 - leastBeside) * content.width - widthOf(one) > needed;
  if (!isAddress.test(two.text) && one.words[0]?.text !== first.text) return false;
  return Math.max(two.right, rightOfColumn(block, items)) - one.right > needed;
}

/** With a word in a capital letter, a number or a sign. */
const endsAsName = /(?:^|[^\p{L}\d])[\p{Lu}\p{N}][^ ]*$|[^\p{L}\d]$/u;
/** A line that is nothing but the address of somebody or something, or a date with its year. */
const isAddress =
  /^(?:(?:e-?mail|url|web|tel|fax)\b.{0,3} )?<?(?:[\w.+-]{1,60}@[\w.-]+|https?:\S+|www\.\S+)>?$|^\D{0,20}(?:\d{1,2}\D{1,12})?(?:19|20)\d\d$/i;

/** With a capital letter or a number and words; so do a web or mail address and a date. */
const beginsAnew = ({ text }: Line): boolean =>
  (/^[^\p{L}\s]*[\p{Lu}\p{N}]/u.test(text) && /\p{L}{2}/u.test(text)) ||
  /^(?:[\w.+-]{1,60}@[\w-]|https?:|www\.|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$)/.test(text);

/** Letters of a line that says where somebody is; and lines that must do so, besides those with a name. */
const longestContact = 60;
const fewestContacts = 2;
/** `12 Water Lane`, `Water Lane 12b`; a year stands in sentences. */
const isStreet = /^\d{1,5}[a-z]?,? \p{L}[\p{L}.'’ -]+$|^\p{Lu}[\p{L}.'’ -]+ (?!(?:19|20)\d\d$)\d{1,4} ?\p{L}?$/u;
/** `D-45878 Aldham`, `Aldham, MI 48823`, `Essex CO6 3PN`. */
const isTown =
  /^(?:\p{Lu}{1,3}[-–])?(?!(?:19|20)\d\d )\d{4,6} \p{Lu}|(?:^| )\p{Lu}{2} \d{5}(?:-\d{4})?$|(?:^| )\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}$/u;
/** An address to write to, alone or after a word or two. */
const isWrittenTo = /[\w.+-]@[\w-]{1,60}\.\w|https?:|www\./;
const mostWordsBefore = 3;
/** A number to call. */
const isNumber = /^[^\p{L}\d]{0,3}(?:\p{L}[\p{L}.-]{0,9}:? ?)?[+(]{0,2}\d[\d ()./-]{5,}$/u;

const fewestDigits = 7;

const isCall = ({ text, words }: Line): boolean =>
  (isNumber.test(text) && text.replace(/\D/g, '').length >= fewestDigits) ||
  (words.length <= mostWordsBefore + 1 && isWrittenTo.test(text));

/** The lines of a letterhead: a name, where it is, and how it is called. */
function areContacts(lines: readonly Line[]): boolean {
  let placed = 0;
  let told = 0;
  let worded = 0;
  for (const [at, line] of lines.entries()) {
    const { text } = line;
    if (text.length > longestContact || (at < lines.length - 1 && /[-\u00ad]$/.test(text))) return false;
    const isPlace = isCall(line) || isTown.test(text);
    if (!isPlace && !isStreet.test(text)) {
      if (!beginsAnew(line)) return false;
    } else told += 1;
    if (isPlace) placed += 1;
    if (/\p{L}{2}/u.test(text)) worded += 1;
  }
  return placed > 0 && worded > 0 && told >= fewestContacts;
}

/** Each of its lines has as much white on its left as on its right, on a page that has no other column. */
function areInMiddle({ lines, size }: TextBlock, width: number): boolean {
  return (
    lines.every((line) => Math.abs(middleX(line) - width / 2) < 2 * size) &&
    lines.slice(1).every((line, at) => Math.abs(middleX(line) - middleX(lines[at] as Line)) < 0.3 * size)
  );
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
