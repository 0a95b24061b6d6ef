// One row of a table as a line. Rows of plain text, which fill most tables of a million of them, are written as bytes: text
// is looked at once, for what must be escaped, and copied in the same pass.
import type { Align, Cell, Row } from '../document/tree.ts';
import { cellPhrasing } from './cell.ts';
import { Grid } from './grid.ts';
import { writeInline } from './inline.ts';
import { mostBytesOfUnit, type Output } from './output.ts';

/**
 * Empty cells that fill up a short row. A row with fewer cells than the header is read as if the rest were empty (GFM
 * 0.29, 4.10), so that a table with one very wide row need not fill gigabytes with nothing.
 */
const filledUp = 256;
/** Cells kept as they are written: what must be escaped is often repeated, and looked at with care each time. */
const keptCells = 4_096;
const longestKept = 256;

const delimiterCells: Readonly<Record<string, string>> = { left: ':--', right: '--:', center: ':-:', none: '---' };
const cellContext = { place: 'cell' } as const;
const pipe = 124;
const space = 32;

export class RowWriter {
  readonly #columns: number;
  readonly #grid = new Grid();
  readonly #kept = new Map<string, Buffer>();
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

  /** Writes a row on a line of its own. */
  write(row: Row, output: Output): void {
    const size = this.#sizeOf(row);
    if (size < 0) {
      output.newLine();
      output.add(this.line(row));
      return;
    }
    let bytes = output.lineRoom(size);
    let at = output.used;
    bytes[at++] = pipe;
    for (let column = 0; column < row.length; column += 1) {
      const cell = row[column] as string;
      bytes[at] = space;
      let end = writePlain(bytes, at + 1, cell);
      if (end < 0) {
        const written = this.#escaped(cell);
        output.wrote(at);
        bytes = output.room(size + written.length);
        bytes[at] = space;
        bytes.set(written, at + 1);
        end = at + 1 + written.length;
      }
      bytes[end] = space;
      bytes[end + 1] = pipe;
      at = end + 2;
    }
    for (let column = row.length; column < this.#columns; column += 1) {
      bytes[at] = space;
      bytes[at + 1] = space;
      bytes[at + 2] = pipe;
      at += 3;
    }
    output.wrote(at);
  }

  /** Bytes that suffice for a row in which nothing is escaped; -1 for one with anything but text, or with gaps. */
  #sizeOf(row: Row): number {
    if (row.length > this.#columns || this.#columns > filledUp || this.#grid.isActive) return -1;
    let units = 0;
    for (let column = 0; column < row.length; column += 1) {
      const cell = row[column];
      if (typeof cell !== 'string') return -1;
      units += cell.length;
    }
    return units * mostBytesOfUnit + this.#columns * 3 + 1;
  }

  #escaped(cell: string): Buffer {
    const known = this.#kept.get(cell);
    if (known !== undefined) return known;
    const written = Buffer.from(cellText(cell));
    if (cell.length > longestKept) return written;
    if (this.#kept.size >= keptCells) this.#kept.clear();
    this.#kept.set(cell, written);
    return written;
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

/** Writes text that needs no closer look; where it ends, or -1 for all other text. */
function writePlain(bytes: Uint8Array, start: number, value: string): number {
  let at = start;
  let before = space;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 0x80) {
      if (careful[code] === 1 || (code === space && before === space)) return -1;
      bytes[at++] = code;
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else {
      // Halves of pairs are left to the encoder.
      if (code >= 0xd800 && code <= 0xdfff) return -1;
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
    before = code;
  }
  return before !== space || value === '' ? at : -1;
}
