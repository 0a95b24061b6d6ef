// What a PDF says of its fonts, which PDFium tells nobody: its objects are gone through once, from the first byte to the last,
// and those that describe fonts are kept. Nothing is asked of the engine, which would keep every object it has to look at.
import { constants, inflateSync } from 'node:zlib';
import { asBuffer } from '../../containers/as-buffer.ts';
import { type ByteSource, bytesSource } from '../../input.ts';
import type { PdfDocument } from './document.ts';

export interface FileObjects {
  /** Objects without a stream, in their own syntax. */
  readonly values: ReadonlyMap<number, string>;
  /** The wanted streams: what describes them and their bytes. */
  readonly streams: ReadonlyMap<number, { readonly entries: string; readonly bytes: Buffer }>;
}

/** In bytes: no object that describes a font is longer. */
const longestObject = 512 * 1024;
const longestStream = 4 * 2 ** 20;
/** Of the objects that are packed together: some ten thousand of them. */
const longestIndex = 256 * 1024;
/** Of what is searched: jumping over streams, even the largest files hold less. */
const mostSearched = 64 * 2 ** 20;
/** Bytes of packed objects, and what they unpack to. */
const mostLooked = 64 * 2 ** 20;
const mostUnpacked = 128 * 2 ** 20;
const mostKept = 32 * 2 ** 20;
/** A protected file is copied without protection, which takes the memory of the engine. */
const largestProtected = 48 * 2 ** 20;
const mostMemory = 160 * 2 ** 20;
/** FPDF_REMOVE_SECURITY. */
const plainCopy = 3;

/** ISO 32000-2, 9.6 and 9.7; lists of numbers and names may be widths and encodings. */
const ofFonts =
  /\/Subtype\s*\/(?:Type[013]|TrueType|MMType1|CIDFontType[02])\b|\/Differences\b|^\s*\[\s*(?!\d+ \d+ R)[-.\d]/;
const opening = /(\d{1,10})[ \t\r\n]{1,4}\d{1,5}[ \t\r\n]{1,4}obj\b/g;
const closing = />>\s{0,8}stream(?:\r\n?|\n)|\bendobj\b/g;
/** As long as the words that open an object. */
const overlap = 40;

/** Streams are kept where their numbers are among the wanted. */
export function fileObjects(document: PdfDocument, wanted: ReadonlySet<number>): FileObjects {
  const isProtected = document.pdfium.calls.FPDF_GetSecurityHandlerRevision(document.handle) !== -1;
  return objectsIn(isProtected ? unprotected(document) : document.source, wanted);
}

export function objectsIn(source: ByteSource, wanted: ReadonlySet<number>): FileObjects {
  const search = new ObjectSearch(source, wanted);
  search.run();
  return search;
}

/** The same file without protection, as the engine writes it; empty where that would take too much. */
function unprotected({ pdfium, handle, source }: PdfDocument): ByteSource {
  if (source.size > largestProtected || pdfium.memory.length > mostMemory) return bytesSource(new Uint8Array(0));
  const { calls } = pdfium;
  const pieces: Buffer[] = [];
  const write = pdfium.callback((_writer, data, length) => {
    const from = data >>> 0;
    pieces.push(Buffer.from(pdfium.memory.subarray(from, from + (length >>> 0))));
    return 1;
  }, 'iiii');
  // FPDF_FILEWRITE: version and writer.
  const writer = calls.malloc(8);
  try {
    pdfium.view.setUint32(writer, 1, true);
    pdfium.view.setUint32(writer + 4, write, true);
    calls.FPDF_SaveAsCopy(handle, writer, plainCopy);
  } finally {
    calls.free(writer);
    pdfium.forget(write);
  }
  return bytesSource(Buffer.concat(pieces));
}

class ObjectSearch implements FileObjects {
  readonly values = new Map<number, string>();
  readonly streams = new Map<number, { readonly entries: string; readonly bytes: Buffer }>();
  readonly #source: ByteSource;
  readonly #wanted: ReadonlySet<number>;
  #looked = 0;
  #unpacked = 0;
  #kept = 0;

  constructor(source: ByteSource, wanted: ReadonlySet<number>) {
    this.#source = source;
    this.#wanted = wanted;
  }

  /** Of two objects with one number, the later one in the file holds (7.5.6). */
  run(): void {
    let searched = 0;
    for (let at = 0; at < this.#source.size && searched < mostSearched && this.#kept < mostKept; ) {
      const text = this.#text(at, longestObject);
      if (text === '') return;
      searched += text.length;
      at = this.#through(text, at);
    }
  }

  #text(from: number, length: number): string {
    return asBuffer(this.#source.read(from, length)).toString('latin1');
  }

  /** The objects in a part of the file; tells where the next part begins. */
  #through(text: string, from: number): number {
    const isEnd = from + text.length >= this.#source.size;
    opening.lastIndex = 0;
    while (opening.lastIndex < text.length) {
      const found = opening.exec(text);
      if (found === null) break;
      const start = opening.lastIndex;
      closing.lastIndex = start;
      const closed = closing.exec(text);
      if (closed === null) {
        if (isEnd) return this.#source.size;
        // The next part begins with it, unless no part is long enough for it.
        return from + (found.index === 0 ? start : found.index);
      }
      const number = Number(found[1]);
      if (closed[0] === 'endobj') this.#value(number, text.slice(start, closed.index));
      else closing.lastIndex += this.#stream(number, text.slice(start, closed.index + 2), from + closing.lastIndex);
      if (closing.lastIndex >= text.length) return from + closing.lastIndex;
      opening.lastIndex = closing.lastIndex;
    }
    return isEnd ? this.#source.size : from + Math.max(1, text.length - overlap);
  }

  #value(number: number, body: string): void {
    if (!ofFonts.test(body)) return;
    // A copy: a piece of a text keeps all of it in memory.
    this.values.set(number, Buffer.from(body, 'latin1').toString('latin1'));
    this.#kept += body.length;
  }

  /** Bytes of a stream, as far as it says how long it is. */
  #stream(number: number, entries: string, at: number): number {
    const told = /\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/.exec(entries)?.[1];
    const length = told === undefined ? undefined : Number(told);
    const isWanted = this.#wanted.has(number);
    const isPacked = /\/Type\s*\/ObjStm\b/.test(entries);
    if (this.#looked <= mostLooked && (isWanted || isPacked)) {
      const bytes = this.#bytes(at, length);
      this.#looked += bytes.length;
      if (isWanted && bytes.length <= longestObject) {
        this.streams.set(number, { entries, bytes });
        this.#kept += bytes.length;
      } else if (isPacked) this.#unpack(entries, bytes);
    }
    return length ?? 0;
  }

  #bytes(at: number, length: number | undefined): Buffer {
    const bytes = asBuffer(this.#source.read(at, Math.min(length ?? longestStream, longestStream)));
    if (length !== undefined) return bytes;
    const end = bytes.indexOf('endstream', 0, 'latin1');
    return end < 0 ? bytes : bytes.subarray(0, end);
  }

  /** 7.5.7: pairs of a number and a place, then the objects. */
  #unpack(entries: string, bytes: Buffer): void {
    const text = this.#plain(entries, bytes);
    const first = Number(/\/First\s+(\d{1,10})/.exec(entries)?.[1] ?? text.length);
    const pairs = (text.slice(0, Math.min(first, longestIndex)).match(/\d{1,10}/g) ?? []).map(Number);
    for (let at = 0; at + 1 < pairs.length && this.#kept < mostKept; at += 2) {
      const start = first + (pairs[at + 1] as number);
      this.#value(
        pairs[at] as number,
        text.slice(start, at + 3 < pairs.length ? first + (pairs[at + 3] as number) : undefined),
      );
    }
  }

  #plain(entries: string, bytes: Buffer): string {
    if (!/\/Filter\b/.test(entries)) return bytes.toString('latin1');
    if (!/\/FlateDecode\b/.test(entries) || this.#unpacked > mostUnpacked) return '';
    try {
      const text = inflateSync(bytes, { maxOutputLength: 4 * longestStream, finishFlush: constants.Z_SYNC_FLUSH });
      this.#unpacked += text.length;
      return text.toString('latin1');
    } catch {
      return '';
    }
  }
}
