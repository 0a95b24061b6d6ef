// The text a scanner stands in (XML, JSON): chunks joined as they are needed, positions for messages, a bound on what is held.
import { Failure } from '../../core/failure.ts';

export class TextBuffer {
  /** What is held now; the scanner stands at `at`. */
  text = '';
  at = 0;
  /** No more text will come. */
  ended = false;

  readonly #longest: number;
  readonly #source: Iterator<string> | undefined;
  #pending: string[] = [];
  #pendingLength = 0;
  #heldReturn = false;
  #drained = false;
  #lines = 1;
  #columnBase = 0;

  /** `longest`: characters one token may have, because a token is held whole. */
  constructor(longest: number, chunks?: Iterable<string>) {
    this.#longest = longest;
    this.#source = chunks?.[Symbol.iterator]();
  }

  /** Adds decoded text. Line ends become U+000A, as XML 1.0, section 2.11 has it; no format here minds. */
  write(chunk: string): void {
    let given = this.#heldReturn ? `\r${chunk}` : chunk;
    this.#heldReturn = given.endsWith('\r');
    if (this.#heldReturn) given = given.slice(0, -1);
    if (given.includes('\r')) given = given.replace(/\r\n?/g, '\n');
    if (given === '') return;
    this.#pending.push(given);
    this.#pendingLength += given.length;
  }

  end(): void {
    if (this.#heldReturn) {
      this.#heldReturn = false;
      this.write('\n');
    }
    this.ended = true;
  }

  /**
   * Gets more text; false when there is none to get now. Asks for as much again as is held, so that a token over many
   * chunks is not scanned anew for each of them.
   */
  pull(): boolean {
    const rest = this.text.length - this.at;
    if (rest > this.#longest) {
      throw new Failure('DOCUMENT_LIMIT', {
        details: `One tag or value has more than ${this.#longest} characters.`,
        facts: this.position(),
      });
    }
    while (this.#source !== undefined && !this.ended && this.#pendingLength <= rest) {
      const { done, value } = this.#source.next();
      if (done === true) this.end();
      else this.write(value);
    }
    if (!this.ended && this.#pendingLength <= rest) return false;
    if (this.#pendingLength > 0) {
      const { lines, column } = countLines(this.text, this.at, this.#columnBase);
      this.#lines += lines;
      this.#columnBase = column;
      this.text = this.text.slice(this.at) + this.#pending.join('');
      this.at = 0;
      this.#pending = [];
      this.#pendingLength = 0;
      return true;
    }
    // Once more with `ended` known: what was too short to be sure of is sure now.
    if (this.#drained) return false;
    this.#drained = true;
    return true;
  }

  /** Lines and columns count from 1. */
  position(): { line: number; column: number } {
    const { lines, column } = countLines(this.text, this.at, this.#columnBase);
    return { line: this.#lines + lines, column: column + 1 };
  }
}

function countLines(text: string, end: number, columnBase: number): { lines: number; column: number } {
  let lines = 0;
  let last = -1;
  for (let i = text.indexOf('\n'); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
    lines += 1;
    last = i;
  }
  return { lines, column: last < 0 ? columnBase + end : end - last - 1 };
}
