// Signs that belong together before anything else is looked at: the letters of words, dots in a row, and signs made of two.
import { boundsOf, middleY, overlap } from '../../../layout/page.ts';
import { functionNames } from '../../html/mathml-symbols.ts';
import { italic } from '../../office/math-letters.ts';
import { other } from '../../office/math-pieces.ts';
import { operatorName, runPieces } from '../../office/math-run.ts';
import { type Atom, axisHeight } from './atoms.ts';
import { limitNames } from './decorations.ts';

/** In parts of the type size: letters of one word stand closer, and so do the two words of one name. */
const inWord = 0.14;
const inName = 0.35;
const inPhrase = 0.6;

/** Letters that stand beside each other are words: names of functions, and text. Slanted ones are where they look like one. */
export function withWords(given: readonly Atom[]): Atom[] {
  const sorted = [...given].sort((a, b) => a.left - b.left);
  const words: Atom[] = [];
  const others: Atom[] = [];
  const slanted: { readonly word: Atom; readonly letters: readonly Atom[] }[] = [];
  for (const atom of sorted) {
    const isUpright = isUprightLetter(atom);
    if (!isUpright && !isSlantedLetter(atom)) {
      others.push(atom);
      continue;
    }
    const at = isUpright
      ? words.findLastIndex((word) => isBeside(word, atom, inWord))
      : slanted.findLastIndex(({ word }) => isBeside(word, atom, inWord));
    const word = isUpright ? words[at] : slanted[at]?.word;
    if (isUpright) {
      if (word === undefined) words.push({ ...atom, kind: 'word' });
      else words[at] = longer(word, atom, '');
    } else if (word === undefined) slanted.push({ word: { ...atom, kind: 'word' }, letters: [atom] });
    else slanted[at] = { word: longer(word, atom, ''), letters: [...(slanted[at]?.letters ?? []), atom] };
  }
  for (const { word, letters } of slanted) {
    if (slantedWord.test(word.sign)) words.push(word);
    else others.push(...letters);
  }
  const names: Atom[] = [];
  for (const word of words.sort((a, b) => a.left - b.left)) {
    const at = names.findLastIndex((name) => /^(?:arg|lim|ess)$/.test(name.sign) && isBeside(name, word, inName));
    const name = names[at];
    const isEnd = /^(?:max|min|sup|inf)$/.test(word.sign);
    if (name !== undefined && isEnd) names[at] = longer(name, word, '');
    else names.push(word);
  }
  return [...others, ...joinedText(names.map(settledWord))];
}

/** Shorter ones are variables beside each other. */
const slantedWord = /^\p{L}\p{Ll}{2,}$/u;

const isPlainLetter = ({ kind, sign, plain }: Atom): boolean => kind === 'sign' && plain && /^\p{L}$/u.test(sign);
const isUprightLetter = (atom: Atom): boolean =>
  isPlainLetter(atom) && /^\\(?:mathrm|text)/.test(atom.pieces[0]?.tex ?? '');
const isSlantedLetter = (atom: Atom): boolean => isPlainLetter(atom) && atom.pieces[0]?.tex === atom.sign;

function isBeside(word: Atom, atom: Atom, most: number): boolean {
  const gap = (atom.left - word.right) / word.size;
  return gap < most && gap > -0.2 && Math.abs(atom.base - word.base) < 0.03 * word.size && atom.size === word.size;
}

const longer = (word: Atom, atom: Atom, space: string): Atom => ({
  ...word,
  ...boundsOf([word, atom]),
  sign: word.sign + space + atom.sign,
});

function settledWord(word: Atom): Atom {
  const { sign } = word;
  // One letter keeps its look; several are a name or text, which is settled by what follows them.
  if ([...sign].length === 1) return { ...word, kind: 'sign' };
  if (functionNames.has(sign))
    return { ...word, pieces: [{ ...operatorName(sign), tex: `\\${sign}`, withLimits: `\\${sign}` }] };
  if (limitNames.test(sign)) return { ...word, pieces: [operatorName(sign)] };
  return { ...word, pieces: [{ tex: `\\text{${sign}}`, kind: 'letter', atom: true }] };
}

const isText = ({ kind, pieces }: Atom): boolean => kind === 'word' && (pieces[0]?.tex ?? '').startsWith('\\text{');

/** Words of one line of text are said together. */
function joinedText(words: readonly Atom[]): Atom[] {
  const joined: Atom[] = [];
  for (const word of words) {
    const at = isText(word) ? joined.findLastIndex((one) => isText(one) && isBeside(one, word, inPhrase)) : -1;
    const one = joined[at];
    if (one === undefined) joined.push(word);
    else joined[at] = settledWord(longer(one, word, ' '));
  }
  return joined;
}

/** Steps between three dots, in parts of the type size. */
const dotStep = 0.7;

/** Three dots side by side, over each other, or aslant. */
export function withDots(given: readonly Atom[]): Atom[] {
  let atoms = [...given];
  const stops = atoms.filter(({ sign }) => dot.test(sign));
  const used = new Set<Atom>();
  for (const first of stops) {
    for (const [across, down] of directions) {
      if (used.has(first)) break;
      const second = stops.find((one) => isStep(first, one, across, down));
      const third = second && stops.find((one) => isStep(second, one, across, down));
      if (second === undefined || third === undefined || used.has(second) || used.has(third)) continue;
      const three = [first, second, third];
      for (const one of three) used.add(one);
      const middle = second.base;
      const tex = down !== 0 ? (across === 0 ? '\\vdots' : '\\ddots') : first.sign === '.' ? '\\ldots' : '\\cdots';
      atoms = atoms.filter((one) => !three.includes(one));
      // What goes down is a sign of its own in an array, on the line between its ends.
      atoms.push({
        ...first,
        ...boundsOf(three),
        kind: 'group',
        sign: '',
        base: down === 0 ? first.base : middle,
        pieces: [other(tex)],
      });
    }
  }
  return atoms;
}

const dot = /^[.·⋅]$/;
const directions = [
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function isStep(one: Atom, next: Atom, across: 0 | 1, down: 0 | 1): boolean {
  if (one === next || one.sign !== next.sign) return false;
  const [x, y] = [next.left - one.left, next.base - one.base];
  const most = dotStep * one.size;
  const isAcross = across === 1 ? x > 0.15 * one.size && x < most : Math.abs(x) < 0.05 * one.size;
  return isAcross && (down === 1 ? y > 0.1 * one.size && y < most : Math.abs(y) < 0.05 * one.size);
}

/** Arrows made of a line and a head, and signs that are struck out. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['−→', '⟶'],
  ['=⇒', '⟹'],
  ['←−', '⟵'],
  ['⇐=', '⟸'],
  ['−⟶', '⟶'],
  ['=⟹', '⟹'],
  ['↦→', '↦'],
  ['↦−', '⟼'],
  ['h¯', 'ℏ'],
  ['¯h', 'ℏ'],
]);

export function withPairs(given: readonly Atom[]): Atom[] {
  const sorted = [...given].sort((a, b) => a.left - b.left);
  const joined: Atom[] = [];
  for (const atom of sorted) {
    let next = atom;
    for (let last = joined.at(-1); last !== undefined; last = joined.at(-1)) {
      const over = areOver(last, next) ? stacked.get(last.sign + next.sign) : undefined;
      const sign = over ?? (touch(last, next) ? signOf(last.sign, next.sign) : undefined);
      if (sign === undefined) break;
      joined.pop();
      const box = boundsOf([last, next]);
      const placed =
        over === undefined ? last : { ...last, centred: true, base: middleY(box) + axisHeight * last.size };
      next = { ...placed, ...box, sign, pieces: runPieces(sign, italic, {}) };
    }
    joined.push(next);
  }
  return joined;
}

/** One sign over another, in whichever order they come. */
const stacked: ReadonlyMap<string, string> = new Map([
  ['∼=', '≅'],
  ['=∼', '≅'],
]);

const areOver = (one: Atom, next: Atom): boolean =>
  Math.abs(one.left - next.left) < 0.1 * next.size && Math.abs(one.base - next.base) < 0.5 * next.size;

const touch = (one: Atom, next: Atom): boolean =>
  one.kind === 'sign' &&
  next.kind === 'sign' &&
  overlap(one.left, one.right, next.left, next.right) > -0.05 * next.size &&
  overlap(one.top, one.bottom, next.top, next.bottom) > 0 &&
  Math.abs(one.base - next.base) < 0.05 * next.size;

const slash = '\u0338';

function signOf(one: string, other: string): string | undefined {
  const struck = one === slash ? other : other === slash ? one : undefined;
  return struck === undefined ? pairs.get(one + other) : (struck + slash).normalize('NFC');
}
