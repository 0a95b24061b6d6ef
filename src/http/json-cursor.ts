// The place in a JSON text that arrives in pieces: counts bytes, refills, and reads the short tokens that are kept.
import { Failure } from '../core/failure.ts';

const empty: Uint8Array = new Uint8Array(0);
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/** RFC 8259, section 8.1: JSON between systems is UTF-8; a string may well begin with U+FEFF. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export class ByteCursor {
  /** The piece at hand and the next byte in it: public because the scanner's inner loops run on them. */
  chunk: Uint8Array = empty;
  at = 0;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #maxHeldBytes: number;
  #before = 0;
  #streamed = 0;

  constructor(source: AsyncIterable<Uint8Array>, maxHeldBytes: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#maxHeldBytes = maxHeldBytes;
  }

  /** Bytes of the text before the next one. */
  position(): number {
    return this.#before + Math.min(this.at, this.chunk.length);
  }

  /** Takes the next piece; false at the end of the text. */
  async refill(): Promise<boolean> {
    this.checkHeld();
    for (;;) {
      const next = await this.#source.next();
      this.#before += this.chunk.length;
      this.at = 0;
      this.chunk = next.done ? empty : next.value;
      if (next.done) return false;
      if (this.chunk.length > 0) return true;
    }
  }

  /** The next byte when the piece is used up. */
  async next(): Promise<number | undefined> {
    return (await this.refill()) ? this.chunk[this.at++] : undefined;
  }

  /** RFC 8259, section 8.1: a parser may ignore a byte order mark; editors on Windows write one. */
  async skipByteOrderMark(): Promise<void> {
    for (const mark of byteOrderMark) {
      const there = this.at < this.chunk.length || (await this.refill());
      if (there && this.chunk[this.at] === mark) this.at += 1;
      else if (mark === byteOrderMark[0]) return;
      else throw this.malformed('the text begins with half a byte order mark');
    }
  }

  /** Bytes that went to a consumer do not count as held. */
  countStreamed(bytes: number): void {
    this.#streamed += bytes;
  }

  checkHeld(): void {
    if (this.position() - this.#streamed > this.#maxHeldBytes) {
      throw new Failure('REQUEST_001', {
        details: `The JSON is longer than ${this.#maxHeldBytes} bytes, the content of files not counted.`,
      });
    }
  }

  /** A string that is kept, from behind its opening quote to behind its closing one. */
  async heldString(): Promise<string> {
    const start = this.position();
    const pieces: Uint8Array[] = [];
    let escaped = false;
    for (;;) {
      if (this.at >= this.chunk.length && !(await this.refill())) throw this.malformed('the string has no end', 0);
      const from = this.at;
      let to = from;
      for (; to < this.chunk.length; to += 1) {
        const byte = this.chunk[to];
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) break;
      }
      pieces.push(this.chunk.subarray(from, to));
      this.at = to;
      if (to < this.chunk.length) break;
    }
    this.at += 1;
    this.checkHeld();
    try {
      // The rules of escapes are the platform's; only finding the end of the token is ours.
      return JSON.parse(`"${utf8.decode(Buffer.concat(pieces))}"`) as string;
    } catch {
      throw this.malformed(
        'the string has a wrong escape, a control character or a wrong encoding',
        this.position() - start,
      );
    }
  }

  /** A number or a word, the byte just taken being its first. */
  async heldWord(): Promise<string> {
    let word = '';
    for (;;) {
      const from = word === '' ? this.at - 1 : this.at;
      while (this.at < this.chunk.length && isWordByte(this.chunk[this.at])) this.at += 1;
      word += Buffer.from(this.chunk.buffer, this.chunk.byteOffset + from, this.at - from).toString('latin1');
      if (this.at < this.chunk.length || !(await this.refill())) return word;
    }
  }

  /** The failure for a fault `back` bytes before the next one. */
  malformed(what: string, back = 1): Failure {
    const position = Math.max(0, this.position() - back);
    return new Failure('REQUEST_001', {
      details: `The JSON is malformed at byte ${position}: ${what}.`,
      facts: { position },
    });
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** Letters, digits and the signs of numbers: whatever cannot belong to a literal ends it. */
function isWordByte(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    ((byte >= 0x30 && byte <= 0x39) ||
      (byte >= 0x61 && byte <= 0x7a) ||
      byte === 0x2e ||
      byte === 0x2d ||
      byte === 0x2b ||
      byte === 0x45)
  );
}
