// The few EXIF tags (EXIF 2.32, in the structure of TIFF 6.0) that say what a picture shows, who made it, when and with
// what. Where it was taken is left out on purpose: a place is a fact about a person.
import { asBuffer } from '../../containers/as-buffer.ts';

export interface ExifTags {
  readonly description?: string;
  readonly title?: string;
  readonly comment?: string;
  readonly keywords?: string;
  readonly author?: string;
  readonly copyright?: string;
  readonly camera?: string;
  /** As the camera wrote it: `2024:03:14 22:10:00`. */
  readonly taken?: string;
}

const mostEntries = 500;
const mostBytes = 64 * 1024;
const exifPointer = 0x8769;
/** Bytes of one value by its type: BYTE, ASCII, SHORT, LONG, UNDEFINED. */
const typeBytes = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [7, 1],
]);

export function exifTags(given: Uint8Array): ExifTags {
  const all = asBuffer(given);
  const bytes = all.toString('latin1', 0, 6) === 'Exif\0\0' ? all.subarray(6) : all;
  const order = bytes.toString('latin1', 0, 2);
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return {};
  const reader = new TagReader(bytes, order === 'II');
  const main = reader.directory(reader.long(4));
  const more = reader.directory(reader.number(main, exifPointer));
  const make = reader.text(main, 0x010f);
  const model = reader.text(main, 0x0110);
  // Many makers repeat their name in that of the model.
  const camera = model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
  return filled({
    description: reader.text(main, 0x010e),
    title: reader.wide(main, 0x9c9b),
    comment: reader.comment(more, 0x9286) || reader.wide(main, 0x9c9c),
    keywords: reader.wide(main, 0x9c9e),
    author: reader.text(main, 0x013b) || reader.wide(main, 0x9c9d),
    copyright: reader.text(main, 0x8298),
    camera: camera.trim(),
    taken: reader.text(more, 0x9003) || reader.text(more, 0x9004) || reader.text(main, 0x0132),
  });
}

function filled(tags: Record<keyof ExifTags, string>): ExifTags {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== ''));
}

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

class TagReader {
  readonly #bytes: Buffer;
  readonly #little: boolean;

  constructor(bytes: Buffer, little: boolean) {
    this.#bytes = bytes;
    this.#little = little;
  }

  long(at: number): number {
    if (at < 0 || at + 4 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  #short(at: number): number {
    if (at < 0 || at + 2 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  directory(at: number): ReadonlyMap<number, Entry> {
    const entries = new Map<number, Entry>();
    if (at < 8) return entries;
    const count = Math.min(mostEntries, this.#short(at));
    for (let index = 0; index < count; index += 1) {
      const from = at + 2 + 12 * index;
      if (from + 12 > this.#bytes.length) break;
      const type = this.#short(from + 2);
      const size = typeBytes.get(type);
      if (size === undefined) continue;
      const values = this.long(from + 4);
      entries.set(this.#short(from), { type, count: values, at: values * size <= 4 ? from + 8 : this.long(from + 8) });
    }
    return entries;
  }

  number(directory: ReadonlyMap<number, Entry>, tag: number): number {
    const entry = directory.get(tag);
    if (entry === undefined) return 0;
    return entry.type === 3 ? this.#short(entry.at) : this.long(entry.at);
  }

  #value(directory: ReadonlyMap<number, Entry>, tag: number): Buffer {
    const entry = directory.get(tag);
    if (entry === undefined || (entry.type !== 1 && entry.type !== 2 && entry.type !== 7)) return Buffer.alloc(0);
    return this.#bytes.subarray(entry.at, entry.at + Math.min(entry.count, mostBytes));
  }

  /** ASCII by the letter of the standard, UTF-8 by habit. */
  text(directory: ReadonlyMap<number, Entry>, tag: number): string {
    return clean(narrow(this.#value(directory, tag)));
  }

  /** The tags of Windows are UTF-16. */
  wide(directory: ReadonlyMap<number, Entry>, tag: number): string {
    return clean(this.#value(directory, tag).toString('utf16le'));
  }

  /** Eight bytes name the encoding of a comment. */
  comment(directory: ReadonlyMap<number, Entry>, tag: number): string {
    const value = this.#value(directory, tag);
    const body = value.subarray(8);
    if (!value.toString('latin1', 0, 8).startsWith('UNICODE')) return clean(narrow(body));
    if (this.#little) return clean(body.toString('utf16le'));
    const swapped = Buffer.from(body.subarray(0, body.length - (body.length % 2)));
    return clean(swapped.swap16().toString('utf16le'));
  }
}

/** UTF-8 where it is, else Latin-1. */
export function narrow(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return asBuffer(bytes).toString('latin1');
  }
}

/** Up to the first zero, without control characters. */
export function clean(text: string): string {
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).replace(/[\u0000-\u001f\u007f-\u009f\ufffd\s]+/g, ' ').trim();
}
