// What a format is: a name, how it is recognised, and a reader that turns bytes into blocks of the tree.
import type { Limits } from '../core/limits.ts';
import type { Budget } from './document/budget.ts';
import type { Block, Origin } from './document/tree.ts';
import type { Engines } from './engines/engines.ts';
import type { DocumentInput } from './input.ts';
import type { ConvertOptions } from './options.ts';

export interface Format {
  /** Short name, also the usual extension: what `original_format` reports. */
  readonly name: string;
  readonly title: string;
  readonly group: 'Documents' | 'Web' | 'Images' | 'Audio' | 'Data' | 'Text';
  /** All extensions without the dot, the usual one first. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
  /** Loads the reader when it is first needed; left out while a format is recognised but not yet read. */
  readonly load?: () => Promise<Reader>;
}

export type Read = (input: DocumentInput, context: ReadContext) => AsyncIterable<Block>;

export interface Reader {
  readonly read: Read;
}

/** Something dropped, degraded or odd, with its place. Codes are kebab-case and listed in docs/warnings.md. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly origin?: Origin;
}

/** What a reader learns about the document as a whole. */
export interface DocumentFacts {
  /** Pages, slides, sheets; 1 where the format has none. */
  pages?: number;
  title?: string;
  author?: string;
  /** Language the document itself declares (BCP 47). */
  language?: string;
  /** Character set a text format was decoded from. */
  charset?: string;
  /** Share of the content that could not be read or mapped, 0..1; lowers the quality score. */
  unreadableShare?: number;
  ocrUsed?: boolean;
  /** Pages whose text was read by OCR. */
  ocrPages?: readonly number[];
  ocrConfidence?: number;
  /** Pictures in the document were passed over that might say something. */
  unreadPictures?: boolean;
  /** How sure the speech engine is of its words, 0..1. */
  speechConfidence?: number;
}

export interface EmbeddedImage {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** Name in the source document, a hint only. */
  readonly name?: string;
}

/** Everything a reader is handed besides the bytes: it has no file system, no network and no clock. */
export interface ReadContext {
  readonly options: ConvertOptions;
  readonly limits: Limits;
  /** OCR and speech; asking for one loads it, so ask only when the document needs it. */
  readonly engines: Engines;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  warn(code: string, message: string, origin?: Origin): void;
  /** Work done so far in any unit the reader likes (bytes, pages, rows). */
  progress(done: number, total: number): void;
  describe(facts: DocumentFacts): void;
  /** Keeps an embedded image when `extractImages` is on; the URL to put into the tree, or undefined when it is off. */
  saveImage(image: EmbeddedImage): string | undefined;
  /** Reads a document within this one (an attachment, an altChunk); fails by code where it cannot be read. */
  readEmbedded(input: DocumentInput): AsyncIterable<Block>;
}
