// What stands over and under single signs: accents, and the limits of large operators and of names such as lim.
import { type Box, boundsOf, middleX, overlap } from '../../../layout/page.ts';
import { functionNames } from '../../html/mathml-symbols.ts';
import { joined, other, type Piece } from '../../office/math-pieces.ts';
import { operatorName } from '../../office/math-run.ts';
import { type Atom, mainSize } from './atoms.ts';
import type { Compose } from './bars.ts';

const accents: ReadonlyMap<string, string> = new Map([
  ['ˆ', '\\hat'],
  ['˜', '\\tilde'],
  ['¯', '\\bar'],
  ['˙', '\\dot'],
  ['¨', '\\ddot'],
  ['ˇ', '\\check'],
  ['´', '\\acute'],
  ['`', '\\grave'],
  ['˘', '\\breve'],
  ['˚', '\\mathring'],
  ['⃗', '\\vec'],
  ['→', '\\vec'],
  ['^', '\\hat'],
  ['~', '\\tilde'],
  ['∼', '\\tilde'],
]);
const wide: ReadonlyMap<string, string> = new Map([
  ['\\hat', '\\widehat'],
  ['\\tilde', '\\widetilde'],
  ['\\bar', '\\overline'],
  ['\\vec', '\\overrightarrow'],
]);
/** In parts of the type size: how far an accent stands over its letter, and how far aside a slanted one may have it. */
const overLetter = 0.35;
const aside = 0.3;

export function withAccents(given: readonly Atom[], compose: Compose): Atom[] {
  let atoms = [...given];
  for (const accent of given) {
    const command = accent.kind === 'sign' ? accents.get(accent.sign) : undefined;
    if (command === undefined || accent.bottom - accent.top > 0.6 * accent.size) continue;
    const under = atoms.filter((one) => one !== accent && isUnder(one, accent));
    const [first] = under.sort((a, b) => a.left - b.left);
    if (first === undefined) continue;
    const tex = `${under.length > 1 ? (wide.get(command) ?? command) : command}{${joined(compose(under))}}`;
    const { size } = first;
    const marked: Atom = {
      ...first,
      ...boundsOf([accent, ...under]),
      kind: 'group',
      sign: '',
      size,
      pieces: [other(tex)],
    };
    atoms = atoms.filter((one) => one !== accent && !under.includes(one));
    atoms.push(marked);
  }
  return atoms;
}

function isUnder(one: Atom, accent: Atom): boolean {
  if (one.kind === 'large' || /^[=<>≤≥∑∏∫]$/u.test(one.sign)) return false;
  const gap = one.top - accent.bottom;
  if (gap < -0.3 * one.size || gap > overLetter * one.size) return false;
  const narrow = accent.right - accent.left < 0.75 * accent.size;
  const middle = middleX(narrow ? accent : one);
  const area: Box = narrow ? one : accent;
  return middle > area.left - 0.1 * one.size && middle < area.right + (narrow ? aside : 0.1) * one.size;
}

const limitNames = /^(?:lim|lim ?sup|lim ?inf|max|min|sup|inf|arg ?max|arg ?min|det|gcd|Pr|plim|ess ?sup|ess ?inf)$/;

/** In parts of the type size: how far limits are from their operator, and from each other along their line. */
const toLimit = 0.6;
const along = 0.4;

export function withLimits(given: readonly Atom[], bars: readonly Box[], compose: Compose): Atom[] {
  let atoms = [...given];
  const letters = mainSize(given);
  for (const given of atoms) {
    // Some fonts have them as large letters.
    const operator = given.kind === 'large' ? { ...given, size: Math.min(given.size, letters) } : given;
    const isName = operator.kind === 'word' && limitNames.test(operator.sign);
    if (operator.kind !== 'large' && !isName) continue;
    const small = atoms.filter(
      (one) => one !== given && one.kind !== 'large' && one.size < 0.87 * operator.size && !bars.some((bar) => isBetween(bar, one, operator)),
    );
    const over = limitsAt(small, operator, -1);
    const under = limitsAt(small, operator, 1);
    if (over.length + under.length === 0) continue;
    const tex =
      (under.length === 0 ? '' : `_{${joined(compose(under))}}`) +
      (over.length === 0 ? '' : `^{${joined(compose(over))}}`);
    const [first] = operator.pieces as readonly [Piece];
    const limited: Atom = {
      ...operator,
      ...boundsOf([operator, ...over, ...under]),
      kind: 'large',
      pieces: [{ tex: (first.withLimits ?? first.tex) + tex, kind: 'large', atom: false, scripted: true }],
    };
    const used = new Set([given, ...over, ...under]);
    atoms = atoms.filter((one) => !used.has(one));
    atoms.push(limited);
  }
  return atoms;
}

const isBetween = (bar: Box, one: Box, other: Box): boolean =>
  overlap(bar.left, bar.right, other.left, other.right) > 0 &&
  ((one.bottom < bar.top + 0.5 && bar.top < other.bottom) || (one.top > bar.top - 0.5 && bar.top > other.top));

/** Small signs over the operator (-1) or under it (1), and those beside them on their line. */
function limitsAt(small: readonly Atom[], operator: Atom, side: -1 | 1): Atom[] {
  const { size } = operator;
  const away = (one: Atom): number => (side < 0 ? operator.top - one.bottom : one.top - operator.bottom);
  const near = small.filter((one) => away(one) > -0.15 * size && away(one) < 2 * toLimit * size);
  const found = near.filter(
    (one) => away(one) < toLimit * size && middleX(one) > operator.left - 0.1 * size && middleX(one) < operator.right + 0.1 * size,
  );
  if (found.length === 0) return [];
  const letters = mainSize(found);
  for (let grew = true; grew; ) {
    grew = false;
    const { left, right, top, bottom } = boundsOf(found);
    for (const one of near) {
      if (found.includes(one)) continue;
      const beside = Math.max(one.left - right, left - one.right);
      const apart = Math.max(one.top - bottom, top - one.bottom);
      if (beside > along * letters || apart > 0.15 * letters) continue;
      found.push(one);
      grew = true;
    }
  }
  // Those of an integral stand beside it, however far its foot reaches to the left.
  const middle = middleX(boundsOf(found));
  if (/^[∫∬∭∮]$/u.test(operator.sign)) return Math.abs(middle - middleX(operator)) < aside * size ? found : [];
  return middle > operator.left - aside * size && middle < operator.right + aside * size ? found : [];
}

/** Three stops or three dots in a row. */
export function withDots(given: readonly Atom[]): Atom[] {
  let atoms = [...given];
  for (const [sign, tex] of dots) {
    const row = atoms.filter((one) => one.sign === sign).sort((a, b) => a.left - b.left);
    for (let at = 0; at + 2 < row.length; at += 1) {
      const three = row.slice(at, at + 3) as [Atom, Atom, Atom];
      const [first, second, third] = three;
      const step = second.left - first.left;
      const isRow =
        step < 0.7 * first.size &&
        Math.abs(third.left - second.left - step) < 0.1 * first.size &&
        three.every(({ base }) => Math.abs(base - first.base) < 0.1 * first.size);
      if (!isRow) continue;
      atoms = atoms.filter((one) => !three.includes(one));
      atoms.push({ ...first, ...boundsOf(three), kind: 'group', sign: '', pieces: [other(tex)] });
      at += 2;
    }
  }
  return atoms;
}

const dots = [
  ['.', '\\ldots'],
  ['·', '\\cdots'],
  ['⋅', '\\cdots'],
] as const;

/** In parts of the type size: letters of one word stand closer, and so do the two words of one name. */
const inWord = 0.14;
const inName = 0.35;

/** Letters that stand upright beside each other are words: names of functions, and text. */
export function withWords(given: readonly Atom[]): Atom[] {
  const sorted = [...given].sort((a, b) => a.left - b.left);
  const words: Atom[] = [];
  const others: Atom[] = [];
  for (const atom of sorted) {
    if (!isUprightLetter(atom)) {
      others.push(atom);
      continue;
    }
    const at = words.findLastIndex((word) => isBeside(word, atom, inWord));
    const word = words[at];
    if (word === undefined) words.push({ ...atom, kind: 'word' });
    else words[at] = longer(word, atom, '');
  }
  const names: Atom[] = [];
  for (const word of words) {
    const at = names.findLastIndex((name) => /^(?:arg|lim|ess)$/.test(name.sign) && isBeside(name, word, inName));
    const name = names[at];
    const isEnd = /^(?:max|min|sup|inf)$/.test(word.sign);
    if (name !== undefined && isEnd) names[at] = longer(name, word, '');
    else names.push(word);
  }
  return [...others, ...names.map(settledWord)];
}

const isUprightLetter = ({ kind, sign, plain, pieces }: Atom): boolean =>
  kind === 'sign' && plain && /^\p{L}$/u.test(sign) && /^\\(?:mathrm|text)/.test(pieces[0]?.tex ?? '');

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
  if (functionNames.has(sign)) return { ...word, pieces: [{ ...operatorName(sign), tex: `\\${sign}`, withLimits: `\\${sign}` }] };
  if (limitNames.test(sign)) return { ...word, pieces: [operatorName(sign)] };
  return { ...word, pieces: [{ tex: `\\text{${sign}}`, kind: 'letter', atom: true }] };
}
