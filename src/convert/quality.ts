// Measures the Markdown as it streams past: how many words, how much of it is damage, and a bounded sample of text for
// language detection. The formula of the score is explained in docs/quality-score.md; change both together.
import { isAscii } from 'node:buffer';
import type { DocumentFacts } from './format.ts';

export interface QualityMeter {
  /** The next piece of UTF-8; a character may be cut in two between pieces. */
  add(piece: Uint8Array): void;
  result(): QualityResult;
}

export interface QualityResult {
  readonly words: number;
  /** Text from all over the document, some 16 kB at most. */
  readonly sample: string;
  /** 0..1, two decimals. */
  score(facts: DocumentFacts): number;
}

/** One damaged character in this many already spoils a text: a share of 5 % means a broken word in every sentence. */
const damageWeight = 8;

const headBytes = 8 * 1024;
const passageBytes = 512;
const passages = 16;

// What a byte is: a table, because every byte of the output passes here.
const sign = 0;
const space = 1;
const wordPart = 2;
const control = 3;
const beyondAscii = 4;
const classes = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 0x80) return beyondAscii;
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return space;
  if (code < 0x20 || code === 0x7f) return control;
  return /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? wordPart : sign;
});

export function createQualityMeter(): QualityMeter {
  return new Meter();
}

interface Count {
  words: number;
  inWord: boolean;
  /** Bytes that are not the one visible byte each character counts as: spaces, and all but one of longer characters. */
  hidden: number;
  damaged: number;
}

/** Counts up to the first byte beyond ASCII and returns its place. */
function countAscii(piece: Uint8Array, from: number, to: number, count: Count): number {
  let { words, inWord, hidden } = count;
  let at = from;
  for (; at < to; at += 1) {
    const kind = classes[piece[at] as number] as number;
    if (kind === wordPart) {
      if (!inWord) words += 1;
      inWord = true;
    } else if (kind === space) {
      inWord = false;
      hidden += 1;
    } else if (kind === control) {
      count.damaged += 1;
    } else if (kind === beyondAscii) {
      break;
    }
  }
  count.words = words;
  count.inWord = inWord;
  count.hidden = hidden;
  return at;
}

/** Making the table of pairs costs what it saves on a text of about this size. */
const worthTable = 1 << 20;
const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
let pairs: Uint8Array | undefined;

/**
 * What two bytes at once do, by `inWord * 65536 + both`: bits 0-1 words begun, bit 2 in a word afterwards, bits 3-4
 * spaces, bits 5-6 controls. Counting by pairs is more than twice as fast as byte by byte.
 */
function pairTable(): Uint8Array {
  if (pairs !== undefined) return pairs;
  const table = new Uint8Array(2 * 0x10000);
  const both = new Uint8Array(2);
  for (let index = 0; index < table.length; index += 1) {
    both[littleEndian ? 0 : 1] = index & 0xff;
    both[littleEndian ? 1 : 0] = (index >> 8) & 0xff;
    const count: Count = { words: 0, inWord: index >= 0x10000, hidden: 0, damaged: 0 };
    countAscii(both, 0, 2, count);
    table[index] = count.words | (count.inWord ? 4 : 0) | (count.hidden << 3) | (count.damaged << 5);
  }
  pairs = table;
  return table;
}

/** The same for a piece that is ASCII throughout. */
function countPlain(piece: Uint8Array, count: Count): void {
  const start = piece.byteOffset % 2;
  const units = new Uint16Array(piece.buffer, piece.byteOffset + start, (piece.length - start) >> 1);
  const table = pairTable();
  countAscii(piece, 0, start, count);
  let state = count.inWord ? 0x10000 : 0;
  let words = 0;
  let hidden = 0;
  let damaged = 0;
  for (let at = 0; at < units.length; at += 1) {
    const entry = table[state | (units[at] as number)] as number;
    words += entry & 3;
    state = (entry & 4) << 14;
    hidden += (entry >> 3) & 3;
    damaged += entry >> 5;
  }
  count.words += words;
  count.inWord = state !== 0;
  count.hidden += hidden;
  count.damaged += damaged;
  countAscii(piece, start + units.length * 2, piece.length, count);
}

class Meter implements QualityMeter {
  readonly #count: Count = { words: 0, inWord: false, hidden: 0, damaged: 0 };
  #size = 0;
  /** Bytes of a character whose rest is in the next piece. */
  #point = 0;
  #missing = 0;
  readonly #sampler = new Sampler();

  add(piece: Uint8Array): void {
    this.#sampler.add(piece);
    this.#size += piece.length;
    if (this.#size > worthTable && piece.length > 0 && this.#missing === 0 && isAscii(piece)) {
      countPlain(piece, this.#count);
      return;
    }
    for (let at = countAscii(piece, 0, piece.length, this.#count); at < piece.length; ) {
      this.#countOther(piece[at] as number);
      at += 1;
      if (at < piece.length && (piece[at] as number) < 0x80) at = countAscii(piece, at, piece.length, this.#count);
    }
  }

  #countOther(byte: number): void {
    const count = this.#count;
    if (byte >= 0xc0) {
      this.#missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
      this.#point = byte & (0x3f >> this.#missing);
      count.hidden += 1;
      return;
    }
    this.#point = (this.#point << 6) | (byte & 0x3f);
    this.#missing -= 1;
    if (this.#missing !== 0) {
      count.hidden += 1;
      return;
    }
    const kind = kindOf(this.#point);
    if (kind === 'space') count.hidden += 1;
    if (kind === 'damage') count.damaged += 1;
    if (kind === 'ideograph' || (kind === 'letter' && !count.inWord)) count.words += 1;
    if (kind !== 'other' && kind !== 'damage') count.inWord = kind === 'letter';
  }

  result(): QualityResult {
    const { words, hidden, damaged } = this.#count;
    const visible = this.#size - hidden;
    const damagedShare = visible === 0 ? 0 : damaged / visible;
    return {
      words,
      sample: this.#sampler.text(),
      score: (facts) => {
        const intact = 1 - Math.min(1, damagedShare * damageWeight);
        const read = 1 - clamp(facts.unreadableShare ?? 0);
        const sure = clamp(facts.ocrConfidence ?? 1) * clamp(facts.speechConfidence ?? 1);
        return Math.round(intact * read * sure * 100) / 100;
      },
    };
  }
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** Scripts written without spaces count a word for each character, as word processors do. */
function kindOf(point: number): 'space' | 'damage' | 'ideograph' | 'letter' | 'other' {
  if (point < 0xa0) return 'damage';
  if (point === 0xa0 || point === 0x3000 || point === 0x202f || (point >= 0x2000 && point <= 0x200b)) return 'space';
  if (point === 0x2028 || point === 0x2029) return 'space';
  if (point >= 0x2010 && point <= 0x2bff) return 'other';
  if (point < 0xc0) return point === 0xaa || point === 0xb5 || point === 0xba ? 'letter' : 'other';
  if (point === 0xfffd || (point >= 0xe000 && point <= 0xf8ff) || point >= 0xf0000) return 'damage';
  if (point >= 0x3001 && point <= 0x3004) return 'other';
  if (point >= 0x3008 && point <= 0x3020) return 'other';
  if (point >= 0x3041 && point <= 0x30ff) return 'ideograph';
  if ((point >= 0x3400 && point <= 0x9fff) || (point >= 0xf900 && point <= 0xfaff)) return 'ideograph';
  if (point >= 0x20000 && point <= 0x3ffff) return 'ideograph';
  if (point >= 0xff00 && point <= 0xff0f) return 'other';
  if (point >= 0x1f000 && point <= 0x1faff) return 'other';
  return 'letter';
}

/** Keeps the head and evenly spread passages of a stream whose length is not known beforehand. */
class Sampler {
  #seen = 0;
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #kept: Uint8Array[] = [];
  #step = passageBytes * 4;
  #next = headBytes + passageBytes * 4;
  #open: Uint8Array[] | undefined;
  #openLength = 0;

  add(piece: Uint8Array): void {
    let at = 0;
    if (this.#headLength < headBytes) {
      const part = piece.slice(0, headBytes - this.#headLength);
      this.#head.push(part);
      this.#headLength += part.length;
      at = part.length;
    }
    while (at < piece.length) {
      if (this.#open === undefined) {
        const skip = this.#next - (this.#seen + at);
        if (skip >= piece.length - at) break;
        at += Math.max(0, skip);
        this.#open = [];
        this.#openLength = 0;
      }
      const part = piece.slice(at, at + passageBytes - this.#openLength);
      this.#open.push(part);
      this.#openLength += part.length;
      at += part.length;
      if (this.#openLength >= passageBytes) this.#close();
    }
    this.#seen += piece.length;
  }

  #close(): void {
    this.#kept.push(Buffer.concat(this.#open ?? []));
    this.#open = undefined;
    this.#next += this.#step;
    if (this.#kept.length < passages) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#step *= 2;
    this.#next += this.#step / 2;
  }

  text(): string {
    const parts = [Buffer.concat(this.#head), ...this.#kept];
    if (this.#open !== undefined) parts.push(Buffer.concat(this.#open));
    return parts.map(wholeCharacters).join('\n');
  }
}

/** A passage begins and ends anywhere: characters cut in two at its ends are left out. */
function wholeCharacters(bytes: Uint8Array): string {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] as number) & 0xc0) === 0x80) start += 1;
  let end = bytes.length;
  for (let back = 1; back <= Math.min(3, bytes.length - start); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      if ((byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back) end = bytes.length - back;
      break;
    }
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}
