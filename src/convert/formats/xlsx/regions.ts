// Where one table of a sheet ends and the next begins: by blank rows and columns, and by the tables the workbook defines.
// The rules are in docs/xlsx.md; they part tables only on evidence, since a table cut in two loses more than two joined.
import { type CellRange, contains } from './cell-reference.ts';
import { columnKinds, standsOut } from './header-row.ts';
import { kindOf, kinds, type SheetRow } from './sheet-row.ts';
import { densePieces } from './sparse.ts';

export interface Region {
  readonly rows: readonly SheetRow[];
  /** Set where the workbook itself says whether the first row is a header. */
  readonly header?: boolean;
  /** The title that stands above it and is a region of its own: nothing comes between the two. */
  readonly title?: readonly SheetRow[];
}

export interface DefinedTable {
  readonly range: CellRange;
  /** Unset where nothing is said of it. */
  readonly header?: boolean;
}

/** Blank rows that one table may hold in a row, and blank columns. */
const widestRowGap = 20;
const widestColumnGap = 20;
/** Of the columns of a table a header row must fill this share. */
const headerShare = 0.6;
/** Tables side by side that share no more than this of the shorter one's rows have nothing to do with each other. */
const sharedShare = 0.25;
/** Parts within parts: each level takes a column away, real sheets need two. */
const deepest = 12;
/** A grid in more pieces than this is one grid with blank columns, not that many tables. */
const mostParts = 64;

/** The regions of these rows, from the top and from the left. */
export function regionsOf(rows: readonly SheetRow[], tables: readonly DefinedTable[]): Region[] {
  const regions: Region[] = [];
  let rest = rows;
  const [first, last] = [rows[0], rows[rows.length - 1]];
  if (first === undefined || last === undefined) return regions;
  for (const table of tables) {
    const { range } = table;
    if (range.top > last.index || range.bottom < first.index) continue;
    const inside: SheetRow[] = [];
    const outside: SheetRow[] = [];
    for (const row of rest) {
      if (row.index < range.top || row.index > range.bottom || row.last < range.left || row.first > range.right) {
        outside.push(row);
        continue;
      }
      const mine = row.pick((column) => contains(range, row.index, column));
      if (mine.cells.length > 0) inside.push(mine);
      if (mine.cells.length === row.cells.length) continue;
      if (mine.cells.length === 0) outside.push(row);
      else outside.push(row.pick((column) => !contains(range, row.index, column)));
    }
    rest = outside;
    if (inside.length === 0) continue;
    if (table.header === undefined) regions.push(...underCaptions(captionsOf(inside)));
    else regions.push({ rows: inside, header: table.header && inside[0]?.index === range.top });
  }
  for (const grid of gridsOf(rest)) for (const one of diagonalParts(grid)) regions.push(...splitGrid(one, 0));
  return regions
    .flatMap(densely)
    .sort((a, b) => topOf(a) - topOf(b) || leftOf(a.title ?? a.rows) - leftOf(b.title ?? b.rows));
}

/** A region in pieces where it is nearly all blank; only the first of them can have the header. */
function densely(region: Region): Region[] {
  const [first = [], ...rest] = densePieces(region.rows);
  if (rest.length === 0) return [region];
  return [{ ...region, rows: first }, ...rest.map((rows) => ({ rows, header: false }))];
}

const topOf = ({ title, rows }: Region): number => (title ?? rows)[0]?.index ?? 0;
const leftOf = (rows: readonly SheetRow[]): number => rows.reduce((left, row) => Math.min(left, row.first), Infinity);
const rightOf = (rows: readonly SheetRow[]): number => rows.reduce((right, row) => Math.max(right, row.last), 0);

/** Rows in groups: a blank row ends a group, unless what follows goes on with it. */
export function gridsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const grids: SheetRow[][] = [];
  let grid: SheetRow[] = [];
  let shape: GridShape | undefined;
  // Labels between blank rows belong to the grid only if it goes on behind them.
  let labels: SheetRow[][] = [];
  const close = (): void => {
    if (grid.length > 0) grids.push(grid);
    grids.push(...labels);
    labels = [];
  };
  for (const block of blocksOf(rows)) {
    if (shape !== undefined && isLabel(block) && shape.holds(block)) {
      labels.push(block);
      continue;
    }
    if (shape?.goesOn(block, (labels.at(-1) ?? grid).at(-1)?.index ?? 0) === true) {
      for (const label of labels) grid.push(...label);
      labels = [];
      grid.push(...block);
      continue;
    }
    close();
    grid = [...block];
    shape = new GridShape(block);
  }
  close();
  return grids;
}

/** Rows without a blank one between them. */
function* blocksOf(rows: readonly SheetRow[]): Generator<SheetRow[]> {
  let block: SheetRow[] = [];
  for (const row of rows) {
    const before = block[block.length - 1];
    if (before !== undefined && row.index > before.index + 1) {
      yield block;
      block = [];
    }
    block.push(row);
  }
  if (block.length > 0) yield block;
}

/** Lines of words, one cell each: a title, a section, remarks. */
export function isLabel(block: readonly SheetRow[]): boolean {
  return block.every((row) => row.cells.length === 1 && kindOf(row.look(0)) === kinds.text);
}

/** What must be known of a grid to tell whether a later block goes on with it. */
export class GridShape {
  readonly #left: number;
  readonly #right: number;

  constructor(rows: readonly SheetRow[]) {
    this.#left = leftOf(rows);
    this.#right = rightOf(rows);
  }

  holds(block: readonly SheetRow[]): boolean {
    return this.#right > this.#left && leftOf(block) >= this.#left && rightOf(block) <= this.#right;
  }

  /** `before` is the number of the last row that is there already. */
  goesOn(block: readonly SheetRow[], before: number): boolean {
    const gap = (block[0]?.index ?? 0) - before - 1;
    if (gap > widestRowGap || !this.#fits(block)) return false;
    return !beginsTable(block);
  }

  #fits(block: readonly SheetRow[]): boolean {
    if (this.#right > this.#left) return this.holds(block);
    return leftOf(block) === this.#left && rightOf(block) === this.#right;
  }
}

/** True when the first row looks like a header of its own: words over something else, or bold over plain. */
function beginsTable(block: readonly SheetRow[]): boolean {
  const [first, second] = block;
  if (first === undefined || second === undefined || !isWords(first) || first.cells.length < 2) return false;
  if (first.cells.length < headerShare * columnsOf(block).length) return false;
  if (standsOut(first, second)) return true;
  const typed = columnKinds(block.slice(1, 65));
  return first.columns.some((column) => typed.has(column));
}

const isWords = (row: SheetRow): boolean => row.every((look) => kindOf(look) === kinds.text);

/** Columns that hold something, in order. */
export function columnsOf(rows: readonly SheetRow[]): number[] {
  const columns = new Set<number>();
  for (const row of rows) for (let at = 0; at < row.cells.length; at += 1) columns.add(row.column(at));
  return [...columns].sort((a, b) => a - b);
}

function splitGrid(grid: readonly SheetRow[], depth: number): Region[] {
  const { captions, body } = captionsOf(grid);
  const parts = depth < deepest ? columnParts(body) : [];
  if (parts.length < 2) return underCaptions({ captions, body });
  const regions: Region[] = captions.length === 0 ? [] : [{ rows: captions }];
  for (const [from, to] of parts) {
    const rows = body
      .map((row) => row.pick((column) => column >= from && column <= to))
      .filter((row) => row.cells.length > 0);
    for (const part of gridsOf(rows)) {
      for (const one of diagonalParts(part)) regions.push(...splitGrid(one, depth + 1));
    }
  }
  return regions;
}

/** Tables that touch only at a corner: no column of the rows above goes on below. */
function diagonalParts(grid: readonly SheetRow[]): (readonly SheetRow[])[] {
  const below: [number, number][] = [];
  let [left, right] = [Infinity, 0];
  for (let at = grid.length - 1; at > 0; at -= 1) {
    const row = grid[at] as SheetRow;
    left = Math.min(left, row.first);
    right = Math.max(right, row.last);
    below[at] = [left, right];
  }
  const parts: (readonly SheetRow[])[] = [];
  let start = 0;
  [left, right] = [Infinity, 0];
  for (let at = 0; at < grid.length; at += 1) {
    const row = grid[at] as SheetRow;
    left = Math.min(left, row.first);
    right = Math.max(right, row.last);
    const [nextLeft, nextRight] = below[at + 1] ?? [0, 0];
    if (nextRight === 0 || right === left || nextRight === nextLeft || (right >= nextLeft && left <= nextRight))
      continue;
    parts.push(grid.slice(start, at + 1));
    start = at + 1;
    [left, right] = [Infinity, 0];
  }
  parts.push(grid.slice(start));
  return parts;
}

interface Captioned {
  readonly captions: readonly SheetRow[];
  readonly body: readonly SheetRow[];
}

function underCaptions({ captions, body }: Captioned): Region[] {
  return captions.length === 0 ? [{ rows: body }] : [{ rows: captions }, { rows: body, title: captions }];
}

/** Lines of words above the table proper: a title, a date, a remark. */
function captionsOf(grid: readonly SheetRow[]): Captioned {
  const left = leftOf(grid);
  let count = 0;
  // The first of them is words; a date or a number may follow.
  while (grid[count]?.cells.length === 1 && (count > 0 || isLabel(grid.slice(0, 1)))) count += 1;
  const header = grid[count];
  // A list of words is no row of captions, and a lone word over the middle may be the upper line of a header.
  const named = header !== undefined && header.cells.length > 1;
  const apart = named && (isWords(header) || grid.slice(0, count).every((row) => row.first === left));
  return apart ? { captions: grid.slice(0, count), body: grid.slice(count) } : { captions: [], body: grid };
}

/** First and last columns of the tables that stand side by side. */
function columnParts(grid: readonly SheetRow[]): [number, number][] {
  const parts: [number, number][] = [];
  for (const column of columnsOf(grid)) {
    const last = parts[parts.length - 1];
    if (last !== undefined && column === last[1] + 1) last[1] = column;
    else parts.push([column, column]);
  }
  if (parts.length < 2) return parts;
  const joined: [number, number][] = [];
  for (const part of parts) {
    const last = joined[joined.length - 1];
    if (last === undefined || areApart(parts.length > mostParts ? [] : grid, last, part)) joined.push(part);
    else last[1] = part[1];
  }
  return joined;
}

/**
 * Blank columns often only space out one table. Two tables are taken for two when each has at least two columns and
 * rows, and they hardly share a row, or both have a full line of words on top and stand at least two columns apart, begin
 * or end in different rows, or have a title each.
 */
function areApart(
  grid: readonly SheetRow[],
  left: readonly [number, number],
  right: readonly [number, number],
): boolean {
  const gap = right[0] - left[1] - 1;
  if (gap > widestColumnGap) return true;
  const other = tableSpan(grid, right);
  const one = other === undefined ? undefined : tableSpan(grid, left);
  if (one === undefined || other === undefined) return false;
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) + 1;
  const shorter = Math.min(one.bottom - one.top, other.bottom - other.top) + 1;
  if (shared <= sharedShare * shorter) return true;
  if (!one.headed || !other.headed) return false;
  return gap > 1 || one.top !== other.top || one.bottom !== other.bottom || (one.titled && other.titled);
}

interface TableSpan {
  readonly top: number;
  readonly bottom: number;
  /** A line of words stands in its first column above all else. */
  readonly titled: boolean;
  /** The first row below that is full and all words. */
  readonly headed: boolean;
}

function tableSpan(grid: readonly SheetRow[], [from, to]: readonly [number, number]): TableSpan | undefined {
  if (to === from) return undefined;
  let top = 0;
  let header: SheetRow | undefined;
  let bottom = 0;
  for (const row of grid) {
    if (row.last < from || row.first > to) continue;
    const part = row.pick((column) => column >= from && column <= to);
    if (part.cells.length === 0) continue;
    if (top === 0) top = row.index;
    if (header === undefined && !(part.first === from && isLabel([part]))) header = part;
    bottom = row.index;
  }
  if (bottom === top) return undefined;
  const headed = header !== undefined && header.cells.length === to - from + 1 && isWords(header);
  return { top, bottom, titled: header !== undefined && header.index > top, headed };
}
