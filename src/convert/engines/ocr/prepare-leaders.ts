// The rows of dots that lead from an entry of a contents page to its number. Recognisers make words of them, and lose the
// words around, or the number, which stands alone without them: leaders are found by their even steps and taken off the
// picture, and the number is moved next to its entry. What was read is put back where it stood.
import type { OcrWord, PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { type Mark, markHeight, marksOf, markWidth } from './prepare-marks.ts';

export interface Leader extends PixelBox {
  readonly dots: number;
  /** What it leads to, where that is short. */
  readonly end?: PixelBox;
}

/** Darker than this is ink: the picture is dark on light, and its contrast was brought up. */
const inkLevel = 140;
/** Sides of a dot, and steps from one to the next, by the size of a letter. */
const largestDot = 0.4;
const longestStep = 2;
/** How far dots of one row may stand above each other, by the size of a letter. */
const level = 0.2;
/** How uneven steps may be. */
const uneven = 0.35;
/** An ellipsis has three. */
const leastDots = 6;
/** White above the foot of a leader, by the size of a letter. */
const clear = 1.1;
/** What stands above and below the foot of a line, the space after a word, and the longest number, by the size of a letter. */
const above = 1.9;
const below = 0.6;
const space = 1;
const longestEnd = 10;
/** White that ends what a leader leads to. */
const endGap = 1.5;

/** `size` is the usual size of a letter in the picture. */
export function leadersOf(grey: Grey, size: number): Leader[] {
  if (size <= 0) return [];
  const mask = new Uint8Array(grey.pixels.length);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (grey.pixels[at] as number) < inkLevel ? 1 : 0;
  const most = Math.max(3, largestDot * size);
  const dots = marksOf(mask, grey.width, grey.height)
    .filter((mark) => markWidth(mark) <= most && markHeight(mark) <= most)
    .sort((a, b) => a.bottom - b.bottom);
  const leaders: Leader[] = [];
  for (let from = 0; from < dots.length; ) {
    const first = dots[from] as Mark;
    let end = from + 1;
    while (end < dots.length && (dots[end] as Mark).bottom - first.bottom <= Math.max(1, level * size)) end += 1;
    leaders.push(...runsOf(dots.slice(from, end), size));
    from = end;
  }
  return leaders.flatMap((leader) =>
    standsClear(grey, leader, mask, size) ? [withEnd(grey, leader, mask, size)] : [],
  );
}

/** Nothing stands on a leader: what looks like one below letters is made of their feet, or of dots on an i. */
function standsClear({ width }: Grey, { left, top, right, bottom }: Leader, mask: Uint8Array, size: number): boolean {
  for (let y = Math.max(0, Math.round(bottom - clear * size)); y < top; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) if (mask[at] === 1) return false;
  }
  return true;
}

/** The ink that follows the last dot on its line, if there is room for it at the first one. */
function withEnd({ width, height }: Grey, leader: Leader, mask: Uint8Array, size: number): Leader {
  const top = Math.max(0, Math.round(leader.bottom - above * size));
  const bottom = Math.min(height, Math.round(leader.bottom + below * size));
  const room = Math.min(longestEnd * size, leader.right - leader.left - 2 * space * size);
  let [left, right] = [-1, -1];
  for (let x = leader.right + 1; x < width && x - leader.right < (endGap + longestEnd) * size; x += 1) {
    let ink = false;
    for (let y = top; y < bottom && !ink; y += 1) ink = mask[y * width + x] === 1;
    if (ink) {
      if (left < 0) left = x;
      right = x + 1;
    } else if (x - (left < 0 ? leader.right : right) > endGap * size) break;
  }
  return left < 0 || right - left > room ? leader : { ...leader, end: { left, top, right, bottom } };
}

/** Where its end is moved to. */
const movedTo = ({ left }: Leader, size: number): number => left + Math.round(space * size);

/** Of dots on one level: the rows with even steps. */
function runsOf(dots: readonly Mark[], size: number): Leader[] {
  if (dots.length < leastDots) return [];
  const found: Leader[] = [];
  let run: Mark[] = [];
  let step = 0;
  const close = (): void => {
    if (run.length >= leastDots) {
      found.push({
        left: Math.min(...run.map((dot) => dot.left)),
        top: Math.min(...run.map((dot) => dot.top)),
        right: Math.max(...run.map((dot) => dot.right)) + 1,
        bottom: Math.max(...run.map((dot) => dot.bottom)) + 1,
        dots: run.length,
      });
    }
  };
  for (const dot of [...dots].sort((a, b) => a.left - b.left)) {
    const last = run.at(-1);
    const gap = last === undefined ? 0 : dot.left - last.left;
    const even = run.length < 2 || Math.abs(gap - step) <= Math.max(1.5, uneven * step);
    if (last !== undefined && (gap > longestStep * size || !even)) {
      close();
      run = gap > longestStep * size ? [] : [last];
    }
    step = run.length === 0 ? 0 : run.length === 1 ? dot.left - (run[0] as Mark).left : (3 * step + gap) / 4;
    run.push(dot);
  }
  close();
  return found;
}

export function withoutLeaders(grey: Grey, leaders: readonly Leader[], size: number): Grey {
  if (leaders.length === 0) return grey;
  const pixels = new Uint8Array(grey.pixels);
  for (const { left, top, right, bottom } of leaders) {
    const [from, to] = [Math.max(0, left - 1), Math.min(grey.width, right + 1)];
    for (let y = Math.max(0, top - 1); y < Math.min(grey.height, bottom + 1); y += 1)
      pixels.fill(255, y * grey.width + from, y * grey.width + to);
  }
  for (const leader of leaders) if (leader.end !== undefined) move(pixels, grey, leader.end, movedTo(leader, size));
  return { ...grey, pixels };
}

/** The light ground that is left behind is that of the picture's paper. */
function move(
  pixels: Uint8Array,
  { width, pixels: before }: Grey,
  { left, top, right, bottom }: PixelBox,
  to: number,
): void {
  for (let y = top; y < bottom; y += 1) {
    pixels.fill(255, y * width + left, y * width + right);
    pixels.set(before.subarray(y * width + left, y * width + right), y * width + to);
  }
}

/** Each leader after the word that it leads away from, and its end where it was; one that leads from nothing stays away. */
export function withLeaders(read: readonly OcrWord[], leaders: readonly Leader[], size: number): OcrWord[] {
  if (leaders.length === 0) return [...read];
  const words = read.map((word) => movedBack(word, leaders, size));
  const after = new Map<OcrWord, OcrWord[]>();
  for (const leader of leaders) {
    const before = wordBefore(words, leader);
    if (before === undefined) continue;
    const { left, right, dots } = leader;
    const { top, bottom, line, baseline } = before;
    const word: OcrWord = {
      text: '.'.repeat(dots),
      confidence: 1,
      line,
      left,
      right,
      top,
      bottom,
      ...(baseline === undefined ? {} : { baseline }),
    };
    after.set(before, [...(after.get(before) ?? []), word]);
  }
  return words.flatMap((word) => [word, ...(after.get(word) ?? [])]);
}

function movedBack(word: OcrWord, leaders: readonly Leader[], size: number): OcrWord {
  const middle = (word.top + word.bottom) / 2;
  for (const leader of leaders) {
    const { end } = leader;
    if (end === undefined || middle < end.top || middle > end.bottom) continue;
    const by = end.left - movedTo(leader, size);
    if (Math.abs(word.left + by - end.left) > size || word.right + by > end.right + size) continue;
    return { ...word, left: word.left + by, right: word.right + by };
  }
  return word;
}

function wordBefore(words: readonly OcrWord[], { left, bottom }: Leader): OcrWord | undefined {
  let nearest: OcrWord | undefined;
  for (const word of words) {
    const height = word.bottom - word.top;
    if (word.right > left + height / 2 || bottom < word.top + height / 3 || bottom > word.bottom + height / 3) continue;
    if (left - word.right > 4 * height) continue;
    if (nearest === undefined || word.right > nearest.right) nearest = word;
  }
  return nearest;
}
