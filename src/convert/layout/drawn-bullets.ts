// Bullets that are drawn instead of written: small dots, squares or pictures before several lines that begin at one place.
import { smallestOf } from './many.ts';
import { type Box, type Fill, heightOf, middleX, middleY, type PageContent, type Word, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import { firstAtOrAfter } from './sorted.ts';

/** In points, and in parts of the type size. */
const smallest = 1.2;
const largestAtAll = 32;
const largest = 0.8;
const furthest = 2.5;
/** Lines with such a mark at one place: a single dot is an ornament. */
const fewest = 2;
/** With so many on the page, one may also stand alone at its place: the only item of a list within a list. */
const severalMarks = 4;
/** In parts of the type size: a dot that is a bullet by itself, and the white after it. */
const dot = { from: 0.25, to: 0.45, near: 0.4, far: 1.2 };
/** Marks looked at on one page; plots have more, and no bullets. */
const mostMarks = 2_000;

/** The segments with a bullet as their first word where one is drawn. */
export function withDrawnBullets(content: PageContent, segments: readonly Segment[]): readonly Segment[] {
  const marks = [...content.fills, ...content.images].filter(isMark);
  if (marks.length === 0 || marks.length > mostMarks) return segments;
  marks.sort((a, b) => middleY(a) - middleY(b));
  const heights = marks.map(middleY);
  const found = new Map<Segment, Box>();
  const places = new Map<number, number>();
  for (const segment of segments) {
    const mark = markBefore(segment, marks, heights);
    if (mark === undefined) continue;
    found.set(segment, mark);
    const place = Math.round(middleX(mark) / 3);
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  if (found.size === 0) return segments;
  const colour = colourOf(segments);
  const margin = smallestOf(segments, ({ left }) => left);
  return segments.map((segment) => {
    const mark = found.get(segment);
    if (mark === undefined) return segment;
    const place = Math.round(middleX(mark) / 3);
    const count = (places.get(place - 1) ?? 0) + (places.get(place) ?? 0) + (places.get(place + 1) ?? 0);
    return count >= fewest || found.size >= severalMarks || (margin < mark.left && isBullet(mark, segment, colour))
      ? bulleted(segment, mark)
      : segment;
  });
}

/** That most words have. */
function colourOf(segments: readonly Segment[]): number {
  const counts = new Map<number, number>();
  let most = 0;
  for (const { words } of segments) {
    for (const { style } of words) {
      const count = (counts.get(style.colour) ?? 0) + 1;
      counts.set(style.colour, count);
      if (count > (counts.get(most) ?? 0)) most = style.colour;
    }
  }
  return most;
}

/** As web pages draw it: a dot in the colour of the text, round or hollow, and as far from it as no ornament is. */
function isBullet(mark: Box | Fill, { left, size }: Segment, colour: number): boolean {
  if ('colour' in mark && mark.colour !== colour) return false;
  const [width, height, gap] = [widthOf(mark) / size, heightOf(mark) / size, (left - mark.right) / size];
  return Math.abs(width - height) < 0.05 && width > dot.from && width < dot.to && gap > dot.near && gap < dot.far;
}

function isMark(box: Box): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  return (
    width >= smallest &&
    height >= smallest &&
    width <= largestAtAll &&
    height <= largestAtAll &&
    width < 1.5 * height &&
    height < 1.5 * width
  );
}

function markBefore(segment: Segment, marks: readonly Box[], heights: readonly number[]): Box | undefined {
  const [first] = segment.words;
  // A line of signs only is no text that a bullet would begin.
  if (first === undefined || !/[\p{L}\d“‘"'(]/u.test(first.text)) return undefined;
  const height = heightOf(segment);
  const [from, to] = [segment.top + 0.15 * height, segment.bottom - 0.1 * height];
  let best: Box | undefined;
  for (let at = firstAtOrAfter(heights, from); at < marks.length && (heights[at] as number) <= to; at += 1) {
    const mark = marks[at] as Box;
    const gap = segment.left - mark.right;
    if (gap < 0.15 * segment.size || gap > furthest * segment.size) continue;
    if (heightOf(mark) > largest * segment.size) continue;
    if (best === undefined || mark.right > best.right) best = mark;
  }
  return best;
}

function bulleted(segment: Segment, mark: Box): Segment {
  const [first] = segment.words as readonly [Word, ...Word[]];
  const { left, right } = mark;
  const bullet: Word = { ...first, left, right, text: '•', spaced: true };
  return { ...segment, left, words: [bullet, { ...first, spaced: true }, ...segment.words.slice(1)] };
}
