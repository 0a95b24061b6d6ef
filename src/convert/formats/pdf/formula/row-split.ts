// Lines of a formula that stand below each other, and the columns in them: arrays, cases, and displays of several lines.
import { middleY } from '../../../layout/page.ts';
import { type Atom, axisHeight, mainSize } from './atoms.ts';

export interface Row {
  /** The line that its letters stand on. */
  readonly base: number;
  readonly atoms: readonly Atom[];
}

/** In parts of the type size: letters of one line, and how much smaller scripts are than they. */
const oneLine = 0.5;
const asLarge = 0.83;

export function rowsOf(atoms: readonly Atom[]): Row[] {
  const size = mainSize(atoms);
  const set = atoms.filter((one) => !one.centred && one.size >= asLarge * size);
  const bases = (set.length === 0 ? atoms.filter(({ centred }) => centred) : set)
    .map(({ base }) => base)
    .sort((a, b) => a - b);
  const lines: number[] = [];
  let from = 0;
  for (let at = 1; at <= bases.length; at += 1) {
    if (at < bases.length && (bases[at] as number) - (bases[at - 1] as number) < oneLine * size) continue;
    // The line that most of them stand on.
    lines.push(bases[(from + at - 1) >> 1] as number);
    from = at;
  }
  // What is placed by its middle may be a line of its own: a fraction above others.
  for (const one of atoms) {
    if (set.length === 0 || !one.centred || one.kind !== 'group') continue;
    if (lines.every((line) => Math.abs(line - one.base) > 1.2 * size)) lines.push(one.base);
  }
  lines.sort((a, b) => a - b);
  if (lines.length < 2) return [{ base: lines[0] ?? 0, atoms }];
  const rows = lines.map((base) => ({ base, atoms: [] as Atom[] }));
  for (const one of atoms) {
    const place = one.centred ? one.base - axisHeight * one.size : middleY(one);
    let nearest = rows[0] as (typeof rows)[number];
    for (const row of rows) {
      const middle = row.base - axisHeight * size;
      if (Math.abs(middle - place) < Math.abs(nearest.base - axisHeight * size - place)) nearest = row;
    }
    nearest.atoms.push(one);
  }
  return rows.filter((row) => row.atoms.length > 0);
}

/** The cells of each row. White that goes through all rows parts columns, where it is wider than `gap` type sizes. */
export function columnsOf(rows: readonly Row[], gap: number): Atom[][][] {
  const size = Math.max(...rows.map(({ atoms }) => mainSize(atoms)));
  const spans = rows
    .flatMap(({ atoms }) => atoms.map(({ left, right }) => ({ left, right })))
    .sort((a, b) => a.left - b.left);
  const gaps: number[] = [];
  let reached = Number.POSITIVE_INFINITY;
  for (const { left, right } of spans) {
    if (left - reached > gap * size) gaps.push((left + reached) / 2);
    reached = reached === Number.POSITIVE_INFINITY ? right : Math.max(reached, right);
  }
  return rows.map(({ atoms }) => {
    const cells: Atom[][] = Array.from({ length: gaps.length + 1 }, () => []);
    for (const atom of atoms) (cells[gaps.filter((from) => from < atom.left).length] as Atom[]).push(atom);
    return cells;
  });
}
