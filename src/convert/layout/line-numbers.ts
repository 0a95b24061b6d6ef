// Numbers of lines, as manuscripts and court papers have them in the margin: one beside each line, or beside every fifth.
// They say nothing once lines are joined to paragraphs. The numbers of a list or of the rows of a table look like them, but
// stand beside beginnings; lines of a text begin anywhere in a sentence.
import { isUpright } from './analyse-page.ts';
import { lineFrom } from './lines.ts';
import { addAll, largestOf, smallestOf } from './many.ts';
import { type Box, boundsOf, heightOf, middleY, overlap, type PageContent, type Word } from './page.ts';
import { isRaised } from './raised-marks.ts';
import { firstAtOrAfter, median } from './sorted.ts';

const fewest = 8;
/** The same of small ones beside code. */
const fewestOfCode = 3;
/** In parts of the size of the code. */
const small = 0.85;
/** In parts of their size: how much the numbers of one column differ. */
const sameSize = 0.1;
const most = 400;
/** In points: where numbers of a column end, or begin. */
const aligned = 1.5;
/** Numbers that a column may have above those with one more figure, and how far they stand apart, against the others. */
const mostBefore = 99;
const mostStride = 3;
/** Columns of numbers that are looked at closely. */
const mostColumns = 6;
const steps = [1, 5, 10];
/** Of the numbers of a column, those that follow one another. */
const counted = 0.9;
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

/** Where numbers stood on the pages before, and how they count. */
interface Place {
  readonly left: number;
  readonly right: number;
  readonly size: number;
  readonly step: number;
}

/** Takes the numbers of lines off the pages of a document, one after the other. */
export class LineNumbers {
  #places: readonly Place[] = [];
  /** The same of the page before that one: left and right pages have margins of their own. */
  #placesBefore: readonly Place[] = [];
  /** The numbers that ended the columns of the last page with such. */
  #ends: readonly number[] = [];

  /** The page without the numbers of its lines; the same page where it has none. */
  without(page: PageContent): PageContent {
    const numbers = page.words.filter((word, at) => isNumber(word) && isFree(word, page.words[at + 1]));
    if (numbers.length === 0) return page;
    const runs = [...this.#goingOn(numbers, page.words)];
    const found = new Set(runs.flatMap((run) => run.words));
    if (numbers.length >= fewestOfCode) addAll(runs, newRuns(numbers, page.words, found));
    if (runs.length === 0) return page;
    this.#placesBefore = this.#places;
    this.#places = runs.map(({ words, step }) => ({ ...boundsOf(words), size: sizeOf(words), step }));
    this.#ends = runs.map(({ words }) => numberOf(words.at(-1) as Word));
    return { ...page, words: page.words.filter((word) => !found.has(word)) };
  }

  /** Numbers where those of the page before were, counting on from one of its columns or of this page's: told by that alone. */
  *#goingOn(numbers: readonly Word[], words: readonly Word[]): Generator<Run> {
    const ends = [...this.#ends];
    const taken = new Set<Word>();
    for (const { left, right, size, step } of [...this.#places, ...this.#placesBefore]) {
      const column = numbers
        .filter((word) => Math.abs(word.right - right) < aligned || Math.abs(word.left - left) < aligned)
        .filter((word) => isLike(word.style.size, size) && !taken.has(word))
        .sort((a, b) => a.top - b.top);
      const first = column.findIndex((word) => ends.includes(numberOf(word) - step));
      if (first < 0) continue;
      const run = column
        .slice(first)
        .filter((word, at) => numberOf(word) === numberOf(column[first] as Word) + step * at);
      if (run.length < counted * column.length) continue;
      if (!isMargin(run, words) && !standsBesidePieces(run, words)) continue;
      ends.push(numberOf(run.at(-1) as Word));
      for (const word of run) taken.add(word);
      yield { words: run, step };
    }
  }
}

interface Run {
  readonly words: readonly Word[];
  readonly step: number;
}

function newRuns(numbers: readonly Word[], words: readonly Word[], found: Set<Word>): Run[] {
  const runs: Run[] = [];
  let looks = 0;
  const columns = [...columnsBy(numbers, 'right'), ...columnsBy(numbers, 'left')];
  for (const column of columns.sort((a, b) => b.length - a.length)) {
    const run = countedRun(column.filter((word) => !found.has(word)));
    if (run === undefined) continue;
    looks += 1;
    if (looks > mostColumns) break;
    if (!areOfLines(run.words, words)) continue;
    const all = { ...run, words: [...before(run, numbers), ...run.words] };
    runs.push(all);
    for (const word of all.words) found.add(word);
  }
  return runs;
}

/** Numbers of fewer figures that count on to a column from above, though they end or begin elsewhere. */
function before({ words: [first, second], step }: Run, numbers: readonly Word[]): Word[] {
  const above: Word[] = [];
  let next = first as Word;
  const farthest = mostStride * ((second as Word).top - next.top);
  for (let at = 0; at < mostBefore; at += 1) {
    const { left, right, top, style } = next;
    const number = numbers.find(
      (word) =>
        numberOf(word) === numberOf(next) - step &&
        word.style.size === style.size &&
        word.top < top &&
        top - word.top < farthest &&
        (Math.abs(word.left - left) < aligned || Math.abs(word.right - right) < aligned),
    );
    if (number === undefined) break;
    above.unshift(number);
    next = number;
  }
  return above;
}

function areOfLines(run: readonly Word[], words: readonly Word[]): boolean {
  const isLong = run.length >= fewest;
  if (isLong && isMargin(run, words) && (standsBesideText(run, words) || isLadder(run, words))) return true;
  return standsBesidePieces(run, words, isLong);
}

const numberOf = ({ text }: Word): number => Number(text);

function isNumber(word: Word): boolean {
  const code = word.text.charCodeAt(0);
  return code >= 48 && code <= 57 && /^\d{1,5}$/.test(word.text) && isUpright(word);
}

/** Not the number of a chapter before its dot, or the beginning of an amount. */
const isFree = (number: Word, next: Word | undefined): boolean =>
  next === undefined || next.spaced || next.left > number.right + number.style.size || !isBeside(next, number);

const sizeOf = (words: readonly Word[]): number => median(words.map(({ style }) => style.size));

const isLike = (size: number, usual: number): boolean => Math.abs(size - usual) < sameSize * usual;

/** Without the number of a heading that begins where they do. */
function ofOneSize(column: Word[]): Word[] {
  if (column.length < fewestOfCode) return column;
  const usual = sizeOf(column);
  return column.filter(({ style }) => isLike(style.size, usual));
}

function columnsBy(numbers: readonly Word[], edge: 'left' | 'right'): Word[][] {
  const sorted = [...numbers].sort((a, b) => a[edge] - b[edge]);
  const columns: Word[][] = [];
  for (const word of sorted) {
    const last = columns.at(-1);
    if (last !== undefined && word[edge] - (last.at(-1) as Word)[edge] < aligned) last.push(word);
    else columns.push([word]);
  }
  return columns.map(ofOneSize).filter(({ length }) => length >= fewestOfCode && length <= most);
}

/** The numbers that count on from top to bottom; undefined where they do not. */
function countedRun(column: readonly Word[]): Run | undefined {
  const sorted = [...column].sort((a, b) => a.top - b.top);
  const values = sorted.map(numberOf);
  for (const step of steps) {
    const run = sorted.filter((_, at) => {
      const value = values[at] as number;
      return value === (values[at - 1] ?? Number.NaN) + step || value === (values[at + 1] ?? Number.NaN) - step;
    });
    if (run.length >= Math.max(fewestOfCode, counted * sorted.length)) return { words: run, step };
  }
  return undefined;
}

/** Hardly anything else stands above or below them. */
const isMargin = (run: readonly Word[], words: readonly Word[]): boolean =>
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
function standsBesidePieces(run: readonly Word[], words: readonly Word[], isLong = true): boolean {
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
function standsBesideText(run: readonly Word[], words: readonly Word[]): boolean {
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
function isLadder(run: readonly Word[], words: readonly Word[]): boolean {
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

const isBeside = (word: Box, number: Box): boolean =>
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
