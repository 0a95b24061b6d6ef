// The JSON tokenizer: tokens over chunks of text, so that a gigabyte is read in flat memory and numbers keep their
// digits. Forgives what people add to JSON (comments, trailing commas, single quotes) and tells of it.
import { Failure } from '../../../core/failure.ts';
import { TextBuffer } from '../../containers/text-buffer.ts';
import { decodeEscapes } from './escapes.ts';

export type JsonToken = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'literal' | 'end';

export interface JsonScannerSettings {
  /** Characters of one string; longer ones are DOCUMENT_LIMIT. */
  readonly longestToken: number;
  /** Hears once of each kind of deviation from RFC 8259 that was read anyway. */
  readonly onDeviation?: (what: string, line: number) => void;
}

/** RFC 8259, section 6. */
const strictNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const strictWords = new Set(['true', 'false', 'null']);
/** Numbers of JSON5 and the words of neighbours; anything else that is bare is an error. */
const looseNumber =
  /^[+-]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)$/;
const looseWords = new Set(['NaN', 'Infinity', 'undefined', 'None', 'True', 'False']);
const bareEnd = /[\s,:{}[\]"'/]/g;

export class JsonScanner {
  /** Of the last `string` (decoded) or `literal` (as written). */
  value = '';
  #buffer: TextBuffer;
  #linesBefore = 0;
  readonly #settings: JsonScannerSettings;
  readonly #told = new Set<string>();

  constructor(chunks: Iterable<string>, settings: JsonScannerSettings) {
    this.#buffer = new TextBuffer(settings.longestToken, chunks);
    this.#settings = settings;
  }

  /** Goes on with another text, as for the next line of JSON Lines. */
  restart(text: string, linesBefore: number): void {
    this.#buffer = new TextBuffer(this.#settings.longestToken, [text]);
    this.#linesBefore = linesBefore;
  }

  next(): JsonToken {
    for (;;) {
      const token = this.#step();
      if (token !== undefined) return token;
      if (this.#buffer.pull()) continue;
      if (this.#buffer.at >= this.#buffer.text.length) return 'end';
      throw this.failure('The JSON ends inside a value.');
    }
  }

  /** Goes on after the next line end: how a sequence of values recovers from one broken line. */
  skipLine(): void {
    for (;;) {
      const end = this.#buffer.text.indexOf('\n', this.#buffer.at);
      this.#buffer.at = end < 0 ? this.#buffer.text.length : end + 1;
      if (end >= 0 || !this.#buffer.pull()) return;
    }
  }

  position(): { line: number; column: number } {
    const { line, column } = this.#buffer.position();
    return { line: line + this.#linesBefore, column };
  }

  failure(message: string): Failure {
    const { line, column } = this.position();
    return new Failure('CORRUPTED_FILE', {
      details: `${message} (line ${line}, column ${column})`,
      facts: { line, column },
    });
  }

  /** Notes something that is not JSON but was understood. */
  deviation(what: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#settings.onDeviation?.(what, this.position().line);
  }

  #step(): JsonToken | undefined {
    const buffer = this.#buffer;
    for (;;) {
      const { text } = buffer;
      let at = buffer.at;
      let c = text.charCodeAt(at);
      // U+FEFF between values and U+001E (RFC 7464) are passed over like white space.
      while (c <= 32 || c === 0xfeff || c === 0xa0) c = text.charCodeAt(++at);
      buffer.at = at;
      if (at >= text.length) return undefined;
      switch (c) {
        case 123:
        case 125:
        case 91:
        case 93:
        case 58:
        case 44:
          buffer.at = at + 1;
          return text[at] as JsonToken;
        case 34:
          return this.#string('"');
        case 39:
          this.deviation('strings in single quotes');
          return this.#string("'");
        case 47:
          if (!this.#comment()) return undefined;
          break;
        default:
          return this.#bare();
      }
    }
  }

  #string(quote: string): JsonToken | undefined {
    const buffer = this.#buffer;
    const { text } = buffer;
    const from = buffer.at + 1;
    let end = text.indexOf(quote, from);
    while (end >= 0 && escaped(text, end, from)) end = text.indexOf(quote, end + 1);
    if (end < 0) return undefined;
    const raw = text.slice(from, end);
    if (/[\u0000-\u001f]/.test(raw)) {
      if (raw.includes('\n')) throw this.failure('A string is not closed on its line.');
      this.deviation('control characters inside strings');
    }
    this.value = raw.includes('\\') ? decodeEscapes(raw, () => this.deviation('unknown escapes in strings')) : raw;
    buffer.at = end + 1;
    return 'string';
  }

  /** Passes over a comment; false when its end is not in the buffer. */
  #comment(): boolean {
    const buffer = this.#buffer;
    const { text, at } = buffer;
    const second = text.charCodeAt(at + 1);
    if (Number.isNaN(second) && !buffer.ended) return false;
    if (second !== 47 && second !== 42) throw this.failure('A "/" stands where a value should be.');
    const end = text.indexOf(second === 47 ? '\n' : '*/', at + 2);
    if (end < 0 && !(second === 47 && buffer.ended)) return false;
    this.deviation('comments');
    buffer.at = end < 0 ? text.length : end + (second === 47 ? 1 : 2);
    return true;
  }

  #bare(): JsonToken | undefined {
    const buffer = this.#buffer;
    bareEnd.lastIndex = buffer.at;
    const end = bareEnd.exec(buffer.text)?.index ?? (buffer.ended ? buffer.text.length : -1);
    if (end < 0) return undefined;
    const raw = buffer.text.slice(buffer.at, end);
    if (!strictNumber.test(raw) && !strictWords.has(raw)) {
      if (looseNumber.test(raw) || looseWords.has(raw)) this.deviation('numbers or words that JSON does not know');
      else if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(raw)) {
        throw this.failure(`"${raw.slice(0, 40)}" is not a JSON value.`);
      }
    }
    this.value = raw;
    buffer.at = end;
    return 'literal';
  }

  /** True for a bare word that can only be a key. */
  get bareWord(): boolean {
    return (
      !strictNumber.test(this.value) &&
      !strictWords.has(this.value) &&
      !looseNumber.test(this.value) &&
      !looseWords.has(this.value)
    );
  }
}

function escaped(text: string, quote: number, from: number): boolean {
  let at = quote - 1;
  while (at >= from && text.charCodeAt(at) === 92) at -= 1;
  return (quote - 1 - at) % 2 === 1;
}
