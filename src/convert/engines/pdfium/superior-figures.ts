// Figures that a font draws small and high by itself, as books set the marks of their notes: the file calls them plain figures
// of the size of the text, or by characters of their own. They become what they look like, small figures above the line.
import type { TextStyle } from '../../layout/page.ts';
import { baseOf, inkOf, type ReadText } from './char-heights.ts';
import { generatedChar } from './char-table.ts';

/** In parts of the type size: how far above the line they begin at least, and how tall such a figure counts for. */
const lift = 0.2;
const shrunk = 0.6;
/** Figures in one mark. */
const longest = 3;

/** In parts of the type size. */
const widestSpace = 0.6;
/** Letters of a unit or a function that a square stands at, and of a word that no other power does. */
const longestUnit = 4;
const shortestWord = 3;

/** The characters for them, which stand for 0 to 9. */
const own = [0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079];

/** Changes the characters and their boxes; gives the looks of the page, with those of such figures after them. */
export function withSuperiorFigures(page: ReadText): TextStyle[] {
  const { chars } = page;
  const styles = [...page.styles];
  const looks = new Map<number, number>();
  for (let at = 0; at < chars.count; at += 1) {
    if (!isFigure(chars.code[at] as number)) continue;
    let end = at + 1;
    while (end < chars.count && isFigure(chars.code[end] as number) && chars.style[end] === chars.style[at]) end += 1;
    if (end - at <= longest && isMark(page, at, end)) raise(page, at, end, styles, looks);
    at = end - 1;
  }
  return styles;
}

const isFigure = (code: number): boolean => (code >= 48 && code <= 57) || own.includes(code);

/** Right after a word or a sign, right before a word that begins a line, or by itself near one; and every figure of it stands high. */
function isMark(page: ReadText, from: number, end: number): boolean {
  const { chars, styles } = page;
  const style = styles[chars.style[from] as number];
  if (style === undefined || style.angle !== 0 || style.size <= 0) return false;
  const before = textAt(page, from - 1);
  const after = textAt(page, end);
  const isOwn = own.includes(chars.code[from] as number);
  // Units have a character of their own for squares and cubes, which says it all, and none is as long as most words.
  const follows = /[.,;:!?)"”’»]/.test(before) || (isOwn ? followsWord(page, from) : /\p{L}/u.test(before));
  const stands = isOwn && before === '' && !/[\p{L}\d]/u.test(after) && isNear(page, from, style.size);
  const leads = before === '' && /[\p{L}"“‘«(]/u.test(after);
  if (!follows && !leads && !stands) return false;
  for (let at = from; at < end; at += 1) {
    const base = baseOf(page, at);
    const ink = inkOf(page, at);
    if (base === undefined || ink === undefined || base - ink.bottom < lift * style.size) return false;
  }
  return true;
}

/** A space from the word before it, and no cell of a table. */
function isNear({ chars }: ReadText, at: number, size: number): boolean {
  if (own.includes(chars.code[at - 2] ?? 0)) return false;
  const gap = (chars.left[at] as number) - (chars.right[at - 2] ?? Number.NEGATIVE_INFINITY);
  const step = (chars.bottom[at] as number) - (chars.bottom[at - 2] ?? 0);
  return gap > 0 && gap < widestSpace * size && Math.abs(step) < size;
}

function followsWord(page: ReadText, at: number): boolean {
  const code = page.chars.code[at];
  const unit = code === 0xb2 || code === 0xb3 ? longestUnit : shortestWord - 1;
  for (let back = 1; back <= unit + 1; back += 1) {
    if (!/\p{L}/u.test(textAt(page, at - back))) return false;
  }
  return true;
}

/** The character that stands there; nothing for white space and what the engine put in. */
function textAt({ chars }: ReadText, at: number): string {
  const code = chars.code[at];
  if (code === undefined || code <= 32 || code === 0xa0 || code > 0x10ffff) return '';
  return ((chars.flags[at] as number) & generatedChar) === 0 ? String.fromCodePoint(code) : '';
}

function raise(page: ReadText, from: number, end: number, styles: TextStyle[], looks: Map<number, number>): void {
  const { chars } = page;
  const given = chars.style[from] as number;
  let look = looks.get(given);
  if (look === undefined) {
    const style = styles[given] as TextStyle;
    look = styles.push({ ...style, size: Math.round(style.size * shrunk * 100) / 100, descent: 0 }) - 1;
    looks.set(given, look);
  }
  for (let at = from; at < end; at += 1) {
    const ink = inkOf(page, at);
    if (ink !== undefined) [chars.top[at], chars.bottom[at]] = [ink.top, ink.bottom];
    const figure = own.indexOf(chars.code[at] as number);
    if (figure >= 0) chars.code[at] = 48 + figure;
    chars.style[at] = look;
  }
}
