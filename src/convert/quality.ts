// Measures the Markdown as it streams past: how many words, how much of it is damage, and a bounded sample of text for
// language detection. The formula of the score is explained in docs/quality-score.md; change both together.
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

const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** What one byte of that kind does, packed as in the table of pairs. */
function effect(inWord: boolean, kind: number): number {
  const after = kind === wordPart || (inWord && kind !== space);
  const begun = kind === wordPart && !inWord ? 1 : 0;
  return begun | (after ? 4 : 0) | (kind === space ? 8 : 0) | (kind === control ? 32 : 0);
}

/**
 * What two ASCII bytes at once do, by `inWord * 65536 + both`: bits 0-1 words begun, bit 2 in a word afterwards, bits 3-4
 * spaces, bits 5-6 controls. Counting by pairs is more than twice as fast as byte by byte. Bytes of one kind have equal
 * rows, so the table is made of few.
 */
const pairs = ((): Uint8Array => {
  const table = new Uint8Array(2 * 0x10000);
  for (const inWord of [false, true]) {
    const rows = [sign, space, wordPart, control, beyondAscii].map((upper) =>
      classes.map((lower) => {
        const first = effect(inWord, littleEndian ? lower : upper);
        const second = effect((first & 4) !== 0, littleEndian ? upper : lower);
        return (first & ~4) + second;
      }),
    );
    for (let upper = 0; upper < 256; upper += 1) {
      table.set(rows[classes[upper] as number] as Uint8Array, (inWord ? 0x10000 : 0) + upper * 256);
    }
  }
  return table;
})();

/** A piece of the output beside the same bytes two by two; `odd` bytes stand before the first pair. */
interface Paired {
  readonly bytes: Uint8Array;
  readonly units: Uint16Array;
  readonly odd: number;
}

function pairedOf(bytes: Uint8Array): Paired {
  const odd = bytes.byteOffset % 2;
  const whole = Math.max(0, bytes.length - odd) >> 1;
  return { bytes, odd, units: new Uint16Array(bytes.buffer, bytes.byteOffset + (whole === 0 ? -odd : odd), whole) };
}

/** Counts up to the first byte beyond ASCII and returns its place. */
function countAscii({ bytes, units, odd }: Paired, from: number, count: Count): number {
  let { words, hidden, damaged } = count;
  let state = count.inWord ? 0x10000 : 0;
  let at = from;
  while (at < bytes.length) {
    let entry: number;
    if (((at - odd) & 1) === 0) {
      let unit = (at - odd) >> 1;
      for (; unit < units.length; unit += 1) {
        const both = units[unit] as number;
        if ((both & 0x8080) !== 0) break;
        entry = pairs[state | both] as number;
        words += entry & 3;
        state = (entry & 4) << 14;
        hidden += (entry >> 3) & 3;
        damaged += entry >> 5;
      }
      at = odd + 2 * unit;
      if (at >= bytes.length) break;
    }
    const byte = bytes[at] as number;
    if (byte >= 0x80) break;
    entry = effect(state !== 0, classes[byte] as number);
    words += entry & 3;
    state = (entry & 4) << 14;
    hidden += (entry >> 3) & 3;
    damaged += entry >> 5;
    at += 1;
  }
  count.words = words;
  count.inWord = state !== 0;
  count.hidden = hidden;
  count.damaged = damaged;
  return at;
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
    const paired = pairedOf(piece);
    for (let at = this.#missing === 0 ? countAscii(paired, 0, this.#count) : 0; at < piece.length; ) {
      this.#countOther(piece[at] as number);
      at += 1;
      if (at < piece.length && (piece[at] as number) < 0x80) at = countAscii(paired, at, this.#count);
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
