// The text on its way out: joins lines under the prefixes of their containers, counts bytes, and hands out pieces.

/** Pieces of about this many bytes go to the sink. */
const pieceLength = 64 * 1024;
/** Bytes held from the start; most documents need no more. */
const firstBytes = 4 * 1024;
const lineFeed = 10;
/** UTF-8 has no more bytes than this for a unit of UTF-16. */
export const mostBytesOfUnit = 3;

export type Gap = 'none' | 'line' | 'blank';

export class Output {
  /** What is bytes already, and the text after them. */
  #bytes: Buffer = Buffer.allocUnsafe(firstBytes);
  #used = 0;
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
    return this.#takenBytes === 0 && this.#used === 0 && this.#current === '';
  }

  get isFull(): boolean {
    return this.#used + this.#current.length >= pieceLength;
  }

  /** Bytes of UTF-8 written so far. */
  get position(): number {
    this.#encode();
    return this.#takenBytes + this.#used;
  }

  /** Begins a line with room for `size` bytes, for what is faster written as bytes: they go to `used` and on from there. */
  lineRoom(size: number): Buffer {
    const prefix = this.#prefix;
    const bytes = this.room(size + 1 + prefix.length * mostBytesOfUnit);
    bytes[this.#used++] = lineFeed;
    if (prefix !== '') this.#used += bytes.write(prefix, this.#used);
    return bytes;
  }

  /** Room for `size` bytes behind all that was written. */
  room(size: number): Buffer {
    this.#encode();
    this.#grow(size);
    return this.#bytes;
  }

  get used(): number {
    return this.#used;
  }

  /** Ends what was begun with room: the bytes before `end` are text. */
  wrote(end: number): void {
    this.#used = end;
  }

  /** What was written since the last call. */
  take(): Buffer {
    this.#encode();
    const bytes = Buffer.from(this.#bytes.subarray(0, this.#used));
    this.#takenBytes += this.#used;
    this.#used = 0;
    return bytes;
  }

  #encode(): void {
    if (this.#current === '') return;
    this.#grow(this.#current.length * mostBytesOfUnit);
    this.#used += this.#bytes.write(this.#current, this.#used);
    this.#current = '';
  }

  #grow(size: number): void {
    const needed = this.#used + size;
    if (needed <= this.#bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(bytes, 0, 0, this.#used);
    this.#bytes = bytes;
  }
}

function isBlank(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) if (line[at] !== ' ' && line[at] !== '\t') return false;
  return true;
}
