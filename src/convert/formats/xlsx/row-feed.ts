// Rows of a sheet one at a time, at once where they are at hand.
import type { SheetRow } from './sheet-row.ts';
import type { SheetSource } from './sheet-source.ts';

/** What is looked at as a whole. */
const heldRows = 8_192;
const heldCells = 65_536;

export class RowFeed {
  readonly #source: SheetSource;
  readonly #progress: () => void;
  #rows: readonly SheetRow[] = [];
  #taken = 0;

  constructor(source: SheetSource, progress: () => void) {
    this.#source = source;
    this.#progress = progress;
  }

  /** The next row; undefined at the end; 'wait' when `more` must be awaited first. */
  nextNow(): SheetRow | undefined | 'wait' {
    for (;;) {
      const row = this.#rows[this.#taken];
      if (row !== undefined) {
        this.#taken += 1;
        return row;
      }
      const rows = this.#source.nextNow();
      if (rows === undefined || rows === 'wait') return rows;
      this.#take(rows);
    }
  }

  async more(): Promise<void> {
    this.#take((await this.#source.next()) ?? []);
  }

  #take(rows: readonly SheetRow[]): void {
    this.#rows = rows;
    this.#taken = 0;
    this.#progress();
  }

  /** Adds rows up to what is looked at as a whole; true when that is all there is. */
  async fill(held: SheetRow[]): Promise<boolean> {
    let cells = held.reduce((sum, row) => sum + row.cells.length, 0);
    while (held.length < heldRows && cells < heldCells) {
      const row = this.nextNow();
      if (row === undefined) return true;
      if (row === 'wait') await this.more();
      else {
        held.push(row);
        cells += row.cells.length;
      }
    }
    return false;
  }
}
