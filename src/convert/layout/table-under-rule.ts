// Tables whose only drawn line is the one below the head, as word processors and converters make them: the head says where the
// columns are, so that a row may have a cell of many lines and the others none.
import { boundsOf, heightOf, middleY, overlap, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import { isAligned, isProse } from './table-chains.ts';
import { type Column, columnsOf, placePieces, withLine } from './table-columns.ts';
import { type Evidence, mostLeaders } from './table-evidence.ts';
import type { PageTable } from './table-grid.ts';
import { type TableLine, tableLines } from './table-lines.ts';
import { type RuleRow, ruleRows, tableOf, type Within } from './table-rules.ts';
import type { Stroke } from './table-strokes.ts';
import { isFullFor } from './table-white-rows.ts';

/** In points: how far the drawn line may begin before its head, and end before the head ends. */
const before = 12;
const short = 4;
/** Lines of a head, its height in points, and lines below it that are looked at. */
const mostHeadLines = 6;
const highestHead = 100;
const mostLines = 300;
/** Times that the columns are found anew. */
const mostLooks = 20;
/** In heights of a line: the white between the head and its line, between two rows, and between the line and the first. */
const headGap = 1;
const rowGap = 1.2;
const firstGap = 1.6;
/** Share of the pieces of a column that stand under the head of it as its head stands. */
const leastUnder = 0.7;
/** Rows among which one column may be empty. */
const fewestRows = 4;

export function tablesUnderRules(horizontal: readonly Stroke[], within: Within): PageTable[] {
  const tables: PageTable[] = [];
  let end = Number.NEGATIVE_INFINITY;
  const rules = ruleRows(horizontal);
  for (const rule of rules) {
    // One that another drawn line belongs to is found by both.
    if (rule.at < end) continue;
    const table = tableUnder(rule, rules, within);
    if (table === undefined) continue;
    tables.push(table);
    end = table.bottom;
  }
  return tables;
}

/** The table below a drawn line, whose head stands above it and below `top`. */
export function tableUnder(
  rule: RuleRow,
  rules: readonly RuleRow[],
  within: Within,
  top = rule.at - highestHead,
): PageTable | undefined {
  const head = headOver(rule, within, top);
  if (head.length === 0) return undefined;
  const heads = columnsOf(head);
  if (heads.columns.length < 2 || heads.bridging.size > 0) return undefined;
  const rows = rowsBelow(rule, head, heads.columns, { rules, within });
  const lines = [...head, ...rows];
  if (rows.length === 0 || !standUnder(head, rows, columnsOf(lines).columns)) return undefined;
  const segments = lines.flatMap(({ pieces }) => pieces);
  return tableOf(lines, segments, { separators: [rule.at], headed: true, partial: [] }, standsUnderHead);
}

/** The lines right above, over the whole of the drawn line and nothing beside it. */
function headOver(rule: RuleRow, within: Within, top: number): TableLine[] {
  const box = { left: rule.from - before, right: rule.to + before, top, bottom: rule.at };
  const head: TableLine[] = [];
  let reach = rule.at;
  for (const line of tableLines(within(box)).reverse()) {
    const gap = (head.length === 0 ? headGap : 0.5) * heightOf(line);
    if (reach - line.bottom > gap || head.length === mostHeadLines || isProse(line)) break;
    if (head.length > 0 && line.pieces.length < 2 && line.left < rule.from + widthOf(line) && !isOfHead(line, head))
      break;
    head.unshift(line);
    reach = line.top;
  }
  if (head.every(({ pieces }) => pieces.length < 2)) return [];
  const { left, right } = boundsOf(head);
  return left < rule.from - 1 || left > rule.from + before || right > rule.to + short ? [] : head;
}

/** In parts of the type size: white before a column where the cell before it all but reaches it, and how near a word begins. */
const closest = 0.35;
const near = 0.1;

/** Pieces that lie over several columns have a word that begins where each of those begins, with white before it. */
function keepsColumns({ pieces }: TableLine, columns: readonly Column[]): boolean {
  return pieces.every(({ words, left, right, size }) =>
    columns.every(
      ({ from }) =>
        from <= left + near * size ||
        from >= right ||
        words.some((word, at) => {
          const before = words[at - 1];
          return (
            before !== undefined && Math.abs(word.left - from) < near * size && from - before.right > closest * size
          );
        }),
    ),
  );
}

/** In heights of a line, and in the widest gap of the rows: white above the head of what comes after a table. */
const whiteOfHead = { lines: 0.4, gaps: 1.5 };

/** One piece in a type that none of the first column has, further from the rows than they are from each other. */
export function isHeadBelow(line: TableLine, rows: readonly TableLine[], gap: number, widest: number): boolean {
  const [piece, next] = line.pieces;
  if (piece === undefined || next !== undefined || rows.length < 2) return false;
  if (gap < whiteOfHead.lines * heightOf(line) || gap < whiteOfHead.gaps * widest) return false;
  const font = piece.words[0]?.style.font;
  return rows.every(({ pieces }) => pieces[0]?.words[0]?.style.font !== font);
}

/** A line in the first column alone, right below a cell of it that had no room for its first word. */
function goesOnBelow(rows: readonly TableLine[], at: number, rules: readonly RuleRow[]): boolean {
  const [above, line] = [rows[at - 1] as TableLine, rows[at] as TableLine];
  const [piece, next] = [above.pieces[0] as Segment, line.pieces[0] as Segment];
  if (Math.abs(line.left - piece.left) > 1 || line.top - above.bottom > 0.3 * heightOf(line)) return false;
  if (
    rules.some(
      (rule) =>
        rule.at > middleY(above) && rule.at < middleY(line) && overlap(rule.from, rule.to, line.left, line.right) > 0,
    )
  )
    return false;
  let edge = Number.NEGATIVE_INFINITY;
  for (const { pieces } of rows.slice(0, at))
    if (pieces.length > 1) edge = Math.max(edge, (pieces[0] as Segment).right);
  return isFullFor(piece, next, edge);
}

/** The first column may have the longest head: its other lines are as narrow, and in the same type. */
function isOfHead({ pieces: [piece] }: TableLine, head: readonly TableLine[]): boolean {
  const [own, next] = (head.at(-1) as TableLine).pieces;
  if (piece === undefined || own === undefined || next === undefined) return false;
  const [style, look] = [piece.words[0]?.style, own.words[0]?.style];
  if (style?.font !== look?.font || style?.bold !== look?.bold || piece.size !== own.size) return false;
  return Math.abs(piece.left - own.left) < 1 && piece.right < next.left - 0.5 * piece.size;
}

/** Lines that keep to the columns of the head; the first that does not ends the table. */
function rowsBelow(
  rule: RuleRow,
  head: readonly TableLine[],
  heads: readonly Column[],
  { rules, within }: { readonly rules: readonly RuleRow[]; readonly within: Within },
): TableLine[] {
  const box = { left: 0, right: Number.POSITIVE_INFINITY, top: rule.at, bottom: Number.POSITIVE_INFINITY };
  const rows: TableLine[] = [];
  const second = (heads[1] as Column).from - 1;
  let columns = heads;
  let looks = 0;
  let whole = 0;
  let reach = rule.at;
  /** Between two lines so far. */
  let widest = 0;
  // What stands beside the table, in another column of the page, is not looked at.
  const under = within(box).filter(({ left, right }) => overlap(left, right, rule.from, rule.to) > 0);
  for (const line of tableLines(under).slice(0, mostLines)) {
    if (line.top - reach > (rows.length === 0 ? firstGap : rowGap) * heightOf(line)) break;
    if (line.left < rule.from - 1 || line.right > rule.to + short) break;
    const gap = line.top - reach;
    if (isHeadBelow(line, rows, gap, widest)) break;
    if (rows.length > 0) widest = Math.max(widest, gap);
    let wider: readonly Column[] | undefined = withLine(columns, line);
    if (wider?.length !== heads.length) {
      // What stands beside its head and not under it may be of its column all the same: all lines together tell.
      looks += 1;
      const all = looks > mostLooks ? undefined : columnsOf([...head, ...rows, line]);
      wider = all?.bridging.size === 0 && all.columns.length === heads.length ? all.columns : undefined;
    }
    const isClose = wider === undefined && keepsColumns(line, columns);
    if (isClose) wider = columns;
    if (wider === undefined) break;
    columns = wider;
    rows.push(line);
    reach = Math.max(reach, line.bottom);
    if (line.pieces.length > 1 || line.left > second || isClose) whole = rows.length;
  }
  // Lines in the first column alone, with no row below them, are what comes after the table, but for those that are there
  // because the one above had no room for their first word.
  while (whole > 0 && whole < rows.length && goesOnBelow(rows, whole, rules)) whole += 1;
  return rows.slice(0, whole);
}

/** Nearly every piece begins, ends or has its middle where its head does. */
function standUnder(head: readonly TableLine[], rows: readonly TableLine[], columns: readonly Column[]): boolean {
  const heads = new Map<number, Segment[]>();
  for (const line of head) {
    for (const { piece, from } of placePieces(line, columns)) heads.set(from, [...(heads.get(from) ?? []), piece]);
  }
  let [all, under] = [0, 0];
  const held = new Set<number>();
  for (const line of rows) {
    for (const { piece, from, to } of placePieces(line, columns)) {
      all += 1;
      held.add(from);
      if (to - from === 1 && heads.get(from)?.some((one) => isAligned(piece, one)) === true) under += 1;
    }
  }
  // Under a running title stands text, and nothing under its number.
  const fewest = columns.length - (rows.length < fewestRows ? 0 : 1);
  return held.size >= Math.max(2, fewest) && under >= leastUnder * all;
}

/** Prose in one column explains what stands in the others; in two it is the text of the page. Marks are those of lists. */
function standsUnderHead({ columns, cellLines, leaders, proseColumns, marked }: Evidence): boolean {
  return columns >= 2 && cellLines >= 2 && leaders <= mostLeaders && proseColumns <= 1 && marked <= 0.2;
}
