// Numbers out of a font program that may say anything: reading past its end gives zero, never an error.

export class FontBytes {
  readonly bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  byte(at: number): number {
    return this.bytes[at] ?? 0;
  }

  short(at: number): number {
    return this.#holds(at, 2) ? this.#view.getUint16(at) : 0;
  }

  signedShort(at: number): number {
    return this.#holds(at, 2) ? this.#view.getInt16(at) : 0;
  }

  long(at: number): number {
    return this.#holds(at, 4) ? this.#view.getUint32(at) : 0;
  }

  signedLong(at: number): number {
    return this.#holds(at, 4) ? this.#view.getInt32(at) : 0;
  }

  /** A number of one to four bytes. */
  number(at: number, size: number): number {
    let value = 0;
    for (let place = 0; place < size; place += 1) value = value * 256 + this.byte(at + place);
    return value;
  }

  /** A number of one byte from 32 on, or of two from 247 on: Type 1, CFF and its dictionaries write small ones alike. */
  small(at: number): number {
    const first = this.byte(at);
    if (first <= 246) return first - 139;
    return first <= 250
      ? (first - 247) * 256 + this.byte(at + 1) + 108
      : -(first - 251) * 256 - this.byte(at + 1) - 108;
  }

  latin(from: number, to: number): string {
    const [start, end] = [Math.max(0, from), Math.min(this.length, to)];
    if (start >= end) return '';
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, end - start).toString('latin1');
  }

  /** A part of it, to be read on its own. */
  part(from: number, to: number): FontBytes {
    return new FontBytes(this.bytes.subarray(Math.min(from, this.length), Math.min(to, this.length)));
  }

  #holds(at: number, size: number): boolean {
    return at >= 0 && at + size <= this.bytes.length;
  }
}
