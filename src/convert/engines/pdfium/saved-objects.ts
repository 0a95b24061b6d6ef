// What a PDF says of its fonts, which PDFium tells nobody: it saves a copy of the file without packing and encryption, and of
// that the objects that describe fonts are kept as they pass by.
import type { PdfDocument } from './document.ts';

export interface SavedObjects {
  /** Objects without a stream, in their own syntax. */
  readonly values: ReadonlyMap<number, string>;
  /** The wanted streams: what describes them and their bytes. */
  readonly streams: ReadonlyMap<number, { readonly entries: string; readonly bytes: Buffer }>;
}

/** In bytes: a larger file is not copied, nor one that came near to what the engine may hold. */
const largestFile = 48 * 2 ** 20;
const mostMemory = 160 * 2 ** 20;
const longestObject = 512 * 1024;
const mostKept = 32 * 2 ** 20;
/** ISO 32000-2, 9.6 and 9.7; lists of numbers and names may be widths and encodings. */
const ofFonts =
  /\/Subtype\s*\/(?:Type[013]|TrueType|MMType1|CIDFontType[02])\b|\/Differences\b|^\s*\[\s*(?!\d+ \d+ R)[-.\d]/;
/** FPDF_REMOVE_SECURITY. */
const plainCopy = 3;

export function savedObjects(document: PdfDocument, wanted: ReadonlySet<number>): SavedObjects {
  const { pdfium, handle, size } = document;
  const collector = new ObjectCollector(wanted);
  if (size > largestFile || pdfium.memory.length > mostMemory) return collector;
  const { calls } = pdfium;
  const write = pdfium.callback((_writer, data, length) => {
    const from = data >>> 0;
    return collector.feed(Buffer.from(pdfium.memory.subarray(from, from + (length >>> 0)))) ? 1 : 0;
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
  return collector;
}

const opening = /(\d{1,10}) \d{1,5} obj\s/;
const closing = />>\s*stream\r?\n|\bendobj/g;
/** As long as the words between two objects. */
const overlap = 40;

export class ObjectCollector implements SavedObjects {
  readonly values = new Map<number, string>();
  readonly streams = new Map<number, { readonly entries: string; readonly bytes: Buffer }>();
  readonly #wanted: ReadonlySet<number>;
  #text = '';
  /** The object that begins the text does not end before here: the engine hands over a few bytes at a time. */
  #searched = 0;
  /** Bytes of a stream that are still to come, and who wants them. */
  #rest = 0;
  #stream: { readonly number: number; readonly entries: string; bytes: string } | undefined;
  #kept = 0;

  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted;
  }

  /** The next bytes of the file; false when it has told enough. */
  feed(bytes: Buffer): boolean {
    this.#text += bytes.toString('latin1');
    while (this.#step());
    return this.#kept < mostKept;
  }

  #step(): boolean {
    if (this.#rest > 0) return this.#pass();
    const found = opening.exec(this.#text);
    if (found === null) {
      this.#text = this.#text.slice(-overlap);
      return false;
    }
    const start = found.index + found[0].length;
    closing.lastIndex = Math.max(start, this.#searched);
    const closed = closing.exec(this.#text);
    if (closed === null) {
      this.#text = this.#text.length - start > longestObject ? '' : this.#text.slice(found.index);
      this.#searched = Math.max(0, this.#text.length - overlap);
      return false;
    }
    this.#searched = 0;
    const number = Number(found[1]);
    const isStream = closed[0] !== 'endobj';
    const body = this.#text.slice(start, closed.index + (isStream ? 2 : 0));
    this.#text = this.#text.slice(closed.index + closed[0].length);
    if (isStream) this.#begin(number, body);
    else if (body.length <= longestObject && ofFonts.test(body)) {
      this.values.set(number, body);
      this.#kept += body.length;
    }
    return true;
  }

  #begin(number: number, entries: string): void {
    this.#rest = Number(/\/Length\s+(\d{1,10})(?!\s+\d+\s+R)/.exec(entries)?.[1] ?? 0);
    if (this.#wanted.has(number) && this.#rest <= longestObject) this.#stream = { number, entries, bytes: '' };
  }

  #pass(): boolean {
    const piece = this.#text.slice(0, this.#rest);
    this.#text = this.#text.slice(piece.length);
    this.#rest -= piece.length;
    const stream = this.#stream;
    if (stream !== undefined) stream.bytes += piece;
    if (this.#rest > 0) return false;
    if (stream !== undefined) {
      const { number, entries, bytes } = stream;
      this.streams.set(number, { entries, bytes: Buffer.from(bytes, 'latin1') });
      this.#kept += bytes.length;
      this.#stream = undefined;
    }
    return true;
  }
}
