// Marks above and below their line: told by the line that their letters stand on, where the source says so, else by their boxes.
import type { Line } from './lines.ts';
import { bulletSign } from './list-marks.ts';
import { middleY, type Word } from './page.ts';

/** What a note begins with. */
export const noteMark = /^(?:\d{1,3}|([*∗†‡§¶‖])\1{0,2})$/;

/** In parts of a line's size: marks above or below it are smaller than this, and smaller than the other if they stand clear of it. */
export const smallMark = 0.8;
export const largeMark = 0.9;

/** In parts of a line's size: how far the letters of a mark stand above or below those of the line, by the size of the mark. */
const steps = { raised: { small: 0.12, large: 0.2 }, lowered: { small: 0.05, large: 0.1 } };
/** Further off, it is another line. */
const farthest = 0.8;

/** Too large for a mark, or the bullet of an item, which may be small and high. */
const isNone = ({ style, text }: Word, { size }: Line): boolean =>
  style.size >= largeMark * size || bulletSign.test(text);

/** Small and high on its line; of what an engine has read, whose sizes are measured and not told, only short marks. */
export function isRaised(word: Word, line: Line): boolean {
  if (isNone(word, line) || (word.confidence !== undefined && !/^[\d*\u2020\u2021]{1,3}$/.test(word.text)))
    return false;
  const lift = liftOf(word, line);
  if (lift !== undefined) return isBeyond(lift, word, line, steps.raised);
  const height = line.bottom - line.top || 1;
  const clear = clearance(word, line, 0.1, 0.18);
  if (clear === undefined) return false;
  return middleY(word) < line.top + 0.45 * height && word.bottom < line.bottom - clear * height;
}

/** The mark of a note stands before all else. */
export function beginsRaised(line: Line | undefined): boolean {
  const first = line?.words[0];
  return line !== undefined && first !== undefined && isRaised(first, line);
}

/** Small and below its line. */
export function isLowered(word: Word, line: Line): boolean {
  if (isNone(word, line) || word.confidence !== undefined) return false;
  const lift = liftOf(word, line);
  if (lift !== undefined) return isBeyond(-lift, word, line, steps.lowered);
  const height = line.bottom - line.top || 1;
  const clear = clearance(word, line, 0.02, 0.05);
  if (clear === undefined) return false;
  return middleY(word) > line.top + 0.6 * height && word.bottom > line.bottom + clear * height;
}

function isBeyond(step: number, word: Word, line: Line, { small, large }: { small: number; large: number }): boolean {
  if (step > farthest * line.size) return false;
  return step > (word.style.size < smallMark * line.size ? small : large) * line.size;
}

const baseOf = ({ bottom, style }: Word): number | undefined =>
  style.descent === undefined ? undefined : bottom - style.descent * style.size;

/** How far the letters of a word stand above those of the word it belongs to; undefined where that is not known. */
function liftOf(word: Word, line: Line): number | undefined {
  const base = baseOf(word);
  if (base === undefined) return undefined;
  let bases = lineBases.get(line);
  if (bases === undefined) {
    bases = basesOf(line);
    lineBases.set(line, bases);
  }
  const own = bases.get(word);
  return own === undefined ? undefined : own - base;
}

/** A line is gone through once, however many marks are on it. */
const lineBases = new WeakMap<Line, ReadonlyMap<Word, number>>();

/** In parts of a line's size: what stands further from a mark is not what it belongs to. */
const nearest = 1;
/** In parts of its size: the box of a letter is no taller; signs that are have a line of their own. */
const tallest = 1.5;

/**
 * Where the letters stand that each small word of a line belongs to: those right before it, else right after it, else most of
 * the line. The parts of a fraction stand above and below the line, with marks of their own.
 */
function basesOf({ words, size }: Line): ReadonlyMap<Word, number> {
  const full = words.filter(
    (word) =>
      word.style.size >= largeMark * size &&
      word.style.size <= size / largeMark &&
      word.bottom - word.top <= tallest * size,
  );
  const usual = usualBase(full);
  const bases = new Map<Word, number>();
  let at = 0;
  /** The end of the letters before, and of the marks that stand close to them. */
  let reach = Number.NEGATIVE_INFINITY;
  let base = usual;
  for (const word of words) {
    if (word === full[at]) {
      base = baseOf(word);
      reach = word.right;
      at += 1;
      continue;
    }
    const next = full[at];
    const follows = word.left - reach < nearest * size;
    if (follows) reach = Math.max(reach, word.right);
    const leads = !follows && next !== undefined && next.left - word.right < nearest * size;
    const own = follows ? base : leads ? baseOf(next) : usual;
    if (own !== undefined) bases.set(word, own);
  }
  return bases;
}

/** Where most of the letters stand. */
function usualBase(words: readonly Word[]): number | undefined {
  const letters = new Map<number, number>();
  let most: number | undefined;
  for (const word of words) {
    const base = baseOf(word);
    if (base === undefined) continue;
    const at = Math.round(base);
    letters.set(at, (letters.get(at) ?? 0) + word.text.length);
    if (most === undefined || (letters.get(at) as number) > (letters.get(Math.round(most)) as number)) most = base;
  }
  return most;
}

/** Fonts have boxes of their own: only those of one font tell how high its words stand. */
const sharesFont = ({ style }: Word, { words, size }: Line): boolean =>
  words.some((other) => other.style.size === size && other.style.font === style.font);

/** How far clear of its line a mark of this size must stand, in parts of the line's height; undefined where that cannot be told. */
function clearance(word: Word, line: Line, small: number, large: number): number | undefined {
  if (word.style.size < smallMark * line.size) return small;
  return sharesFont(word, line) ? large : undefined;
}
