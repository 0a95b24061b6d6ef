// Numbers of items in drawn balls or boxes, as slides have them: each is a number of a list, however small it is set.
import {
  type Box,
  type Fill,
  heightOf,
  liesIn,
  middleX,
  middleY,
  type PageContent,
  type Word,
  widthOf,
} from './page.ts';
import type { Segment } from './segments.ts';
import { firstAtOrAfter } from './sorted.ts';

/** Against the size of the number: how large its ball is. */
const smallest = 1;
const largest = 3;
/** In points: no ball is larger. */
const largestAtAll = 40;
/** In parts of the size of its ball: how far the middle of the number may be from that of the ball. */
const furthest = 0.2;
/** Balls looked at on one page, and numbers. */
const mostBalls = 4_000;
const mostNumbers = 200;
const number = /^\d{1,2}$/;

/** The segments with a stop after each number that stands in a ball before words, where the next number of the list does as well. */
export function withDrawnNumbers(content: PageContent, segments: readonly Segment[]): readonly Segment[] {
  if (content.fills.length + content.images.length === 0) return segments;
  const numbered = segments.filter(({ words }) => words.length > 1 && number.test((words[0] as Word).text));
  if (numbered.length === 0 || numbered.length > mostNumbers) return segments;
  const balls = [...content.fills, ...content.images].filter(isBall);
  if (balls.length === 0 || balls.length > mostBalls) return segments;
  balls.sort((a, b) => middleY(a) - middleY(b));
  const heights = balls.map(middleY);
  const found = numbered.filter(({ words }) => standsInBall(words as readonly [Word, Word], balls, heights));
  const items = new Set(found.filter((one) => numberOf(one) === 1 || found.some((other) => areNext(one, other))));
  return items.size === 0 ? segments : segments.map((segment) => (items.has(segment) ? withStop(segment) : segment));
}

const numberOf = ({ words }: Segment): number => Number((words[0] as Word).text);

/** The number before or after it, below each other. */
const areNext = (one: Segment, other: Segment): boolean =>
  Math.abs(numberOf(one) - numberOf(other)) === 1 &&
  Math.abs(middleX(one.words[0] as Word) - middleX(other.words[0] as Word)) < (one.words[0] as Word).style.size;

function isBall(box: Box | Fill): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  return width > 0 && width <= largestAtAll && height <= largestAtAll && width < 1.25 * height && height < 1.25 * width;
}

function standsInBall(
  [mark, next]: readonly [Word, ...Word[]],
  balls: readonly Box[],
  heights: readonly number[],
): boolean {
  const { size } = mark.style;
  const [x, y] = [middleX(mark), middleY(mark)];
  const near = furthest * largest * size;
  for (let at = firstAtOrAfter(heights, y - near); at < balls.length && (heights[at] as number) <= y + near; at += 1) {
    const ball = balls[at] as Box;
    const width = widthOf(ball);
    if (width < smallest * size || width > largest * size || !liesIn(mark, ball)) continue;
    const isMiddle = Math.abs(middleX(ball) - x) < furthest * width && Math.abs(middleY(ball) - y) < furthest * width;
    if (isMiddle && next !== undefined && next.left > ball.right - 0.5) return true;
  }
  return false;
}

function withStop(segment: Segment): Segment {
  const [mark, next, ...others] = segment.words as readonly [Word, Word, ...Word[]];
  const { style } = next;
  return { ...segment, words: [{ ...mark, text: `${mark.text}.`, style }, { ...next, spaced: true }, ...others] };
}
