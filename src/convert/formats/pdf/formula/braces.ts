// Braces that lie over or under a part of a formula, with what they say of it.
import { type Box, boundsOf, middleX, overlap, type Rule } from '../../../layout/page.ts';
import { joined, other } from '../../office/math-pieces.ts';
import { type Atom, groupOf, isSome, lineUnder, mainSize, Unreadable } from './atoms.ts';
import type { Compose } from './bars.ts';

/** Pieces of a brace as TeX draws it: two ends, two halves of the middle, lines between them. */
const piece = /^[⏞⎴⏟⎵]$/u;
const piecesOfOne = 4;
/** In parts of the type size: how far from it what it embraces may begin, and what it says. */
const toContent = 0.8;
const toLabel = 0.6;

export function withBraces(
  given: readonly Atom[],
  bars: readonly Rule[],
  compose: Compose,
): { readonly atoms: readonly Atom[]; readonly bars: readonly Rule[] } {
  const pieces = given.filter(({ sign }) => piece.test(sign)).sort((a, b) => a.top - b.top || a.left - b.left);
  if (pieces.length === 0) return { atoms: given, bars };
  let atoms = given.filter((one) => !pieces.includes(one));
  let lines = [...bars];
  while (pieces.length > 0) {
    const [first] = pieces as [Atom, ...Atom[]];
    const level = pieces
      .filter((one) => Math.abs(one.top - first.top) < 0.3 * first.size)
      .sort((a, b) => a.left - b.left);
    const four = level.slice(0, piecesOfOne);
    if (four.length < piecesOfOne) throw new Unreadable('a part of a brace');
    for (const one of four) pieces.splice(pieces.indexOf(one), 1);
    const brace = boundsOf(four);
    // Some fonts draw the lines between the pieces with signs, and turn the pieces round.
    if (atoms.some((one) => one.sign === 'ˉ' && overlap(one.left, one.right, brace.left, brace.right) > 0))
      throw new Unreadable('a brace of other pieces');
    const isOver = four[0]?.sign === '⏞';
    const own = (one: Box): boolean =>
      middleX(one) > brace.left - 0.2 * first.size && middleX(one) < brace.right + 0.2 * first.size;
    lines = lines.filter((bar) => !(own(bar) && overlap(bar.top, bar.bottom, brace.top, brace.bottom) >= 0));
    const side = atoms.filter(
      (one) => own(one) && (isOver ? one.top >= brace.bottom - 1 : one.bottom <= brace.top + 1),
    );
    const near = Math.min(...side.map((one) => (isOver ? one.top - brace.bottom : brace.top - one.bottom)));
    const away = atoms.filter((one) => own(one) && !side.includes(one));
    const label = away.filter((one) => {
      const gap = isOver ? brace.top - one.bottom : one.top - brace.bottom;
      return gap > -0.1 * first.size && gap < toLabel * first.size && one.size < 0.9 * first.size;
    });
    if (!isSome(side) || near > toContent * first.size) throw new Unreadable('a brace around nothing');
    const said = label.length === 0 ? '' : `${isOver ? '^' : '_'}{${joined(compose(label))}}`;
    const size = mainSize(side);
    const tex = `${isOver ? '\\overbrace' : '\\underbrace'}{${joined(compose(side))}}${said}`;
    const group = groupOf([brace, ...side, ...label], 0, size, [{ ...other(tex), kind: 'large' }]);
    atoms = atoms.filter((one) => !side.includes(one) && !label.includes(one));
    atoms.push({ ...group, base: lineUnder(side, size), centred: false });
  }
  return { atoms, bars: lines };
}
