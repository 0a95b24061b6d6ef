// What lines make of signs: fractions over and under them, radicands under them, and letters that are crossed above or below.
import { type Box, boundsOf, middleX, middleY, type Rule, widthOf } from '../../../layout/page.ts';
import { joined, other, type Piece } from '../../office/math-pieces.ts';
import { type Atom, groupOf, isSome, lineUnder, mainSize, Unreadable } from './atoms.ts';

export type Compose = (atoms: readonly Atom[]) => readonly Piece[];

/** In parts of the type size: how far the first sign may be from the line, and each from the one before it. */
const toLine = 0.85;
const between = 0.3;
/** A line this close over a sign belongs to it alone. */
const close = 0.22;
/** How far what stands over a line may reach beyond its ends. */
const beyond = 0.3;

export function withBars(given: readonly Atom[], bars: readonly Rule[], compose: Compose): Atom[] {
  let atoms = [...given];
  for (const bar of [...bars].sort((a, b) => widthOf(a) - widthOf(b))) {
    const made = radical(atoms, bar, compose) ?? fraction(atoms, bar, compose);
    if (made === undefined) throw new Unreadable('a line that belongs to nothing');
    const [atom, used] = made;
    atoms = atoms.filter((one) => !used.has(one));
    atoms.push(atom);
  }
  return atoms;
}

type Made = readonly [atom: Atom, used: ReadonlySet<Atom>];

function radical(atoms: readonly Atom[], bar: Rule, compose: Compose): Made | undefined {
  const sign = atoms.find(
    (one) =>
      one.sign === '√' &&
      Math.abs(one.right - bar.left) < 0.2 * one.size &&
      Math.abs(one.top - bar.top) < 0.25 * one.size,
  );
  if (sign === undefined) return undefined;
  const under = atoms.filter(
    (one) =>
      one !== sign &&
      isOver(one, bar, sign.size) &&
      middleX(one) < bar.right + 0.02 * sign.size &&
      one.top > bar.top - 0.1 * sign.size &&
      middleY(one) < sign.bottom + 0.1 * sign.size,
  );
  if (!isSome(under)) return undefined;
  // The order of the root stands in the bend of its sign.
  const index = atoms.filter(
    (one) =>
      one !== sign &&
      !one.centred &&
      one.size < 0.75 * sign.size &&
      one.right < sign.right + 0.05 * sign.size &&
      one.left > sign.left - 0.5 * sign.size &&
      one.bottom < sign.bottom - 0.25 * sign.size &&
      one.top > sign.top - 0.6 * sign.size,
  );
  const order = index.length === 0 ? '' : `[${joined(compose(index))}]`;
  const tex = `\\sqrt${order}{${joined(compose(under))}}`;
  const letters = mainSize(under);
  const base = lineUnder(under, letters);
  const centred = under.every((one) => one.centred);
  const atom = { ...groupOf([sign, bar, ...under, ...index], 0, letters, [other(tex)]), base, centred };
  return [atom, new Set([sign, ...under, ...index])];
}

const isOver = (one: Box, bar: Box, size: number): boolean =>
  middleX(one) > bar.left - 0.15 * size &&
  middleX(one) < bar.right + 0.15 * size &&
  one.left > bar.left - beyond * size &&
  one.right < bar.right + beyond * size;

function fraction(atoms: readonly Atom[], bar: Rule, compose: Compose): Made | undefined {
  const above = beside(atoms, bar, -1);
  const below = beside(atoms, bar, 1);
  const size = Math.max(mainSize(above.atoms), mainSize(below.atoms));
  const isClose = below.gap <= close * size;
  if (
    isSome(below.atoms) &&
    isClose &&
    !isCentred(above.atoms, bar, size) &&
    (above.atoms.length === 0 || above.gap > 2 * below.gap)
  ) {
    return marked('\\overline', below.atoms, bar, compose);
  }
  if (isSome(above.atoms) && below.atoms.length === 0) {
    return above.gap <= 2 * close * size ? marked('\\underline', above.atoms, bar, compose) : undefined;
  }
  if (above.atoms.length === 0 || below.atoms.length === 0) return undefined;
  const tex = `\\frac{${joined(compose(above.atoms))}}{${joined(compose(below.atoms))}}`;
  const parts = [...above.atoms, ...below.atoms];
  return [groupOf([bar, ...parts], bar.top, size, [other(tex)]), new Set(parts)];
}

/** What stands over the line of a fraction is in the middle of it. */
function isCentred(atoms: readonly Atom[], bar: Rule, size: number): boolean {
  if (atoms.length === 0) return false;
  return Math.abs(middleX(boundsOf(atoms)) - middleX(bar)) < 0.1 * widthOf(bar) + 0.1 * size;
}

function marked(command: string, parts: readonly [Atom, ...Atom[]], bar: Rule, compose: Compose): Made {
  const size = mainSize(parts);
  const tex = `${command}{${joined(compose(parts))}}`;
  const group = groupOf([bar, ...parts], 0, size, [other(tex)]);
  return [{ ...group, base: lineUnder(parts, size), centred: false }, new Set(parts)];
}

/** What stands over the line (-1) or under it (1), sign by sign away from it, and how far the first is from it. */
function beside(atoms: readonly Atom[], bar: Rule, side: -1 | 1): { readonly atoms: Atom[]; readonly gap: number } {
  const from = (one: Atom): number => (side < 0 ? bar.top - one.bottom : one.top - bar.bottom);
  const to = (one: Atom): number => (side < 0 ? bar.top - one.top : one.bottom - bar.bottom);
  const sorted = atoms
    .filter((one) => from(one) > -0.15 * one.size && isOver(one, bar, one.size))
    .sort((a, b) => from(a) - from(b));
  const taken: Atom[] = [];
  let reached = 0;
  for (const one of sorted) {
    if (from(one) - reached > (taken.length === 0 ? toLine : between) * one.size) break;
    taken.push(one);
    reached = Math.max(reached, to(one));
  }
  return { atoms: taken, gap: taken[0] === undefined ? 0 : Math.max(0, from(taken[0])) };
}
