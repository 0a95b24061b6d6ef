// Content-Type and Content-Disposition: a value and its parameters, also split and encoded ones (RFC 2045, 5.1; RFC 2231).
import { decodeWords, labelledText } from './encoded-words.ts';

export interface ParameterField {
  /** In small letters, such as `text/plain` or `attachment`. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const mostParameters = 200;

export function parameterField(field: string): ParameterField {
  const parts = splitOutsideQuotes(field);
  const plain = new Map<string, string>();
  const pieces = new Map<string, Map<number, { readonly text: string; readonly encoded: boolean }>>();
  for (const part of parts.slice(1, mostParameters)) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const key = part.slice(0, equals).trim().toLowerCase();
    const text = unquoted(part.slice(equals + 1).trim());
    // RFC 2231, 3 and 4: `name*0*`, `name*1`, `name*`.
    const split = /^([^*]{1,60})(?:\*(\d{1,3}))?(\*)?$/.exec(key);
    if (split?.[2] === undefined && split?.[3] === undefined) {
      if (!plain.has(key)) plain.set(key, text);
      continue;
    }
    const name = split[1] as string;
    const list = pieces.get(name) ?? new Map<number, { readonly text: string; readonly encoded: boolean }>();
    list.set(Number(split[2] ?? 0), { text, encoded: split[3] !== undefined });
    pieces.set(name, list);
  }
  const parameters = new Map<string, string>();
  for (const [name, text] of plain) parameters.set(name, decodeWords(text));
  for (const [name, list] of pieces) parameters.set(name, joined(list));
  return { value: (parts[0] ?? '').trim().toLowerCase(), parameters };
}

function joined(list: ReadonlyMap<number, { readonly text: string; readonly encoded: boolean }>): string {
  const ordered = [...list].sort(([a], [b]) => a - b).map(([, piece]) => piece);
  const [first] = ordered;
  if (first === undefined) return '';
  const mark = first.encoded ? /^([^']{0,40})'[^']{0,40}'/.exec(first.text) : null;
  const bytes: Buffer[] = [];
  for (const [index, { text, encoded }] of ordered.entries()) {
    const own = index === 0 && mark !== null ? text.slice(mark[0].length) : text;
    bytes.push(encoded ? percentBytes(own) : Buffer.from(own));
  }
  return labelledText(Buffer.concat(bytes), mark?.[1] === undefined || mark[1] === '' ? 'utf-8' : mark[1]);
}

function percentBytes(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text);
  const source = Buffer.from(text);
  const bytes = Buffer.alloc(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const hex = source[at] === 0x25 ? source.toString('latin1', at + 1, at + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes[length] = Number.parseInt(hex, 16);
      at += 2;
    } else bytes[length] = source[at] as number;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The parts between semicolons; a semicolon in quotes or in a comment is none. */
function splitOutsideQuotes(field: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let comment = 0;
  let part = '';
  let from = 0;
  const take = (to: number): void => {
    part += field.slice(from, to);
  };
  for (let at = 0; at < field.length; at += 1) {
    const char = field[at];
    if (char === '\\' && (quoted || comment > 0)) at += 1;
    else if (char === '"' && comment === 0) quoted = !quoted;
    else if (quoted) continue;
    else if (char === '(') {
      if (comment === 0) take(at);
      comment += 1;
    } else if (char === ')' && comment > 0) {
      comment -= 1;
      if (comment === 0) from = at + 1;
    } else if (char === ';' && comment === 0) {
      take(at);
      parts.push(part);
      part = '';
      from = at + 1;
    }
  }
  if (comment === 0) take(field.length);
  parts.push(part);
  return parts;
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const inner = text.endsWith('"') && text.length > 1 ? text.slice(1, -1) : text.slice(1);
  return inner.includes('\\') ? inner.replace(/\\([\s\S])/g, '$1') : inner;
}
