// Unescapes one JSON string while it streams past. The bulk of a Base64 document has no escape and passes uncopied,
// regular escapes go through the platform's parser, and what is left (an escape may be cut anywhere by the border of
// two pieces) is read byte by byte.
import { isAscii } from 'node:buffer';
import type { ByteCursor } from './json-cursor.ts';

const [quote, backslash] = [0x22, 0x5c];

/** RFC 8259, section 7: what may follow a backslash, besides u. */
const escapes: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** More bytes than one piece can add by finishing an escape that began before it. */
const carriedBytes = 8;

/** The bytes of \\uXXXX. */
const longestEscape = 6;

const rawControl = 'a control character in a string must be escaped';

export class JsonStringReader {
  readonly #cursor: ByteCursor;
  #ended = false;
  /** In an escape: 0 no, 1 behind the backslash, 2 to 5 before a hex digit of \uXXXX. */
  #escape = 0;
  #unit = 0;
  /** A high surrogate that waits for its low one. */
  #high = 0;

  constructor(cursor: ByteCursor) {
    this.#cursor = cursor;
  }

  content(): AsyncIterable<Uint8Array> {
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = await this.read();
          return value === undefined ? { done: true, value } : { done: false, value };
        },
      }),
    };
  }

  /** The next bytes of the string, at least one; undefined behind its closing quote. */
  async read(): Promise<Uint8Array | undefined> {
    while (!this.#ended) {
      const cursor = this.#cursor;
      if (cursor.at >= cursor.chunk.length && !(await cursor.refill())) {
        throw cursor.malformed('the string has no end', 0);
      }
      const start = cursor.at;
      const bytes = this.#plain() ?? this.#unescaped();
      cursor.countStreamed(cursor.at - start);
      if (bytes.length > 0) return bytes;
    }
    return undefined;
  }

  /** The bytes up to the quote or the end of the piece, when no escape is open and the platform can do the work. */
  #plain(): Uint8Array | undefined {
    const cursor = this.#cursor;
    const { chunk, at } = cursor;
    if (this.#escape > 0 || this.#high > 0) return undefined;
    const found = chunk.indexOf(quote, at);
    const end = found < 0 ? chunk.length : found;
    const run = chunk.subarray(at, end);
    if (run.includes(backslash)) return this.#parsed(run, found >= 0);
    const control = firstControl(run);
    if (control < run.length) {
      cursor.at = at + control + 1;
      throw cursor.malformed(rawControl);
    }
    this.#ended = found >= 0;
    cursor.at = this.#ended ? end + 1 : end;
    return run;
  }

  /**
   * A run with escapes through JSON.parse, ten times as fast as bytes one by one: serialisers that write every `+` or
   * `/` escaped are common. Undefined where that could differ from reading on: the caller then goes byte by byte.
   */
  #parsed(run: Uint8Array, closed: boolean): Uint8Array | undefined {
    const last = run.lastIndexOf(backslash);
    const cut = last > run.length - longestEscape;
    if (last === 0 || (closed && cut) || !isAscii(run)) return undefined;
    const whole = cut ? run.subarray(0, last) : run;
    let text: string;
    try {
      text = JSON.parse(`"${Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString('latin1')}"`) as string;
    } catch {
      return undefined;
    }
    const unit = text.charCodeAt(text.length - 1);
    if (unit >= 0xd800 && unit <= 0xdbff) return undefined;
    this.#ended = closed;
    this.#cursor.at += closed ? whole.length + 1 : whole.length;
    return Buffer.from(text);
  }

  #unescaped(): Uint8Array {
    const cursor = this.#cursor;
    const out = Buffer.allocUnsafe(cursor.chunk.length - cursor.at + carriedBytes);
    let length = 0;
    while (cursor.at < cursor.chunk.length && !this.#ended) {
      const byte = cursor.chunk[cursor.at++] ?? 0;
      if (this.#escape === 0) {
        if (byte === backslash) {
          this.#escape = 1;
          continue;
        }
        if (byte < 0x20) throw cursor.malformed(rawControl);
        if (this.#high > 0) length = this.#flushHigh(out, length);
        if (byte === quote) this.#ended = true;
        else out[length++] = byte;
      } else if (this.#escape === 1) {
        if (byte === 0x75) {
          this.#escape = 2;
          this.#unit = 0;
          continue;
        }
        const plain = escapes.get(byte);
        if (plain === undefined) throw cursor.malformed('there is no such escape in JSON');
        this.#escape = 0;
        if (this.#high > 0) length = this.#flushHigh(out, length);
        out[length++] = plain;
      } else {
        const digit = hexDigit(byte);
        if (digit < 0) throw cursor.malformed('\\u needs four hexadecimal digits');
        this.#unit = this.#unit * 16 + digit;
        this.#escape += 1;
        if (this.#escape < 6) continue;
        this.#escape = 0;
        length = this.#addUnit(out, length);
      }
    }
    return out.subarray(0, length);
  }

  #addUnit(out: Buffer, start: number): number {
    const unit = this.#unit;
    if (this.#high > 0 && unit >= 0xdc00 && unit <= 0xdfff) {
      const point = 0x10000 + ((this.#high - 0xd800) << 10) + (unit - 0xdc00);
      this.#high = 0;
      return start + out.write(String.fromCodePoint(point), start);
    }
    const length = this.#high > 0 ? this.#flushHigh(out, start) : start;
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#high = unit;
      return length;
    }
    // A surrogate without its partner has no UTF-8 form: Buffer writes U+FFFD, as TextEncoder does.
    return length + out.write(String.fromCharCode(unit), length);
  }

  #flushHigh(out: Buffer, length: number): number {
    this.#high = 0;
    return length + out.write('\ufffd', length);
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Index of the first byte below 0x20, or the length; four bytes at a time where they lie on a word border. */
function firstControl(bytes: Uint8Array): number {
  const { length, byteOffset } = bytes;
  let at = 0;
  while (at < length && (byteOffset + at) % 4 !== 0) {
    if ((bytes[at] ?? 0) < 0x20) return at;
    at += 1;
  }
  // The view must begin on a border, so a run that ends before one has no words.
  const words = at < length ? new Int32Array(bytes.buffer, byteOffset + at, (length - at) >> 2) : [];
  for (let word = 0; word < words.length; word += 1) {
    const four = words[word] ?? 0;
    // The high bit of a byte rises where subtracting 0x20 borrows and the byte itself had it clear.
    if (((four - 0x20202020) & ~four & -0x7f7f7f80) !== 0) break;
    at += 4;
  }
  while (at < length && (bytes[at] ?? 0) >= 0x20) at += 1;
  return at;
}
