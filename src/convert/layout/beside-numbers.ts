// What stands beside numbers below each other tells whether they count lines: text that runs on from line to line, code, or
// whatever a page has.
import { isUpright } from './analyse-page.ts';
import { lineFrom } from './lines.ts';
import { largestOf, smallestOf } from './many.ts';
import { type Box, boundsOf, heightOf, middleY, overlap, type Word } from './page.ts';
import { isRaised } from './raised-marks.ts';
import { firstAtOrAfter, median } from './sorted.ts';

/** In parts of the size of the code. */
const small = 0.85;
/** Other words in the margin, for each number. */
const mostOthers = 0.1;
/** Lines beside numbers that say how the text runs, and the share of them that begins with a small letter. */
const fewestLines = 5;
const leastWrapped = 0.3;
/** Numbers with a line beside them; formulas and white have others. */
const leastBeside = 0.5;
/** The share that ends at the right side of the text, so far from it at most, in parts of its width; the share of code. */
const leastFull = 0.5;
const farthest = 0.12;
const leastCode = 0.6;
/** The same where text stands between pieces of code, and where their numbers are small. */
const leastOfPieces = 0.8;
const leastOfSmall = 0.5;
/** In usual distances: lines of one piece are not farther apart. */
const samePiece = 1.7;
/** The share of lines that begin with another number: rows of figures. */
const leastNumbers = 0.5;
/** In parts of the type size: white between two words of a line. */
const mostGap = 1.5;

export function isNumber(word: Word): boolean {
  const code = word.text.charCodeAt(0);
  return code >= 48 && code <= 57 && /^\d{1,5}$/.test(word.text) && isUpright(word);
}

export const sizeOf = (words: readonly Word[]): number => median(words.map(({ style }) => style.size));

/** Hardly anything else stands above or below them. */
export const isMargin = (run: readonly Word[], words: readonly Word[]): boolean =>
  othersAmong(run, words).length <= mostOthers * run.length;

function othersAmong(run: readonly Word[], words: readonly Word[]): Word[] {
  const { left, right, top, bottom } = boundsOf(run);
  const own = new Set(run);
  return words.filter(
    (word) =>
      word.left < right + 1 && word.right > left - 1 && word.bottom > top && word.top < bottom && !own.has(word),
  );
}

/** Numbers of code that stands in pieces among paragraphs, as in the documentation of programs: text parts only the pieces. */
export function standsBesidePieces(run: readonly Word[], words: readonly Word[], isLong = true): boolean {
  const tops = run.map(({ top }) => top).sort((a, b) => a - b);
  const steps = tops.slice(1).map((top, at) => top - (tops[at] as number));
  const within = samePiece * median(steps.filter((step) => step > 0));
  const inPieces = othersAmong(run, words).filter((word) => {
    const next = firstAtOrAfter(tops, middleY(word));
    return (tops[next] ?? Number.POSITIVE_INFINITY) - (tops[next - 1] ?? Number.NEGATIVE_INFINITY) < within;
  });
  if (inPieces.length > mostOthers * run.length) return false;
  const lines = run.flatMap((number) => lineBeside(number, words) ?? []);
  if (lines.length < leastBeside * run.length || areRowsOfFigures(lines)) return false;
  // Notes begin with raised numbers, and often with an address that is set like code.
  if (shareOf(lines, beginsWithMark) >= leastOfSmall) return false;
  const isSmall = sizeOf(run) < small * sizeOf(lines.map(({ first }) => first));
  return isSmall ? shareOf(lines, isOfCode) >= leastOfSmall : isLong && shareOf(lines, isOfCode) >= leastOfPieces;
}

/** Lines of wrapped text, most of which reach its right side, or of code. */
export function standsBesideText(run: readonly Word[], words: readonly Word[]): boolean {
  // Most numbers below each other stand within lines, and a few tell it.
  if (run.slice(0, fewestLines).every((number) => lineBeside(number, words) === undefined)) return false;
  const lines = run.flatMap((number) => lineBeside(number, words) ?? []);
  if (lines.length < Math.max(fewestLines, leastBeside * run.length)) return false;
  if (areRowsOfFigures(lines)) return false;
  if (shareOf(lines, isOfCode) >= leastCode) return true;
  const [left, right] = [smallestOf(lines, ({ first }) => first.left), largestOf(lines, ({ end }) => end)];
  if (shareOf(lines, ({ end }) => end > right - farthest * (right - left)) < leastFull) return false;
  const worded = lines.filter(({ first }) => /^\p{L}/u.test(first.text));
  const wrapped = worded.filter(({ first }) => /^\p{Ll}/u.test(first.text));
  return worded.length >= fewestLines && wrapped.length >= leastWrapped * worded.length;
}

/** Numbers that count a page rather than its lines, and how far from even their distances may be, in points. */
const fewestRungs = 20;
const mostUneven = 0.75;
/** Against the size of the text. */
const smallRung = 0.85;
/** The share of them that has no text beside it: rows of a table all have. */
const leastFree = 0.05;
/** Words of the page for each of them. */
const fewestWords = 3;

/** Small numbers at the side of all text and one distance from each other, whatever stands beside them: titles, figures and white, too. */
export function isLadder(run: readonly Word[], words: readonly Word[]): boolean {
  if (run.length < fewestRungs || words.length < fewestWords * run.length) return false;
  const { left, right, top, bottom } = boundsOf(run);
  const [first, last] = [run[0] as Word, run.at(-1) as Word];
  const pitch = (last.top - first.top) / (run.length - 1);
  if (run.some((word, at) => Math.abs(word.top - first.top - at * pitch) > mostUneven)) return false;
  if (first.style.size > smallRung * median(words.map(({ style }) => style.size))) return false;
  const beside = words.filter((word) => word.top < bottom && word.bottom > top && !isNumber(word));
  if (!beside.every((word) => word.right < left) && !beside.every((word) => word.left > right)) return false;
  const free = run.filter((number) => !beside.some((word) => isBeside(word, number)));
  return free.length >= leastFree * run.length;
}

const shareOf = (lines: readonly LineBeside[], is: (line: LineBeside) => boolean): number =>
  lines.filter(is).length / lines.length;

const areRowsOfFigures = (lines: readonly LineBeside[]): boolean =>
  shareOf(lines, ({ first }) => /^\d/.test(first.text)) >= leastNumbers;

const beginsWithMark = ({ number, first }: LineBeside): boolean =>
  isRaised(number, lineFrom([number, first], first, first.style.size));

const isOfCode = ({ isCode }: LineBeside): boolean => isCode;

interface LineBeside {
  readonly number: Word;
  readonly first: Word;
  /** Where it ends at the right. */
  readonly end: number;
  /** All of it is set like code, in one piece and not in columns. */
  readonly isCode: boolean;
}

/** The line right after a number, or else the one right before it; undefined within a line. */
function lineBeside(number: Word, words: readonly Word[]): LineBeside | undefined {
  const line = words.filter((word) => word !== number && isBeside(word, number)).sort((a, b) => a.left - b.left);
  const after = line.filter(({ left }) => left >= number.right);
  const before = line.filter(({ right }) => right <= number.left).reverse();
  const [next, last] = [after[0], before[0]];
  const isNear = (gap: number, { style }: Word): boolean => gap < mostGap * style.size;
  if (next !== undefined && last !== undefined) {
    if (isNear(next.left - number.right, next) && isNear(number.left - last.right, last)) return undefined;
  }
  if (next !== undefined) {
    const end = untilGap(after, (one, other) => other.left - one.right) as Word;
    return { number, first: next, end: end.right, isCode: next.style.monospace && end === after.at(-1) };
  }
  const start = untilGap(before, (one, other) => one.left - other.right);
  if (start === undefined || last === undefined) return undefined;
  return { number, first: start, end: last.right, isCode: start.style.monospace };
}

export const isBeside = (word: Box, number: Box): boolean =>
  overlap(word.top, word.bottom, number.top, number.bottom) > 0.4 * Math.min(heightOf(word), heightOf(number));

/** The last word before the first wide gap. */
function untilGap(words: readonly Word[], gapOf: (one: Word, next: Word) => number): Word | undefined {
  let last: Word | undefined;
  for (const word of words) {
    if (last !== undefined && gapOf(last, word) > mostGap * word.style.size) break;
    last = word;
  }
  return last;
}
