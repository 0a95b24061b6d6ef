// GFM tables, row by row, so that a sheet of a million rows never stands in memory.
import { defaultLimits } from '../../core/limits.ts';
import { RowStream } from '../document/row-stream.ts';
import type { Row, Table } from '../document/tree.ts';
import { widthOf } from './grid.ts';
import type { Output } from './output.ts';
import { RowWriter } from './table-row.ts';

/** Asks the driver for a value that is not there yet, or to take what has been written. */
export type Wait = Promise<unknown> | undefined;

/** Rows read ahead of the first line, to learn how wide a streamed table is. */
const rowsAhead = 64;

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
      lines.write(row, output);
      if (output.isFull) yield undefined;
    }
  } finally {
    source.close();
  }
}

class RowSource {
  readonly #sync: Iterator<Row> | undefined;
  readonly #async: AsyncIterator<Row> | undefined;
  readonly #stream: RowStream | undefined;
  ahead: Row[] = [];
  #taken = 0;
  #ended = false;

  constructor(rows: Table['rows']) {
    if (rows instanceof RowStream) this.#stream = rows;
    else if (Symbol.iterator in rows) this.#sync = rows[Symbol.iterator]();
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
    if (this.#ended) return undefined;
    if (this.#stream !== undefined) return this.#streamed(this.#stream);
    if (this.#sync === undefined) return undefined;
    const result = this.#sync.next();
    if (!result.done) return result.value;
    this.#ended = true;
    return undefined;
  }

  #streamed(stream: RowStream): Row | undefined {
    const row = stream.next();
    if (row === undefined) this.#ended = true;
    return row === 'wait' ? undefined : row;
  }

  *#awaited(stream: RowStream): Generator<Wait, Row | undefined, unknown> {
    let row = stream.next();
    for (; row === 'wait'; row = stream.next()) yield stream.more();
    if (row === undefined) this.#ended = true;
    return row;
  }

  *next(): Generator<Wait, Row | undefined, unknown> {
    return this.ready() ?? (yield* this.#pull());
  }

  *#pull(): Generator<Wait, Row | undefined, unknown> {
    if (this.#ended) return undefined;
    if (this.#stream !== undefined) return yield* this.#awaited(this.#stream);
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
