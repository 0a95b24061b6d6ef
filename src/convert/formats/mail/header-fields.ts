// The header fields of a message or of one of its parts: found, unfolded and given by name (RFC 5322, 2.2).
import { asBuffer } from '../../containers/as-buffer.ts';
import { decodeText } from '../../containers/charset.ts';
import { decodeWords } from './encoded-words.ts';

/** Bytes of one header; what follows is read as content. */
const longestHeader = 1024 * 1024;
const mostFields = 10_000;

export interface HeaderFields {
  /** The first field of that name, unfolded, with nothing decoded; empty when there is none. */
  raw(name: string): string;
  /** The same with encoded words read. */
  text(name: string): string;
  /** All fields of that name, not decoded. */
  all(name: string): readonly string[];
  readonly count: number;
}

export interface SplitHeader {
  readonly fields: HeaderFields;
  /** Where the content begins. */
  readonly end: number;
}

/** The header at the start of `bytes[start, end)`. A line that is no field ends it, as a blank one does. */
export function splitHeader(bytes: Uint8Array, start: number, end: number): SplitHeader {
  const lines: Buffer[] = [];
  const source = asBuffer(bytes);
  const most = Math.min(end, start + longestHeader);
  let at = start;
  let content = end;
  while (at < end) {
    const feed = lineEnd(source, at, end);
    const line = source.subarray(at, feed.text);
    if (line.length === 0) {
      content = feed.next;
      break;
    }
    const folded = line[0] === 0x20 || line[0] === 0x09;
    // A mailbox puts a line `From ...` before the first field.
    const envelope = at === start && /^>?From /.test(line.subarray(0, 6).toString('latin1'));
    if (at >= most || !(folded || envelope || isField(line))) {
      content = at;
      break;
    }
    if (!envelope) lines.push(line);
    at = feed.next;
  }
  return { fields: new Fields(lines), end: Math.min(content, end) };
}

/** RFC 5322, 2.2: a name of visible ASCII up to a colon. */
function isField(line: Buffer): boolean {
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at] as number;
    if (byte === 0x3a) return at > 0;
    if (byte === 0x20 || byte === 0x09) {
      // Old programs left a space before the colon.
      return (
        at > 0 &&
        line
          .subarray(at, at + 10)
          .toString('latin1')
          .trimStart()
          .startsWith(':')
      );
    }
    if (byte < 0x21 || byte > 0x7e) return false;
  }
  return false;
}

/** Where the text of a line ends and the next one begins: after LF or CRLF. */
export function lineEnd(bytes: Buffer, from: number, end: number): { readonly text: number; readonly next: number } {
  const feed = bytes.indexOf(0x0a, from);
  const stop = feed < 0 || feed >= end ? end : feed;
  if (stop > from && bytes[stop - 1] === 0x0d) return { text: stop - 1, next: Math.min(end, stop + 1) };
  return { text: stop, next: Math.min(end, stop + 1) };
}

class Fields implements HeaderFields {
  readonly #values = new Map<string, string[]>();
  readonly count: number;

  constructor(lines: readonly Buffer[]) {
    let count = 0;
    for (let at = 0; at < lines.length && count < mostFields; ) {
      const parts = [lines[at] as Buffer];
      for (at += 1; at < lines.length && isFolded(lines[at] as Buffer); at += 1) parts.push(lines[at] as Buffer);
      const text = decodedField(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
      const colon = text.indexOf(':');
      if (colon <= 0) continue;
      const name = text.slice(0, colon).trim().toLowerCase();
      const values = this.#values.get(name);
      const value = text.slice(colon + 1).trim();
      if (values === undefined) this.#values.set(name, [value]);
      else values.push(value);
      count += 1;
    }
    this.count = count;
  }

  raw(name: string): string {
    return this.#values.get(name)?.[0] ?? '';
  }

  text(name: string): string {
    return decodeWords(this.raw(name));
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

const isFolded = (line: Buffer): boolean => line[0] === 0x20 || line[0] === 0x09;

/** Bytes over 0x7f are UTF-8 (RFC 6532) or, in old mail, whatever the sender used. */
function decodedField(bytes: Buffer): string {
  return bytes.some((byte) => byte >= 0x80) ? decodeText(bytes).text : bytes.toString('latin1');
}
