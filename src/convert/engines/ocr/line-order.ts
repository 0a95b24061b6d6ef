// Puts lines that Tesseract passed over in their place among those it read.
import { boundsOf, isBeside } from '../../layout/page.ts';
import type { OcrWord, PixelBox } from './port.ts';
import { wordLines } from './word-lines.ts';

interface OrderedLine {
  readonly bounds: PixelBox;
  readonly words: readonly OcrWord[];
}

/**
 * All words with lines numbered anew from 0. `read` keep the order of their lines; each of `found` is one line and is
 * put in by where it stands.
 */
export function numberLines(read: readonly OcrWord[], found: readonly (readonly OcrWord[])[]): OcrWord[] {
  const lines: OrderedLine[] = wordLines(read).map((words) => ({
    bounds: boundsOf(words),
    words: words.toSorted(leftToRight),
  }));
  const added = found
    .filter((words) => words.length > 0)
    .map((words) => ({ bounds: boundsOf(words), words }))
    .sort((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
  for (const line of added) lines.splice(placeOf(line.bounds, lines), 0, line);
  return lines.flatMap(({ words }, line) => words.map((word) => ({ ...word, line })));
}

/** Right-to-left print keeps the order it was read in, which is not that of its boxes. */
function leftToRight(a: OcrWord, b: OcrWord): number {
  return a.rightToLeft || b.rightToLeft ? 0 : a.left - b.left;
}

/** Beside the nearest line of its own row, else under the nearest line above it, else over the nearest below. */
function placeOf(box: PixelBox, lines: readonly OrderedLine[]): number {
  let place = lines.length;
  let nearest = Number.POSITIVE_INFINITY;
  const offer = (at: number, distance: number): void => {
    if (distance < nearest) {
      nearest = distance;
      place = at;
    }
  };
  const height = box.bottom - box.top;
  for (const [i, { bounds }] of lines.entries()) {
    const beside = Math.max(bounds.left - box.right, box.left - bounds.right, 0);
    if (isBeside(box, bounds)) offer(box.left < bounds.left ? i : i + 1, beside);
    else {
      const above = box.top + height / 2 > bounds.bottom;
      const apart = above ? box.top - bounds.bottom : bounds.top - box.bottom;
      // Lines of other columns are further away than they look.
      offer(above ? i + 1 : i, Math.max(apart, 0) + height + beside * 4);
    }
  }
  // A row of cells stays whole: what comes next may be left of this line in its row, or go on the row above it.
  for (let next = lines[place]?.bounds; next; next = lines[place]?.bounds) {
    const last = lines[place - 1]?.bounds;
    const isRowAbove = last && isBeside(last, next) && next.left >= last.right && next.bottom <= box.top + height / 2;
    if (!isRowAbove && !(isBeside(box, next) && next.right <= box.left)) break;
    place++;
  }
  return place;
}
