// Splits delimited text into rows, piece by piece. Rows without quotes, nearly all of them, are cut by native string
// search; RFC 4180 quoting and the sloppy forms of it found in practice take the slower path.
import { Failure } from '../../core/failure.ts';

export interface Dialect {
  readonly delimiter: string;
  /** `\"` stands for a quote inside quotes, as database exports write it. */
  readonly backslash: boolean;
  /** Spaces between a delimiter and a quote belong to neither. */
  readonly padded: boolean;
  /** Lines end with a carriage return alone. */
  readonly carriageReturns: boolean;
}

/** A quote that is not closed within this many characters is taken for a mere character. */
const maxQuotedChars = 2 ** 20;
/** A row of more characters is refused: it would have to be held whole. */
const maxRowChars = 8 * 2 ** 20;

/** What a scanner does with a row: keep its cells, or only measure it. */
export interface RowSink<Special> {
  /** False: only `measured` is called, and no cell is made. */
  readonly cells: boolean;
  /** `filled` is the width without empty cells at the end; `line` and `lines` say where the row stands. */
  row(cells: (string | Special)[], line: number): void;
  measured(width: number, filled: number, line: number): void;
  /** Makes the cell for a value that holds line breaks. */
  multiline(value: string): string | Special;
  /** A quote at this line was never closed. */
  unclosed(line: number): void;
}

export class RowScanner<Special> {
  readonly #dialect: Dialect;
  readonly #sink: RowSink<Special>;
  #text = '';
  #line = 1;
  /** Quotes before this place of the text are characters: a search from an earlier one found no end. */
  #literalUntil = 0;
  // Places of the next newline, delimiter and quote; found once and kept until passed, so that no stretch is searched twice.
  #newline = -1;
  #delimiter = -1;
  #quote = -1;

  constructor(dialect: Dialect, sink: RowSink<Special>) {
    this.#dialect = dialect;
    this.#sink = sink;
  }

  /** Lines seen so far. */
  get lines(): number {
    return this.#line - 1;
  }

  push(piece: string): void {
    const clean = this.#dialect.carriageReturns ? piece.replaceAll('\r', '\n') : piece;
    this.#scan(this.#text === '' ? clean : this.#text + clean, false);
  }

  end(): void {
    this.#scan(this.#text, true);
    this.#text = '';
  }

  #scan(text: string, final: boolean): void {
    this.#newline = -1;
    this.#delimiter = -1;
    this.#quote = -1;
    let at = 0;
    while (at < text.length) {
      const lineEnd = this.#nextNewline(text, at);
      const quote = this.#nextQuote(text, at);
      if (quote >= lineEnd) {
        if (lineEnd === text.length && !final) break;
        this.#plainRow(text, at, lineEnd);
        this.#line += 1;
        at = lineEnd + 1;
        continue;
      }
      const next = this.#quotedRow(text, at, final);
      if (next < 0) break;
      at = next;
    }
    this.#text = at >= text.length ? '' : text.slice(at);
    this.#literalUntil = Math.max(0, this.#literalUntil - at);
    if (this.#text.length > maxRowChars) {
      throw new Failure('DOCUMENT_LIMIT', {
        details: `The row at line ${this.#line} has more than ${maxRowChars} characters.`,
        facts: { limit: 'rowCharacters', value: maxRowChars },
      });
    }
  }

  #nextNewline(text: string, at: number): number {
    if (this.#newline < at) this.#newline = found(text.indexOf('\n', at), text);
    return this.#newline;
  }

  #nextDelimiter(text: string, at: number): number {
    if (this.#delimiter < at) this.#delimiter = found(text.indexOf(this.#dialect.delimiter, at), text);
    return this.#delimiter;
  }

  #nextQuote(text: string, at: number): number {
    if (this.#quote < at) this.#quote = found(text.indexOf('"', at), text);
    return this.#quote;
  }

  #plainRow(text: string, start: number, lineEnd: number): void {
    const end = lineEnd > start && text.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd;
    const filledEnd = contentEnd(text, start, end, this.#dialect.delimiter);
    if (filledEnd <= start) return;
    if (this.#sink.cells) {
      const cells: string[] = [];
      let from = start;
      for (let at = this.#nextDelimiter(text, start); at < end; at = this.#nextDelimiter(text, from)) {
        cells.push(text.slice(from, at));
        from = at + 1;
      }
      cells.push(text.slice(from, end));
      this.#sink.row(cells, this.#line);
      return;
    }
    let width = 1;
    let filled = 1;
    for (let at = this.#nextDelimiter(text, start); at < end; at = this.#nextDelimiter(text, at + 1)) {
      width += 1;
      if (at < filledEnd) filled += 1;
    }
    this.#sink.measured(width, filled, this.#line);
  }

  /** Reads one row with quotes; the place after it, or -1 when its end is not in the text yet. */
  #quotedRow(text: string, start: number, final: boolean): number {
    const { delimiter } = this.#dialect;
    const keep = this.#sink.cells;
    const cells: (string | Special)[] = [];
    let width = 0;
    let filled = 0;
    let breaks = 0;
    for (let at = start; ; at += 1) {
      width += 1;
      const open = this.#opening(text, at);
      if (open >= 0) {
        const close = this.#closing(text, open, final);
        if (close === undefined) return this.#giveUp(text, start, open, final);
        // Most values have no line break, and then the place of the next one is known already.
        const newlines = this.#nextNewline(text, open) > close ? 0 : countNewlines(text.slice(open, close));
        breaks += newlines;
        if (keep) {
          const value = this.#unquoted(text.slice(open + 1, close));
          cells.push(newlines > 0 ? this.#sink.multiline(value) : value);
        }
        if (!isBlank(text, open + 1, close)) filled = width;
        at = afterSpaces(text, close + 1, delimiter);
      } else {
        const end = Math.min(this.#nextDelimiter(text, at), this.#nextNewline(text, at));
        if (end === text.length && !final) return -1;
        const bare = end > at && text[end] !== delimiter && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
        if (keep) cells.push(text.slice(at, bare));
        if (!isBlank(text, at, bare)) filled = width;
        at = end;
      }
      if (at < text.length && text[at] === delimiter) continue;
      if (filled > 0) {
        if (keep) this.#sink.row(cells, this.#line);
        else this.#sink.measured(width, filled, this.#line);
      }
      this.#line += breaks + 1;
      return at + 1;
    }
  }

  /** Where the quote stands that opens a cell at this place, or -1. */
  #opening(text: string, at: number): number {
    let open = at;
    if (this.#dialect.padded) while (text[open] === ' ') open += 1;
    return text[open] === '"' && open >= this.#literalUntil ? open : -1;
  }

  /** The closing quote: one followed by the end of the cell. Other quotes inside are characters, doubled ones by RFC 4180. */
  #closing(text: string, open: number, final: boolean): number | undefined {
    for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
      if (at - open > maxQuotedChars) return undefined;
      if (this.#dialect.backslash && isEscaped(text, at, open)) continue;
      if (text[at + 1] === '"') {
        at += 1;
        continue;
      }
      const after = afterSpaces(text, at + 1, this.#dialect.delimiter);
      if (after >= text.length) return final ? at : undefined;
      if (text[after] === this.#dialect.delimiter || text[after] === '\n') return at;
    }
    return undefined;
  }

  /** No end of the quote in sight: wait for more, or take the quote as a character and read the row again. */
  #giveUp(text: string, start: number, open: number, final: boolean): number {
    if (!final && text.length - open <= maxQuotedChars) return -1;
    this.#sink.unclosed(this.#line + countNewlines(text.slice(start, open)));
    this.#literalUntil = Math.min(text.length, open + maxQuotedChars);
    this.#newline = -1;
    this.#delimiter = -1;
    return this.#quotedRow(text, start, final);
  }

  #unquoted(raw: string): string {
    if (!raw.includes('"')) return raw;
    const plain = raw.replaceAll('""', '"');
    return this.#dialect.backslash ? plain.replaceAll('\\"', '"') : plain;
  }
}

function found(at: number, text: string): number {
  return at < 0 ? text.length : at;
}

/** Spaces, and the carriage return of a line end, after a closing quote; a tab may itself be the delimiter. */
function afterSpaces(text: string, at: number, delimiter: string): number {
  let next = at;
  while (
    next < text.length &&
    text[next] !== delimiter &&
    (text[next] === ' ' || text[next] === '\r' || text[next] === '\t')
  ) {
    next += 1;
  }
  return next;
}

/** Where the content of a line ends that goes on with nothing but delimiters and spaces. */
function contentEnd(text: string, start: number, end: number, delimiter: string): number {
  let last = end;
  while (last > start) {
    const char = text[last - 1] as string;
    if (char !== delimiter && char !== ' ' && char !== '\t' && char !== '\r') break;
    last -= 1;
  }
  return last;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 0x20 && unit !== 0xa0) return false;
  }
  return true;
}

function isEscaped(text: string, at: number, open: number): boolean {
  let slashes = 0;
  for (let before = at - 1; before > open && text[before] === '\\'; before -= 1) slashes += 1;
  return slashes % 2 === 1;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
