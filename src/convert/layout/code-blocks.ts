// Code on a page: lines in a type of one width. What follows closely belongs to one piece of it, whatever its lines begin
// with, and keeps its indents and its empty lines.
import type { PageItem, TextItem } from './analyse-page.ts';
import { hookLength, isBroken, withoutCorner, withoutHook } from './broken-code.ts';
import { isAllInLine, type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { addAll } from './many.ts';
import { type Box, groundUnder, type Word } from './page.ts';
import { blockOf, type TextBlock } from './paragraphs.ts';
import { beginsRaised } from './raised-marks.ts';
import { median } from './sorted.ts';

/** In parts of the type size: white between two parts of one piece. */
const nearest = 2;
/** In parts of the type size: white above a line that is bold as a whole, and a head. */
const headGap = 0.6;
/** In distances of lines: one empty line and little more. */
const emptyLine = 2.3;
const widestLeading = 1.9;
/** In parts of the type size: how much it may differ, also on lines that stand close and have signs from several fonts. */
const sameSize = 0.05;
const likeSize = 0.15;
const closest = 0.8;
const mostEmptyLines = 2;

/** Pieces of code made whole; a list that is all set in such a type stays one. */
export function withWholeCode(items: readonly PageItem[], areas?: readonly Box[]): PageItem[] {
  const whole: PageItem[] = [];
  let group: TextItem[] = [];
  /** Distance of the lines within the parts of the group. */
  let leading = 0;
  const isOfOne = (block: TextBlock, last: TextBlock): boolean => {
    const [area, before] = [groundUnder(block, areas), groundUnder(last, areas)];
    return area === before && (area !== undefined || follows(block, last, leading));
  };
  const flush = (): void => {
    const [first] = group;
    if (first !== undefined && group.length > 1 && (groundUnder(first.block, areas) !== undefined || !isList(group))) {
      const block = blockOf(group.flatMap(({ block: { lines } }) => lines));
      whole.push({ ...first, block, whole: true });
    } else addAll(whole, group);
    group = [];
    leading = 0;
  };
  for (const [at, item] of items.entries()) {
    const last = group.at(-1);
    const isPart =
      item.kind === 'text' &&
      item.block.monospace &&
      !item.inMargin &&
      !isAddressNote(item.block) &&
      !(last !== undefined && isHeadOfText(item.block, last.block, items[at + 1]));
    if (!isPart || (last !== undefined && !isOfOne(item.block, last.block))) flush();
    if (!isPart) whole.push(item);
    else {
      leading = Math.max(leading, usualLeading(item.block.lines));
      group.push(item);
    }
  }
  flush();
  return whole;
}

export const address = /:\/\/|\bwww\.|@/;

/** A bold line in the type of the code before it, apart from that and over text. */
function isHeadOfText(block: TextBlock, last: TextBlock, next: PageItem | undefined): boolean {
  if (!block.bold || last.bold || block.lines.length > 1 || next?.kind !== 'text' || next.block.monospace) return false;
  return block.top - last.bottom > headGap * block.size;
}

/** Addresses are set like code, and in notes they stand one below the other. */
function isAddressNote({ lines: [first] }: TextBlock): boolean {
  return first !== undefined && address.test(first.text) && beginsRaised(first);
}

/** In code lines may begin with a hyphen or a number, but not with a round bullet. */
const isList = (group: readonly TextItem[]): boolean =>
  group.every(isListed) || group.filter(({ block }) => isBulleted(block)).length > 0.7 * group.length;

const isBulleted = ({ lines }: TextBlock): boolean => bullet.test(lines[0]?.text ?? '');

const bullet = /^[•◦▪●○■]/;

/** Items of a list that is set in the type of code. */
export const holdsBullets = ({ lines }: TextBlock): boolean => lines.some(({ text }) => bullet.test(text));

const isListed = ({ block }: TextItem): boolean => listMark(lineText(block.lines[0] ?? { words: [] })) !== undefined;

function follows(block: TextBlock, last: TextBlock, leading: number): boolean {
  const gap = block.top - last.bottom;
  const difference = Math.abs(block.size - last.size) / last.size;
  if (gap <= -0.5 * block.size || difference > (gap < closest * block.size ? likeSize : sameSize)) return false;
  if (gap < nearest * block.size) return true;
  const usual = Math.min(leading || usualLeading(block.lines), widestLeading * block.size);
  const distance = (block.lines[0] as Line).bottom - (last.lines.at(-1) as Line).bottom;
  return distance < emptyLine * usual;
}

/** In parts of the type size: how far the explanation of a term stands further in. */
const explained = { from: 1.5, to: 6 };
const longestTerm = 40;

/** Set as code, with or without a ground under its words. */
export const isTyped = ({ monospace, lines }: TextBlock): boolean => monospace || lines.every(isAllInLine);

/** A line of its own over text that stands further in and says what it means. */
export function isTerm(block: TextBlock, next: PageItem | undefined): boolean {
  const { lines, left, bottom, size } = block;
  if (!isTyped(block) || lines.length > 1 || next?.kind !== 'text' || isTyped(next.block)) return false;
  const { text } = lines[0] as Line;
  if (text.length > longestTerm || /[{}()<>;~]|=$| = /.test(text)) return false;
  const inset = (next.block.left - left) / (size || 1);
  return inset > explained.from && inset < explained.to && next.block.top - bottom < size;
}

/** An address by itself or with the label of its entry. */
const soleAddress = /^(?:\[\w{1,9}\] )?<?(?:https?:\/\/|www\.|mailto:)\S+$/;

/** The one line of a label or of the end of a sentence, most of which is code or an address. */
export function beginsWithText({ lines }: TextBlock): boolean {
  const first = lines.length === 1 ? lines[0]?.words[0] : undefined;
  return first !== undefined && !first.style.monospace && /^\p{L}{2}/u.test(first.text);
}

/** Several lines, or one that no label would be: with signs or more than a word. */
export function isCode(block: TextBlock): boolean {
  const { lines } = block;
  const text = lines[0]?.text ?? '';
  if (lines.length === 1 && (soleAddress.test(text) || beginsWithText(block))) return false;
  return lines.length > 1 || /[(){}<>=;$\\|#"'`/]/.test(text) || text.includes(' ');
}

/** Lines of code keep their indents and columns, counted in characters of their own width, and the empty lines between them. */
export function codeText({ lines, left, size }: TextBlock): string {
  const width = widthOfSign(lines) ?? 0.6 * Math.max(1, size);
  const leading = usualLeading(lines);
  let text = '';
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const hooks = before === undefined ? 0 : hookLength(line.words);
    if (hooks > 0) {
      text = withoutCorner(text) + spacedText({ ...line, words: line.words.slice(hooks) }, width);
      continue;
    }
    if (before !== undefined && isBroken(before)) {
      const rest = spacedText(line, width);
      text = withoutHook(text, rest) + rest;
      continue;
    }
    if (before !== undefined) {
      const skipped = leading === 0 ? 0 : Math.round((line.bottom - before.bottom) / leading) - 1;
      text += '\n'.repeat(1 + Math.min(mostEmptyLines, Math.max(0, skipped)));
    }
    text += blanks((line.left - left) / width) + spacedText(line, width);
  }
  return text;
}

const mostBlanks = 80;
const blanks = (count: number): string => ' '.repeat(Math.min(mostBlanks, Math.max(0, Math.round(count))));

/** As many blanks between two words as there is room for; one that was written is never lost. */
function spacedText(line: Line, width: number): string {
  let text = '';
  let last: Word | undefined;
  for (const word of line.words) {
    if (last !== undefined && word.spaced) text += blanks((word.left - last.right) / width) || ' ';
    text += word.text;
    last = word;
  }
  return text;
}

/** The width that most signs have; undefined where there are too few. */
function widthOfSign(lines: readonly Line[]): number | undefined {
  const widths: number[] = [];
  for (const { words } of lines) {
    for (const { text, left, right } of words) if (text.length >= 3) widths.push((right - left) / text.length);
  }
  const width = median(widths);
  return widths.length >= 3 && width > 0 ? width : undefined;
}

function usualLeading(lines: readonly Line[]): number {
  const distances: number[] = [];
  for (let at = 1; at < lines.length; at += 1) {
    const distance = (lines[at] as Line).bottom - (lines[at - 1] as Line).bottom;
    if (distance > 0.5 * Math.max(1, (lines[at] as Line).size)) distances.push(distance);
  }
  distances.sort((one, other) => one - other);
  return distances[Math.floor(distances.length * 0.35)] ?? 0;
}
