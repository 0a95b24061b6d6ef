// One line of a formula: signs in their order, with what is raised and lowered beside them as scripts.
import { middleY } from '../../../layout/page.ts';
import { baseOf, joined, type Piece } from '../../office/math-pieces.ts';
import { operatorName } from '../../office/math-run.ts';
import { infixCharacters } from '../../office/math-symbols.ts';
import { type Atom, axisHeight, mainSize, Unreadable } from './atoms.ts';
import type { Compose } from './bars.ts';
import { aloneFence } from './fences.ts';

/** In parts of the type size: how far a sign may stand from the line, and how small it may be to stand on it. */
const onLine = 0.13;
const smallOnLine = 0.04;
const asLarge = 0.8;
const asScript = 0.92;
/** In points: type that is not made smaller for scripts. */
const smallestType = 6.5;
/** Brackets may be set a little off the line. */
const bracket = /^[|‖()[\]{}⟨⟩]$/u;
const aboutLine = 0.3;
/** How far what is placed by its middle may be from where the line is. */
const onAxis = 0.4;
/** White that is meant, and the least between words. */
const quad = 0.95;
const wordGap = 0.13;
/** White between an operator and the scripts that belong to what follows. */
const beforeScript = 0.2;

interface Main {
  readonly atom: Atom;
  readonly raised: Atom[];
  readonly lowered: Atom[];
}

export function composeRow(atoms: readonly Atom[], compose: Compose): Piece[] {
  const size = mainSize(atoms);
  const line = lineOf(atoms, size);
  const mains: Main[] = [];
  /** Scripts before the first sign, or before the sign they belong to. */
  let early: Main | undefined;
  const sorted = [...atoms].sort((a, b) => a.left - b.left || a.right - b.right);
  for (const [at, atom] of sorted.entries()) {
    if (isOnLine(atom, line, size)) {
      mains.push({ atom, raised: [], lowered: [] });
      continue;
    }
    // Scripts are smaller than what they stand at, but for the smallest.
    if (!atom.centred && size > smallestType && atom.size > asScript * size)
      throw new Unreadable('a letter beside its line');
    const last = mains.at(-1);
    const next = sorted.slice(at + 1).find((one) => isOnLine(one, line, size));
    const isEarly =
      last === undefined ||
      (next !== undefined &&
        isMinor(last.atom) &&
        next.left - atom.right < wordGap * size &&
        atom.left - last.atom.right > beforeScript * size);
    if (isEarly) {
      if (next === undefined) throw new Unreadable('scripts of nothing');
      if (early === undefined || mains.at(-1) !== early) {
        early = { atom: { ...atom, kind: 'group', pieces: [], right: atom.left }, raised: [], lowered: [] };
        mains.push(early);
      }
    }
    const main = mains.at(-1) as Main;
    (isRaised(atom, main, line, size) ? main.raised : main.lowered).push(atom);
  }
  return mains.flatMap((main, at) => {
    const before = mains[at - 1];
    const space = before === undefined ? [] : spaceBetween(before, main, size);
    return [...space, ...piecesOf(main, mains[at + 1], compose, size)];
  });
}

/** Operators have no scripts of their own as a rule. */
const isMinor = ({ sign, kind }: Atom): boolean =>
  kind === 'sign' && (infixCharacters.has(sign) || /^[,;:([{|]$/.test(sign));

function lineOf(atoms: readonly Atom[], size: number): number {
  const counts = new Map<number, number>();
  for (const one of atoms) {
    if (one.centred || one.size < asLarge * size) continue;
    const base = Math.round(one.base * 2) / 2;
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  let most = 0;
  let found: number | undefined;
  for (const [base, count] of counts) {
    if (count <= most) continue;
    most = count;
    found = base;
  }
  if (found !== undefined) {
    const near = atoms.find(
      (one) => !one.centred && one.size >= asLarge * size && Math.abs(one.base - (found as number)) < 0.3,
    );
    return near?.base ?? found;
  }
  const [first] = [...atoms].sort((a, b) => a.left - b.left);
  return first?.base ?? 0;
}

function isOnLine(atom: Atom, line: number, size: number): boolean {
  if (!atom.centred) {
    const isSmall = atom.size < asLarge * size;
    const most = isSmall ? smallOnLine : bracket.test(atom.sign) && atom.size > asScript * size ? aboutLine : onLine;
    return Math.abs(atom.base - line) < most * size && atom.size >= 0.6 * size;
  }
  const off = Math.abs(atom.base - axisHeight * atom.size - (line - axisHeight * size));
  const height = atom.bottom - atom.top;
  return off < onAxis * size && (atom.size >= 0.6 * size || height > size);
}

/** Above the middle of what it stands beside. */
function isRaised(atom: Atom, { atom: main, raised, lowered }: Main, line: number, size: number): boolean {
  // Scripts of scripts go with the one they stand beside.
  if (atom.size < 0.62 * size && raised.length + lowered.length > 0) {
    const beside = [...raised, ...lowered]
      .filter((one) => one.size > 1.1 * atom.size && one.left < atom.left)
      .sort((a, b) => distance(a, atom) - distance(b, atom))[0];
    if (beside !== undefined) return raised.includes(beside);
  }
  if (main.bottom - main.top > 1.4 * size) return middleY(atom) < middleY(main);
  if (atom.centred) return middleY(atom) < line - axisHeight * size;
  return atom.base < line - 0.02 * size;
}

const distance = (a: Atom, b: Atom): number => Math.max(0, b.left - a.right) + Math.abs(middleY(a) - middleY(b));

function piecesOf({ atom, raised, lowered }: Main, next: Main | undefined, compose: Compose, size: number): Piece[] {
  const own = aloneFence(atom) ?? settled(atom, next?.atom, size);
  if (raised.length + lowered.length === 0) return own;
  const primes = raised.filter(({ sign }) => sign === '′').length;
  const above = raised.filter(({ sign }) => sign !== '′');
  const under = lowered.length === 0 ? '' : `_{${joined(compose(lowered))}}`;
  const over =
    "'".repeat(above.length === 0 ? primes : 0) +
    (above.length === 0 ? '' : `^{${"'".repeat(primes)}${joined(compose(above))}}`);
  const [only] = own;
  const isLarge = own.length === 1 && (only?.kind === 'large' || only?.kind === 'name');
  // A second script in the same place needs braces around what has the first.
  const tex = isLarge && !/[_^]\{/.test(only?.tex ?? '') ? (only?.tex ?? '') : own.length === 0 ? '{}' : baseOf(own);
  const scripts = over.startsWith("'") ? over + under : under + over;
  return [{ tex: tex + scripts, kind: isLarge ? (only as Piece).kind : 'other', atom: false, scripted: true }];
}

/** A word is the name of a function where its bracket follows, and text everywhere else. */
function settled(atom: Atom, next: Atom | undefined, size: number): Piece[] {
  if (atom.kind !== 'word' || !(atom.pieces[0]?.tex ?? '').startsWith('\\text{')) return [...atom.pieces];
  const isBracket =
    next !== undefined &&
    (next.kind === 'group' ? /^\\left[([]/.test(next.pieces[0]?.tex ?? '') : /^[([]$/.test(next.sign));
  const isName = isBracket && (next as Atom).left - atom.right < 0.3 * size;
  return isName && /^[A-Za-z]+$/.test(atom.sign) ? [operatorName(atom.sign)] : [...atom.pieces];
}

function spaceBetween(before: Main, main: Main, size: number): Piece[] {
  const scripts = [...before.raised, ...before.lowered].map(({ right }) => right);
  const gap = main.atom.left - Math.max(before.atom.right, ...scripts);
  const isText = (atom: Atom): boolean => atom.kind === 'word' && (atom.pieces[0]?.tex ?? '').startsWith('\\text');
  if (gap > quad * size) return [{ tex: '\\quad', kind: 'large', atom: false }];
  if (gap > wordGap * size && (isText(before.atom) || isText(main.atom)))
    return [{ tex: '\\ ', kind: 'space', atom: false }];
  return [];
}
