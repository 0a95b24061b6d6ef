// Tables without drawn cells: between horizontal lines of one extent, or from the places of words alone.
import { type Box, boundsOf, heightOf, overlap, widthOf } from './page.ts';
import { median } from './reading-order.ts';
import type { Segment } from './segments.ts';
import { columnsOf } from './table-columns.ts';
import { evidenceOf, hasAxis, standsAlone, standsBetweenRules } from './table-evidence.ts';
import { type PageTable, rowsOf } from './table-grid.ts';
import { type TableLine, tableLines, wordsPerPiece } from './table-lines.ts';
import { areasFromLines, type RowOptions } from './table-rows.ts';
import type { Stroke } from './table-strokes.ts';

/** In points: lines whose ends differ by less have one extent. */
const sameEnd = 8;
const shortestRule = 50;
const mostRules = 400;

interface RuleRow extends Stroke {
  readonly parts: number;
}

/** Drawn lines that go on after a gap are one line with parts. */
function ruleRows(horizontal: readonly Stroke[]): RuleRow[] {
  const rows: RuleRow[] = [];
  for (const stroke of horizontal) {
    const last = rows.at(-1);
    if (last !== undefined && stroke.at - last.at < 0.5 && stroke.from - last.to < 20 && stroke.from >= last.to) {
      rows[rows.length - 1] = { ...last, to: stroke.to, parts: last.parts + 1 };
    } else rows.push({ ...stroke, parts: 1 });
  }
  return rows.filter(({ from, to }) => to - from >= shortestRule).slice(0, mostRules);
}

export function ruledApart(horizontal: readonly Stroke[], within: (box: Box) => Segment[]): PageTable[] {
  const rules = ruleRows(horizontal);
  const tables: PageTable[] = [];
  const groups: RuleRow[][] = [];
  for (const rule of rules) {
    const group = groups.find((one) => {
      const first = one[0] as RuleRow;
      return Math.abs(first.from - rule.from) <= sameEnd && Math.abs(first.to - rule.to) <= sameEnd;
    });
    if (group === undefined) groups.push([rule]);
    else group.push(rule);
  }
  for (const group of groups) {
    let run: RuleRow[] = [];
    const end = (): void => {
      const table = run.length >= 2 ? betweenRules(run, horizontal, within) : undefined;
      if (table !== undefined) tables.push(table);
      run = [];
    };
    for (const rule of group) {
      const last = run.at(-1);
      if (last !== undefined && !isTabular(tableLines(within(bandOf(last, rule))))) end();
      run.push(rule);
    }
    end();
  }
  return tables;
}

const bandOf = (above: RuleRow, below: RuleRow): Box => ({
  left: Math.min(above.from, below.from) - sameEnd,
  right: Math.max(above.to, below.to) + sameEnd,
  top: above.at,
  bottom: below.at,
});

function isTabular(lines: readonly TableLine[]): boolean {
  if (lines.length === 0) return false;
  if (lines.filter(isProse).length > 0.1 * lines.length) return false;
  const cells = lines.filter((line) => line.pieces.length >= 2 && !isProse(line)).length;
  return cells > 0 && cells >= 0.35 * lines.length;
}

function betweenRules(
  rules: readonly RuleRow[],
  all: readonly Stroke[],
  within: (box: Box) => Segment[],
): PageTable | undefined {
  const box = bandOf(rules[0] as RuleRow, rules.at(-1) as RuleRow);
  const segments = within(box);
  const lines = tableLines(segments);
  const separators = rules.slice(1, -1).map((rule) => rule.at);
  const partial = partialRules(all, box);
  return tableOf(lines, segments, { separators, headed: separators.length > 0, partial }, standsBetweenRules);
}

/** Lines over a part of a table's width. */
function partialRules(rules: readonly Stroke[], box: Box): Stroke[] {
  const width = widthOf(box);
  return rules.filter(
    ({ at, from, to }) =>
      at > box.top &&
      at < box.bottom &&
      to - from < 0.9 * width &&
      from >= box.left - sameEnd &&
      to <= box.right + sameEnd,
  );
}

function tableOf(
  lines: readonly TableLine[],
  segments: readonly Segment[],
  options: RowOptions,
  stands: typeof standsAlone,
): PageTable | undefined {
  const { columns, bridging } = columnsOf(lines);
  if (columns.length < 2 || bridging.size > 0.4 * lines.length) return undefined;
  const evidence = evidenceOf(lines, columns);
  if (!stands(evidence, options.headed) || hasAxis(lines, columns)) return undefined;
  const rows = rowsOf(areasFromLines(lines, columns, options));
  if (rows.length < 2) return undefined;
  return { ...boundsOf(segments), segments: new Set(segments), header: true, rows };
}

function isProse(line: TableLine): boolean {
  return wordsPerPiece(line) >= (line.pieces.length === 1 ? 8 : 6) && line.pieces.length <= 3;
}

/** Tables from the places of words alone, in one part of a page. */
export function borderless(segments: readonly Segment[], rules: readonly Stroke[]): PageTable[] {
  const lines = tableLines(segments);
  const tables: PageTable[] = [];
  for (const run of runsOf(lines)) {
    const inside = run.flatMap((line) => line.pieces);
    const box = boundsOf(inside);
    const separators = rules
      .filter(
        ({ at, from, to }) =>
          at > box.top && at < box.bottom && overlap(from, to, box.left, box.right) > 0.6 * widthOf(box),
      )
      .map(({ at }) => at);
    const table = tableOf(
      run,
      inside,
      { separators, headed: separators.length > 0, partial: partialRules(rules, box) },
      standsAlone,
    );
    if (table !== undefined) tables.push(table);
  }
  return tables;
}

/** Stretches of lines that stand near each other and are no prose, from the first to the last with several pieces. */
function runsOf(lines: readonly TableLine[]): TableLine[][] {
  const runs: TableLine[][] = [];
  let run: TableLine[] = [];
  const end = (): void => {
    const first = run.findIndex((line) => line.pieces.length > 1);
    let last = run.length - 1;
    while (last >= 0 && (run[last] as TableLine).pieces.length < 2) last -= 1;
    if (first >= 0 && last - first >= 1) runs.push(run.slice(first, last + 1));
    run = [];
  };
  const height = median(lines.map(heightOf)) || 1;
  for (const line of lines) {
    const before = run.at(-1);
    if (isProse(line)) {
      end();
      continue;
    }
    if (before !== undefined && line.top - before.bottom > 2 * Math.max(height, heightOf(line))) end();
    run.push(line);
  }
  end();
  return runs;
}
