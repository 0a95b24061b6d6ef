// The table of strings that cells point into (ECMA-376 part 1, 18.4): millions of them in one buffer, made into strings
// only when a cell asks.

import { createDecoder, type Decoder } from '../../containers/charset-decoder.ts';
import { partCharset } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { limitFailure } from '../../document/budget.ts';
import { cleanText } from '../../document/clean-text.ts';
import type { ReadContext } from '../../format.ts';
import { passOver } from './part-tree.ts';
import { rootPrefix } from './root-prefix.ts';
import { endsName, plainText, stringItemText, stringTags, unescapeXstring } from './string-item.ts';

const firstBytes = 64 * 1024;
/** Strings held ready, by the low bits of their number. */
const readySlots = 16_384;

export class SharedStrings {
  /** What kept the part from being read to its end. */
  damage: unknown;
  /** No string in it must be cleaned before it is written. */
  normal = true;
  #bytes = Buffer.allocUnsafe(firstBytes);
  /** Where each string ends; the next one begins there. Kept in pages, so that growing copies little. */
  #ends = new Uint32Array(1024);
  #count = 0;
  readonly #limit: number;
  readonly #ready: string[] = new Array<string>(readySlots).fill('');
  readonly #readyIndex = new Int32Array(readySlots).fill(-1);

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#count;
  }

  /** Bytes of all strings. */
  get bytes(): number {
    return this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
  }

  add(text: string): void {
    if (this.normal) this.normal = cleanText(text) === text;
    const start = this.#count === 0 ? 0 : (this.#ends[this.#count - 1] as number);
    const room = start + text.length * 3;
    if (room > this.#bytes.length) this.#grow(start, room);
    const end = start + this.#bytes.write(text, start, 'utf8');
    if (this.#count === this.#ends.length) {
      const ends = new Uint32Array(this.#ends.length * 2);
      ends.set(this.#ends);
      this.#ends = ends;
    }
    this.#ends[this.#count] = end;
    this.#count += 1;
  }

  #grow(used: number, room: number): void {
    if (used > this.#limit || this.#count * 4 > this.#limit) throw limitFailure('wholeFileBytes', this.#limit);
    const bytes = Buffer.allocUnsafe(Math.max(room, this.#bytes.length * 2));
    this.#bytes.copy(bytes, 0, 0, used);
    this.#bytes = bytes;
  }

  /** The string of that number; undefined when there is none. */
  at(index: number): string | undefined {
    if (index >>> 0 !== index || index >= this.#count) return undefined;
    const slot = index & (readySlots - 1);
    if (this.#readyIndex[slot] === index) return this.#ready[slot];
    const start = index === 0 ? 0 : (this.#ends[index - 1] as number);
    const text = this.#bytes.toString('utf8', start, this.#ends[index]);
    this.#readyIndex[slot] = index;
    this.#ready[slot] = text;
    return text;
  }
}

export async function readSharedStrings(
  part: OpcPart | undefined,
  context: Pick<ReadContext, 'limits' | 'warn'>,
): Promise<SharedStrings> {
  const strings = new SharedStrings(context.limits.wholeFileBytes);
  if (part === undefined) return strings;
  try {
    await scanItems(part, strings, context);
  } catch (error) {
    passOver(part, error, context);
    strings.damage = error;
  }
  return strings;
}

async function scanItems(
  part: OpcPart,
  strings: SharedStrings,
  context: Pick<ReadContext, 'limits' | 'warn'>,
): Promise<void> {
  let scanner: ItemScanner | undefined;
  let decoder: Decoder | undefined;
  for await (const piece of part.stream()) {
    decoder ??= createDecoder(partCharset(piece));
    const text = decoder.write(piece);
    if (scanner === undefined) {
      const prefix = rootPrefix(text, 'sst');
      if (prefix === undefined) return carefully(part, strings);
      scanner = new ItemScanner(prefix, strings, context);
    }
    scanner.write(text);
  }
  if (decoder === undefined) return;
  scanner?.write(decoder.end());
  if (decoder.replaced > 0) {
    context.warn('undecodable-characters', `${decoder.replaced} characters could not be decoded and became U+FFFD.`);
  }
}

/** Roots that are written in no usual way are left to the reader that knows all of XML. */
async function carefully(part: OpcPart, strings: SharedStrings): Promise<void> {
  for await (const element of part.children('x:sst')) {
    if (element.key !== 'x:si') continue;
    let text = element.child('x:t')?.text() ?? '';
    for (const run of element.elements('x:r')) text += run.child('x:t')?.text() ?? '';
    strings.add(unescapeXstring(text));
  }
}

class ItemScanner {
  readonly #open: string;
  readonly #close: string;
  readonly #simple: string;
  readonly #simpleEnd: string;
  readonly #tags: ReturnType<typeof stringTags>;
  readonly #strings: SharedStrings;
  readonly #longest: number;
  #text = '';

  constructor(prefix: string, strings: SharedStrings, context: Pick<ReadContext, 'limits'>) {
    this.#open = `<${prefix}si`;
    this.#close = `</${prefix}si>`;
    this.#simple = `<${prefix}si><${prefix}t>`;
    this.#simpleEnd = `</${prefix}t></${prefix}si>`;
    this.#tags = stringTags(prefix);
    this.#strings = strings;
    this.#longest = Math.min(context.limits.wholeFileBytes, 16 * 2 ** 20);
  }

  write(piece: string): void {
    const text = this.#text === '' ? piece : this.#text + piece;
    let at = 0;
    for (;;) {
      const open = text.indexOf(this.#open, at);
      if (open < 0) {
        at = Math.max(at, text.length - this.#open.length);
        break;
      }
      const next = this.#item(text, open);
      if (next < 0) {
        at = open;
        break;
      }
      at = next;
    }
    this.#text = text.slice(at);
    if (this.#text.length > this.#longest) throw limitFailure('wholeFileBytes', this.#longest);
  }

  /** Takes the item at `open`; where the next may begin, or -1 while its end is not there yet. */
  #item(text: string, open: number): number {
    if (text.startsWith(this.#simple, open)) {
      const start = open + this.#simple.length;
      const end = text.indexOf('<', start);
      if (end >= 0 && text.startsWith(this.#simpleEnd, end)) {
        this.#strings.add(plainText(text.slice(start, end)));
        return end + this.#simpleEnd.length;
      }
    }
    const inside = open + this.#open.length;
    if (inside >= text.length) return -1;
    if (!endsName(text, inside)) return inside;
    const tagEnd = text.indexOf('>', inside);
    if (tagEnd < 0) return -1;
    if (text.charCodeAt(tagEnd - 1) === 47) {
      this.#strings.add('');
      return tagEnd + 1;
    }
    const end = text.indexOf(this.#close, tagEnd);
    if (end < 0) return -1;
    this.#strings.add(stringItemText(text, tagEnd + 1, end, this.#tags));
    return end + this.#close.length;
  }
}
