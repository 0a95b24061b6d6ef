// Takes the drawn lines of tables and forms off a picture before it is read: a recogniser takes them for bars and the
// letter I, and loses words that touch them. The lines themselves are reported apart from the words.
import type { OcrRule } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { findRules } from './ruled-lines.ts';

/** Length by the size of a letter: stems of letters are shorter. */
const leastLength = 2.4;
/** Longer ones need no other line to lean on. */
const sureLength = 6;
/** Length by thickness: the strokes of large letters are fatter. */
const leastSlimness = 12;

export function withoutRules(grey: Grey, letterSize: number): Grey {
  if (letterSize <= 0) return grey;
  const rules = findRules(grey);
  const slim = rules.filter((rule) => {
    const [length, thickness] = sides(rule);
    return length >= leastLength * letterSize && length >= leastSlimness * thickness;
  });
  const removed = slim.filter(
    (rule) => sides(rule)[0] >= sureLength * letterSize || meetsAnother(rule, slim, letterSize),
  );
  if (removed.length === 0) return grey;
  const pixels = new Uint8Array(grey.pixels);
  for (const rule of removed) erase(pixels, grey, rule);
  return { ...grey, pixels };
}

function sides(rule: OcrRule): readonly [length: number, thickness: number] {
  const [width, height] = [rule.right - rule.left, rule.bottom - rule.top];
  return rule.horizontal ? [width, Math.max(1, height)] : [height, Math.max(1, width)];
}

/** At both ends: the side of a cell runs from one line to the next. */
function meetsAnother(rule: OcrRule, rules: readonly OcrRule[], letterSize: number): boolean {
  const near = letterSize / 3;
  const meets = (x: number, y: number): boolean =>
    rules.some(
      (other) =>
        other.horizontal !== rule.horizontal &&
        x >= other.left - near &&
        x <= other.right + near &&
        y >= other.top - near &&
        y <= other.bottom + near,
    );
  return meets(rule.left, rule.top) && meets(rule.right, rule.bottom);
}

/** Each row, or column, across the line takes the lighter of what stands on its two sides. */
function erase(pixels: Uint8Array, { width, height, pixels: before }: Grey, rule: OcrRule): void {
  const rim = 2;
  const left = Math.max(0, Math.floor(rule.left) - (rule.horizontal ? 0 : rim));
  const right = Math.min(width, Math.ceil(rule.right) + (rule.horizontal ? 0 : rim));
  const top = Math.max(0, Math.floor(rule.top) - (rule.horizontal ? rim : 0));
  const bottom = Math.min(height, Math.ceil(rule.bottom) + (rule.horizontal ? rim : 0));
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const [a, b] = rule.horizontal
        ? [Math.max(0, top - 1) * width + x, Math.min(height - 1, bottom) * width + x]
        : [y * width + Math.max(0, left - 1), y * width + Math.min(width - 1, right)];
      const paper = Math.max(before[a] as number, before[b] as number);
      const at = y * width + x;
      if ((pixels[at] as number) < paper) pixels[at] = paper;
    }
  }
}
