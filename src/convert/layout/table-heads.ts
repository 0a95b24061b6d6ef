// Heads over several columns: the short lines drawn below them tell which, or that they stand in the middle of them.
import { middleX } from './page.ts';
import type { Column, PlacedPiece } from './table-columns.ts';
import type { TableLine } from './table-lines.ts';
import type { Stroke } from './table-strokes.ts';

/** Columns to either side that a head may spread to. */
const furthest = 20;

interface HeadLine {
  readonly line: TableLine;
  readonly placed: readonly PlacedPiece[];
}

/** The pieces of head lines with all the columns they are the head of, line by line from the top. */
export function spreadHeads(
  lines: readonly HeadLine[],
  columns: readonly Column[],
  rules: readonly Stroke[],
): PlacedPiece[][] {
  const spread: PlacedPiece[][] = [];
  let below: readonly PlacedPiece[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const { line, placed } = lines[at] as HeadLine;
    const under = (lines[at + 1]?.line.top ?? line.bottom) + 2;
    const out = placed.map((one, index) => {
      const room: [number, number] = [placed[index - 1]?.to ?? 0, placed[index + 1]?.from ?? columns.length];
      return (
        fromRule(one, columns, rules, line, Math.max(under, line.bottom + 4), room) ??
        fromMiddle(one, columns, below, room)
      );
    });
    spread.unshift(out);
    below = out;
  }
  return spread;
}

function fromRule(
  one: PlacedPiece,
  columns: readonly Column[],
  rules: readonly Stroke[],
  line: TableLine,
  under: number,
  [first, last]: readonly [number, number],
): PlacedPiece | undefined {
  const middle = middleX(one.piece);
  const rule = rules.find(
    ({ at, from, to }) => at > line.bottom - 3 && at < under && from - 2 <= middle && to + 2 >= middle,
  );
  if (rule === undefined) return undefined;
  let from = -1;
  let to = -1;
  for (let at = first; at < last; at += 1) {
    const column = columns[at] as Column;
    const common = Math.min(rule.to, column.to) - Math.max(rule.from, column.from);
    if (common < 0.6 * (column.to - column.from)) continue;
    if (from < 0) from = at;
    to = at + 1;
  }
  return from >= 0 && to - from > 1 && from <= one.from && to >= one.to ? { ...one, from, to } : undefined;
}

/** A piece that is in the middle of several columns which have heads of their own below it, and of no single one. */
function fromMiddle(
  one: PlacedPiece,
  columns: readonly Column[],
  below: readonly PlacedPiece[],
  [first, last]: readonly [number, number],
): PlacedPiece {
  const spans = below.filter(({ from, to }) => to - from > 1 && from < one.to && to > one.from);
  const least = spans.reduce<[number, number]>(
    ([from, to], span) => [Math.min(from, span.from), Math.max(to, span.to)],
    [one.from, one.to],
  );
  const size = one.piece.size || 1;
  if (spans.length === 0 && (one.to - one.from > 1 || isAlong(one, columns[one.from] as Column, size))) return one;
  const middle = middleX(one.piece);
  let best: PlacedPiece | undefined;
  let nearest = 0.8 * size;
  for (let from = Math.min(least[0], last - 1); from >= first && least[0] - from < furthest; from -= 1) {
    for (let to = least[1]; to <= last && to - least[1] < furthest; to += 1) {
      if (to - from < 2 || !hasHeads(below, from, to)) continue;
      const off = Math.abs(((columns[from] as Column).from + (columns[to - 1] as Column).to) / 2 - middle);
      if (off < nearest) {
        nearest = off;
        best = { ...one, from, to };
      }
    }
  }
  return best ?? one;
}

/** Each column of the stretch has something below, and nothing there reaches out of it. */
function hasHeads(below: readonly PlacedPiece[], from: number, to: number): boolean {
  let covered = 0;
  for (const one of below) {
    if (one.to <= from || one.from >= to) continue;
    if (one.from < from || one.to > to) return false;
    covered += one.to - one.from;
  }
  return covered >= to - from;
}

function isAlong({ piece }: PlacedPiece, column: Column, size: number): boolean {
  const near = 0.4 * size;
  return (
    Math.abs(piece.left - column.from) <= near ||
    Math.abs(piece.right - column.to) <= near ||
    Math.abs(middleX(piece) - (column.from + column.to) / 2) <= near
  );
}
