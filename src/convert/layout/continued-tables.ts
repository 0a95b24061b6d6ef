// Tables that go on at the top of the next page or column are made one again; a header that was printed again is left out.
import type { PageItem, PageItems } from './analyse-page.ts';
import { movedFrom } from './lines.ts';
import { isDatum } from './table-lines.ts';
import type { PageCell, PageTable } from './tables.ts';

type TableItem = Extract<PageItem, { kind: 'table' }>;

/** How far the edges of the two parts may differ, in points. */
const edge = 12;
/** Shares of the page: the first part ends below this, the second begins above the other. */
const lower = 0.6;
const upper = 0.4;
/** Share of the rows of a table whose first cell may be empty. */
const mostNameless = 0.1;
/** Rows of one table over all its pages. */
const mostRows = 100_000;

export function joinTables(pages: readonly PageItems[]): PageItems[] {
  const joined: PageItems[] = [];
  let last: { readonly items: PageItem[]; readonly at: number; readonly table: PageTable } | undefined;
  for (const page of pages) {
    const { height } = page.content;
    const items = joinedColumns(page.items);
    const at = items.findIndex((item) => item.kind !== 'text' || !item.inMargin);
    const first = items[at];
    const more =
      first?.kind === 'table' && last !== undefined && first.table.top < upper * height
        ? fitted(last.table, first.table)
        : undefined;
    if (last !== undefined && more !== undefined) {
      const rows = withoutHeader(last.table, more).map((row) =>
        row.map((cell) => ({ ...cell, lines: movedFrom(page.content, cell.lines) })),
      );
      const table: PageTable = { ...last.table, rows: joinedRows(last.table.rows, rows) };
      last.items[last.at] = { ...(last.items[last.at] as TableItem), table };
      items.splice(at, 1);
      // A part that fills its page may go on once more.
      last = isLastOf(items, at) && more.bottom > lower * height ? { ...last, table } : undefined;
      if (last !== undefined) {
        joined.push({ ...page, items });
        continue;
      }
    }
    last = undefined;
    const end = lastOf(items);
    const closing = items[end];
    if (closing?.kind === 'table' && closing.table.bottom > lower * height)
      last = { items, at: end, table: closing.table };
    joined.push({ ...page, items });
  }
  return joined;
}

/** A table that ends one column and begins the next with the same head. */
function joinedColumns(items: readonly PageItem[]): PageItem[] {
  const joined: PageItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'table' && last?.kind === 'table' && goesOnBeside(last.table, item.table)) {
      const rows = [...last.table.rows, ...item.table.rows.slice(1)];
      // It goes on from the place of the part that came last.
      joined[joined.length - 1] = { ...last, table: { ...item.table, rows } };
    } else joined.push(item);
  }
  return joined;
}

function goesOnBeside(before: PageTable, after: PageTable): boolean {
  if (after.left < before.right || after.top > before.bottom || widthOf(before) !== widthOf(after)) return false;
  return after.rows.length > 1 && hasSameHead(before, after) && before.rows.length <= mostRows;
}

/** The last item that is no running text. */
function lastOf(items: readonly PageItem[]): number {
  let at = items.length - 1;
  for (; at >= 0; at -= 1) {
    const item = items[at] as PageItem;
    if (item.kind !== 'text' || !item.inMargin) return at;
  }
  return at;
}

const isLastOf = (items: readonly PageItem[], at: number): boolean => lastOf(items) < at;

/** The second part with as many columns as the first, if it goes on with it. */
function fitted(before: PageTable, after: PageTable): PageTable | undefined {
  const isBelow =
    Math.abs(before.left - after.left) < edge &&
    (Math.abs(before.right - after.right) < edge || hasSameHead(before, after)) &&
    before.rows.length + after.rows.length <= mostRows;
  if (!isBelow) return undefined;
  return widthOf(before) === widthOf(after) ? after : withEmptyEdges(before, after);
}

/** Columns at the edges that are empty on a page are none there: how many of them are missing on its left. */
function missingBefore(before: PageTable, after: PageTable): number | undefined {
  const missing = widthOf(before) - widthOf(after);
  if (missing < 1 || widthOf(after) < 2 || Math.abs(before.right - after.right) >= edge) return undefined;
  const [whole, part] = [columnStarts(before), columnStarts(after)];
  for (let shift = 0; shift <= missing; shift += 1) {
    // Columns without words stand anywhere.
    if (!part.some((left, at) => Math.abs(left - (whole[shift + at] as number)) >= edge)) return shift;
  }
  return undefined;
}

/** Where the words of each column begin; not a number where it has none of its own. */
function columnStarts(table: PageTable): number[] {
  const starts = new Array<number>(widthOf(table)).fill(Number.POSITIVE_INFINITY);
  for (const row of table.rows) {
    // What stands to the right of a cell over several rows is not known here.
    if (row.reduce((sum, { colspan }) => sum + colspan, 0) !== starts.length) continue;
    let column = 0;
    for (const { words, colspan } of row) {
      if (colspan === 1) for (const { left } of words) starts[column] = Math.min(starts[column] as number, left);
      column += colspan;
    }
  }
  return starts.map((left) => (left === Number.POSITIVE_INFINITY ? Number.NaN : left));
}

const emptyCell: PageCell = { words: [], lines: [], colspan: 1, rowspan: 1 };

function withEmptyEdges(before: PageTable, after: PageTable): PageTable | undefined {
  const left = missingBefore(before, after);
  if (left === undefined) return undefined;
  const right = widthOf(before) - widthOf(after) - left;
  const cells = (count: number): PageCell[] => Array.from({ length: count }, () => emptyCell);
  return { ...after, rows: after.rows.map((row) => [...cells(left), ...row, ...cells(right)]) };
}

const widthOf = ({ rows }: PageTable): number => (rows[0] ?? []).reduce((sum, cell) => sum + cell.colspan, 0);

/** The words of the head are printed again where the table goes on. */
function hasSameHead(before: PageTable, after: PageTable): boolean {
  const [[header], [again]] = [before.rows, after.rows];
  return again !== undefined && header !== undefined && textOf(again) === textOf(header);
}

function withoutHeader(before: PageTable, after: PageTable): PageTable['rows'] {
  return hasSameHead(before, after) ? after.rows.slice(1) : after.rows;
}

/** A row that was parted at the end of the page is made one again. */
function joinedRows(before: PageTable['rows'], after: PageTable['rows']): PageTable['rows'] {
  const [last, [first, ...rest]] = [before.at(-1), after];
  if (last === undefined || first === undefined || !goesOn(before, last, first)) return [...before, ...after];
  const whole = last.map((cell, at) => {
    const more = first[at] as PageCell;
    return { ...cell, words: [...cell.words, ...more.words], lines: [...cell.lines, ...more.lines] };
  });
  return [...before.slice(0, -1), whole, ...rest];
}

/** Rows of the table begin with a name and this one does not; what stands in it goes on from the cells above. */
function goesOn(rows: PageTable['rows'], last: readonly PageCell[], first: readonly PageCell[]): boolean {
  if (first.length !== last.length || first.length < 2 || !isEmpty(first[0]) || isEmpty(last[0])) return false;
  if (first.some((cell, at) => cell.colspan !== last[at]?.colspan || cell.rowspan > 1)) return false;
  if (rows.filter(([cell]) => isEmpty(cell)).length > mostNameless * rows.length) return false;
  const filled = first.flatMap((cell, at) => (isEmpty(cell) ? [] : [[last[at], cell] as const]));
  return filled.every(([above, cell]) => isAlike(above, cell)) && filled.some(([above, cell]) => runsOn(above, cell));
}

/** Words below words, in the same weight: what stands below a number is another row, or the rest of a head. */
const isAlike = (above: PageCell | undefined, below: PageCell): boolean =>
  !isEmpty(above) && !isDatum(textIn(above)) && above?.words.at(-1)?.style.bold === below.words[0]?.style.bold;

function runsOn(cell: PageCell | undefined, more: PageCell): boolean {
  const above = textIn(cell);
  if (/^\p{Ll}/u.test(textIn(more)) || /[,;:(/&–-]$/.test(above)) return true;
  return above.lastIndexOf('(') > above.lastIndexOf(')');
}

const isEmpty = (cell: PageCell | undefined): boolean => cell === undefined || cell.words.length === 0;
const textIn = (cell: PageCell | undefined): string => (cell?.words ?? []).map((word) => word.text).join(' ');

const textOf = (row: readonly PageCell[]): string => row.map(textIn).join('|');
