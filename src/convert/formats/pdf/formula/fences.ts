// Tall brackets and what stands in them: one expression, a matrix, a binomial, or the cases after a single brace.
import { type Box, boundsOf, middleX, middleY } from '../../../layout/page.ts';
import { rowsIn } from '../../office/math-parts.ts';
import { joined, other, type Piece } from '../../office/math-pieces.ts';
import { type Atom, axisHeight, groupOf, mainSize } from './atoms.ts';
import type { Compose } from './bars.ts';
import { columnsOf, rowsOf } from './row-split.ts';

const openers: ReadonlyMap<string, string> = new Map([
  ['(', '('],
  ['[', '['],
  ['{', '\\{'],
  ['⌊', '\\lfloor'],
  ['⌈', '\\lceil'],
  ['⟨', '\\langle'],
  ['〈', '\\langle'],
]);
const closers: ReadonlyMap<string, string> = new Map([
  [')', ')'],
  [']', ']'],
  ['}', '\\}'],
  ['⌋', '\\rfloor'],
  ['⌉', '\\rceil'],
  ['⟩', '\\rangle'],
  ['〉', '\\rangle'],
]);
const bars: ReadonlyMap<string, string> = new Map([
  ['|', '|'],
  ['∣', '|'],
  ['‖', '\\|'],
  ['∥', '\\|'],
]);
const matrices: ReadonlyMap<string, string> = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['||', 'vmatrix'],
  ['\\|\\|', 'Vmatrix'],
  ['\\{\\}', 'Bmatrix'],
]);

const isTall = ({ kind, sign, top, bottom, size }: Atom): boolean =>
  kind === 'sign' && (openers.has(sign) || closers.has(sign) || bars.has(sign)) && bottom - top > 1.15 * size;

/** Two of one pair reach from one height to another. */
const isAsTall = (one: Box, another: Box, size: number): boolean =>
  Math.abs(one.top - another.top) < 0.35 * size && Math.abs(one.bottom - another.bottom) < 0.35 * size;

export function withFences(given: readonly Atom[], compose: Compose): Atom[] {
  let atoms = [...given];
  const open: Atom[] = [];
  for (const fence of given.filter(isTall).sort((a, b) => a.left - b.left)) {
    const at = bars.has(fence.sign)
      ? open.findLastIndex((one) => one.sign === fence.sign && isAsTall(one, fence, fence.size))
      : closers.has(fence.sign)
        ? open.findLastIndex((one) => openers.has(one.sign) && isAsTall(one, fence, fence.size))
        : -1;
    const opener = open[at] ?? unseenOpener(fence, atoms);
    if (opener === undefined) {
      if (!closers.has(fence.sign)) open.push(fence);
      continue;
    }
    if (at >= 0) open.length = at;
    const within = { left: opener.right, right: fence.left, top: opener.top, bottom: fence.bottom };
    const content = atoms.filter((one) => one !== opener && one !== fence && isWithin(one, within));
    atoms = atoms.filter((one) => one !== opener && one !== fence && !content.includes(one));
    atoms.push(fenced(opener, fence, content, compose));
  }
  for (const brace of open) {
    if (brace.sign !== '{' || !atoms.includes(brace)) continue;
    const within = { left: brace.right, right: Number.POSITIVE_INFINITY, top: brace.top, bottom: brace.bottom };
    const content = atoms.filter((one) => one !== brace && isWithin(one, within));
    const rows = rowsOf(content);
    if (rows.length < 2) continue;
    atoms = atoms.filter((one) => one !== brace && !content.includes(one));
    const tex = environment('cases', columnsOf(rows, casesGap), compose);
    atoms.push(groupOf([brace, ...content], middleY(brace), brace.size, [other(tex)]));
  }
  return atoms;
}

/** In parts of the type size: how tall the bracket is, and the white it leaves. */
const unseenHeight = 2.5;
const unseenWidth = 0.65;

/** The engine takes the tallest round bracket for a space, which is its code: it stands in the white where one must be. */
function unseenOpener(closer: Atom, atoms: readonly Atom[]): Atom | undefined {
  const { size, top, bottom } = closer;
  if (closer.sign !== ')' || bottom - top < unseenHeight * size) return undefined;
  const before = atoms
    .filter((one) => one.right <= closer.left + 1 && middleY(one) > top && middleY(one) < bottom)
    .sort((a, b) => b.right - a.right);
  let edge = closer.left;
  for (const one of before) {
    // White between the columns of a matrix has nothing on the axis before it.
    const isOnAxis = Math.abs(middleY(one) - middleY(closer)) < 0.45 * size;
    if (edge !== closer.left && edge - one.right > unseenWidth * size && isOnAxis)
      return { ...closer, sign: '(', left: one.right, right: edge };
    if (one.left < edge) edge = one.left;
  }
  return undefined;
}

const isWithin = (one: Box, area: Box): boolean =>
  one.left >= area.left - 1 &&
  middleX(one) <= area.right &&
  middleY(one) > area.top - 2 &&
  middleY(one) < area.bottom + 2;

/** In parts of the type size: the lines of a binomial are further apart than those of a matrix. */
const binomialLines = 1.27;
/** White between columns: no operator within brackets has as much beside it, and none in a condition. */
const matrixGap = 0.45;
const casesGap = 0.75;

function fenced(opener: Atom, closer: Atom, content: readonly Atom[], compose: Compose): Atom {
  const left = openers.get(opener.sign) ?? bars.get(opener.sign) ?? opener.sign;
  const right = closers.get(closer.sign) ?? bars.get(closer.sign) ?? closer.sign;
  const axis = middleY(boundsOf([opener, closer]));
  const parts = [opener, closer, ...content];
  const make = (tex: string, size: number): Atom => groupOf(parts, axis, size, [other(tex)]);
  const rows = content.length === 0 ? [] : rowsOf(content);
  const [first, second] = rows;
  if (first !== undefined && second !== undefined) {
    const size = mainSize(content);
    const columns = columnsOf(rows, matrixGap);
    const isBinomial =
      rows.length === 2 &&
      left === '(' &&
      second.base - first.base > binomialLines * size &&
      columns.every((row) => row.length === 1);
    if (isBinomial) return make(`\\binom{${joined(compose(first.atoms))}}{${joined(compose(second.atoms))}}`, size);
    const name = matrices.get(left + right);
    const tex = environment(name ?? 'matrix', columns, compose);
    return make(name === undefined ? `\\left${left} ${tex} \\right${right}` : tex, size);
  }
  const inner = joined(compose(content));
  const tex = `\\left${left} ${inner} \\right${right}`;
  // What stands in them tells the line they are on, since brackets reach as far down as up.
  const size = content.length === 0 ? opener.size : mainSize(content);
  const line = first === undefined ? axis + axisHeight * size : first.base;
  return { ...make(tex, size), base: line, centred: content.every(({ centred }) => centred) };
}

function environment(name: string, rows: readonly Atom[][][], compose: Compose): string {
  return rowsIn(
    name,
    rows.map((cells) => cells.map((cell) => joined(compose(cell))).join(' & ')),
  );
}

/** A tall sign that stands alone, such as the bar at the right of a derivative. */
export function aloneFence(atom: Atom): Piece[] | undefined {
  if (!isTall(atom)) return undefined;
  const tex = openers.get(atom.sign) ?? closers.get(atom.sign) ?? bars.get(atom.sign) ?? atom.sign;
  return [{ tex: `\\Big${tex}`, kind: 'other', atom: true }];
}
