// Segments: words that stand together on a line, closer than a column gutter. They are what columns and tables are
// found from; lines and paragraphs are made of them afterwards.
import { closeLetters } from './letter-spacing.ts';
import { type Box, heightOf, overlap, type Word } from './page.ts';

export interface Segment extends Box {
  readonly words: readonly Word[];
  /** Size that most of its characters have. */
  readonly size: number;
}

/** In parts of the type size: words further apart do not belong together for certain. */
const segmentGap = 1;
const backStep = 0.3;
/** The same: no space is as narrow. */
const touch = 0.04;
/** In heights of its longest word: a taller word of the same size. */
const tooTall = 1.4;
/** Two words are on one line when they overlap by this much of the lower one. */
export const lineOverlap = 0.5;

/** All of it is set like code. */
export const countOfWords = (parts: readonly Pick<Segment, 'words'>[]): number =>
  parts.reduce((sum, { words }) => sum + words.length, 0);

export const isMonospace = ({ words }: Segment): boolean => words.every(({ style }) => style.monospace);

export function makeSegment(given: readonly Word[]): Segment {
  const words = closeLetters(given);
  const [first] = words as readonly [Word, ...Word[]];
  let { left, top, right, bottom } = first;
  const sizes = new Map<number, number>();
  for (const word of words) {
    if (word.left < left) left = word.left;
    if (word.right > right) right = word.right;
    const { size } = word.style;
    sizes.set(size, (sizes.get(size) ?? 0) + word.text.length);
  }
  let size = first.style.size;
  let most = 0;
  for (const [one, count] of sizes) {
    if (count <= most) continue;
    most = count;
    size = one;
  }
  let longest = first;
  for (const word of words) {
    if (word.style.size === size && (longest.style.size !== size || word.text.length > longest.text.length))
      longest = word;
  }
  const tallest = tooTall * heightOf(longest);
  // Raised and lowered marks, large initials and signs of fonts with boundless boxes do not make a line taller.
  let found = false;
  for (const word of words) {
    if (word.style.size < size * 0.85 || word.style.size > size * 1.5) continue;
    if (word !== longest && word.style.size <= size && heightOf(word) > tallest) continue;
    if (!found || word.top < top) top = found ? Math.min(top, word.top) : word.top;
    if (!found || word.bottom > bottom) bottom = found ? Math.max(bottom, word.bottom) : word.bottom;
    found = true;
  }
  return { words, size, left, top, right, bottom };
}

/** As they were drawn, one after the other. */
export const inDrawnOrder = (segments: readonly Segment[]): Segment[] =>
  [...segments].sort((a, b) => (a.words[0]?.order ?? 0) - (b.words[0]?.order ?? 0));

/** The words of a page in the order they were drawn, cut into segments. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let current: Word[] = [];
  let last: Word | undefined;
  for (const word of words) {
    if (last !== undefined && !follows(last, word)) {
      segments.push(makeSegment(current));
      current = [];
    }
    current.push(word);
    last = word;
  }
  if (current.length > 0) segments.push(makeSegment(current));
  return joinNeighbours(segments);
}

function follows(last: Word, word: Word): boolean {
  const size = Math.max(last.style.size, word.style.size, 1);
  const gap = word.left - last.right;
  if (gap > segmentGap * size || gap < -backStep * size) return false;
  return sameLine(last, word);
}

function sameLine(one: Box, other: Box): boolean {
  const least = Math.min(heightOf(one), heightOf(other));
  return overlap(one.top, one.bottom, other.top, other.bottom) >= lineOverlap * least;
}

/**
 * The words of the second piece, the first of which has no space before it where it touches the piece before: a sign in
 * another font is drawn by itself.
 */
function touching({ right, words, size }: Segment, second: Segment): readonly Word[] {
  const last = words.at(-1) as Word;
  const [first, ...others] = second.words as readonly [Word, ...Word[]];
  const isTouching = Math.abs(first.left - right) <= touch * size && first.order !== last.order + 1;
  if (!isTouching || !first.spaced || !(/[\p{L}\p{N}]$/u.test(last.text) || /^[\p{L}\p{N}]/u.test(first.text)))
    return second.words;
  return [{ ...first, spaced: false }, ...others];
}

/** Pieces of one line that were not drawn one after the other: joined where they all but touch. */
function joinNeighbours(segments: readonly Segment[]): Segment[] {
  const sorted = [...segments].sort((a, b) => a.top - b.top || a.left - b.left);
  const joined: Segment[] = [];
  // Only segments whose tops are within a line of each other can be neighbours.
  for (const segment of sorted) {
    let found = -1;
    for (let at = joined.length - 1; at >= 0 && at >= joined.length - 40; at -= 1) {
      const other = joined[at] as Segment;
      const size = Math.min(other.size, segment.size) || 1;
      const gap = segment.left >= other.left ? segment.left - other.right : other.left - segment.right;
      if (gap > 0.35 * size || gap < -0.5 * size || !sameLine(other, segment)) continue;
      if (Math.abs(other.size - segment.size) > 0.35 * Math.max(other.size, segment.size)) continue;
      found = at;
      break;
    }
    if (found < 0) joined.push(segment);
    else {
      const other = joined[found] as Segment;
      const [first, second] = segment.left >= other.left ? [other, segment] : [segment, other];
      joined[found] = makeSegment([...first.words, ...touching(first, second)]);
    }
  }
  return joined;
}
