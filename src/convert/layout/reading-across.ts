// Lines across two columns, and what of the columns is read with them: a label beside a text, short lines that begin it.
import { type Box, middleY, overlap } from './page.ts';
import type { Placed } from './placed.ts';

/** In lines: white between lines of one text. */
const mostLeading = 0.6;
/** Words of a line across that begins or goes on with a text, where the labels of a drawing do not. */
const fewestAcross = 5;
/** Short lines that may begin what stands below columns. */
const mostHeld = 2;

/** Right below, and over a part of the same width. */
const isRightBelow = (above: Box | undefined, { left, right, size, top }: Placed): boolean =>
  above !== undefined && top - above.bottom <= mostLeading * size && overlap(above.left, above.right, left, right) > 0;

interface Parted<T> {
  readonly left: readonly T[];
  readonly spanning: readonly T[];
}

/** A label by itself on the left of the first line of a text across is read with it, before it. */
export function withLabels<T extends Placed>(across: readonly T[], left: readonly T[]): Parted<T> {
  const labels = new Set<T>();
  const spanning: T[] = [];
  let at = 0;
  for (const [index, item] of across.entries()) {
    while (at < left.length && middleY(left[at] as T) < middleY(item) - 1) at += 1;
    const label = left[at];
    if (
      label !== undefined &&
      middleY(label) <= middleY(item) + 1 &&
      label.right < item.left &&
      isLike(label, item) &&
      !isRightBelow(across[index - 1], item) &&
      !isRightBelow(left[at - 1], label) &&
      !(at + 1 < left.length && isRightBelow(label, left[at + 1] as T))
    ) {
      labels.add(label);
      spanning.push(label);
    }
    spanning.push(item);
  }
  return { left: labels.size === 0 ? left : left.filter((item) => !labels.has(item)), spanning };
}

const isLike = ({ size }: Placed, across: Placed): boolean =>
  across.wordCount >= fewestAcross && Math.abs(size - across.size) <= 1;

/**
 * What stands below two columns may begin with short lines: they are taken from the left column where they are nearer to
 * the line across than to the column, and nothing is left beside them.
 */
export function heldWith<T extends Placed>(across: T, left: T[], right: readonly T[]): T[] {
  const reach = right.at(-1)?.bottom ?? Number.NEGATIVE_INFINITY;
  let { top } = across;
  let lines = 0;
  let from = left.length;
  for (; from > 0; from -= 1) {
    const item = left[from - 1] as T;
    if (item.bottom <= top + 0.5 * item.size) {
      if (top - item.bottom > mostLeading * item.size) break;
      lines += 1;
    }
    if (lines > mostHeld || !isLike(item, across) || item.top < reach) return [];
    top = Math.min(top, item.top);
  }
  return from === 0 ? [] : left.splice(from);
}
