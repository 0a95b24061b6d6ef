// Tables without drawn cells: between horizontal lines of one extent, or from the places of words alone.
import { isCaption } from './captions.ts';
import { lineText } from './lines.ts';
import { type Box, boundsOf, overlap, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import { chainsOf, isProse } from './table-chains.ts';
import { type Column, columnsOf } from './table-columns.ts';
import { standsAlone, standsBetweenRules } from './table-evidence.ts';
import type { PageTable } from './table-grid.ts';
import { type TableLine, tableLines } from './table-lines.ts';
import { bandOf, type RuleRow, ruleRows, sameEnd, tableOf, type Within } from './table-rules.ts';
import type { Stroke, Strokes } from './table-strokes.ts';
import { isHeadBelow, tableUnder } from './table-under-rule.ts';

export function ruledApart(horizontal: readonly Stroke[], within: Within): PageTable[] {
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
      const table =
        run.length >= 2 ? (betweenRules(run, horizontal, within) ?? belowHead(run, rules, within)) : undefined;
      if (table !== undefined) tables.push(table);
      run = [];
    };
    for (const rule of group) {
      const last = run.at(-1);
      if (last !== undefined) {
        const lines = tableLines(within(bandOf(last, rule)));
        if ((!isTabular(lines) && !standsUnder(headOf(run, within), lines)) || holdsHead(lines)) end();
      }
      run.push(rule);
    }
    end();
  }
  return tables;
}

function isTabular(lines: readonly TableLine[]): boolean {
  if (lines.length === 0) return false;
  if (isStaggeredRow(lines) || isNamedRow(lines)) return true;
  if (lines.filter(isProse).length > 0.1 * lines.length) return false;
  const cells = lines.filter((line) => line.pieces.length >= 2 && !isProse(line)).length;
  return cells > 0 && cells >= 0.35 * lines.length;
}

/** Between two drawn lines the rows of one table end, and the next one has a head over it. */
function holdsHead(lines: readonly TableLine[]): boolean {
  const above: TableLine[] = [];
  let widest = 0;
  for (const line of lines.slice(0, -1)) {
    const gap = line.top - (above.at(-1)?.bottom ?? line.top);
    if (isHeadBelow(line, above, gap, widest)) return true;
    if (above.length > 0) widest = Math.max(widest, gap);
    above.push(line);
  }
  return false;
}

/** Cells of one row, of which some have more lines than others and all are set in the middle: each line reaches into the next. */
function isStaggeredRow(lines: readonly TableLine[]): boolean {
  if (lines.length < 2 || lines.length > mostHeadLines) return false;
  return lines.every((line, at) => {
    const before = lines[at - 1];
    if (before === undefined) return true;
    const height = Math.min(line.bottom - line.top, before.bottom - before.top);
    return (
      line.bottom - before.bottom < 0.75 * height && overlap(line.left, line.right, before.left, before.right) <= 0
    );
  });
}

/** Cells beside a name of several lines. */
function isNamedRow(lines: readonly TableLine[]): boolean {
  if (lines.length < 2 || lines.length > mostHeadLines) return false;
  const [cells, ...more] = lines.filter(({ pieces }) => pieces.length > 1);
  if (cells === undefined || more.length > 0 || cells.pieces.length < fewestCells || isProse(cells)) return false;
  const [name, next] = cells.pieces as readonly [Segment, Segment, ...Segment[]];
  return lines.every((line, at) => {
    const before = lines[at - 1];
    const isClose = before === undefined || line.top - before.bottom < 0.5 * (line.bottom - line.top);
    return isClose && (line === cells || (Math.abs(line.left - name.left) < name.size && line.right < next.left));
  });
}

/** Rows below a head where no line ends them. */
const fewestBelow = 3;
/** Lines of a head above the first drawn line. */
const mostHeadsOver = 6;
/** Cells of a row whose name has several lines. */
const fewestCells = 3;
/** Lines of a head that is parted from its table by a drawn line. */
const mostHeadLines = 4;

/** What stands between the first two drawn lines. */
function headOf([first, second]: readonly RuleRow[], within: Within): TableLine[] {
  return first === undefined || second === undefined ? [] : tableLines(within(bandOf(first, second)));
}

/** Below a head between drawn lines even sentences are cells, as long as every line keeps to the columns. */
function standsUnder(head: readonly TableLine[], lines: readonly TableLine[]): boolean {
  if (head.length === 0 || head.length > mostHeadLines || !isTabular(head)) return false;
  if (lines.filter((line) => line.pieces.length >= 2).length < 2) return false;
  const { columns, bridging } = columnsOf([...head, ...lines]);
  return columns.length >= 2 && bridging.size === 0;
}

function betweenRules(rules: readonly RuleRow[], all: readonly Stroke[], within: Within): PageTable | undefined {
  const [first, last] = [rules[0] as RuleRow, rules.at(-1) as RuleRow];
  const box = bandOf(first, last);
  const segments = within(box);
  const lines = tableLines(segments);
  const separators = rules.slice(1, -1).map((rule) => rule.at);
  const partial = partialRules(all, box);
  const options = { separators, headed: separators.length > 0, partial };
  const table = tableOf(lines, segments, options, standsBetweenRules);
  if (table === undefined) return undefined;
  const head = headOver(lines, first.at, (top) => tableLines(within({ ...box, top, bottom: first.at })));
  if (head.length === 0) return table;
  const pieces = [...head.flatMap((line) => line.pieces), ...segments];
  const more = { separators: [first.at, ...separators], headed: true, partial };
  // What stands without its head stands with it.
  return tableOf([...head, ...lines], pieces, more, () => true) ?? table;
}

/** Lines of a head that no line is drawn over, right above the first one, each part of it over a column. */
function headOver(lines: readonly TableLine[], at: number, upTo: (top: number) => TableLine[]): TableLine[] {
  const [first] = lines;
  if (first === undefined) return [];
  const { columns } = columnsOf(lines);
  const height = Math.max(1, first.bottom - first.top);
  const head: TableLine[] = [];
  let reach = at;
  for (const line of upTo(at - (mostHeadsOver + 1) * height).reverse()) {
    const isNear = reach - line.bottom < (head.length === 0 ? 1 : 0.5) * height;
    const isPart = standsOver(line, columns) || isPartOver(line, columns, head[0]);
    if (!isNear || head.length >= mostHeadsOver || !isPart) break;
    head.unshift(line);
    reach = line.top;
  }
  return head;
}

const textOf = ({ pieces }: TableLine): string => pieces.map((piece) => lineText(piece)).join(' ');

/** Two parts or more, each over a column of its own; the title of a table may happen to have them. */
function standsOver(line: TableLine, columns: readonly Column[]): boolean {
  if (line.pieces.length < 2 || isProse(line) || isCaption(textOf(line))) return false;
  const under = line.pieces.map(({ left, right }) => {
    const common = columns.map(({ from, to }) => overlap(left, right, from, to));
    return common.indexOf(Math.max(0.1, ...common));
  });
  return !under.includes(-1) && new Set(under).size === under.length;
}

/** One word of a head of several lines: over one of the other columns, with little white above the line below it. */
function isPartOver({ pieces, bottom }: TableLine, columns: readonly Column[], below: TableLine | undefined): boolean {
  const [piece, more] = pieces;
  if (piece === undefined || more !== undefined || (below !== undefined && below.top - bottom > 0.45 * piece.size))
    return false;
  const under = columns.filter(({ from, to }) => overlap(piece.left, piece.right, from, to) > 0);
  // The sign of a currency may stand in a column of its own.
  return under.length > 0 && under.length <= 2 && under[0] !== columns[0];
}

/** A head between two drawn lines and rows below it: the table goes on in the next column or on the next page. */
function belowHead(run: readonly RuleRow[], rules: readonly RuleRow[], within: Within): PageTable | undefined {
  const [first, last, more] = run;
  if (first === undefined || last === undefined || more !== undefined) return undefined;
  const head = headOf(run, within);
  if (head.length === 0 || head.length > mostHeadLines || !isTabular(head)) return undefined;
  const below = tableLines(within({ ...bandOf(first, last), top: last.at, bottom: Number.POSITIVE_INFINITY }));
  const rows: TableLine[] = [];
  let reach = last.at;
  for (const line of below) {
    const height = Math.max(1, line.bottom - line.top);
    if (line.top - reach > height || line.pieces.length < 2 || isProse(line)) break;
    rows.push(line);
    reach = line.bottom;
  }
  const under = tableUnder(last, rules, within, first.at);
  // The head of a table may be set apart from its columns, which then tell themselves.
  if (rows.length < Math.max(fewestBelow, under?.rows.length ?? 0)) return under;
  const lines = [...head, ...rows];
  const segments = lines.flatMap(({ pieces }) => pieces);
  return tableOf(lines, segments, { separators: [last.at], headed: true, partial: [] }, standsBetweenRules) ?? under;
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

/** Lines that could be rows of a table without drawn lines; fewer than three make none. */
export function candidateLines(lines: readonly TableLine[]): number {
  return lines.filter((line) => line.pieces.length > 2 || (line.pieces.length === 2 && !isProse(line))).length;
}

/** Tables from the places of words alone, in a page or a part of it; where all is typed, code is told by nothing. */
export function borderless(
  lines: readonly TableLine[],
  { horizontal: rules, vertical }: Strokes,
  isTyped: boolean,
): PageTable[] {
  const tables: PageTable[] = [];
  for (const run of chainsOf(lines)) {
    const inside = run.flatMap((line) => line.pieces);
    const box = boundsOf(inside);
    const separators = rules
      .filter(
        ({ at, from, to }) =>
          at > box.top && at < box.bottom && overlap(from, to, box.left, box.right) > 0.6 * widthOf(box),
      )
      .map(({ at }) => at);
    const boxed = vertical.filter((stroke) => standsIn(stroke, box)).length >= 2;
    const table = tableOf(
      run,
      inside,
      { separators, headed: separators.length > 0, partial: partialRules(rules, box) },
      (evidence, headed) =>
        standsAlone(isTyped ? { ...evidence, monospace: 0 } : evidence, headed) &&
        !(boxed && evidence.dataColumns === 0),
    );
    if (table !== undefined) tables.push(table);
  }
  return tables;
}

/** A line down through a table: the words beside it are in boxes of their own. */
function standsIn({ at, from, to }: Stroke, box: Box): boolean {
  return at > box.left && at < box.right && overlap(from, to, box.top, box.bottom) > 0.3 * (box.bottom - box.top);
}
