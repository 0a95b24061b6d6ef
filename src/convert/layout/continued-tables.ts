// Tables that go on at the top of the next page or column are made one again; a header that was printed again is left out.
import type { PageItem, PageItems } from './analyse-page.ts';
import { isCaption, isContinuation } from './captions.ts';
import { mayHead } from './headings.ts';
import { movedFrom } from './lines.ts';
import { addAll } from './many.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { isEmptyCell, type PageCell, type PageTable, textOfCell } from './table-grid.ts';
import { isDatum } from './table-lines.ts';

type Row = PageTable['rows'][number];
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
/** Columns of a table that is told by where they begin, and how far that may differ, in points. */
const fewestColumns = 2;
const sameStart = 3;
/** Rows at the end of a part that are looked at for that. */
const mostCompared = 100;
/** Where a column without words of its own begins. */
const nowhere = Number.POSITIVE_INFINITY;

/** A table that may go on, with what is known of its rows: a page adds to it, and no row is gone through again. */
interface OpenTable {
  readonly items: PageItem[];
  readonly at: number;
  readonly table: PageTable & { readonly rows: Row[] };
  nameless: number;
  starts: number[] | undefined;
}

/** `body` is the size of the text of the document. */
export function joinTables(pages: readonly PageItems[], body: number): PageItems[] {
  const joined: PageItems[] = [];
  let open: OpenTable | undefined;
  for (const page of pages) {
    const { height } = page.content;
    const items = joinedColumns(page.items);
    joined.push({ ...page, items });
    // All that stood on it went on with the table, or it was left empty.
    if (items.length === 0) continue;
    const at = items.findIndex((item) => item.kind !== 'text' || !(item.inMargin || saysContinued(item.block)));
    const first = items[at];
    const more =
      open !== undefined &&
      first?.kind === 'table' &&
      first.table.top < upper * height &&
      !isTitled(items.slice(0, at), first.table, body)
        ? fitted(open, withoutNotes(first.table))
        : undefined;
    if (open !== undefined && more !== undefined) {
      dropNotes(open);
      const rows = withoutHeader(open.table, more).map((row) =>
        row.map((cell) => ({ ...cell, lines: movedFrom(page.content, cell.lines) })),
      );
      addRows(open, rows);
      items.splice(0, at + 1, ...items.slice(0, at).filter((item) => !isNote(item)));
      // A part that fills its page may go on once more.
      if (lastOf(items) < 0 && more.bottom > lower * height) continue;
    }
    const end = lastOf(items);
    const closing = items[end];
    open = closing?.kind === 'table' && closing.table.bottom > lower * height ? opened(items, end, closing) : undefined;
  }
  return joined;
}

const saysContinued = (block: TextBlock): boolean => block.lines.length <= 2 && isContinuation(blockText(block));

const isNote = (item: PageItem): boolean => item.kind === 'text' && saysContinued(item.block);

/** Above its next part and below the one before a table may say that it goes on; that is left out with the end of the page. */
function withoutNotes(table: PageTable): PageTable {
  const [first, ...rows] = table.rows;
  return first !== undefined && rows.length > 0 && isNoteRow(first) ? { ...table, rows } : table;
}

function dropNotes({ items, at, table: { rows } }: OpenTable): void {
  const last = rows.at(-1);
  if (last !== undefined && rows.length > 1 && isNoteRow(last)) rows.pop();
  const after = items.slice(at + 1).filter((item) => !isNote(item));
  items.splice(at + 1, items.length, ...after);
}

function isNoteRow(row: Row): boolean {
  const filled = row.filter((cell) => !isEmptyCell(cell));
  return filled.length === 1 && isContinuation(textOfCell(filled[0]));
}

/** A heading in the margin over a table begins something new. */
const isTitled = (over: readonly PageItem[], { top }: PageTable, body: number): boolean =>
  over.some(
    (item) =>
      item.kind === 'text' &&
      mayHead(item.block, item.block.size / body, item.block.bold, top - item.block.bottom) &&
      !isCaption(blockText(item.block)),
  );

function opened(items: PageItem[], at: number, item: TableItem): OpenTable {
  const table = { ...item.table, rows: [...item.table.rows] };
  items[at] = { ...item, table };
  return { items, at, table, nameless: namelessIn(table.rows), starts: undefined };
}

/** A table that ends one column and begins the next with the same head. */
function joinedColumns(items: readonly PageItem[]): PageItem[] {
  const joined: PageItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'table' && last?.kind === 'table' && goesOnBeside(last.table, item.table)) {
      const rows = [...last.table.rows, ...withoutHeader(last.table, item.table)];
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
    if (item.kind !== 'text' || !(item.inMargin || isNote(item))) return at;
  }
  return at;
}

/** The second part with as many columns as the first, if it goes on with it. */
function fitted(open: OpenTable, after: PageTable): PageTable | undefined {
  const before = open.table;
  const isBelow =
    Math.abs(before.left - after.left) < edge &&
    (Math.abs(before.right - after.right) < edge || hasSameHead(before, after) || hasSameColumns(open, after)) &&
    before.rows.length + after.rows.length <= mostRows;
  if (!isBelow) return undefined;
  return widthOf(before) === widthOf(after) ? after : withEmptyEdges(open, after);
}

/** Without lines around it a table is as wide as what stands in its last column: where its columns begin is the same. */
function hasSameColumns({ table }: OpenTable, after: PageTable): boolean {
  const [width, own] = [widthOf(table), widthOf(after)];
  if (width < fewestColumns || own > width) return false;
  const rows = table.rows.slice(table.header ? 1 : 0).slice(-mostCompared);
  const [last, [first]] = [rows.at(-1), after.rows];
  if (last === undefined || first === undefined || isBold(first) !== isBold(last)) return false;
  const [starts, part] = [columnStarts(rows, width), columnStarts(after.rows, own)];
  return part.every((left, at) => left !== nowhere && Math.abs(left - (starts[at] as number)) < sameStart);
}

const isBold = (row: Row): boolean => row.every(({ words }) => words.every(({ style }) => style.bold));

/** Columns at the edges that are empty on a page are none there: how many of them are missing on its left. */
function missingBefore(open: OpenTable, after: PageTable): number | undefined {
  const before = open.table;
  const missing = widthOf(before) - widthOf(after);
  if (missing < 1 || widthOf(after) < 2) return undefined;
  if (Math.abs(before.right - after.right) >= edge) return hasSameColumns(open, after) ? 0 : undefined;
  open.starts ??= columnStarts(before.rows, widthOf(before));
  const [whole, part] = [open.starts, columnStarts(after.rows, widthOf(after))];
  for (let shift = 0; shift <= missing; shift += 1) {
    if (!part.some((left, at) => areApart(left, whole[shift + at] as number))) return shift;
  }
  return undefined;
}

/** Columns without words stand anywhere. */
const areApart = (one: number, other: number): boolean =>
  one !== nowhere && other !== nowhere && Math.abs(one - other) >= edge;

/** Where the words of each column begin. */
function columnStarts(rows: readonly Row[], width: number): number[] {
  const starts = new Array<number>(width).fill(nowhere);
  for (const row of rows) {
    // What stands to the right of a cell over several rows is not known here.
    if (row.reduce((sum, { colspan }) => sum + colspan, 0) !== width) continue;
    let column = 0;
    for (const { words, colspan } of row) {
      if (colspan === 1) for (const { left } of words) starts[column] = Math.min(starts[column] as number, left);
      column += colspan;
    }
  }
  return starts;
}

const emptyCell: PageCell = { words: [], lines: [], colspan: 1, rowspan: 1 };

function withEmptyEdges(open: OpenTable, after: PageTable): PageTable | undefined {
  const before = open.table;
  const left = missingBefore(open, after);
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

/** A head may have several rows: those printed again with the first, down to the first with data. */
function withoutHeader(before: PageTable, after: PageTable): PageTable['rows'] {
  if (!hasSameHead(before, after)) return after.rows;
  const end = after.rows.findIndex(
    (row, at) => at > 0 && (textOf(row) !== textOf(before.rows[at] ?? []) || row.some(isData)),
  );
  return end < 0 ? [] : after.rows.slice(end);
}

/** Years stand over columns as names do. */
const isData = (cell: PageCell): boolean => isDatum(textOfCell(cell)) && !/^(?:1[89]|20)\d\d$/.test(textOfCell(cell));

/** A row that was parted at the end of the page is made one again. */
function addRows(open: OpenTable, after: readonly Row[]): void {
  const { rows } = open.table;
  const [last, [first, ...rest]] = [rows.at(-1), after];
  const isParted = last !== undefined && first !== undefined && goesOn(open, last, first);
  if (isParted) rows[rows.length - 1] = joinedRow(last, first);
  const added = isParted ? rest : after;
  addAll(rows, added);
  open.nameless += namelessIn(added);
  if (open.starts === undefined) return;
  const starts = columnStarts(after, open.starts.length);
  open.starts = open.starts.map((left, at) => Math.min(left, starts[at] as number));
}

const joinedRow = (last: Row, first: Row): PageCell[] =>
  last.map((cell, at) => {
    const more = first[at] as PageCell;
    return { ...cell, words: [...cell.words, ...more.words], lines: [...cell.lines, ...more.lines] };
  });

const namelessIn = (rows: readonly Row[]): number => rows.filter(([cell]) => isEmptyCell(cell)).length;

/** Rows of the table begin with a name and this one does not; what stands in it goes on from the cells above. */
function goesOn({ table, nameless }: OpenTable, last: Row, first: Row): boolean {
  if (first.length !== last.length || first.length < 2 || !isEmptyCell(first[0]) || isEmptyCell(last[0])) return false;
  if (first.some((cell, at) => cell.colspan !== last[at]?.colspan || cell.rowspan > 1)) return false;
  if (nameless > mostNameless * table.rows.length) return false;
  const filled = first.flatMap((cell, at) => (isEmptyCell(cell) ? [] : [[last[at], cell] as const]));
  return filled.every(([above, cell]) => isAlike(above, cell)) && filled.some(([above, cell]) => runsOn(above, cell));
}

/** Words below words, in the same weight: what stands below a number is another row, or the rest of a head. */
const isAlike = (above: PageCell | undefined, below: PageCell): boolean =>
  !isEmptyCell(above) && !isDatum(textOfCell(above)) && above?.words.at(-1)?.style.bold === below.words[0]?.style.bold;

function runsOn(cell: PageCell | undefined, more: PageCell): boolean {
  const above = textOfCell(cell);
  if (/^\p{Ll}/u.test(textOfCell(more)) || /[,;:(/&–-]$/.test(above)) return true;
  return above.lastIndexOf('(') > above.lastIndexOf(')');
}

const textOf = (row: readonly PageCell[]): string => row.map(textOfCell).join('|');
