// Tables (ECMA-376 part 1, 17.4): the grid with its spans, which row is the header, and tables that are only layout.

import type { OfficeElement } from '../../containers/office-xml.ts';
import { limitFailure } from '../../document/budget.ts';
import { cell as cellNode } from '../../document/build.ts';
import { isFormGrid } from '../../document/form-grid.ts';
import type { Block, Cell, Row, Table } from '../../document/tree.ts';
import { twips } from './measures.ts';
import { isOn } from './run-format.ts';
import type { Story } from './scope.ts';

interface OpenCell {
  readonly blocks: readonly Block[];
  /** Where it begins in the grid of the file, and how many columns of it it takes. */
  readonly column: number;
  columns: number;
  rows: number;
}

interface OpenRow {
  readonly cells: OpenCell[];
  readonly header: boolean;
}

/** The table, or the blocks in it where it only frames or arranges them. */
export function readTable(element: OfficeElement, story: Story): Block[] {
  const rows = readRows(element, story);
  if (rows.length === 0) return [];
  if (isLayout(rows)) return rows.flatMap((row) => row.cells.flatMap((one) => one.blocks));
  const table: Table = {
    type: 'table',
    header: hasHeader(element, rows),
    rows: closedGrid(rows),
  };
  return [table];
}

function readRows(element: OfficeElement, story: Story): OpenRow[] {
  const limit = story.document.context.limits.tableColumns;
  const rows: OpenRow[] = [];
  /** The cell that a vertical merge goes on from, by column. */
  let above = new Map<number, OpenCell>();
  for (const row of elementsIn(element, 'w:tr')) {
    const properties = row.child('w:trPr');
    if (properties?.child('w:del') !== undefined) {
      story.document.tally.add('deletions', story.origin);
      continue;
    }
    if (properties?.child('w:ins') !== undefined) story.document.tally.add('insertions', story.origin);
    const open: OpenRow = { cells: [], header: isHeaderRow(properties) };
    const merged = new Map<number, OpenCell>();
    let column = span(properties, 'w:gridBefore', 0);
    if (column > 0) open.cells.push({ blocks: [], column: 0, columns: column, rows: 1 });
    for (const one of elementsIn(row, 'w:tc')) {
      if (column >= limit) throw limitFailure('tableColumns', limit);
      const cellProperties = one.child('w:tcPr');
      if (cellProperties?.child('w:cellDel') !== undefined) continue;
      const columns = span(cellProperties, 'w:gridSpan', 1);
      const merge = cellProperties?.child('w:vMerge');
      const goesOn = merge !== undefined && merge.get('w:val') !== 'restart';
      const upper = goesOn ? above.get(column) : undefined;
      const left = open.cells.at(-1);
      if (upper !== undefined && upper.columns === columns) {
        upper.rows += 1;
        merged.set(column, upper);
      } else if (left !== undefined && isContinued(cellProperties)) {
        left.columns += columns;
      } else {
        const cell: OpenCell = { blocks: story.blocks(one, 'cell'), column, columns, rows: 1 };
        open.cells.push(cell);
        if (merge !== undefined) merged.set(column, cell);
      }
      column += columns;
    }
    above = merged;
    rows.push(open);
  }
  return rows;
}

/** 17.4.22, the older form of a horizontal merge. */
function isContinued(properties: OfficeElement | undefined): boolean {
  const merge = properties?.child('w:hMerge');
  return merge !== undefined && merge.get('w:val') !== 'restart';
}

/** Word has 63 columns at most; a span far beyond that is damage, and no reason to lose the cell. */
const widestSpan = 1_000;

function span(properties: OfficeElement | undefined, key: string, least: number): number {
  return Math.min(widestSpan, Math.max(least, twips(properties?.child(key)?.get('w:val')) ?? least));
}

function isHeaderRow(properties: OfficeElement | undefined): boolean {
  const header = properties?.child('w:tblHeader');
  return header !== undefined && isOn(header);
}

/** Rows or cells, also those in content controls and custom XML. */
function elementsIn(container: OfficeElement, key: 'w:tr' | 'w:tc', found: OfficeElement[] = []): OfficeElement[] {
  for (const child of container.children) {
    if (typeof child === 'string') continue;
    if (child.key === key) found.push(child);
    else if (child.key === 'w:customXml' || child.key === 'w:ins' || child.key === 'w:moveTo') {
      elementsIn(child, key, found);
    } else if (child.key === 'w:sdt') {
      const content = child.child('w:sdtContent');
      if (content !== undefined) elementsIn(content, key, found);
    }
  }
  return found;
}

/** One cell is a frame; a few cells, or half of them, with headings over text are the layout of a page. */
function isLayout(rows: readonly OpenRow[]): boolean {
  const [first] = rows;
  if (rows.length === 1 && first?.cells.length === 1) return true;
  let filled = 0;
  let sections = 0;
  for (const { cells } of rows) {
    for (const { blocks } of cells) {
      if (blocks.length > 0) filled += 1;
      if (blocks.length > 1 && blocks.some(isHeading)) sections += 1;
    }
  }
  return (sections > 0 && (sections * 2 >= filled || rows.length === 1)) || arePages(rows);
}

/** Brochures and letters put whole columns of text into a few cells; no row of them heads what stands below. */
function arePages(rows: readonly OpenRow[]): boolean {
  let [filled, blocks] = [0, 0];
  for (const { cells } of rows) {
    const full = cells.filter((one) => one.blocks.length > 0);
    if (full.length > 1 && full.every((one) => one.blocks.length === 1)) return false;
    filled += full.length;
    for (const one of full) blocks += one.blocks.length;
  }
  return rows.length <= 3 && filled > 0 && blocks >= 5 * filled;
}

const isHeading = (block: Block): boolean => block.type === 'heading';

/**
 * 17.4.49 (a row repeated on each page) is sure. Otherwise the look that the style has for the first row (17.4.55), else
 * a first row all in bold.
 */
function hasHeader(element: OfficeElement, rows: readonly OpenRow[]): boolean {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return false;
  if (first.header) return true;
  const look = element.at('w:tblPr', 'w:tblLook');
  const flag = look?.get('w:firstRow');
  if (flag !== undefined ? flag === '1' || flag === 'true' || flag === 'on' : bitSet(look?.get('w:val'))) return true;
  return first.cells.length > 0 && first.cells.every((one) => one.blocks.length > 0 && one.blocks.every(isBold));
}

const bitSet = (value: string | undefined): boolean =>
  value !== undefined && (Number.parseInt(value.slice(0, 8), 16) & 0x20) !== 0;

function isBold(block: Block): boolean {
  return block.type === 'paragraph' && block.children.every((node) => node.type === 'strong');
}

/** Columns that only the grid has are closed, so that a span of any size costs nothing. */
function closedGrid(rows: readonly OpenRow[]): Row[] {
  const starts = ownColumns(rows);
  const counts = rows.map(({ cells }) => cells.length);
  if (isFormGrid(counts, starts.length)) return formRows(rows);
  return rows.map((row) =>
    row.cells.flatMap((one) => {
      const columns = firstFrom(starts, one.column + one.columns) - firstFrom(starts, one.column);
      return columns === 0 ? [] : [cellOf(one, columns)];
    }),
  );
}

/** Each row by itself, without the places that its cells only reach over, and without those that are space. */
function formRows(rows: readonly OpenRow[]): Row[] {
  const filled = rows.filter((row) => row.cells.some((one) => one.blocks.length > 0));
  return filled.map((row) => row.cells.map((one) => cellOf({ ...one, rows: 1 }, 1)));
}

/**
 * Columns in which a cell begins. Forms are drawn over grids of dozens: where only empty cells begin and some cell reaches
 * over them, the column is a line of the form and not one of the table.
 */
function ownColumns(rows: readonly OpenRow[]): number[] {
  const filled = new Set<number>();
  const empty = new Set<number>();
  for (const { cells } of rows) for (const one of cells) (one.blocks.length > 0 ? filled : empty).add(one.column);
  const begun = [...new Set([...filled, ...empty])].sort((a, b) => a - b);
  const crossed = new Set<number>();
  for (const { cells } of rows) {
    for (const { column, columns, blocks } of cells) {
      if (blocks.length === 0 || columns === 1) continue;
      for (
        let at = firstFrom(begun, column + 1);
        at < begun.length && (begun[at] as number) < column + columns;
        at += 1
      )
        crossed.add(begun[at] as number);
    }
  }
  const own = begun.filter((column) => filled.has(column) || !crossed.has(column));
  // One odd border makes no form.
  return own.length * 4 <= begun.length * 3 ? own : begun;
}

/** The place of the first number that is not less, in a sorted list. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cellOf({ blocks, rows }: OpenCell, columns: number): Cell {
  const [only] = blocks;
  if (blocks.length === 1 && only?.type === 'paragraph') {
    const [node] = only.children;
    if (columns === 1 && rows === 1 && only.children.length === 1 && node?.type === 'text') return node.value;
    return cellNode(only.children, columns, rows);
  }
  return cellNode(blocks, columns, rows);
}
