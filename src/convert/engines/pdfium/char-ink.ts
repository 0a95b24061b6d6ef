// Where the ink of each character is, and the line it stands on, for pages with mathematics: formulas are read from their
// signs' places, which boxes as tall as the type do not tell.
import { mathFont } from '../../layout/formulas.ts';
import { baseOf, inkOf, type ReadText } from './char-heights.ts';
import { type CharTable, generatedChar } from './char-table.ts';

/** Places by character, as in the table of characters; a base of NaN where there is none, or far from any formula. */
export interface CharInk {
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  readonly base: Float32Array;
}

/** Pages with more characters are not looked at sign by sign. */
const mostChars = 50_000;
/** Signs that stand apart from text near one line, from which on they may be a formula. */
const fewestSigns = 2;
/** In points: the cells in which letters of text are counted, and how many of them there are beside a formula at most. */
const cellWidth = 60;
const cellHeight = 4;
const mostLetters = 8;

export function inkOfFormulas(page: ReadText): CharInk | undefined {
  const { chars, styles } = page;
  const { count } = chars;
  if (count > mostChars) return undefined;
  const isMath = Uint8Array.from(styles, ({ font, angle }) => (angle === 0 && mathFont.test(font) ? 1 : 0));
  const near = isMath.includes(1) ? rowsAround(page, isMath) : undefined;
  if (near === undefined) return undefined;
  const ink = {
    left: new Float32Array(count),
    top: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    base: new Float32Array(count).fill(Number.NaN),
  };
  for (let at = 0; at < count; at += 1) {
    if (chars.flags[at] === generatedChar || near[rowOf(chars, at, near.length)] === 0) continue;
    const box = inkOf(page, at);
    // White space has none.
    if (box === undefined || box.right <= box.left || box.bottom <= box.top) continue;
    ink.left[at] = box.left;
    ink.top[at] = box.top;
    ink.right[at] = box.right;
    ink.bottom[at] = box.bottom;
    ink.base[at] = baseOf(page, at) ?? Number.NaN;
  }
  return ink;
}

/** In points: how far around a formula the lines of text tell its column. */
const around = 130;

/** The row of cells that the middle of a character lies in; the first and the last are never one. */
const rowOf = ({ top, bottom }: CharTable, at: number, rows: number): number =>
  Math.min(rows - 2, Math.max(1, 1 + Math.floor(((top[at] as number) + (bottom[at] as number)) / 2 / cellHeight)));

/**
 * Rows of cells near signs that stand apart from text. Most pages have signs within their lines of text alone, which are told
 * by the letters beside them.
 */
function rowsAround({ chars, styles, space }: ReadText, isMath: Uint8Array): Uint8Array | undefined {
  const columns = Math.ceil(Math.max(1, Math.min(space.width, 5_000)) / cellWidth) + 2;
  const rows = Math.ceil(Math.max(1, Math.min(space.height, 5_000)) / cellHeight) + 2;
  const letters = new Uint16Array(columns * rows);
  const cellOf = (at: number): number => {
    const x = ((chars.left[at] as number) + (chars.right[at] as number)) / 2;
    const column = Math.min(columns - 2, Math.max(1, 1 + Math.floor(x / cellWidth)));
    return rowOf(chars, at, rows) * columns + column;
  };
  for (let at = 0; at < chars.count; at += 1) {
    const code = chars.code[at] as number;
    const style = chars.style[at] as number;
    // Slanted letters are variables where formulas are set in the font of the text.
    if (isMath[style] === 1 || styles[style]?.italic === true || !isLetter(code)) continue;
    const cell = cellOf(at);
    letters[cell] = (letters[cell] as number) + 1;
  }
  const apart = new Uint16Array(rows);
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const code = chars.code[at] as number;
    const look = styles[style];
    if (look === undefined || look.invisible || chars.flags[at] === generatedChar || isBullet(code)) continue;
    if (isMath[style] === 0 && (look.monospace || !isRelation(code))) continue;
    const cell = cellOf(at);
    let beside = 0;
    for (const row of [cell - columns, cell, cell + columns]) {
      beside += (letters[row - 1] as number) + (letters[row] as number) + (letters[row + 1] as number);
    }
    if (beside > mostLetters) continue;
    const row = rowOf(chars, at, rows);
    apart[row] = (apart[row] as number) + 1;
  }
  const near = new Uint8Array(rows);
  const reach = Math.ceil(around / cellHeight);
  for (let row = 1; row < rows - 1; row += 1) {
    if (apart[row] === 0) continue;
    const signs = (apart[row - 1] as number) + (apart[row] as number) + (apart[row + 1] as number);
    if (signs >= fewestSigns) near.fill(1, Math.max(0, row - reach), row + reach + 1);
  }
  return near.includes(1) ? near : undefined;
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code >= 0xc0;
/** Signs that formulas share with text, in whatever font. */
const isRelation = (code: number): boolean =>
  code === 0x2b || (code >= 0x3c && code <= 0x3e) || (code >= 0x2200 && code <= 0x22ff);
/** Dots and stars before the items of a list, and dots with spaces that lead to a page number. */
const isBullet = (code: number): boolean =>
  code === 0x20 ||
  code === 0x2e ||
  code === 0x2022 ||
  code === 0xb7 ||
  code === 0x22c5 ||
  code === 0x2217 ||
  code === 0x25e6 ||
  code === 0x25aa;
