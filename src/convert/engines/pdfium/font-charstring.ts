// The beginning of a Type 2 charstring (Adobe Technical Note 5177): how wide its glyph is, and whether anything is drawn.
import type { FontBytes } from './font-bytes.ts';

export interface CharWidth {
  /** Distance from the font's nominal width; undefined where the default width holds. */
  readonly width: number | undefined;
  readonly blank: boolean;
}

const mostBytes = 512;
const mostOperands = 48;

export function readCharWidth(font: FontBytes, from: number, to: number): CharWidth {
  const stack: number[] = [];
  const end = Math.min(to, from + mostBytes);
  for (let at = from; at < end; ) {
    const byte = font.byte(at);
    at += 1;
    if (byte === 28) {
      stack.push(font.signedShort(at));
      at += 2;
    } else if (byte === 255) {
      stack.push(font.signedLong(at) / 65_536);
      at += 4;
    } else if (byte >= 32) {
      stack.push(font.small(at - 1));
      if (byte >= 247) at += 1;
    } else return firstOperator(byte, stack);
    if (stack.length > mostOperands) break;
  }
  return { width: undefined, blank: false };
}

/** The first operator that clears the stack tells: one operand more than it takes is the width. */
function firstOperator(operator: number, stack: readonly number[]): CharWidth {
  const width = (extra: boolean): number | undefined => (extra ? stack[0] : undefined);
  // hstem, vstem, hstemhm, vstemhm, hintmask, cntrmask take pairs.
  if ([1, 3, 18, 23, 19, 20].includes(operator)) return { width: width(stack.length % 2 === 1), blank: false };
  // hmoveto and vmoveto take one, rmoveto two.
  if (operator === 22 || operator === 4) return { width: width(stack.length > 1), blank: false };
  if (operator === 21) return { width: width(stack.length > 2), blank: false };
  // endchar takes none, or the four operands of an accented letter.
  if (operator === 14) return { width: width(stack.length === 1 || stack.length === 5), blank: stack.length < 4 };
  return { width: undefined, blank: false };
}
