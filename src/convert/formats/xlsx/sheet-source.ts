// The rows of one sheet, batch by batch, from its part: by the fast scanner, or by the careful reader where the part is
// spelled in no usual way. Sheets of usual size are held and read without waiting; larger ones stream.

import { asBuffer } from '../../containers/as-buffer.ts';
import { createDecoder, type Decoder } from '../../containers/charset-decoder.ts';
import { partCharset } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { careRows } from './careful-rows.ts';
import type { CellValues } from './cell-values.ts';
import { rootPrefix } from './root-prefix.ts';
import type { SheetRow } from './sheet-row.ts';
import { SheetScanner } from './sheet-scanner.ts';

/** Parts up to this size are held while they are read. */
export const heldBytes = 64 * 2 ** 20;
const pieceBytes = 256 * 1024;

export class SheetSource {
  /** Bytes read so far, for progress. */
  done = 0;
  disordered = false;
  cutOff = false;
  readonly #part: OpcPart;
  readonly #bytes: Buffer | undefined;
  readonly #values: CellValues;
  #stream: AsyncIterator<Uint8Array> | undefined;
  #careful: AsyncIterator<SheetRow> | undefined;
  #decoder: Decoder | undefined;
  /** Bytes of a row that is not complete. */
  #carry: Buffer = Buffer.alloc(0);
  #scanner: SheetScanner | undefined;
  #ended = false;

  /** `bytes` is the whole part where it is held. */
  constructor(part: OpcPart, bytes: Uint8Array | undefined, values: CellValues) {
    this.#part = part;
    this.#bytes = bytes === undefined ? undefined : asBuffer(bytes);
    this.#values = values;
  }

  /** True when no row has to be waited for. */
  get held(): boolean {
    return this.#bytes !== undefined && this.#careful === undefined;
  }

  /** The next rows, perhaps none yet; undefined at the end; 'wait' when `next` must be asked instead. */
  nextNow(): SheetRow[] | undefined | 'wait' {
    if (this.#ended) return undefined;
    if (this.#bytes === undefined || this.#careful !== undefined) return 'wait';
    const piece = this.#bytes.subarray(this.done, this.done + pieceBytes);
    return this.#take(piece.length === 0 ? undefined : piece.subarray(0, wholeRows(piece))) ?? 'wait';
  }

  async next(): Promise<SheetRow[] | undefined> {
    const now = this.nextNow();
    if (now !== 'wait') return now;
    if (this.#careful !== undefined) return this.#nextCareful(this.#careful);
    this.#stream ??= this.#part.stream();
    const { value, done } = await this.#stream.next();
    if (done === true) return this.#take(this.#carry.length === 0 ? undefined : this.#carried()) ?? this.next();
    const piece = asBuffer(value);
    // Of a piece of many rows only the first is joined to what came before: all of it would have to be copied.
    const first = this.#carry.length === 0 ? 0 : firstRow(piece);
    const whole = Math.max(first, wholeRows(piece));
    const before = first === 0 ? [] : this.#take(Buffer.concat([this.#carry, piece.subarray(0, first)]));
    this.#carry = Buffer.from(piece.subarray(whole));
    if (before === undefined) return this.next();
    const rows = whole === first ? [] : this.#take(piece.subarray(first, whole));
    return rows === undefined ? this.next() : before.concat(rows);
  }

  #carried(): Buffer {
    const rest = this.#carry;
    this.#carry = Buffer.alloc(0);
    return rest;
  }

  /** Rows of one more piece; undefined when the careful reader has to do it. */
  #take(piece: Buffer | undefined): SheetRow[] | undefined {
    if (piece === undefined) {
      this.#ended = true;
      if (this.#decoder !== undefined) this.#scanner?.write(Buffer.from(this.#decoder.end()));
      this.#scanner?.end();
    } else {
      this.done += piece.length;
      if (this.#scanner === undefined && !this.#begin(piece)) return undefined;
      this.#scanner?.write(this.#decoder === undefined ? piece : Buffer.from(this.#decoder.write(piece)));
    }
    const scanner = this.#scanner;
    if (scanner === undefined) return [];
    const { rows } = scanner;
    scanner.rows = [];
    this.disordered ||= scanner.disordered;
    this.cutOff = scanner.cutOff;
    return rows;
  }

  /** Finds out how the part is written: UTF-8 is scanned as it stands, anything else is made into it. */
  #begin(piece: Buffer): boolean {
    const charset = partCharset(piece);
    if (charset !== 'utf-8') this.#decoder = createDecoder(charset);
    const prefix = rootPrefix(createDecoder(charset).write(piece), 'worksheet');
    if (prefix === undefined) this.#careful = careRows(this.#part, this.#values);
    else this.#scanner = new SheetScanner(prefix, this.#values);
    return prefix !== undefined;
  }

  async #nextCareful(rows: AsyncIterator<SheetRow>): Promise<SheetRow[] | undefined> {
    const { value, done } = await rows.next();
    if (done !== true) return [value];
    this.#ended = true;
    return undefined;
  }

  /** Lets go of the part when the rows are not wanted to their end. */
  async close(): Promise<void> {
    this.#ended = true;
    await this.#stream?.return?.();
    await this.#careful?.return?.();
  }
}

const rowEnd = Buffer.from('row>');

/** Up to the end of the first row in it, or all. */
function firstRow(piece: Buffer): number {
  const end = piece.indexOf(rowEnd);
  return end < 0 ? piece.length : end + rowEnd.length;
}

/** Up to the end of the last row in it, or all: text that is cut between rows need not be joined, which costs time. */
function wholeRows(piece: Buffer): number {
  const end = piece.lastIndexOf(rowEnd);
  return end < 0 ? piece.length : end + rowEnd.length;
}
