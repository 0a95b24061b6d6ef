// Paragraphs that go on in the next column or on the next page are made one again.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { isCaption } from './captions.ts';
import { address } from './code-blocks.ts';
import { holdsFormula } from './formulas.ts';
import { lineText, movedFrom } from './lines.ts';
import { listMark } from './list-marks.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { beginsRaised } from './raised-marks.ts';

/** A paragraph that may go on, and where it is. */
interface OpenText {
  readonly hand: PageInHand;
  readonly at: number;
  readonly block: TextBlock;
}

/** Pieces of figures and tables that may stand between the two parts of a paragraph. */
const mostBetween = 24;

/** Joined in place of the first part; the pages keep everything else. */
export function joinContinued(pages: readonly PageItems[], allMonospace = false): PageItems[] {
  const joined: PageInHand[] = [];
  let last: OpenText | undefined;
  /** What ended at the end of a column, where a figure or a table stands at the top of the next. */
  let over: OpenText | undefined;
  let between = 0;
  /** Code since then, unless a caption says that it stands by itself: the sentence goes on below it. */
  let typed = false;
  const hold = (body: number): void => {
    // Titles are no text that goes on.
    if (over !== undefined || last === undefined || Math.abs(last.block.size - body) > 0.05 * body) return;
    over = last;
    between = 0;
    typed = false;
  };
  for (const page of pages) {
    const hand: PageInHand = { page, items: [], goesOnTo: new Set(), isWhole: true };
    const { items } = hand;
    joined.push(hand);
    let first = true;
    let noted = false;
    const body = bodySize(page.items);
    for (const item of page.items) {
      if (item.kind !== 'text') {
        items.push(item);
        if (item.kind !== 'table') continue;
        hold(body);
        // A table or figure may stand between the two parts at the top of a page, not in running text.
        if (!first) last = undefined;
        continue;
      }
      if (item.author === true) {
        items.push(item);
        last = undefined;
        first = false;
        continue;
      }
      const begins = item.opens || first;
      if (!item.inMargin) first = false;
      const mayGoOn = !item.inMargin || (last?.hand !== hand && beginsWithin(item.block));
      const open = mayGoOn
        ? openFor(item.block, begins ? last : undefined, typed ? undefined : over, allMonospace)
        : undefined;
      if (open !== undefined) {
        last = { ...open, block: joinTo(open, hand, item.block) };
        over = undefined;
        continue;
      }
      items.push(item);
      if (item.inMargin) continue;
      if (begins) hold(body);
      between += 1;
      const text = blockText(item.block);
      if (isCaption(text)) typed = false;
      else typed ||= item.block.monospace && !allMonospace && !address.test(text);
      if (over !== undefined && (between > mostBetween || !isOfFloat(item.block, over.block))) over = undefined;
      // Notes at the foot of a page, with all their parts, stand between the two halves of a paragraph.
      noted =
        last !== undefined &&
        (beginsRaised(item.block.lines[0]) ||
          (isSmaller(item.block, last.block.size) &&
            ((noted && isSmaller(item.block, body)) || beginsNote(item.block))));
      if (!noted) last = { hand, at: items.length - 1, block: item.block };
    }
  }
  return joined.map(({ page, items, goesOnTo, isWhole }) => ({
    content: page.content,
    items,
    contents: page.contents,
    asRead: isWhole ? page.asRead : page,
    goesOnTo: goesOnTo.size === 0 ? page.goesOnTo : [...(page.goesOnTo ?? []), ...goesOnTo],
  }));
}

/** The size that most lines have. */
function bodySize(items: readonly PageItem[]): number {
  const lines = new Map<number, number>();
  let most = 0;
  for (const item of items) {
    if (item.kind !== 'text') continue;
    const { size } = item.block;
    lines.set(size, (lines.get(size) ?? 0) + item.block.lines.length);
    if ((lines.get(size) ?? 0) > (lines.get(most) ?? 0)) most = size;
  }
  return most;
}

/** Of what ended right before and what ended before a figure, that which goes on with a block. */
function openFor(
  block: TextBlock,
  last: OpenText | undefined,
  over: OpenText | undefined,
  allMonospace: boolean,
): OpenText | undefined {
  if (last !== undefined && goesOn(last.block, block, allMonospace)) return last;
  return over !== undefined && resumes(over.block, block, allMonospace) ? over : undefined;
}

/** The paragraph with what it goes on with. */
function joinTo({ hand, at, block }: OpenText, other: PageInHand, more: TextBlock): TextBlock {
  const isSame = hand === other;
  const lines = isSame ? more.lines : movedFrom(other.page.content, more.lines);
  if (!isSame) {
    hand.goesOnTo.add(other.page);
    other.isWhole = false;
  }
  const whole: TextBlock = { ...block, lines: [...block.lines, ...lines] };
  hand.items[at] = { ...(hand.items[at] as TextItem), block: whole };
  return whole;
}

interface PageInHand {
  readonly page: PageItems;
  readonly items: PageItem[];
  readonly goesOnTo: Set<PageItems>;
  /** Nothing of it was moved to a page before. */
  isWhole: boolean;
}

const isSmaller = ({ size }: TextBlock, than: number): boolean => size < 0.93 * than;

const beginsNote = ({ lines }: TextBlock): boolean => /^(?:[\d*∗†‡§¶‖]|[a-z]\b)/.test(lines[0]?.text ?? '');

/** Words of a label in a figure, besides numbers. */
const mostLabelWords = 4;

/** A caption, a note, a cell or a label: text that belongs to a figure or a table, not a heading. */
function isOfFloat(block: TextBlock, text: TextBlock): boolean {
  if (block.size > 1.05 * text.size) return false;
  if (block.size < 0.95 * text.size || isCaption(blockText(block))) return true;
  const words = block.lines.flatMap((line) => line.words.filter(({ text }) => /\p{L}{3}/u.test(text)));
  return words.length <= mostLabelWords && !block.bold;
}

/** What is left at the top of a page when running titles are gone may be the last line of a paragraph, above a heading. */
const beginsWithin = ({ lines }: TextBlock): boolean => /^\p{Ll}{2}/u.test(lines[0]?.text ?? '');

/** Past a figure a paragraph goes on with a small letter, in the middle of a word or of a sentence. */
const resumes = (before: TextBlock, after: TextBlock, allMonospace: boolean): boolean =>
  goesOn(before, after, allMonospace) && beginsWithin(after);

const fewestChars = 40;

function goesOn(before: TextBlock, after: TextBlock, allMonospace: boolean): boolean {
  if (before.lines.some(holdsFormula) || after.lines.some(holdsFormula)) return false;
  if (Math.abs(before.size - after.size) > 0.05 * before.size) return false;
  if (before.bold !== after.bold || (!allMonospace && (before.monospace || after.monospace))) return false;
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
