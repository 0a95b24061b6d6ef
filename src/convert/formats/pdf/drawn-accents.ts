// Accents that are drawn as signs of their own over or under a letter, circles round one, and arrows in two parts, as TeX
// does with its first fonts: the two are one sign to a reader.
import { liesIn, type Word } from '../../layout/page.ts';

/** The sign on its own, and the mark that joins the letter before it. */
const marks: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['^', '\u0302'],
  ['\u02dc', '\u0303'],
  ['~', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
  ['\u02db', '\u0328'],
  // TeX strikes signs out with a stroke of no width.
  ['\u0338', '\u0338'],
]);
/** Letters without their dot, which an accent takes the place of. */
const dotless: ReadonlyMap<string, string> = new Map([
  ['\u0131', 'i'],
  ['\u0237', 'j'],
]);

export const isAccent = (sign: string): boolean => marks.has(sign);

/** The one letter that a letter, which may have an accent already, and the sign of an accent make; undefined where there is none. */
export function accented(letter: string, sign: string): string | undefined {
  const mark = marks.get(sign);
  if (mark === undefined || marks.has(letter)) return undefined;
  const [base = '', ...others] = (dotless.get(letter) ?? letter).normalize('NFD');
  // Of two accents, either may be drawn first.
  for (const parts of [
    [base, ...others, mark],
    [base, mark, ...others],
  ]) {
    const made = parts.join('').normalize('NFC');
    if (made.length === 1) return made;
  }
  return undefined;
}

/** Hats, tildes, bars and dots that formulas have over any letter. */
const ofFormulas = /^[\u02c6\u02dc\u00af\u02d9\u00a8\u02c7]$/;

const ofAnyFormula = /^[A-Za-z\u0391-\u03c9\u03d1-\u03f5][\u0302-\u030c]?$/;

/** The letter with the mark that joins it, where the two make no letter: Greek ones, and those of formulas. */
export function marked(letter: string, sign: string): string | undefined {
  if (!ofFormulas.test(sign) || !ofAnyFormula.test(letter)) return undefined;
  return letter + (marks.get(sign) as string);
}

const circled: ReadonlyMap<string, string> = new Map([
  ['c', '©'],
  ['C', '©'],
  ['r', '®'],
  ['R', '®'],
  ['p', '℗'],
  ['P', '℗'],
]);

const isCircle = ({ text }: Word): boolean => text === '○' || text === '◯';

/** The words with a circle and the letter in it made one sign, in the look of the letter. */
export function withCircled(words: readonly Word[]): readonly Word[] {
  if (!words.some(isCircle)) return words;
  const out: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const next = words[at + 1];
    const inside = next === undefined ? undefined : isCircle(word) ? next : isCircle(next) ? word : undefined;
    const circle = inside === next ? word : next;
    const sign = inside === undefined ? undefined : circled.get(inside.text);
    if (inside === undefined || circle === undefined || sign === undefined || !liesIn(inside, circle)) out.push(word);
    else {
      out.push({ ...inside, text: sign, spaced: word.spaced, left: circle.left, right: circle.right });
      at += 1;
    }
  }
  return out;
}

/** The two signs that TeX makes a hooked arrow of. */
const hooked: ReadonlyMap<string, string> = new Map([
  ['←↩', '↩'],
  ['↪→', '↪'],
  ['↦→', '↦'],
]);
/** In parts of the type size: how near the two stand. */
const touching = 0.3;

/** The words with arrows that are drawn in two parts made one sign. */
export function withWholeArrows(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ text }) => text === '↩' || text === '↪' || text === '↦')) return words;
  const out: Word[] = [];
  for (const word of words) {
    const last = out.at(-1);
    const whole = last === undefined ? undefined : hooked.get(last.text + word.text);
    const isNear = last !== undefined && Math.abs(word.left - last.right) < touching * word.style.size;
    if (whole === undefined || last === undefined || !isNear) out.push(word);
    else out[out.length - 1] = { ...last, text: whole, right: Math.max(last.right, word.right) };
  }
  return out;
}
