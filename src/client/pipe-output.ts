// Standard output with back-pressure: waits for a slow reader, and notices when the reader has gone (`| head`).
import type { Writable } from 'node:stream';
import { Failure } from '../core/failure.ts';
import { systemCode, writeFailure } from './file-failures.ts';

const flushBytes = 64 * 1024;
/** On a slow document what is ready is shown after this time, even if it is little. */
const flushAfterMs = 100;

export class PipeOutput {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #now: () => number;
  #held: Uint8Array[] = [];
  #heldSize = 0;
  #flushed: number;
  #closed = false;
  #lastByte = 0;

  constructor(stream: Writable & { readonly isTTY?: boolean }, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#now = now;
    this.#flushed = now();
    // The callback of each write reports its error; without a listener the same error would end the process.
    stream.on('error', (error) => this.#failed(error));
  }

  /** True when nobody reads any more: no error, the rest is just not wanted. */
  get closed(): boolean {
    return this.#closed;
  }

  write(piece: Uint8Array): Promise<void> | undefined {
    this.#held.push(this.#stream.isTTY ? withoutControls(piece, this.#lastByte) : piece);
    this.#lastByte = piece.at(-1) ?? this.#lastByte;
    this.#heldSize += piece.length;
    if (this.#heldSize < flushBytes && this.#now() - this.#flushed < flushAfterMs) return undefined;
    return this.flush();
  }

  async flush(): Promise<void> {
    const piece = this.#held.length === 1 ? this.#held[0] : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldSize = 0;
    this.#flushed = this.#now();
    if (this.#closed) throw readerGone();
    if (piece === undefined || piece.length === 0) return;
    await new Promise<void>((done, fail) => {
      this.#stream.write(piece, (error) => (error ? fail(this.#failed(error)) : done()));
    });
  }

  #failed(error: unknown): Failure {
    const code = systemCode(error) ?? (error as { code?: unknown }).code;
    if (code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED') {
      this.#closed = true;
      return readerGone();
    }
    return writeFailure(error, 'to standard output');
  }
}

const readerGone = (): Failure => new Failure('UNAVAILABLE', { message: 'Standard output was closed.' });

/**
 * A document must not drive the terminal it is shown on: control characters other than tab and line ends become "?".
 * C1 controls (U+0080 to U+009F, ECMA-48) are two bytes in UTF-8, 0xC2 and one of 0x80 to 0x9F; `before` is the byte
 * in front of the piece.
 */
export function withoutControls(piece: Uint8Array, before = 0): Uint8Array {
  let clean: Uint8Array | undefined;
  let last = before;
  for (const [at, byte] of piece.entries()) {
    const c0 = (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 0x7f;
    const c1 = last === 0xc2 && byte >= 0x80 && byte <= 0x9f;
    last = byte;
    if (!c0 && !c1) continue;
    clean ??= Uint8Array.from(piece);
    // U+00BF, the turned question mark, keeps the two-byte sequence whole.
    clean[at] = c0 ? 0x3f : 0xbf;
  }
  return clean ?? piece;
}
