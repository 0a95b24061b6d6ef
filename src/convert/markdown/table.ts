// GFM tables, row by row, so that a sheet of a million rows never stands in memory.
import { defaultLimits } from '../../core/limits.ts';
import type { Align, Cell, Row, Table } from '../document/tree.ts';
import { cellPhrasing } from './cell.ts';
import { Grid, widthOf } from './grid.ts';
import { writeInline } from './inline.ts';
import type { Output } from './output.ts';

/** Asks the driver for a value that is not there yet, or to take what has been written. */
export type Wait = Promise<unknown> | undefined;

/** Rows read ahead of the first line, to learn how wide a streamed table is. */
const rowsAhead = 64;

/**
 * Empty cells that fill up a short row. A row with fewer cells than the header is read as if the rest were empty (GFM
 * 0.29, 4.10), so that a table with one very wide row need not fill gigabytes with nothing.
 */
const filledUp = 256;

const delimiterCells: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:', none: '---' };
const cellContext = { place: 'cell' } as const;

/** Writes a table; false when it has no rows. `begin` is called before the first line. */
export function* writeTable(table: Table, output: Output, begin: () => void): Generator<Wait, boolean, unknown> {
  const { rows } = table;
  const source = new RowSource(rows);
  try {
    yield* source.lookAhead(rowsAhead);
    const known = Array.isArray(rows) ? (rows as readonly Row[]) : source.ahead;
    const declared = Math.min(Math.max(0, Math.trunc(table.columns ?? 0)) || 0, defaultLimits.tableColumns);
    const columns = Math.max(declared, widthOf(known));
    if (columns === 0) return false;
    const lines = new RowWriter(columns);
    begin();
    const first = table.header === false ? undefined : yield* source.next();
    output.add(first === undefined ? lines.empty : lines.line(first, 'full'));
    output.newLine();
    output.add(lines.delimiters(table.align));
    for (;;) {
      const row = source.ready() ?? (yield* source.next());
      if (row === undefined) return true;
      output.newLine();
      output.add(lines.line(row));
      if (output.isFull) yield undefined;
    }
  } finally {
    source.close();
  }
}

class RowSource {
  readonly #sync: Iterator<Row> | undefined;
  readonly #async: AsyncIterator<Row> | undefined;
  ahead: Row[] = [];
  #taken = 0;
  #ended = false;

  constructor(rows: Table['rows']) {
    if (Symbol.iterator in rows) this.#sync = rows[Symbol.iterator]();
    else this.#async = rows[Symbol.asyncIterator]();
  }

  *lookAhead(count: number): Generator<Wait, void, unknown> {
    while (this.ahead.length < count) {
      const row = yield* this.#pull();
      if (row === undefined) return;
      this.ahead.push(row);
    }
  }

  /** A row that is at hand without waiting. */
  ready(): Row | undefined {
    const row = this.ahead[this.#taken];
    if (row !== undefined) {
      this.#taken += 1;
      if (this.#taken === this.ahead.length) {
        this.ahead = [];
        this.#taken = 0;
      }
      return row;
    }
    if (this.#sync === undefined || this.#ended) return undefined;
    const result = this.#sync.next();
    if (!result.done) return result.value;
    this.#ended = true;
    return undefined;
  }

  *next(): Generator<Wait, Row | undefined, unknown> {
    return this.ready() ?? (yield* this.#pull());
  }

  *#pull(): Generator<Wait, Row | undefined, unknown> {
    if (this.#ended) return undefined;
    const result = (this.#sync === undefined ? yield this.#async?.next() : this.#sync.next()) as IteratorResult<Row>;
    if (!result.done) return result.value;
    this.#ended = true;
    return undefined;
  }

  /** Lets a generator behind the rows clean up when the writer stops early. */
  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#sync !== undefined) this.#sync.return?.();
    else this.#async?.return?.()?.catch(() => undefined);
  }
}

class RowWriter {
  readonly #columns: number;
  readonly #grid = new Grid();
  readonly empty: string;

  constructor(columns: number) {
    this.#columns = columns;
    this.empty = `|${'  |'.repeat(columns)}`;
  }

  delimiters(align: readonly Align[] | undefined): string {
    let line = '|';
    for (let column = 0; column < this.#columns; column += 1) line += ` ${delimiterCells[align?.[column] ?? 'none']} |`;
    return line;
  }

  line(row: Row, width: 'full' | 'enough' = 'enough'): string {
    const placed = this.#grid.place(row);
    const last = this.#columns - 1;
    const columns = width === 'full' || this.#columns <= filledUp ? this.#columns : this.#enough(placed);
    let line = '|';
    for (let column = 0; column < columns; column += 1) {
      let content = cellText(placed[column]);
      // A row wider than the table: GFM drops such cells, so they go below what is in the last one.
      if (column === last && placed.length > this.#columns) content = this.#withOverflow(content, placed);
      line += ` ${content} |`;
    }
    return line;
  }

  /** Up to the last cell that holds something, or all of them when not much is missing. */
  #enough(placed: readonly (Cell | undefined)[]): number {
    let used = Math.min(placed.length, this.#columns);
    while (used > 1 && (placed[used - 1] === undefined || placed[used - 1] === '')) used -= 1;
    return this.#columns - used > filledUp ? Math.max(1, used) : this.#columns;
  }

  #withOverflow(content: string, placed: readonly (Cell | undefined)[]): string {
    const contents = [content];
    for (let column = this.#columns; column < placed.length; column += 1) contents.push(cellText(placed[column]));
    return contents.filter((one) => one !== '').join('<br>');
  }
}

function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string' && isPlain(cell)) return cell;
  return writeInline(cellPhrasing(cell), cellContext);
}

/** Characters a literal cell cannot show without a closer look. */
const careful = new Uint8Array(128);
for (const one of '\\`*_[]<&$~|\t\r\n\f\v') careful[one.charCodeAt(0)] = 1;

function isPlain(value: string): boolean {
  let before = 32;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < 128 && (careful[code] === 1 || (code === 32 && before === 32))) return false;
    before = code;
  }
  return before !== 32 || value === '';
}
