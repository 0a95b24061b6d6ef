// Drawn lines across a page as the tables between and below them see them, and a table from the lines of text between them.
import { type Box, boundsOf } from './page.ts';
import type { Segment } from './segments.ts';
import { columnsOf } from './table-columns.ts';
import { type Evidence, evidenceOf, hasAxis, type standsAlone } from './table-evidence.ts';
import { type PageTable, rowsOf } from './table-grid.ts';
import { hasHeader } from './table-header.ts';
import { isDatumPiece, type TableLine } from './table-lines.ts';
import { areasFromLines, type RowOptions } from './table-rows.ts';
import type { Stroke } from './table-strokes.ts';

/** What is free on the page within a box. */
export type Within = (box: Box) => Segment[];

/** In points: lines whose ends differ by less have one extent. */
export const sameEnd = 8;
const shortestRule = 50;
const mostRules = 400;

export interface RuleRow extends Stroke {
  readonly parts: number;
}

/** Drawn lines that go on after a gap are one line with parts. */
export function ruleRows(horizontal: readonly Stroke[]): RuleRow[] {
  const rows: RuleRow[] = [];
  for (const stroke of horizontal) {
    const last = rows.at(-1);
    if (last !== undefined && stroke.at - last.at < 0.5 && stroke.from - last.to < 20 && stroke.from >= last.to) {
      rows[rows.length - 1] = { ...last, to: stroke.to, parts: last.parts + 1 };
    } else rows.push({ parts: 1, ...stroke });
  }
  return rows.filter(({ from, to }) => to - from >= shortestRule).slice(0, mostRules);
}

export const bandOf = (above: RuleRow, below: RuleRow): Box => ({
  left: Math.min(above.from, below.from) - sameEnd,
  right: Math.max(above.to, below.to) + sameEnd,
  top: above.at,
  bottom: below.at,
});

export function tableOf(
  lines: readonly TableLine[],
  segments: readonly Segment[],
  options: RowOptions,
  stands: typeof standsAlone,
): PageTable | undefined {
  const own = new Set(segments);
  // Text right on a drawn line stands both over and under it.
  if (own.size < segments.length) return undefined;
  const { columns, bridging } = columnsOf(lines);
  if (columns.length < 2 || bridging.size > 0.4 * lines.length) return undefined;
  const evidence = evidenceOf(lines, columns);
  if (!stands(evidence, options.headed)) return undefined;
  if (hasAxis(lines, columns) && !isWhole(lines, evidence)) return undefined;
  const rows = rowsOf(areasFromLines(lines, columns, options));
  if (rows.length < 2) return undefined;
  return { ...boundsOf(segments), segments: own, header: hasHeader(rows), rows };
}

/** Every line fills every column, and the first names them all: no chart is so full. */
function isWhole([head]: readonly TableLine[], { columns, filled }: Evidence): boolean {
  return filled === 1 && columns >= 3 && head?.pieces.length === columns && !head.pieces.some(isDatumPiece);
}
