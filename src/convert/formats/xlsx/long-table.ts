// A table that is longer than what is looked at as a whole: its rows are written while they are read, and its end is found
// on the way.
import type { RowSupply } from '../../document/row-stream.ts';
import type { Row } from '../../document/tree.ts';
import { rangeName } from './cell-reference.ts';
import { ColumnMap } from './grid-rows.ts';
import { columnsOf, type DefinedTable, GridShape, isLabel } from './regions.ts';
import type { RowFeed } from './row-feed.ts';
import type { SheetRow } from './sheet-row.ts';

/** Rows looked at to tell whether the table goes on after a blank row. */
const rowsAhead = 64;
const emptyRow: Row = [];

export class LongTable implements RowSupply {
  readonly map: ColumnMap;
  /** Rows that were read and belong to what comes after. */
  left: readonly SheetRow[] = [];
  /** Ended because a later row uses a column that the table has not. */
  cut = false;
  /** The row that was given last is in normal form. */
  normal = false;
  readonly #feed: RowFeed;
  readonly #shape: GridShape;
  /** Rows where defined tables begin, or end right before. */
  readonly #edges = new Set<number>();
  readonly #top: number;
  #ready: Row[] = [];
  /** Rows after a blank one, not decided yet. */
  #ahead: SheetRow[] = [];
  #next = 0;
  #last: number;
  #ended = false;

  constructor(start: readonly SheetRow[], tables: readonly DefinedTable[], feed: RowFeed) {
    this.#feed = feed;
    this.map = new ColumnMap(columnsOf(start));
    this.#shape = new GridShape(start);
    this.#top = start[0]?.index ?? 1;
    this.#last = this.#top;
    for (const { range } of tables) {
      for (const edge of [range.top, range.bottom + 1]) if (edge > this.#top) this.#edges.add(edge);
    }
    for (const [at, row] of start.entries()) {
      if (this.#edges.has(row.index)) {
        // A table within what was held: what follows is looked at again.
        this.left = start.slice(at);
        this.#ended = true;
        break;
      }
      if (row.index > this.#last + 1) this.#ready.push(emptyRow);
      this.#put(row);
    }
  }

  get range(): string {
    return rangeName({ top: this.#top, left: this.map.first, bottom: this.#last, right: this.map.last });
  }

  /** The next row; undefined at the end; 'wait' when `more` must be awaited first. */
  next(): Row | undefined | 'wait' {
    for (;;) {
      this.normal = false;
      if (this.#ready.length > 0) {
        const ready = this.#ready[this.#next];
        this.#next += 1;
        if (ready !== undefined) return ready;
        this.#ready = [];
        this.#next = 0;
      }
      if (this.#ended) return undefined;
      const row = this.#feed.nextNow();
      if (row === 'wait') return row;
      if (row === undefined) {
        if (this.#ahead.length > 0) this.#decide();
        this.#ended = true;
      } else if (this.#isPlain(row)) {
        this.#last = row.index;
        this.normal = row.normal;
        return this.map.row(row);
      } else this.#take(row);
    }
  }

  /** Most rows are right below the one before, with nothing to decide. */
  #isPlain(row: SheetRow): boolean {
    return row.index === this.#last + 1 && this.#ahead.length === 0 && this.#edges.size === 0 && this.map.holds(row);
  }

  /** Waits for rows that are not read yet. */
  more(): Promise<void> {
    return this.#feed.more();
  }

  #take(row: SheetRow): void {
    const before = this.#ahead[this.#ahead.length - 1]?.index ?? this.#last;
    // A number that goes back is taken for the next one: what was written cannot be moved.
    if (row.index <= before) row.index = before + 1;
    const blank = row.index > before + 1;
    if (this.#ahead.length > 0) {
      const more = this.#ahead.length < rowsAhead && (!blank || this.#ahead.every((one) => isLabel([one])));
      if (more && !this.#edges.has(row.index)) {
        this.#ahead.push(row);
        return;
      }
      this.#decide();
    }
    if (this.#ended) this.left = [...this.left, row];
    else if (row.index > this.#last + 1) this.#ahead.push(row);
    else this.#accept(row);
  }

  /** Whether the rows after the blank one belong to the table: labels among them only if something follows that does. */
  #decide(): void {
    const rows = this.#ahead;
    this.#ahead = [];
    let start = rows.length - 1;
    while (start > 0 && rows[start - 1]?.index === (rows[start]?.index ?? 0) - 1) start -= 1;
    const block = rows.slice(start);
    const before = start > 0 ? (rows[start - 1]?.index ?? 0) : this.#last;
    const goesOn = !(block.length === 1 && isLabel(block)) && this.#shape.goesOn(block, before);
    if (!goesOn) {
      this.#end(rows);
      return;
    }
    for (const [at, row] of rows.entries()) {
      if (this.#ended) {
        this.#end(rows.slice(at));
        return;
      }
      if (row.index > this.#last + 1) this.#ready.push(emptyRow);
      this.#accept(row);
    }
  }

  #accept(row: SheetRow): void {
    if (this.#edges.size > 0 && this.#edges.has(row.index)) this.#end([row]);
    else if (!this.map.holds(row)) {
      this.cut = true;
      this.#end([row]);
    } else this.#put(row);
  }

  #put(row: SheetRow): void {
    this.#last = row.index;
    this.#ready.push(this.map.row(row));
  }

  #end(left: readonly SheetRow[]): void {
    this.left = left;
    this.#ended = true;
  }
}
