// The library: bytes in, Markdown out. This file joins sniffing, reading, normalising and writing, and nothing more.
import { Failure } from '../core/failure.ts';
import { defaultLimits, type Limits } from '../core/limits.ts';
import { Budget } from './document/budget.ts';
import { normalizerOf } from './document/normalize.ts';
import type { Block } from './document/tree.ts';
import { type Engines, localEngines } from './engines/engines.ts';
import type { DocumentFacts, Format, ReadContext, Warning } from './format.ts';
import { supportedExtensions } from './formats.ts';
import { bytesSource, type DocumentInput, fileSource } from './input.ts';
import { detectLanguage } from './language.ts';
import { type BlockRange, writeMarkdown } from './markdown/write.ts';
import { type ConvertOptions, parseOptions, wantsPictureText } from './options.ts';
import { createQualityMeter } from './quality.ts';
import { sniff } from './sniff.ts';
import { unlock } from './unlock.ts';

export { Failure, type FailureCode } from '../core/failure.ts';
export { defaultLimits, type Limits } from '../core/limits.ts';
export type { Origin } from './document/tree.ts';
export type { Warning } from './format.ts';
export { type ByteSource, bytesSource, type DocumentInput, type FileSource, fileSource } from './input.ts';
export type { BlockRange } from './markdown/write.ts';
export type { ConvertOptions } from './options.ts';

/** What is known of the document once it is converted. */
export interface DocumentMetadata {
  readonly format: string;
  readonly pages: number;
  readonly markdownBytes: number;
  readonly words: number;
  /** ISO 639-1, or `und`. */
  readonly language: string;
  /** 0..1, see docs/quality-score.md. */
  readonly qualityScore: number;
  readonly ocrUsed: boolean;
  readonly ocrConfidence?: number;
  /** Pages whose text was read by OCR. */
  readonly ocrPages?: readonly number[];
  readonly title?: string;
  readonly author?: string;
  readonly charset?: string;
}

/** An embedded image that was kept; `url` is how the Markdown refers to it. */
export interface ExtractedImage {
  readonly url: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface Conversion {
  readonly metadata: DocumentMetadata;
  readonly warnings: readonly Warning[];
  /** Which bytes of the Markdown came from where. */
  readonly blocks: readonly BlockRange[];
  readonly images: readonly ExtractedImage[];
}

export interface ConversionResult extends Conversion {
  readonly markdown: string;
}

/** Receives the Markdown as UTF-8, piece by piece, and may slow the writer down by returning a promise. */
export type Sink = (piece: Uint8Array) => void | Promise<void>;

export interface ConvertContext {
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /** Other engines than those that run in this process. */
  readonly engines?: Engines;
  /** Called once it is known what the document is, before it is read. */
  readonly onFormat?: (name: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** How the Markdown refers to an extracted image of that name. */
  readonly imageUrl?: (name: string) => string;
}

/** Converts a document, a file path or bytes, and returns the Markdown as one string. */
export async function convert(
  input: string | Uint8Array | DocumentInput,
  options: Partial<ConvertOptions> = {},
  context: ConvertContext = {},
): Promise<ConversionResult> {
  const file = typeof input === 'string' ? fileSource(input) : undefined;
  const document: DocumentInput =
    file !== undefined
      ? { source: file, name: String(input) }
      : input instanceof Uint8Array
        ? { source: bytesSource(input) }
        : (input as DocumentInput);
  try {
    const pieces: Uint8Array[] = [];
    const conversion = await convertTo((piece) => void pieces.push(piece), document, options, context);
    return { markdown: Buffer.concat(pieces).toString('utf8'), ...conversion };
  } finally {
    file?.close();
  }
}

/** The document may well say something, but not there. */
const nothingOnPages = {
  field: 'pages',
  details: 'Nothing is on the pages that were asked for.',
  suggestion: 'Ask for pages that the document has, or leave the option out.',
} as const;

/** Its pages are pictures. */
const pictureText = {
  details: 'It holds pictures whose text was not read, as OCR is turned off.',
  suggestion: 'Convert it with OCR.',
} as const;

/** The streaming form: memory stays flat however large the result is. */
export async function convertTo(
  sink: Sink,
  input: DocumentInput,
  given: Partial<ConvertOptions> = {},
  context: ConvertContext = {},
): Promise<Conversion> {
  const { options, unknown } = parseOptions(checkedEntries(given));
  const limits: Limits = { ...defaultLimits, ...context.limits };
  const budget = new Budget(limits);
  const signal = context.signal ?? new AbortController().signal;
  const facts: DocumentFacts = {};
  const warnings: Warning[] = [];
  const images: ExtractedImage[] = [];
  const blocks: BlockRange[] = [];
  const meter = createQualityMeter();
  let unkeptWarnings = 0;

  const warn: ReadContext['warn'] = (code, message, origin) => {
    if (warnings.length >= limits.warnings) unkeptWarnings += 1;
    else warnings.push(origin === undefined ? { code, message } : { code, message, origin });
  };
  for (const name of unknown) warn('unknown-option', `The option "${name}" is not known and was ignored.`);

  const readContext = (depth: number): ReadContext => ({
    options,
    limits,
    engines: context.engines ?? localEngines,
    budget,
    signal,
    warn,
    progress: (done, total) => {
      if (depth === 0) context.onProgress?.(done, total);
    },
    describe: (more) => {
      if (depth === 0) Object.assign(facts, more);
    },
    saveImage: (image) => {
      if (!options.extractImages) return undefined;
      budget.spend('images', 1);
      budget.spend('imageBytes', image.bytes.length);
      const name = `image-${images.length + 1}.${imageExtension(image.mediaType)}`;
      const url = context.imageUrl?.(name) ?? `images/${name}`;
      images.push({ url, name, mediaType: image.mediaType, bytes: image.bytes });
      return url;
    },
    readEmbedded: async function* (embedded) {
      if (depth >= limits.embeddedDepth) {
        throw new Failure('DOCUMENT_LIMIT', {
          details: `Documents are nested more than ${limits.embeddedDepth} deep.`,
        });
      }
      budget.spend('embeddedDocuments', 1);
      const opened = await unlock(embedded, options);
      yield* (await readerOf((await sniff(opened)).format)).read(opened, readContext(depth + 1));
    },
  });

  const document = await unlock(input, options);
  const { format, warnings: sniffed } = await sniff(document);
  for (const one of sniffed) warn(one.code, one.message);
  context.onFormat?.(format.name);
  const reader = await readerOf(format);
  const read = readContext(0);
  const written = await writeMarkdown(
    withPictureText(reader.read(document, read), read),
    async (piece) => {
      budget.spend('outputBytes', piece.length);
      meter.add(piece);
      await sink(piece);
    },
    (range) => {
      if (blocks.length < limits.mappedBlocks) blocks.push(range);
    },
    normalizerOf(read),
  );

  if (written.bytes === 0) {
    // Slides and pages that are pictures: nothing has been handed on yet, and what they say is all there is.
    if (facts.unreadPictures) return convertTo(sink, input, { ...given, ocrMode: 'always' }, context);
    const isUnread = options.ocrMode === 'never' && warnings.some(({ code }) => code === 'page-without-text');
    throw new Failure('EMPTY_DOCUMENT', isUnread ? pictureText : options.pages === undefined ? {} : nothingOnPages);
  }
  if (unkeptWarnings > 0) {
    warnings.push({ code: 'more-warnings', message: `${unkeptWarnings} more warnings were left out.` });
  }
  const measured = meter.result();
  return {
    metadata: {
      format: format.name,
      pages: facts.pages ?? 1,
      markdownBytes: written.bytes,
      words: measured.words,
      language: detectLanguage(measured.sample, facts.language),
      qualityScore: measured.score(facts),
      ocrUsed: facts.ocrUsed ?? false,
      ...(facts.ocrConfidence === undefined ? {} : { ocrConfidence: facts.ocrConfidence }),
      ...(facts.ocrPages === undefined ? {} : { ocrPages: facts.ocrPages }),
      ...(facts.title === undefined ? {} : { title: facts.title }),
      ...(facts.author === undefined ? {} : { author: facts.author }),
      ...(facts.charset === undefined ? {} : { charset: facts.charset }),
    },
    warnings,
    blocks,
    images,
  };
}

/** Options already in their checked form (page ranges) pass; everything else goes through the table. */
function checkedEntries(given: Partial<ConvertOptions>): [string, unknown][] {
  return Object.entries(given).map(([name, value]) => [
    name,
    name === 'pages' && Array.isArray(value)
      ? value.map((range: { first: number; last: number }) => `${range.first}-${range.last}`).join(',')
      : value,
  ]);
}

async function readerOf(format: Format) {
  if (format.load === undefined) {
    throw new Failure('UNSUPPORTED_FORMAT', {
      details: `${format.title} files are recognised, but this version cannot read them yet.`,
      facts: { supportedFormats: supportedExtensions },
    });
  }
  return format.load();
}

/** What pictures inside the document say, where it is asked for; the code for that loads only then. */
function withPictureText(blocks: AsyncIterable<Block>, context: ReadContext): AsyncIterable<Block> {
  if (!wantsPictureText(context.options)) return blocks;
  return (async function* () {
    const { readPictureText } = await import('./formats/office/picture-text.ts');
    yield* readPictureText(blocks, context);
  })();
}

const imageExtensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['image/tiff', 'tif'],
]);

function imageExtension(mediaType: string): string {
  return imageExtensions.get(mediaType) ?? /^image\/([a-z0-9]{2,5})$/.exec(mediaType)?.[1] ?? 'bin';
}
