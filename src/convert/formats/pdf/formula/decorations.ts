// What stands over and under single signs: accents, and the limits of large operators and of names such as lim.
import { type Box, boundsOf, middleX, overlap } from '../../../layout/page.ts';
import { joined, other, type Piece } from '../../office/math-pieces.ts';
import { type Atom, mainSize } from './atoms.ts';
import type { Compose } from './bars.ts';

const accents: ReadonlyMap<string, string> = new Map([
  ['ˆ', '\\hat'],
  ['˜', '\\tilde'],
  ['¯', '\\bar'],
  ['ˉ', '\\bar'],
  ['˙', '\\dot'],
  ['¨', '\\ddot'],
  ['ˇ', '\\check'],
  ['´', '\\acute'],
  ['`', '\\grave'],
  ['˘', '\\breve'],
  ['˚', '\\mathring'],
  ['\u20d7', '\\vec'],
  ['\u0300', '\\grave'],
  ['\u0301', '\\acute'],
  ['\u0302', '\\hat'],
  ['\u0303', '\\tilde'],
  ['\u0304', '\\bar'],
  ['\u0306', '\\breve'],
  ['\u0307', '\\dot'],
  ['\u0308', '\\ddot'],
  ['\u030a', '\\mathring'],
  ['\u030c', '\\check'],
  ['→', '\\vec'],
  ['⟶', '\\overrightarrow'],
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
const intoLetter = -0.2;

export function withAccents(given: readonly Atom[], compose: Compose): Atom[] {
  let atoms = [...given];
  for (const accent of given) {
    const command = accent.kind === 'sign' ? accents.get(accent.sign) : undefined;
    if (command === undefined || accent.bottom - accent.top > 0.6 * accent.size || !atoms.includes(accent)) continue;
    const under = underAccent(atoms, accent);
    const [first] = under;
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

/** A wide accent stands over all that is as wide, any other over the letter it is nearest to. */
function underAccent(atoms: readonly Atom[], accent: Atom): Atom[] {
  const under = atoms.filter((one) => one !== accent && isUnder(one, accent));
  if (!isNarrow(accent)) return under.sort((a, b) => a.left - b.left);
  const away = (one: Atom): number => Math.abs(middleX(one) - middleX(accent));
  return under.sort((a, b) => away(a) - away(b)).slice(0, 1);
}

const isNarrow = ({ left, right, size }: Atom): boolean => right - left < 0.75 * size;

function isUnder(one: Atom, accent: Atom): boolean {
  if (one.kind === 'large' || /^[=<>≤≥∑∏∫]$/u.test(one.sign)) return false;
  const gap = one.top - accent.bottom;
  if (gap < intoLetter * one.size || one.size < 0.9 * accent.size || gap > overLetter * one.size) return false;
  const narrow = isNarrow(accent);
  const middle = middleX(narrow ? accent : one);
  const area: Box = narrow ? one : accent;
  return middle > area.left - 0.1 * one.size && middle < area.right + (narrow ? aside : 0.1) * one.size;
}

/** Names over and under which limits stand. */
export const limitNames =
  /^(?:lim|lim ?sup|lim ?inf|max|min|sup|inf|arg ?max|arg ?min|det|gcd|Pr|plim|ess ?sup|ess ?inf)$/;

/** In parts of the type size: how far limits are from their operator, and from each other along their line. */
const toLimit = 0.6;
const along = 0.22;

export function withLimits(given: readonly Atom[], bars: readonly Box[], compose: Compose): Atom[] {
  let atoms = [...given];
  const letters = mainSize(given);
  for (const one of given) {
    // It may be part of the limits of another.
    if (!atoms.includes(one)) continue;
    // Some fonts have them as large letters.
    const operator = one.kind === 'large' ? { ...one, size: Math.min(one.size, letters) } : one;
    const isName = operator.kind === 'word' && limitNames.test(operator.sign);
    if (operator.kind !== 'large' && !isName) continue;
    const small = atoms.filter(
      (other) =>
        other !== one &&
        other.kind !== 'large' &&
        other.size < 0.87 * operator.size &&
        !bars.some((bar) => isBetween(bar, other, operator)),
    );
    const others = atoms.filter((other) => other !== one && other.kind === 'large');
    const over = limitsAt(small, operator, -1, others);
    const under = limitsAt(small, operator, 1, others);
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
    const used = new Set([one, ...over, ...under]);
    atoms = atoms.filter((other) => !used.has(other));
    atoms.push(limited);
  }
  return atoms;
}

const isBetween = (bar: Box, one: Box, other: Box): boolean =>
  overlap(bar.left, bar.right, other.left, other.right) > 0 &&
  ((one.bottom < bar.top + 0.5 && bar.top < other.bottom) || (one.top > bar.top - 0.5 && bar.top > other.top));

/** Small signs over the operator (-1) or under it (1), and those beside them on their line. */
function limitsAt(small: readonly Atom[], operator: Atom, side: -1 | 1, others: readonly Atom[]): Atom[] {
  const { size } = operator;
  const away = (one: Atom): number => (side < 0 ? operator.top - one.bottom : one.top - operator.bottom);
  const isNearer = (one: Atom, other: Atom): boolean =>
    overlap(other.left, other.right, one.left, one.right) > 0 &&
    Math.min(Math.abs(one.top - other.bottom), Math.abs(other.top - one.bottom)) < Math.abs(away(one));
  const near = small.filter(
    (one) =>
      away(one) > -0.15 * size && away(one) < 2 * toLimit * size && !others.some((other) => isNearer(one, other)),
  );
  const found = near.filter(
    (one) =>
      away(one) < toLimit * size &&
      middleX(one) > operator.left - 0.1 * size &&
      middleX(one) < operator.right + 0.1 * size,
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
