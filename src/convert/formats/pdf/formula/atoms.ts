// Formulas while they are read: signs and what was put together of them, each with its place.
import { type Box, boundsOf, middleY } from '../../../layout/page.ts';
import type { Piece } from '../../office/math-pieces.ts';
import { runPieces } from '../../office/math-run.ts';
import type { Glyph } from './glyphs.ts';

export interface Atom extends Box {
  readonly kind: 'sign' | 'word' | 'large' | 'group';
  /** The sign, or the letters of a word; nothing for a group. */
  readonly sign: string;
  readonly size: number;
  /** The line it stands on; of what stands on the axis of a formula, such as a fraction, where that line would be. */
  readonly base: number;
  /** It is placed by its middle, not by a line. */
  readonly centred: boolean;
  readonly pieces: readonly Piece[];
  /** Of a font for text. */
  readonly plain: boolean;
}

/** Thrown where the signs make no formula that is understood; caught by `formulaLines`, which leaves it as it was. */
export class Unreadable extends Error {}

/** Height of the axis over the line, in parts of the type size: fractions and operators are centred on it. */
export const axisHeight = 0.25;

export const largeSigns = /^[∑∏∐∫∬∭∮⋂⋃⨆⋁⋀⨀⨂⨁⨄]$/u;

export function atomOf(glyph: Glyph): Atom {
  const { left, top, right, bottom, sign, size, look, plain, hangs } = glyph;
  const height = bottom - top;
  const isLarge = largeSigns.test(sign);
  const centred = isLarge || hangs || height > 1.3 * size || sign === '√';
  return {
    left,
    top,
    right,
    bottom,
    kind: isLarge ? 'large' : 'sign',
    sign,
    size,
    base: centred ? middleY(glyph) + axisHeight * size : glyph.base,
    centred,
    pieces: isLarge
      ? runPieces(sign, look, {}).map((piece) => ({ ...piece, kind: 'large' }))
      : runPieces(sign, look, {}),
    plain,
  };
}

/** What several atoms make together, centred on the axis at `axis`. */
export function groupOf(parts: readonly Box[], axis: number, size: number, pieces: readonly Piece[]): Atom {
  return {
    ...boundsOf(parts),
    kind: 'group',
    sign: '',
    size,
    base: axis + axisHeight * size,
    centred: true,
    pieces,
    plain: false,
  };
}

/** The line that the largest letters of some parts stand on, for what is made of them. */
export function lineUnder(parts: readonly [Atom, ...Atom[]], size: number): number {
  return (parts.find((one) => one.size === size && !one.centred) ?? parts[0]).base;
}

export const isSome = (parts: readonly Atom[]): parts is readonly [Atom, ...Atom[]] => parts.length > 0;

/** The size that the largest letters have; large operators have their own. */
export function mainSize(atoms: readonly Atom[]): number {
  let size = 0;
  for (const atom of atoms) if (atom.kind !== 'large' && atom.size > size) size = atom.size;
  if (size > 0) return size;
  for (const atom of atoms) if (atom.size > size) size = atom.size;
  return size;
}
