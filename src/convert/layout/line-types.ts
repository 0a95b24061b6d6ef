// What a change of type between two lines says: another paragraph, or the same one in which code, small capitals or bold words
// begin or end.
import { indent } from './line-pairs.ts';
import type { Line } from './lines.ts';
import { type Box, type Word, widthOf } from './page.ts';

/** In parts of the larger size. */
const sameSize = 0.12;

/** Of another size, or code below text or text below code. */
export function isOtherType(current: readonly Line[], last: Line, line: Line, area: Box): boolean {
  if (line.monospace === last.monospace && Math.abs(line.size - last.size) <= sameSize * Math.max(line.size, last.size))
    return false;
  return !shareType(line, last) && !capitalsEnd(last, line) && !codeGoesOn(current, last, line, area);
}

/**
 * Where each of two lines is set in one look throughout, a little in size is enough, or another colour of bold type; not of
 * what an engine has read and measured.
 */
export function isOtherLook(
  { style: above, words, left: from }: Line,
  { style: below, text, left, size }: Line,
): boolean {
  if (above === undefined || below === undefined || words[0]?.confidence !== undefined) return false;
  // A quotation.
  if (
    above.italic !== below.italic &&
    Math.abs(left - from) > indent * size &&
    words.length > 2 &&
    /\p{L}{3}/u.test(text)
  )
    return true;
  // A line of signs is drawn below another one.
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  if (above.bold && below.bold && above.colour !== below.colour) return true;
  return Math.abs(above.size - below.size) > 0.05 * Math.max(above.size, below.size);
}

/** Of the weakest part of a colour that is seen on a dark ground alone, and of the strongest part of one that is seen on a light one. */
const light = 0xd8;
const dark = 0x80;

/** White or nearly so above dark type, or the other way round: they stand on grounds of their own, as a title over its box. */
export function isOnOtherGround({ words: above }: Line, { words: below }: Line): boolean {
  const isLight = isLightWord(above[0]);
  if (isLight === isLightWord(below[0])) return false;
  const [whites, others] = isLight ? [above, below] : [below, above];
  return whites.every(isLightWord) && others.every(isDarkWord);
}

function isLightWord(word: Word | undefined): boolean {
  const colour = word?.style.colour ?? 0;
  return Math.min(colour >> 16, (colour >> 8) & 0xff, colour & 0xff) >= light;
}

function isDarkWord({ style: { colour } }: Word): boolean {
  return Math.max(colour >> 16, (colour >> 8) & 0xff, colour & 0xff) <= dark;
}

/** Bold words that begin in one line and end in the next: the first of them there had no room above. */
export function boldGoesOn(last: Line, line: Line, area: Box): boolean {
  const [first] = line.words;
  if (first === undefined) return false;
  const hasRoom = area.right - last.right >= widthOf(first) + line.size;
  // Code in a head is set in the type of the code.
  if (first.style.inLine === true && last.bold && !hasRoom && Math.abs(line.left - last.left) < line.size) return true;
  if (!first.style.bold || (line.bold && last.words.at(-1)?.style.bold !== true)) return false;
  return !hasRoom || /-$/.test(last.text) || /^\p{Ll}/u.test(first.text);
}

/** Code in a line is often set smaller, and a line may be full of it: then the other words tell the size. */
function shareType(line: Line, last: Line): boolean {
  if (line.style !== undefined && last.style !== undefined) return false;
  if (!hasCode(line) && !hasCode(last)) return false;
  const [one, other] = [proseSize(line), proseSize(last)];
  return one > 0 && Math.abs(one - other) <= 0.03 * one;
}

/** Small capitals begin a chapter, with no small letter among them, and end in its first line, where the type of the text begins. */
function capitalsEnd(last: Line, line: Line): boolean {
  const [first] = line.words;
  if (first === undefined || last.style !== undefined || line.size <= last.size) return false;
  const { font, size } = first.style;
  const from = last.words.findLastIndex(({ style }) => style.font !== font || style.size !== size) + 1;
  if (from === 0 || from === last.words.length || size !== line.size || !/\p{Ll}{2}/u.test(line.text)) return false;
  const capitals = last.words.slice(0, from).map(({ text }) => text);
  return capitals.some((text) => /\p{Lu}{3}/u.test(text)) && !capitals.some((text) => /\p{Ll}/u.test(text));
}

/** Code in a sentence that fills a line: it begins at the end of the line above, or ends at the start of the one below. */
function codeGoesOn(current: readonly Line[], last: Line, line: Line, area: Box): boolean {
  if (line.monospace === last.monospace || last.gapped || line.gapped) return false;
  const [first] = line.words;
  const before = last.words.at(-1);
  if (first?.style.monospace !== true || before?.style.monospace !== true) return false;
  if (first.style.inLine !== before.style.inLine) return false;
  if (last.monospace && current.every(({ monospace }) => monospace)) return false;
  const size = Math.max(1, last.size);
  return area.right - last.right < widthOf(first) + size && Math.abs(line.left - last.left) < 0.3 * size;
}

const hasCode = ({ words }: Line): boolean => words.some(({ style }) => style.monospace);

/** Of the longest word that is no code; 0 where all is. */
function proseSize({ words }: Line): number {
  let longest: Word | undefined;
  for (const word of words) {
    if (!word.style.monospace && word.text.length > (longest?.text.length ?? 0)) longest = word;
  }
  return longest?.style.size ?? 0;
}
