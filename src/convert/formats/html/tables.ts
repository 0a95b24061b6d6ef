// Tables: data is read into rows and cells, layout is walked through as if the table were not there.
import type { Limits } from '../../../core/limits.ts';
import { cell as makeCell, table as makeTable } from '../../document/build.ts';
import type { Align, Block, Cell, Origin, Phrasing, TableCell } from '../../document/tree.ts';
import { isGutter } from './code-blocks.ts';
import { attribute, type DomElement } from './dom.ts';
import type { Flow } from './flow.ts';
import { border } from './lists.ts';
import type { Handler, Page } from './page.ts';
import { styleValue } from './style.ts';
import { isDataTable } from './table-kind.ts';

interface CellParts {
  readonly blocks: readonly Block[];
  readonly header: boolean;
  readonly align: Align;
  /** Where it stands and how far it reaches: as the page says, then as placed. */
  column: number;
  colspan: number;
  rowspan: number;
}

export interface OpenTable {
  readonly element: DomElement;
  readonly rows: Record<'thead' | 'tbody' | 'tfoot', CellParts[][]>;
  section: 'thead' | 'tbody' | 'tfoot';
  row: CellParts[] | undefined;
}

/** HTML, 4.9.11: larger spans count as these. */
const widestSpan = 1000;
const tallestSpan = 65_534;

export const readTable: Handler = (page, element) => {
  page.flow.flush();
  if (page.flow.inHeading || !isDataTable(element, page.dropped)) return border(page);
  const open: OpenTable = { element, rows: { thead: [], tbody: [], tfoot: [] }, section: 'tbody', row: undefined };
  page.tables.push(open);
  const origin = page.flow.origin;
  return () => {
    page.flow.flush();
    page.tables.pop();
    const rows = [...open.rows.thead, ...open.rows.tbody, ...open.rows.tfoot].filter((row) => row.length > 0);
    if (rows.length === 0) return;
    const header = open.rows.thead.some((row) => row.length > 0) || (rows[0]?.every((one) => one.header) ?? false);
    if (place(rows, page.context.limits)) {
      page.flow.block(tableOf(rows, header, origin));
      return;
    }
    const message = 'A table with very uneven or very wide rows was split, and its spans were left out.';
    page.context.warn('table-split', message, origin);
    for (const [index, part] of pieces(rows, page.context.limits.tableColumns).entries()) {
      page.flow.block(tableOf(part, header && index === 0, origin));
    }
  };
};

function tableOf(rows: readonly CellParts[][], header: boolean, origin: Origin): Block {
  const columns = widthOf(rows);
  const align = alignments(rows, columns);
  const parts = { columns, ...(header ? {} : { header: false }), ...(align.some(Boolean) ? { align } : {}), origin };
  return makeTable(
    rows.map((row) => row.map(cellNode)),
    parts,
  );
}

/** The data table this element is a direct part of; undefined inside layout. */
function tableAround(page: Page, element: DomElement): OpenTable | undefined {
  const open = page.tables.at(-1);
  if (open === undefined) return undefined;
  for (let at = element.parent, step = 0; at?.kind === 'element' && step < 3; at = at.parent, step += 1) {
    if (at.tag === 'table') return at === open.element ? open : undefined;
  }
  return undefined;
}

export const readSection: Handler = (page, element) => {
  const open = tableAround(page, element);
  if (open !== undefined) open.section = element.tag as OpenTable['section'];
  return border(page);
};

export const readRow: Handler = (page, element) => {
  const open = tableAround(page, element);
  if (open === undefined) return border(page);
  const row: CellParts[] = [];
  open.row = row;
  open.rows[open.section].push(row);
  return () => {
    page.flow.flush();
    open.row = undefined;
  };
};

export const readCell: Handler = (page, element) => {
  if (isGutter(element)) return 'skip';
  const open = tableAround(page, element);
  if (open?.row === undefined) return layoutCell(page, element);
  const row = open.row;
  const flow = page.flow.open<Flow>({ kind: 'cell', blocks: [] });
  if (flow === undefined) return border(page);
  return () => {
    page.flow.close(flow);
    row.push({
      blocks: flow.blocks,
      header: element.tag === 'th',
      align: alignOf(element),
      column: row.length,
      colspan: span(element, 'colspan', widestSpan),
      rowspan: span(element, 'rowspan', tallestSpan),
    });
  };
};

/** Cells of a layout row that hold only a line of text stay on one line, as they look. */
function layoutCell(page: Page, element: DomElement): () => void {
  const row = element.parent;
  if (row?.kind !== 'element' || !isLine(page, row)) return border(page);
  page.flow.inline.space();
  return () => page.flow.inline.space();
}

const lineRows = new WeakMap<DomElement, boolean>();
const blockTags = new Set(
  'address article aside blockquote br center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul'.split(
    ' ',
  ),
);

function isLine(page: Page, row: DomElement): boolean {
  const known = lineRows.get(row);
  if (known !== undefined) return known;
  let line = true;
  for (let node = row.first; node !== undefined && line; node = node.next) {
    if (node.kind === 'element') line = !page.dropped.has(node) && !hasBlock(node);
  }
  lineRows.set(row, line);
  return line;
}

/** Looks no further than a cell of a line would reach. */
function hasBlock(cell: DomElement): boolean {
  let seen = 0;
  const pending: DomElement[] = [cell];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (let node = at.first; node !== undefined; node = node.next) {
      if (node.kind !== 'element') continue;
      seen += 1;
      if (seen > 200 || blockTags.has(node.tag)) return true;
      pending.push(node);
    }
  }
  return false;
}

function span(element: DomElement, name: string, most: number): number {
  const value = /^\s*\+?(\d{1,12})/.exec(attribute(element, name) ?? '')?.[1];
  const number = value === undefined ? 1 : Number(value);
  // A row span of 0 means "to the end of the section"; a column span of 0 counts as 1.
  if (number === 0) return name === 'rowspan' ? most : 1;
  return Math.min(most, number);
}

function alignOf(element: DomElement): Align {
  const value = (attribute(element, 'align') ?? styleValue(element, 'text-align') ?? '').trim().toLowerCase();
  return value === 'left' || value === 'right' || value === 'center' ? value : null;
}

/** Empty places written for each cell at most: beyond, a table is a few wide rows over many narrow ones. */
const emptyPerCell = 20;
const emptyAllowed = 1_000_000;

/**
 * Places each cell in its column (HTML, 4.9.12.1) and then removes columns in which no cell begins: a span of 1 000
 * over an empty grid is one column wide. False when the grid would be far larger than its content, or too wide.
 */
function place(rows: CellParts[][], limits: Limits): boolean {
  /** Row up to which each column is covered from above. */
  const taken: number[] = [];
  const begins = new Set<number>();
  let cells = 0;
  let slots = limits.liveNodes;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const one of row) {
      for (; (taken[column] ?? 0) > index; column += 1) slots -= 1;
      one.column = column;
      one.rowspan = Math.min(one.rowspan, rows.length - index);
      if (one.rowspan > 1) {
        for (let at = column; at < column + one.colspan; at += 1) taken[at] = index + one.rowspan;
        slots -= one.colspan;
      }
      begins.add(column);
      column += one.colspan;
      cells += 1;
      if (slots < 0) return false;
    }
  }
  if (begins.size > limits.tableColumns || rows.length * begins.size > cells * emptyPerCell + emptyAllowed)
    return false;
  const kept = [...begins].sort((a, b) => a - b);
  for (const row of rows) {
    for (const one of row) {
      const start = lowerBound(kept, one.column);
      one.colspan = Math.max(1, lowerBound(kept, one.column + one.colspan) - start);
      one.column = start;
    }
  }
  return true;
}

/** Rows of one width each, in order and without spans: what a grid that cannot be kept whole is written as. */
function pieces(rows: readonly CellParts[][], widest: number): CellParts[][][] {
  const made: CellParts[][][] = [];
  for (const row of rows) {
    for (let from = 0; from < row.length; from += widest) {
      const part = row.slice(from, from + widest);
      part.forEach((one, column) => Object.assign(one, { column, colspan: 1, rowspan: 1 }));
      const last = made.at(-1);
      if (last?.[0]?.length === part.length) last.push(part);
      else made.push([part]);
    }
  }
  return made;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function widthOf(grid: readonly CellParts[][]): number {
  let width = 0;
  for (const row of grid) {
    const last = row.at(-1);
    if (last !== undefined) width = Math.max(width, last.column + last.colspan);
  }
  return width;
}

/** A column stands as its first cell that says so. */
function alignments(grid: readonly CellParts[][], columns: number): Align[] {
  const align: Align[] = Array.from({ length: columns }, () => null);
  for (const row of grid) {
    for (const one of row) {
      if (one.align !== null && one.colspan === 1 && align[one.column] === null) align[one.column] = one.align;
    }
  }
  return align;
}

function cellNode(one: CellParts): Cell {
  const children = cellChildren(one.blocks);
  const [only] = children;
  if (one.colspan === 1 && one.rowspan === 1 && children.length <= 1) {
    if (only === undefined) return '';
    if (only.type === 'text') return only.value;
  }
  return makeCell(children, one.colspan, one.rowspan);
}

/** Paragraphs alone are lines of the cell; anything else stays blocks for the writer to place. */
function cellChildren(blocks: readonly Block[]): TableCell['children'] {
  if (!blocks.every((block) => block.type === 'paragraph')) return blocks;
  const lines: Phrasing[] = [];
  for (const block of blocks) {
    if (block.type !== 'paragraph') continue;
    if (lines.length > 0) lines.push({ type: 'break' });
    lines.push(...block.children);
  }
  return lines;
}
