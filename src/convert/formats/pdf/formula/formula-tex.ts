// A displayed formula as LaTeX, from the places of its signs and lines: words, accents, limits and braces first, then what lines
// make (fractions, roots), brackets with what stands in them, lines below each other, and last scripts. What does not come out
// whole is left alone.
import { type Box, boundsOf, type Rule } from '../../../layout/page.ts';
import { rowsIn } from '../../office/math-parts.ts';
import { joined, type Piece } from '../../office/math-pieces.ts';
import { type Atom, atomOf, mainSize, Unreadable } from './atoms.ts';
import { withBars } from './bars.ts';
import { withBraces } from './braces.ts';
import { withAccents, withLimits } from './decorations.ts';
import { withFences } from './fences.ts';
import { type Glyph, withWholeSigns } from './glyphs.ts';
import { composeRow } from './row.ts';
import { type Row, rowsOf } from './row-split.ts';
import { withDots, withPairs, withWords } from './words.ts';

/** Levels of scripts, fractions and brackets within each other. */
const deepest = 24;

export interface FormulaLine extends Box {
  readonly tex: string;
}

/**
 * One formula, or as many as there are numbers where each of its lines has its own; undefined where the signs make none that is
 * understood.
 */
export function formulaLines(
  glyphs: readonly Glyph[],
  bars: readonly Rule[],
  numbers: number,
): FormulaLine[] | undefined {
  if (glyphs.length === 0) return undefined;
  try {
    const compose = composer();
    const whole = withPairs(withDots(withWords(withWholeSigns(glyphs).map(atomOf))));
    const signs = withLimits(withAccents(whole, compose), bars, compose);
    const braced = withBraces(signs, bars, compose);
    const atoms = withFences(withBars(braced.atoms, braced.bars, compose), compose);
    const rows = rowsOf(atoms);
    if (numbers > 1 && rows.length === numbers)
      return rows.map((row) => ({ ...boundsOf(row.atoms), tex: joined(compose(row.atoms)) }));
    const tex = rows.length === 1 ? joined(compose(atoms)) : severalLines(rows, compose);
    return tex === '' ? undefined : [{ ...boundsOf(atoms), tex }];
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function composer(): (atoms: readonly Atom[]) => readonly Piece[] {
  let depth = 0;
  const compose = (atoms: readonly Atom[]): readonly Piece[] => {
    if (depth >= deepest) throw new Unreadable('nested too deep');
    depth += 1;
    try {
      if (rowsOf(atoms).length > 1) throw new Unreadable('lines below each other without brackets');
      return composeRow(atoms, compose);
    } finally {
      depth -= 1;
    }
  };
  return compose;
}

const relation = /^[=<>≤≥≈≡≠∼≃≅→⇒⇔⊂⊆∈∝≔:≜≪≫⩽⩾≲≳]$/u;

/** In parts of the type size: how far the lines may reach into each other, and the signs that align them stand apart. */
const intoEachOther = 0.35;
const aligned = 0.3;

function severalLines(rows: readonly Row[], compose: (atoms: readonly Atom[]) => readonly Piece[]): string {
  const size = Math.max(...rows.map(({ atoms }) => mainSize(atoms)));
  const boxes = rows.map(({ atoms }): Box => boundsOf(atoms));
  for (let at = 1; at < boxes.length; at += 1) {
    const into = (boxes[at - 1] as Box).bottom - (boxes[at] as Box).top;
    if (into > intoEachOther * size) throw new Unreadable('lines that reach into each other');
  }
  const marks = rows.map(({ atoms }) =>
    [...atoms].sort((a, b) => a.left - b.left).find(({ kind, sign }) => kind === 'sign' && relation.test(sign)),
  );
  const [first] = marks;
  const isAligned =
    first !== undefined &&
    marks.every((mark) => mark !== undefined && Math.abs(mark.left - first.left) < aligned * size);
  const lines = rows.map(({ atoms }, at) => {
    const mark = marks[at];
    if (!isAligned || mark === undefined) return joined(compose(atoms));
    const before = atoms.filter((one) => one.left < mark.left && one !== mark);
    const after = atoms.filter((one) => !before.includes(one));
    const start = before.length === 0 ? '' : `${joined(compose(before))} `;
    return `${start}&${joined(compose(after))}`;
  });
  return rowsIn(isAligned ? 'aligned' : 'gathered', lines);
}
