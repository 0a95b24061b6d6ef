// Two pages of a book on one of the file: read one after the other, as if each were a page of its own.
import { movedContent } from './moved-content.ts';
import { type Box, middleX, middleY, type PageContent, type Word, widthOf } from './page.ts';

/** Width against height of two pages side by side. */
const leastWidth = 1.15;
/** Share of the height where page numbers stand, at the top and at the foot. */
const margin = 0.1;
/** Share of the width that is free of words where the pages meet. */
const fold = 0.01;
/** Share of the width by which the number of one page may stand elsewhere than that of the other. */
const aligned = 0.03;
const fewestWords = 10;

/** Both pages where there are two, told by their numbers; else the page as it is. */
export function pagesOfSpread(content: PageContent): readonly PageContent[] {
  const { width, height, words } = content;
  if (width < leastWidth * height || !isNumbered(content)) return [content];
  const middle = width / 2;
  if (words.some(({ left, right }) => left < middle + fold * middle && right > middle - fold * middle))
    return [content];
  const halves = [half(content, 0, middle), half(content, middle, width)];
  return halves.some((one) => one.words.length < fewestWords) ? [content] : halves;
}

/** An even number in the margin of the left page, and the next one in its place on the right. */
function isNumbered({ width, height, words }: PageContent): boolean {
  const numbers = words.filter(
    (word) => /^\d{1,4}$/.test(word.text) && (word.bottom < margin * height || word.top > (1 - margin) * height),
  );
  return numbers.some(
    (even) =>
      Number(even.text) % 2 === 0 &&
      numbers.some((odd) => Number(odd.text) === Number(even.text) + 1 && areTwins(even, odd, width)),
  );
}

/** Level with each other, and either both as far from the outer edges or both as far from the left ones. */
function areTwins(one: Word, other: Word, width: number): boolean {
  if (Math.abs(middleY(one) - middleY(other)) > 0.5 * one.style.size || middleX(one) > width / 2) return false;
  const [outer, left] = [middleX(one) + middleX(other) - width, middleX(other) - middleX(one) - width / 2];
  return Math.min(Math.abs(outer), Math.abs(left)) < aligned * width;
}

function half(content: PageContent, from: number, to: number): PageContent {
  const moved = <T extends Box>(box: T): T => ({ ...box, left: box.left - from, right: box.right - from });
  const moves = {
    text: <T extends Box>(boxes: readonly T[]): T[] =>
      boxes.filter((box) => middleX(box) >= from && middleX(box) < to).map(moved),
    /** What reaches over the fold is on both pages. */
    drawn: <T extends Box>(boxes: readonly T[]): T[] =>
      boxes
        .map((box) => moved({ ...box, left: Math.max(from, box.left), right: Math.min(to, box.right) }))
        .filter((box) => widthOf(box) >= 0),
  };
  const one = movedContent(content, moves, ({ left, top, right, bottom }) => ({
    left: left + from,
    top,
    right: right + from,
    bottom,
  }));
  return { ...one, width: to - from };
}
