// Where the ink of each character is, and the line it stands on, for pages with mathematics: formulas are read from their
// signs' places, which boxes as tall as the type do not tell.
import { mathFont } from '../../layout/formulas.ts';
import { baseOf, inkOf, type ReadText } from './char-heights.ts';
import { generatedChar } from './char-table.ts';

/** Places by character, as in the table of characters; a base of NaN where there is none. */
export interface CharInk {
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  readonly base: Float32Array;
}

/** Characters in fonts of mathematics from which on a page may have a formula: bullets and quotes are set in them, too. */
const fewestSigns = 4;
/** Pages with more characters are not looked at sign by sign. */
const mostChars = 50_000;

export function inkOfFormulas(page: ReadText): CharInk | undefined {
  const { chars, styles } = page;
  const { count } = chars;
  if (count > mostChars) return undefined;
  const isMath = Uint8Array.from(styles, ({ font, angle }) => (angle === 0 && mathFont.test(font) ? 1 : 0));
  if (!isMath.includes(1)) return undefined;
  let signs = 0;
  for (let at = 0; at < count && signs < fewestSigns; at += 1) {
    if (chars.flags[at] !== generatedChar) signs += isMath[chars.style[at] as number] as number;
  }
  if (signs < fewestSigns) return undefined;
  const ink = {
    left: new Float32Array(count),
    top: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    base: new Float32Array(count).fill(Number.NaN),
  };
  for (let at = 0; at < count; at += 1) {
    if (chars.flags[at] === generatedChar) continue;
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
