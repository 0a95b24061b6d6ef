// Decides which character set a text is in, on its whole content, and decodes it. The order: byte order mark, the
// places of zero bytes (UTF-16, UTF-32), UTF-8 by its own structure, what the document declares, statistics.
import { type ByteSource, bytesSource, chunks } from '../input.ts';
import { type Census, CensusTaker } from './charset-census.ts';
import { holdsControls, withoutControls } from './charset-controls.ts';
import { htmlDeclaredCharset, xmlDeclaredCharset } from './charset-declared.ts';
import { canonicalCharset, createDecoder } from './charset-decoder.ts';
import { guessLegacyCharset } from './charset-legacy.ts';
import { singleByteTables } from './charset-tables.ts';

export { mediaTypeCharset } from './charset-declared.ts';
export { createDecoder } from './charset-decoder.ts';

export interface CharsetHints {
  /** A label from outside: the charset parameter of a media type, a header of a message. */
  readonly declared?: string;
  /** The content is a web page: look for its meta element. */
  readonly html?: boolean;
}

export interface DecodedText {
  readonly text: string;
  readonly charset: string;
  /** How many U+FFFD stand for bytes that mean nothing in that character set. */
  readonly replaced: number;
}

/** The whole text at once. */
export function decodeText(bytes: Uint8Array, hints: CharsetHints = {}): DecodedText {
  const charset = detectCharset(bytesSource(bytes), hints);
  const decoder = createDecoder(charset);
  const text = decoder.write(bytes) + decoder.end();
  return { text, charset, replaced: decoder.replaced };
}

/** The text piece by piece, as it is; `onEnd` learns how many bytes meant nothing. */
export function* decodePieces(
  source: ByteSource,
  charset: string,
  onEnd?: (replaced: number) => void,
): Generator<string> {
  const decoder = createDecoder(charset);
  for (const piece of chunks(source)) {
    const text = decoder.write(piece);
    if (text !== '') yield text;
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
  onEnd?.(decoder.replaced);
}

/** What a pass over a text finds that readers warn about. */
export interface TextDamage {
  /** Bytes that meant nothing and became U+FFFD. */
  replaced: number;
  /** Control characters that were dropped. */
  dropped: number;
  /** False when a whole pass met no control character at all, so that another need not look for them. */
  suspect: boolean;
}

/** The text piece by piece, in flat memory and without control characters; `onPiece` learns how many bytes were read. */
export function* textPieces(
  source: ByteSource,
  charset: string,
  damage: TextDamage,
  onPiece?: (bytes: number) => void,
): Generator<string> {
  const decoder = createDecoder(charset);
  const clean = damage.suspect;
  let suspect = false;
  let read = 0;
  damage.dropped = 0;
  for (const piece of chunks(source)) {
    read += piece.length;
    onPiece?.(read);
    const text = decoder.write(piece);
    if (clean && holdsControls(piece)) {
      suspect = true;
      const cleaned = withoutControls(text);
      damage.dropped += cleaned.dropped;
      if (cleaned.text !== '') yield cleaned.text;
    } else if (text !== '') {
      yield text;
    }
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
  damage.replaced = decoder.replaced;
  damage.suspect = suspect;
}

/** The language that alone uses a character set; helps where a text is too short to tell. */
export function charsetLanguage(charset: string): string | undefined {
  return charsetLanguages.get(charset);
}

const charsetLanguages: ReadonlyMap<string, string> = new Map([
  ['shift_jis', 'ja'],
  ['euc-jp', 'ja'],
  ['iso-2022-jp', 'ja'],
  ['gb18030', 'zh'],
  ['big5', 'zh'],
  ['euc-kr', 'ko'],
]);

/** The character set of a text, by one pass over all of it in bounded memory. */
export function detectCharset(source: ByteSource, hints: CharsetHints = {}): string {
  const head = source.read(0, headBytes);
  const found = unicodeOrCensus(source, head);
  if (typeof found === 'string') return found;
  const census = found;

  const claims = [
    hints.declared === undefined ? undefined : canonicalCharset(hints.declared),
    hints.html ? htmlDeclaredCharset(head) : undefined,
    xmlDeclaredCharset(head),
  ].filter((claim) => claim !== undefined);
  // Some servers and editors declare Latin-1 for everything; bytes that form valid UTF-8 throughout are UTF-8 whatever
  // was declared. Pairs of a double-byte set may look like it by chance, so there a claim needs more against it.
  const chance = claims.some((claim) => !singleByteTables.has(claim) && claim !== 'utf-8') ? 6 : 1;
  const proven = census.utf8Broken === 0 ? chance : census.utf8Broken * 24;
  if (census.utf8Strength >= proven) return 'utf-8';
  for (const claim of claims) {
    if (claim === 'utf-8' ? census.utf8Strength >= census.utf8Broken : decodesCleanly(census.passages, claim)) {
      return claim;
    }
  }
  if (census.utf8Strength >= census.utf8Broken * 4) return 'utf-8';
  return guessLegacyCharset(census.passages);
}

/** The character set when it is plainly Unicode (or ASCII): without the statistics on letters, for a quick look. */
export function plainUnicode(bytes: Uint8Array): string | undefined {
  const found = unicodeOrCensus(bytesSource(bytes), bytes.subarray(0, headBytes));
  if (typeof found === 'string') return found;
  return found.utf8Broken === 0 ? 'utf-8' : undefined;
}

function unicodeOrCensus(source: ByteSource, head: Uint8Array): string | Census {
  const marked = byteOrderMark(head, source.size);
  if (marked !== undefined) return marked;
  const taker = new CensusTaker();
  for (const piece of chunks(source)) taker.add(piece);
  const census = taker.result();
  const wide = wideUnicode(census);
  if (wide !== undefined && readsAsText(head, wide)) return wide;
  if (census.nonAscii === 0) return census.japaneseEscapes > 0 ? 'iso-2022-jp' : 'utf-8';
  return census;
}

const headBytes = 16 * 1024;
/** Share of the bytes over 0x7f that may be broken in a charset the document declares. */
const toleratedBroken = 0.02;

function byteOrderMark(head: Uint8Array, size: number): string | undefined {
  const [a, b, c, d] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  // FF FE 00 00 could also be UTF-16 that begins with U+0000, which no text does.
  if (a === 0xff && b === 0xfe && c === 0 && d === 0 && size % 4 === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0x84 && b === 0x31 && c === 0x95 && d === 0x33) return 'gb18030';
  return undefined;
}

/** UTF-16 and UTF-32 without a mark: zero bytes stand in the upper halves of the units and hardly anywhere else. */
function wideUnicode(census: Census): string | undefined {
  const { size, zerosEven, zerosOdd, zerosByFour } = census;
  const [a = 0, b = 0, c = 0, d = 0] = zerosByFour;
  const zeros = zerosEven + zerosOdd;
  if (zeros === 0 || size < 2) return undefined;
  const units = size / 4;
  if (size % 4 === 0) {
    // The highest byte of a code point is always zero, the next one nearly always.
    if (d >= units && c >= units * 0.9 && a <= units * 0.1) return 'utf-32le';
    if (a >= units && b >= units * 0.9 && d <= units * 0.1) return 'utf-32be';
  }
  // Even a text in ideographs has spaces, line ends and digits; a stray zero byte in an 8-bit text is far rarer.
  if (zeros < size * 0.005) return undefined;
  if (zerosEven * 20 <= zerosOdd) return 'utf-16le';
  if (zerosOdd * 20 <= zerosEven) return 'utf-16be';
  return undefined;
}

/**
 * Zero bytes in the right places are not enough: a few strays in an 8-bit text stand there by chance, and tables of
 * numbers have them throughout. Upper bytes of text are those of few blocks, and its characters are assigned.
 */
function readsAsText(head: Uint8Array, charset: string): boolean {
  const sample = head.subarray(0, 4096);
  if (charset.startsWith('utf-16')) {
    let foreign = 0;
    for (let at = charset === 'utf-16le' ? 1 : 0; at < sample.length; at += 2) {
      if (upperBytes[sample[at] as number] === 0) foreign += 1;
    }
    if (foreign > sample.length * 0.025) return false;
  }
  let wrong = 0;
  let count = 0;
  for (const char of createDecoder(charset).write(sample)) {
    count += 1;
    if (/[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/u.test(char) && !/[\t\n\f\r]/.test(char)) wrong += 1;
  }
  return wrong <= count * 0.05;
}

/** Upper bytes of the blocks that texts are written in. Typography (0x20) is left out: there it would be a space. */
const upperBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= 0x06 ||
  (byte >= 0x09 && byte <= 0x11) ||
  byte === 0x1e ||
  byte === 0x30 ||
  (byte >= 0x4e && byte <= 0x9f) ||
  byte >= 0xac
    ? 1
    : 0,
);

function decodesCleanly(passages: Uint8Array, charset: string): boolean {
  if (charset === 'iso-2022-jp' || charset.startsWith('utf-')) return false;
  const decoder = createDecoder(charset);
  decoder.write(passages);
  decoder.end();
  let high = 0;
  for (const byte of passages) if (byte >= 0x80) high += 1;
  return decoder.replaced <= high * toleratedBroken;
}
