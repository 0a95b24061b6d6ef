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

// What a byte below 0x80 is, and what it does to the word before it: tables, because every byte of output passes here.
const sign = 0;
const space = 1;
const wordPart = 2;
const control = 3;
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return space;
  if (code < 0x20 || code === 0x7f) return control;
  return /[0-9A-Za-z]/.test(String.fromCharCode(code)) ? wordPart : sign;
});
/** By `inWord * 4 + class`: whether we are in a word afterwards, and whether one began. */
const staysInWord = Uint8Array.of(0, 0, 1, 0, 1, 0, 1, 1);
const beginsWord = Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0);

export function createQualityMeter(): QualityMeter {
  return new Meter();
}

class Meter implements QualityMeter {
  #words = 0;
  /** 1 within a word, 0 between words. */
  #inWord = 0;
  #visible = 0;
  #damaged = 0;
  /** Bytes of a character whose rest is in the next piece. */
  #point = 0;
  #missing = 0;
  readonly #sampler = new Sampler();

  add(piece: Uint8Array): void {
    this.#sampler.add(piece);
    let words = 0;
    let inWord = this.#inWord;
    let hidden = 0;
    let damaged = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (byte < 0x80) {
        const kind = classes[byte] as number;
        const state = inWord * 4 + kind;
        words += beginsWord[state] as number;
        inWord = staysInWord[state] as number;
        if (kind === space) hidden += 1;
        else if (kind === control) damaged += 1;
        continue;
      }
      if (byte >= 0xc0) {
        this.#missing = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        this.#point = byte & (0x3f >> this.#missing);
        hidden += 1;
        continue;
      }
      this.#point = (this.#point << 6) | (byte & 0x3f);
      this.#missing -= 1;
      if (this.#missing !== 0) {
        hidden += 1;
        continue;
      }
      const kind = kindOf(this.#point);
      if (kind === 'space') hidden += 1;
      if (kind === 'damage') damaged += 1;
      if (kind === 'ideograph' || (kind === 'letter' && inWord === 0)) words += 1;
      if (kind !== 'other' && kind !== 'damage') inWord = kind === 'letter' ? 1 : 0;
    }
    this.#words += words;
    this.#inWord = inWord;
    this.#visible += piece.length - hidden;
    this.#damaged += damaged;
  }

  result(): QualityResult {
    const damagedShare = this.#visible === 0 ? 0 : this.#damaged / this.#visible;
    return {
      words: this.#words,
      sample: this.#sampler.text(),
      score: (facts) => {
        const intact = 1 - Math.min(1, damagedShare * damageWeight);
        const read = 1 - clamp(facts.unreadableShare ?? 0);
        const sure = clamp(facts.ocrConfidence ?? 1);
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
