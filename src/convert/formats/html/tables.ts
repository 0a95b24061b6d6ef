// Tables: data is read into rows and cells, layout is walked through as if the table were not there.
import { cell as makeCell, table as makeTable } from '../../document/build.ts';
import type { Align, Block, Cell, Phrasing, TableCell } from '../../document/tree.ts';
import { isGutter } from './code-blocks.ts';
import { attribute, type DomElement } from './dom.ts';
import { type Flow, lineOrigin } from './flow.ts';
import { border } from './lists.ts';
import type { Handler, Page } from './page.ts';
import { styleValue } from './style.ts';
import { alignments, type CellParts, pieces, place, widthOf } from './table-grid.ts';
import { isDataTable } from './table-kind.ts';

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
  const { line } = page.flow;
  return () => {
    page.flow.flush();
    page.tables.pop();
    const rows = [...open.rows.thead, ...open.rows.tbody, ...open.rows.tfoot].filter((row) => row.length > 0);
    if (rows.length === 0) return;
    const header = open.rows.thead.some((row) => row.length > 0) || (rows[0]?.every((one) => one.header) ?? false);
    if (place(rows, page.context.limits)) {
      page.flow.block(tableOf(rows, header), line);
      return;
    }
    const message = 'A table with very uneven or very wide rows was split, and its spans were left out.';
    page.context.warn('table-split', message, lineOrigin(line));
    for (const [index, part] of pieces(rows, page.context.limits.tableColumns).entries()) {
      page.flow.block(tableOf(part, header && index === 0), line);
    }
  };
};

function tableOf(rows: readonly CellParts[][], header: boolean): Block {
  const columns = widthOf(rows);
  const align = alignments(rows, columns);
  const parts = { columns, ...(header ? {} : { header: false }), ...(align.some(Boolean) ? { align } : {}) };
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
