// The properties of a message, a recipient or an attachment in an Outlook file ([MS-OXMSG] 2.1 and 2.4).
import { asBuffer } from '../../containers/as-buffer.ts';
import { createDecoder, decodeText } from '../../containers/charset.ts';
import type { OleStorage } from '../../containers/ole.ts';
import { type ByteSource, wholeContent } from '../../input.ts';
import { isoDate } from '../mail/dates.ts';
import type { NamedProperties } from './named-properties.ts';

/** Bytes before the first entry: 2.4.1.1, 2.4.1.2, 2.4.2.1. */
export const propertyHeaders = { top: 32, message: 24, part: 8 } as const;

const mostEntries = 10_000;
const mostValues = 100;
const entryBytes = 16;
/** Milliseconds between 1601, from which Windows counts, and 1970. */
const epochs = 11_644_473_600_000;

/** A property by its number, or by the set and number of a named one. */
export type PropertyKey = number | { readonly set: number; readonly id: number };

export class Properties {
  /** Of strings of 8 bits; by their content where it is not known. */
  charset: string | undefined;
  readonly #storage: OleStorage;
  readonly #named: NamedProperties;
  readonly #limit: number;
  /** Values that stand in the entry itself, by property number; the type is in the lower half of the tag. */
  readonly #fixed = new Map<number, { readonly type: number; readonly value: Buffer }>();

  constructor(storage: OleStorage, header: number, named: NamedProperties, limit: number) {
    this.#storage = storage;
    this.#named = named;
    this.#limit = limit;
    const stream = storage.stream('__properties_version1.0');
    const bytes = asBuffer(stream?.read(0, header + mostEntries * entryBytes) ?? new Uint8Array(0));
    for (let at = header; at + entryBytes <= bytes.length; at += entryBytes) {
      const tag = bytes.readUInt32LE(at);
      this.#fixed.set(tag >>> 16, { type: tag & 0xffff, value: bytes.subarray(at + 8, at + 16) });
    }
  }

  #number(key: PropertyKey): number {
    return typeof key === 'number' ? key : (this.#named.get(key.set, key.id) ?? 0);
  }

  #stream(id: number, type: string): ByteSource | undefined {
    return id === 0 ? undefined : this.#storage.stream(`__substg1.0_${hex(id)}${type}`);
  }

  /** A string; empty where there is none. */
  text(key: PropertyKey): string {
    const id = this.#number(key);
    const wide = this.#stream(id, '001F');
    if (wide !== undefined) return unterminated(asBuffer(wholeContent(wide, this.#limit)).toString('utf16le'));
    const narrow = this.#stream(id, '001E');
    return narrow === undefined ? '' : this.#narrow(wholeContent(narrow, this.#limit));
  }

  /** The strings of a property with several values. */
  texts(key: PropertyKey): string[] {
    const id = this.#number(key);
    const values: string[] = [];
    for (let at = 0; at < mostValues; at += 1) {
      const suffix = at.toString(16).toUpperCase().padStart(8, '0');
      const wide = this.#stream(id, `101F-${suffix}`);
      const narrow = wide === undefined ? this.#stream(id, `101E-${suffix}`) : undefined;
      if (wide !== undefined) values.push(unterminated(asBuffer(wholeContent(wide, this.#limit)).toString('utf16le')));
      else if (narrow !== undefined) values.push(this.#narrow(wholeContent(narrow, this.#limit)));
      else break;
    }
    return values;
  }

  #narrow(bytes: Uint8Array): string {
    if (this.charset === undefined || this.charset === 'utf-8') return unterminated(decodeText(bytes).text);
    const decoder = createDecoder(this.charset);
    return unterminated(decoder.write(bytes) + decoder.end());
  }

  /** The content of a binary property, unread. */
  binary(key: PropertyKey): ByteSource | undefined {
    return this.#stream(this.#number(key), '0102');
  }

  /** An object: a message or a document of another program. */
  storage(id: number): OleStorage | undefined {
    return this.#storage.storage(`__substg1.0_${hex(id)}000D`);
  }

  integer(key: PropertyKey): number | undefined {
    const entry = this.#fixed.get(this.#number(key));
    if (entry?.type === 0x0003) return entry.value.readInt32LE(0);
    if (entry?.type === 0x0002) return entry.value.readInt16LE(0);
    if (entry?.type === 0x000b) return entry.value.readUInt16LE(0) === 0 ? 0 : 1;
    return entry?.type === 0x0005 ? entry.value.readDoubleLE(0) : undefined;
  }

  /** A point in time as ISO 8601, UTC. The years 1601 and 4501 say that there is none. */
  time(key: PropertyKey): string | undefined {
    const entry = this.#fixed.get(this.#number(key));
    if (entry?.type !== 0x0040) return undefined;
    const ticks = entry.value.readBigUInt64LE(0);
    const date = isoDate(Number(ticks / 10_000n) - epochs);
    return date === undefined || !/^(?:1[6-9]|2\d|3\d)\d\d-/.test(date) || date.startsWith('1601-') ? undefined : date;
  }
}

const hex = (id: number): string => id.toString(16).toUpperCase().padStart(4, '0');

/** Strings may carry their final zero, and rubbish behind it. */
function unterminated(value: string): string {
  const end = value.indexOf('\0');
  return end < 0 ? value : value.slice(0, end);
}
