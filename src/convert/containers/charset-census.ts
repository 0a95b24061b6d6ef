// Counts, over the whole content and in bounded memory, what tells character sets apart: valid and broken UTF-8, where
// zero bytes stand, escape sequences, and passages around bytes over 0x7f for the statistics on legacy sets.
import { isAscii, isUtf8 } from 'node:buffer';
import { wholeUtf8 } from './charset-decoder.ts';

/** Passages kept for statistics: enough for certainty, little enough to try every character set on it. */
const sampleBytes = 6 * 1024;
/** What the first piece may fill of that, so that later parts of the file have their say. */
const headSampleBytes = 3 * 1024;
const passageBytes = 512;
/** ASCII kept on each side of a passage: the letters around an accented one tell its language. */
const marginBytes = 24;
/** Valid sequences are counted one by one up to here; the decision has long been made by then. */
const countedSequences = 1_000_000;

export interface Census {
  readonly size: number;
  readonly nonAscii: number;
  /** Valid UTF-8 sequences, weighed by how unlikely they are by chance: 1 for two bytes, 3 for three, 5 for four. */
  readonly utf8Strength: number;
  readonly utf8Broken: number;
  readonly zerosEven: number;
  readonly zerosOdd: number;
  /** Zero bytes at each position of a unit of four. */
  readonly zerosByFour: readonly number[];
  readonly japaneseEscapes: number;
  /** Passages with bytes over 0x7f, joined by line feeds. */
  readonly passages: Uint8Array;
}

export class CensusTaker {
  #size = 0;
  #nonAscii = 0;
  #strength = 0;
  #broken = 0;
  #zeros: [number, number, number, number] = [0, 0, 0, 0];
  #escapes = 0;
  #carry: Uint8Array = new Uint8Array(0);
  #tail: Uint8Array = new Uint8Array(0);
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #later: Uint8Array[] = [];
  /** A later passage is kept from every nth piece; doubled whenever the room is used up. */
  #stride = 1;
  #pieces = 0;
  #first = true;

  add(piece: Uint8Array): void {
    this.#countZeros(piece);
    this.#size += piece.length;
    if (isAscii(piece) && this.#carry.length === 0) {
      this.#countEscapes(piece);
      this.#first = false;
      return;
    }
    const whole = this.#carry.length === 0 ? piece : Buffer.concat([this.#carry, piece]);
    const end = wholeUtf8(whole);
    this.#carry = Uint8Array.prototype.slice.call(whole, end);
    this.#tail = Uint8Array.prototype.slice.call(whole, -passageBytes);
    if (!this.#weigh(whole.subarray(0, end))) this.#keepPassages(whole);
    this.#first = false;
  }

  result(): Census {
    if (this.#carry.length > 0) {
      // The last byte of a Latin-1 text may be its only one over 0x7f.
      if (!this.#weigh(this.#carry) && this.#headBytes === 0) this.#head.push(this.#tail);
      this.#carry = new Uint8Array(0);
    }
    const [a, b, c, d] = this.#zeros;
    return {
      size: this.#size,
      nonAscii: this.#nonAscii,
      utf8Strength: this.#strength,
      utf8Broken: this.#broken,
      zerosEven: a + c,
      zerosOdd: b + d,
      zerosByFour: [a, b, c, d],
      japaneseEscapes: this.#escapes,
      passages: joined([...this.#head, ...this.#later]),
    };
  }

  #countZeros(piece: Uint8Array): void {
    // Most texts hold none, which a native search tells at once; UTF-16 text holds one in two.
    const first = piece.indexOf(0);
    if (first < 0) return;
    for (let at = first; at < piece.length; at += 1) {
      if (piece[at] === 0) this.#zeros[((this.#size + at) % 4) as 0 | 1 | 2 | 3] += 1;
    }
  }

  #countEscapes(piece: Uint8Array): void {
    for (let at = piece.indexOf(0x1b); at >= 0; at = piece.indexOf(0x1b, at + 1)) {
      // ISO-2022-JP (RFC 1468): ESC $ @, ESC $ B; ESC ( J and ESC ( I belong to it as well.
      const first = piece[at + 1];
      const second = piece[at + 2];
      if (first === 0x24 && (second === 0x40 || second === 0x42)) this.#escapes += 1;
      else if (first === 0x28 && (second === 0x4a || second === 0x49)) this.#escapes += 1;
    }
  }

  /** False when the bytes are not UTF-8. */
  #weigh(bytes: Uint8Array): boolean {
    if (!isUtf8(bytes)) {
      this.#countBroken(bytes);
      return false;
    }
    if (this.#strength < countedSequences) this.#countValid(bytes);
    else this.#strength += 1;
    return true;
  }

  #countValid(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte < 0xc0) continue;
      this.#nonAscii += 1;
      this.#strength += byte >= 0xf0 ? 5 : byte >= 0xe0 ? 3 : 1;
    }
  }

  #countBroken(bytes: Uint8Array): void {
    let nonAscii = 0;
    let strength = 0;
    let broken = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if ((bytes[at] as number) < 0x80) continue;
      nonAscii += 1;
      const extra = sequenceAt(bytes, at);
      if (extra === 0) broken += 1;
      else strength += extra * 2 - 1;
      at += extra;
    }
    this.#nonAscii += nonAscii;
    this.#strength += strength;
    this.#broken += broken;
  }

  #keepPassages(piece: Uint8Array): void {
    // A later piece may begin with half a character; after a line feed, which is never part of one, it is sure not to.
    const bytes = this.#first ? piece : piece.subarray(piece.indexOf(0x0a) + 1);
    this.#pieces += 1;
    if (this.#headBytes < headSampleBytes) {
      for (const passage of passagesOf(bytes, headSampleBytes - this.#headBytes)) {
        this.#head.push(passage);
        this.#headBytes += passage.length;
      }
      return;
    }
    if (this.#pieces % this.#stride !== 0) return;
    for (const passage of passagesOf(bytes, passageBytes)) this.#later.push(passage);
    if (this.#later.length * passageBytes > sampleBytes - headSampleBytes) {
      this.#later = this.#later.filter((_, index) => index % 2 === 1);
      this.#stride *= 2;
    }
  }
}

/** How many bytes follow the first one in a well-formed sequence (Unicode 15, table 3-7); 0 when it is not one. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  if (first < 0xe0) return 1;
  if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return 0;
  if (first < 0xf0) return 2;
  return ((bytes[at + 3] ?? 0) & 0xc0) === 0x80 ? 3 : 0;
}

/** Copies of the stretches around bytes over 0x7f, up to `room` bytes in all. */
function* passagesOf(bytes: Uint8Array, room: number): Generator<Uint8Array> {
  let left = room;
  for (let at = 0; at < bytes.length && left > 0; ) {
    while (at < bytes.length && (bytes[at] as number) < 0x80) at += 1;
    if (at >= bytes.length) return;
    let start = at;
    // In Shift-JIS, GBK and Big5 an ASCII byte right after a high one may be half a character: not a place to begin.
    while (start > 1 && at - start < marginBytes && (bytes[start - 2] as number) < 0x80) start -= 1;
    let end = at;
    for (let last = at; end < bytes.length && end - last <= marginBytes && end - start < left; end += 1) {
      if ((bytes[end] as number) >= 0x80) last = end;
    }
    yield Uint8Array.prototype.slice.call(bytes, start, end);
    left -= end - start;
    at = end;
  }
}

function joined(passages: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(passages.flatMap((passage) => [passage, Uint8Array.of(0x0a)]));
}
