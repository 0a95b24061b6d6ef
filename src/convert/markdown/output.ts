// The text on its way out: joins lines under the prefixes of their containers, counts bytes, and hands out pieces.

/** Pieces of about this many characters go to the sink. */
const pieceLength = 64 * 1024;

export type Gap = 'none' | 'line' | 'blank';

export class Output {
  /** Finished parts whose bytes are counted, and the text after them. */
  #parts: string[] = [];
  #partsLength = 0;
  #partsBytes = 0;
  #current = '';
  #takenBytes = 0;
  #prefix = '';
  #blankPrefix = '';
  /** What stands between a container's marker and the first line in it. */
  #lead = '';

  /** Starts a block: the gap to what came before, then the prefix of the containers it stands in. */
  begin(gap: Gap): void {
    if (gap === 'none') this.#current += this.#lead;
    else if (gap === 'line') this.#current += `\n${this.#prefix}`;
    else this.#current += `\n${this.#blankPrefix}\n${this.#prefix}`;
    this.#lead = '';
  }

  /** One line, or lines joined by line feeds that all stand in the same containers. */
  add(text: string): void {
    this.#current += this.#prefix !== '' && text.includes('\n') ? this.#prefixed(text) : text;
  }

  newLine(): void {
    this.#current += `\n${this.#prefix}`;
  }

  #prefixed(text: string): string {
    const lines = text.split('\n');
    let result = lines[0] as string;
    for (let at = 1; at < lines.length; at += 1) {
      const line = lines[at] as string;
      // Parsers disagree about white space alone on a line of a container, so it is left out.
      result += isBlank(line) ? `\n${this.#blankPrefix}` : `\n${this.#prefix}${line}`;
    }
    return result;
  }

  /** Opens a container that has just begun: its marker now, `indent` before all later lines. */
  enter(marker: string, indent: string): string {
    const before = this.#prefix;
    this.#current += marker;
    this.#lead = ' ';
    this.#setPrefix(before + indent);
    return before;
  }

  leave(before: string): void {
    this.#lead = '';
    this.#setPrefix(before);
  }

  #setPrefix(prefix: string): void {
    this.#prefix = prefix;
    this.#blankPrefix = prefix.trimEnd();
  }

  /** True while a container's marker is the last thing written. */
  get afterMarker(): boolean {
    return this.#lead !== '';
  }

  get isEmpty(): boolean {
    return this.#takenBytes === 0 && this.#partsLength === 0 && this.#current === '';
  }

  get isFull(): boolean {
    return this.#partsLength + this.#current.length >= pieceLength;
  }

  /** Bytes of UTF-8 written so far. */
  get position(): number {
    if (this.#current !== '') {
      this.#parts.push(this.#current);
      this.#partsLength += this.#current.length;
      this.#partsBytes += Buffer.byteLength(this.#current);
      this.#current = '';
    }
    return this.#takenBytes + this.#partsBytes;
  }

  /** What was written since the last call. */
  take(): Buffer {
    this.#parts.push(this.#current);
    const bytes = Buffer.from(this.#parts.length === 1 ? this.#current : this.#parts.join(''));
    this.#parts = [];
    this.#partsLength = 0;
    this.#partsBytes = 0;
    this.#current = '';
    this.#takenBytes += bytes.length;
    return bytes;
  }
}

function isBlank(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) if (line[at] !== ' ' && line[at] !== '\t') return false;
  return true;
}
