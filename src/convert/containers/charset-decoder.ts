// Decoders that take bytes piece by piece, so that a text of a gigabyte is read in flat memory. One shape for all
// character sets: those of TextDecoder that Node gets right, and our own where it is slow, wrong or has none.

import { isAscii } from 'node:buffer';
import { asBuffer } from './as-buffer.ts';
import { singleByteTables } from './charset-tables.ts';

export interface Decoder {
  readonly charset: string;
  /** The text of the next piece; bytes of a character cut in two wait for the next call. */
  write(bytes: Uint8Array): string;
  /** The text of what was still waiting. */
  end(): string;
  /** How many U+FFFD stand for bytes that mean nothing; those the text itself contains are not counted. */
  readonly replaced: number;
}

const replacement = '\ufffd';

/** A decoder for one of the names `canonicalCharset` gives; a leading byte order mark is dropped. */
export function createDecoder(charset: string): Decoder {
  const table = singleByteTables.get(charset);
  if (table !== undefined) return new SingleByteDecoder(charset, table);
  if (charset === 'utf-8') return new Utf8Decoder();
  if (charset === 'utf-32le' || charset === 'utf-32be') return new Utf32Decoder(charset);
  if (charset === 'euc-kr') return new KoreanDecoder();
  return new PlatformDecoder(charset);
}

/** The standard's name for a label (WHATWG Encoding, section 4.2), or undefined when there is no such character set. */
export function canonicalCharset(label: string): string | undefined {
  const wanted = label.trim().toLowerCase();
  if (wanted.length > 40) return undefined;
  const own = ownLabels.get(wanted);
  if (own !== undefined) return own;
  try {
    return ourName(new TextDecoder(wanted).encoding);
  } catch {
    return undefined;
  }
}

const ownLabels: ReadonlyMap<string, string> = new Map([
  ['utf-32', 'utf-32le'],
  ['utf-32le', 'utf-32le'],
  ['utf-32be', 'utf-32be'],
  ['iso-8859-16', 'iso-8859-16'],
  ['latin10', 'iso-8859-16'],
  // The standard reads a page that names this as windows-1252 (WHATWG HTML, 13.2.3.2).
  ['x-user-defined', 'windows-1252'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['ms949', 'euc-kr'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gb18030'],
  ['cp950', 'big5'],
]);

function ourName(encoding: string): string {
  // GB 18030 reads every byte sequence of GBK the same way.
  if (encoding === 'gbk') return 'gb18030';
  // The same letters; only the direction of display differs.
  if (encoding === 'iso-8859-8-i') return 'iso-8859-8';
  return encoding;
}

function countOf(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count += 1;
  return count;
}

/** Faster than a streaming TextDecoder: whole characters go to V8 at once, a cut one is carried over. */
class Utf8Decoder implements Decoder {
  readonly charset = 'utf-8';
  replaced = 0;
  #carry: Buffer = Buffer.alloc(0);
  #started = false;

  write(bytes: Uint8Array): string {
    let piece = asBuffer(bytes);
    if (this.#carry.length > 0) piece = Buffer.concat([this.#carry, piece]);
    const end = wholeUtf8(piece);
    // A copy: the caller may use its buffer again.
    this.#carry = end === piece.length ? Buffer.alloc(0) : Buffer.from(piece.subarray(end));
    return this.#text(piece.subarray(0, end));
  }

  end(): string {
    const rest = this.#carry;
    this.#carry = Buffer.alloc(0);
    return this.#text(rest);
  }

  #text(piece: Buffer): string {
    if (piece.length === 0) return '';
    let whole = piece;
    if (!this.#started) {
      this.#started = true;
      if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) whole = piece.subarray(3);
    }
    if (isAscii(whole)) return whole.toString('latin1');
    const text = whole.toString('utf8');
    const found = countOf(text, replacement);
    if (found > 0) this.replaced += found - ownReplacements(whole);
    return text;
  }
}

const writtenReplacement = Buffer.from(replacement);

function ownReplacements(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(writtenReplacement); at >= 0; at = bytes.indexOf(writtenReplacement, at + 3)) count += 1;
  return count;
}

/** Where the last character that may still be incomplete begins, or the length when none is. */
export function wholeUtf8(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back += 1) {
    const byte = bytes[length - back] as number;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? length - back : length;
    }
  }
  return length;
}

class SingleByteDecoder implements Decoder {
  readonly charset: string;
  replaced = 0;
  readonly #table: Uint16Array;

  constructor(charset: string, upper: string) {
    this.charset = charset;
    this.#table = Uint16Array.from({ length: 256 }, (_, byte) => (byte < 0x80 ? byte : upper.charCodeAt(byte - 0x80)));
  }

  write(bytes: Uint8Array): string {
    if (isAscii(bytes)) return asBuffer(bytes).toString('latin1');
    const units = new Uint16Array(bytes.length);
    const table = this.#table;
    for (let at = 0; at < bytes.length; at += 1) {
      const unit = table[bytes[at] as number] as number;
      if (unit === 0xfffd) this.replaced += 1;
      units[at] = unit;
    }
    return textOf(units);
  }

  end(): string {
    return '';
  }
}

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

/**
 * Where the last character of GB 18030 begins that is cut off by the end (WHATWG Encoding, 10.2.1). Node's decoder makes room for
 * as many characters as it is given bytes, and throws where such bytes that it kept turn out to be more (81 30 81, then 00).
 */
function cutOff(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] as number;
    if (first < 0x81 || first > 0xfe) {
      at += 1;
      continue;
    }
    if (at + 1 >= bytes.length) return at;
    const isLong = isDigit(bytes[at + 1] as number);
    if (!isLong) {
      at += 2;
      continue;
    }
    if (at + 2 >= bytes.length) return at;
    const third = bytes[at + 2] as number;
    if (third < 0x81 || third > 0xfe) {
      at += 1;
      continue;
    }
    if (at + 3 >= bytes.length) return at;
    at += isDigit(bytes[at + 3] as number) ? 4 : 1;
  }
  return bytes.length;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

class PlatformDecoder implements Decoder {
  readonly charset: string;
  replaced = 0;
  /** What is not given to the decoder before it is whole. */
  #kept: Buffer = Buffer.alloc(0);
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(charset: string) {
    this.charset = charset;
    this.#decoder = new TextDecoder(charset);
  }

  write(bytes: Uint8Array): string {
    if (!/^gb/.test(this.charset)) return this.#counted(this.#decoder.decode(bytes, { stream: true }));
    const all = Buffer.concat([this.#kept, bytes]);
    const whole = cutOff(all);
    this.#kept = Buffer.from(all.subarray(whole));
    return this.#counted(this.#decoder.decode(all.subarray(0, whole), { stream: true }));
  }

  end(): string {
    return this.#counted(this.#decoder.decode(this.#kept));
  }

  #counted(text: string): string {
    this.replaced += countOf(text, replacement);
    return text;
  }
}

/** TextDecoder has no UTF-32; each unit is one code point (Unicode 15, D90). */
class Utf32Decoder implements Decoder {
  readonly charset: 'utf-32le' | 'utf-32be';
  replaced = 0;
  #carry: Buffer = Buffer.alloc(0);
  #started = false;

  constructor(charset: 'utf-32le' | 'utf-32be') {
    this.charset = charset;
  }

  write(bytes: Uint8Array): string {
    const piece = this.#carry.length === 0 ? asBuffer(bytes) : Buffer.concat([this.#carry, bytes]);
    const whole = piece.length - (piece.length % 4);
    this.#carry = Buffer.from(piece.subarray(whole));
    const units = new Uint16Array(whole / 2);
    let filled = 0;
    for (let at = 0; at < whole; at += 4) {
      const point = this.charset === 'utf-32le' ? piece.readUInt32LE(at) : piece.readUInt32BE(at);
      if (!this.#started) {
        this.#started = true;
        if (point === 0xfeff) continue;
      }
      if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        this.replaced += 1;
        units[filled++] = 0xfffd;
      } else if (point > 0xffff) {
        units[filled++] = 0xd800 + ((point - 0x10000) >> 10);
        units[filled++] = 0xdc00 + ((point - 0x10000) & 0x3ff);
      } else {
        units[filled++] = point;
      }
    }
    return textOf(units.subarray(0, filled));
  }

  end(): string {
    if (this.#carry.length === 0) return '';
    this.#carry = Buffer.alloc(0);
    this.replaced += 1;
    return replacement;
  }
}

let koreanTable: Uint16Array | undefined;

/**
 * What the web calls EUC-KR is Windows code page 949: KS X 1001 and, in the codes it leaves free, the other 8 822
 * Hangul syllables in Unicode order. ICU knows only the first half.
 */
function koreanCodes(): Uint16Array {
  if (koreanTable !== undefined) return koreanTable;
  const table = new Uint16Array(0x10000).fill(0xfffd);
  const known = new Set<number>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead <= 0xfd; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const unit = decoder.decode(Uint8Array.of(lead, trail)).charCodeAt(0);
      if (unit >= 0xe000 && unit <= 0xf8ff) continue;
      table[lead * 256 + trail] = unit;
      known.add(unit);
    }
  }
  let syllable = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail += 1) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
      while (known.has(syllable)) syllable += 1;
      if (syllable > 0xd7a3) break;
      table[lead * 256 + trail] = syllable;
      syllable += 1;
    }
  }
  koreanTable = table;
  return table;
}

class KoreanDecoder implements Decoder {
  readonly charset = 'euc-kr';
  replaced = 0;
  #lead = 0;

  write(bytes: Uint8Array): string {
    const table = koreanCodes();
    const units = new Uint16Array(bytes.length + 1);
    let filled = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#lead === 0) {
        if (byte < 0x80) units[filled++] = byte;
        else if (byte >= 0x81 && byte <= 0xfe) this.#lead = byte;
        else {
          this.replaced += 1;
          units[filled++] = 0xfffd;
        }
        continue;
      }
      const unit = table[this.#lead * 256 + byte] as number;
      this.#lead = 0;
      units[filled++] = unit;
      if (unit !== 0xfffd) continue;
      this.replaced += 1;
      // An ASCII byte is not swallowed by a broken pair (WHATWG Encoding, 14.1.1).
      if (byte < 0x80) at -= 1;
    }
    return textOf(units.subarray(0, filled));
  }

  end(): string {
    if (this.#lead === 0) return '';
    this.#lead = 0;
    this.replaced += 1;
    return replacement;
  }
}
