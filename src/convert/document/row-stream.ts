// Rows of a table that are at hand most of the time: to wait for each of a million rows, or to pass each through a
// generator, takes longer than to read it.
import type { Row } from './tree.ts';

export interface RowSupply {
  /** The next row; undefined at the end; 'wait' when `more` must be awaited first. */
  next(): Row | undefined | 'wait';
  more(): Promise<void>;
  /** True where the row that `next` gave last is known to be in normal form, all text, with nothing to clean. */
  readonly normal: boolean;
}

export class RowStream implements RowSupply, AsyncIterable<Row> {
  readonly #supply: RowSupply;

  constructor(supply: RowSupply) {
    this.#supply = supply;
  }

  next(): Row | undefined | 'wait' {
    return this.#supply.next();
  }

  more(): Promise<void> {
    return this.#supply.more();
  }

  get normal(): boolean {
    return this.#supply.normal;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for (let row = this.next(); row !== undefined; row = this.next()) {
      if (row === 'wait') await this.more();
      else yield row;
    }
  }
}

/** The same where nothing has to be waited for. */
export class HeldRows extends RowStream implements Iterable<Row> {
  *[Symbol.iterator](): Generator<Row, void, undefined> {
    for (let row = this.next(); row !== undefined && row !== 'wait'; row = this.next()) yield row;
  }
}
