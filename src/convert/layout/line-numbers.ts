// Numbers of lines, as manuscripts and court papers have them in the margin: one beside each line, or beside every fifth.
// They say nothing once lines are joined to paragraphs. The numbers of a list or of the rows of a table look like them, but
// stand beside beginnings; lines of a text begin anywhere in a sentence.
import {
  isBeside,
  isLadder,
  isMargin,
  isNumber,
  sizeOf,
  standsBesidePieces,
  standsBesideText,
} from './beside-numbers.ts';
import { addAll } from './many.ts';
import { boundsOf, type PageContent, type Word } from './page.ts';

const fewest = 8;
/** The same of small ones beside code. */
const fewestOfCode = 3;
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

/** Not the number of a chapter before its dot, or the beginning of an amount. */
const isFree = (number: Word, next: Word | undefined): boolean =>
  next === undefined || next.spaced || next.left > number.right + number.style.size || !isBeside(next, number);

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
