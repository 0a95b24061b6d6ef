// A row of a sheet as the scanner gives it: only the cells that hold something, with their columns and kinds.
import type { Cell } from '../../document/tree.ts';

export const kinds = { text: 1, number: 2, date: 3, truth: 4, error: 5 } as const;
/** Added to the kind of a cell that is bold; together they are its look. */
export const boldLook = 8;
export const kindOf = (look: number): number => look & 7;

export class SheetRow {
  /** From 1. */
  index: number;
  readonly hidden: boolean;
  cells: Cell[] = [];
  /** False once a cell is more than text, or text that must be cleaned before it is written. */
  normal = true;
  /** For each cell its column and its look in one number: a list less for each of a million rows. */
  #marks: number[] = [];

  constructor(index: number, hidden: boolean) {
    this.index = index;
    this.hidden = hidden;
  }

  /** From 1, rising from cell to cell. */
  column(at: number): number {
    return (this.#marks[at] as number) >> 4;
  }

  look(at: number): number {
    return (this.#marks[at] as number) & 15;
  }

  get first(): number {
    return this.column(0);
  }

  get last(): number {
    return this.column(this.#marks.length - 1);
  }

  get columns(): number[] {
    return this.#marks.map((mark) => mark >> 4);
  }

  /** True when every cell has that look. */
  every(test: (look: number) => boolean): boolean {
    return this.#marks.every((mark) => test(mark & 15));
  }

  add(column: number, cell: Cell, look: number): void {
    this.cells.push(cell);
    this.#marks.push((column << 4) | look);
  }

  /** Brings cells that came in any order into theirs; of two for one place the later one stays. */
  sort(): void {
    const places = new Map<number, number>();
    for (const [at, mark] of this.#marks.entries()) places.set(mark >> 4, at);
    const order = [...places].sort(([a], [b]) => a - b).map(([, at]) => at);
    this.cells = order.map((at) => this.cells[at] as Cell);
    this.#marks = order.map((at) => this.#marks[at] as number);
  }

  /** The cells of some columns as a row of their own. */
  pick(wanted: (column: number) => boolean): SheetRow {
    const row = new SheetRow(this.index, this.hidden);
    row.normal = this.normal;
    for (let at = 0; at < this.cells.length; at += 1) {
      const column = this.column(at);
      if (wanted(column)) row.add(column, this.cells[at] as Cell, this.look(at));
    }
    return row;
  }
}
