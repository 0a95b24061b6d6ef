// Tells tables of data from tables that only place things on the page. Marked-up headers settle it; without them the
// shape does: data fills a regular grid with short cells.
import { attribute, classNames, type DomElement, type DomNode, following, hasAttribute } from './dom.ts';

/** Content that a cell of data seldom has. */
const blocksOfLayout = new Set('h1 h2 h3 h4 h5 h6 hr pre blockquote form article section nav main iframe'.split(' '));
const dataClass =
  /^(?:wikitable|infobox.*|data-?table|table|table-.*|grid|dataframe|sortable|tablepress.*|docutils|confluencetable|markdown-table)$/;
/** Text in a cell beyond which it is prose set in columns. */
const proseLength = 600;

interface Shape {
  cells: number;
  headers: number;
  /** Tables inside its cells. */
  nested: number;
  /** Blocks of the kind that layout has. */
  blocks: number;
  /** Cells with a text like an article's. */
  prose: number;
  caption: boolean;
  /** Rows by their number of columns. */
  readonly widths: Map<number, number>;
}

/** True for a table to be written as one. */
export function isDataTable(table: DomElement, dropped: ReadonlySet<DomNode>): boolean {
  const role = attribute(table, 'role')?.trim().toLowerCase();
  if (role === 'presentation' || role === 'none' || attribute(table, 'datatable') === '0') return false;
  const shape = shapeOf(table, dropped);
  if (shape.cells <= 1) return false;
  if (role === 'table' || role === 'grid' || role === 'treegrid') return true;
  if (shape.headers > 0 && shape.headers >= shape.nested) return true;
  const regular = isRegular(shape);
  if (shape.nested > 0) return regular && shape.nested * 3 <= shape.cells && !isPlacing(table);
  if (shape.caption) return true;
  if (shape.blocks > 0) return regular && shape.blocks * 2 <= shape.cells && !isPlacing(table);
  if (classNames(table).some((name) => dataClass.test(name))) return true;
  const border = attribute(table, 'border');
  if (border !== undefined && border.trim() !== '0') return true;
  // One row compares nothing, and old pages place things with it.
  if (rowsIn(shape) === 1 && isPlacing(table)) return false;
  return shape.prose === 0 || (regular && widest(shape) > 2);
}

/** Attributes by which old pages laid out their columns. */
function isPlacing(table: DomElement): boolean {
  return attribute(table, 'border')?.trim() === '0' || attribute(table, 'width')?.trim() === '100%';
}

const widest = (shape: Shape): number => Math.max(0, ...shape.widths.keys());

const rowsIn = (shape: Shape): number => [...shape.widths.values()].reduce((sum, count) => sum + count, 0);

/** Two rows and two columns at least, nearly all rows of the same width, no cell of prose. */
function isRegular(shape: Shape): boolean {
  let rows = 0;
  let most = 0;
  for (const count of shape.widths.values()) {
    rows += count;
    most = Math.max(most, count);
  }
  return rows >= 2 && widest(shape) >= 2 && most >= rows * 0.8 && shape.prose === 0;
}

/** Widths beyond this are counted as this: they only serve to compare rows. */
const widestCounted = 1000;

function shapeOf(table: DomElement, dropped: ReadonlySet<DomNode>): Shape {
  const shape: Shape = { cells: 0, headers: 0, nested: 0, blocks: 0, prose: 0, caption: false, widths: new Map() };
  let width = 0;
  let text = 0;
  const endRow = (): void => {
    if (width > 0) shape.widths.set(width, (shape.widths.get(width) ?? 0) + 1);
    width = 0;
  };
  let skip = false;
  for (let node = following(table, table); node !== undefined; node = following(node, table, skip)) {
    skip = dropped.has(node);
    if (skip) continue;
    if (node.kind === 'text') {
      const before = text;
      text += node.value.trim().length;
      if (text > proseLength && before <= proseLength) shape.prose += 1;
    }
    if (node.kind !== 'element') continue;
    if (node.tag === 'table') {
      shape.nested += 1;
      skip = true;
    } else if (node.tag === 'tr') endRow();
    else if (node.tag === 'td' || node.tag === 'th') {
      shape.cells += 1;
      width = Math.min(widestCounted, width + (Number.parseInt(attribute(node, 'colspan') ?? '1', 10) || 1));
      text = 0;
      if (node.tag === 'th' || hasAttribute(node, 'scope')) shape.headers += 1;
    } else if (node.tag === 'caption' || node.tag === 'thead') shape.caption = true;
    else if (blocksOfLayout.has(node.tag)) shape.blocks += 1;
  }
  endRow();
  return shape;
}
