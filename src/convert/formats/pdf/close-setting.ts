// Fonts that set their letters close throughout, in which less white parts words than in others.
import type { CharTable } from '../../engines/pdfium/char-table.ts';
import type { TextStyle } from '../../layout/page.ts';
import { isLatinLetter } from './char-kinds.ts';

/** In parts of the type size: lines that such a font sets tight have spaces no wider than this. */
export const tightGap = 0.1;
/** In parts of the type size: what stands between letters of one word; hardly a pair is further apart and closer than two words. */
export const closeGap = 0.05;
const leastClose = 0.75;
const mostBetween = 0.02;
const fewestPairs = 200;

/** Styles whose pairs of letters either stand close or far enough apart to be of two words. */
export function closelySet(chars: CharTable, styles: readonly TextStyle[]): ReadonlySet<number> {
  const pairs = new Uint32Array(styles.length);
  const close = new Uint32Array(styles.length);
  const between = new Uint32Array(styles.length);
  for (let at = 1; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if (chars.style[at - 1] !== style || !isLatinLetter(chars.code[at] as number)) continue;
    if (!isLatinLetter(chars.code[at - 1] as number)) continue;
    const unit = styles[style]?.size || 1;
    const gap = ((chars.left[at] as number) - (chars.right[at - 1] as number)) / unit;
    if (gap > 1 || gap < -1) continue;
    pairs[style] = (pairs[style] as number) + 1;
    if (gap <= closeGap) close[style] = (close[style] as number) + 1;
    else if (gap <= tightGap) between[style] = (between[style] as number) + 1;
  }
  const tight = new Set<number>();
  for (const [style, count] of pairs.entries()) {
    const isClose = (close[style] as number) >= leastClose * count && (between[style] as number) <= mostBetween * count;
    if (count >= fewestPairs && isClose) tight.add(style);
  }
  return tight;
}
