// The tree of parts a MIME message is made of (RFC 2046): boundaries are found in the bytes, nothing is decoded yet.
import { asBuffer } from '../../containers/as-buffer.ts';
import type { ReadContext } from '../../format.ts';
import { type HeaderFields, splitHeader } from './header-fields.ts';
import { type ParameterField, parameterField } from './media-type.ts';
import { decodedSize, decodeTransfer } from './transfer-encoding.ts';

export class MimePart {
  readonly fields: HeaderFields;
  readonly type: ParameterField;
  readonly disposition: ParameterField;
  /** Filled by the parser for multipart types. */
  readonly children: MimePart[] = [];
  /** The content as it stands in the message. */
  readonly encoded: Buffer;

  constructor(fields: HeaderFields, encoded: Buffer, fallback: string) {
    this.fields = fields;
    this.encoded = encoded;
    const type = parameterField(fields.raw('content-type'));
    this.type = /^[\w.+-]+\/[\w.+-]+$/.test(type.value) ? type : { value: fallback, parameters: type.parameters };
    this.disposition = parameterField(fields.raw('content-disposition'));
  }

  get mediaType(): string {
    return this.type.value;
  }

  get #encoding(): string {
    return this.fields.raw('content-transfer-encoding').split(';', 1)[0] ?? '';
  }

  content(): Uint8Array {
    return decodeTransfer(this.encoded, this.#encoding);
  }

  size(): number {
    return decodedSize(this.encoded, this.#encoding);
  }

  get isEncoded(): boolean {
    return /base64|quoted-printable|uue/i.test(this.#encoding);
  }

  get name(): string {
    return this.disposition.parameters.get('filename') ?? this.type.parameters.get('name') ?? '';
  }
}

/** The part that is the bytes as a whole, with all parts inside it. Parts count as entries of an archive. */
export function parseMime(bytes: Uint8Array, context: Pick<ReadContext, 'budget' | 'limits' | 'warn'>): MimePart {
  const source = asBuffer(bytes);
  const top = partAt(source, contentStart(source), source.length, 'text/plain');
  const open: { readonly part: MimePart; readonly depth: number }[] = [{ part: top, depth: 0 }];
  let warned = false;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, depth } = next;
    if (!part.mediaType.startsWith('multipart/')) continue;
    if (depth >= context.limits.depth) {
      if (!warned)
        context.warn('nesting-limit', `Parts nested more than ${context.limits.depth} deep were not opened.`);
      warned = true;
      continue;
    }
    // RFC 2046, 5.1.5: parts of a digest are messages unless they say otherwise.
    const fallback = part.mediaType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
    for (const [start, end] of sections(part)) {
      context.budget.spend('archiveEntries', 1);
      const child = partAt(part.encoded, start, end, fallback);
      part.children.push(child);
      open.push({ part: child, depth: depth + 1 });
    }
  }
  return top;
}

/** A byte order mark and blank lines may stand before the first field. */
function contentStart(source: Buffer): number {
  let at = source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf ? 3 : 0;
  while (source[at] === 0x0d || source[at] === 0x0a) at += 1;
  return at;
}

function partAt(source: Buffer, start: number, end: number, fallback: string): MimePart {
  const { fields, end: from } = splitHeader(source, start, end);
  return new MimePart(fields, source.subarray(from, end), fallback);
}

type Section = readonly [start: number, end: number];

/** Where the parts begin and end. A boundary that is not declared, or never comes, is looked for. */
function sections(part: MimePart): readonly Section[] {
  const declared = [...sectionsBy(part.encoded, part.type.parameters.get('boundary') ?? '')];
  return declared.length > 0 ? declared : [...sectionsBy(part.encoded, guessedBoundary(part.encoded) ?? '')];
}

/** A last boundary that is missing is taken as read. */
function* sectionsBy(encoded: Buffer, boundary: string): Generator<Section> {
  if (boundary === '' || boundary.length > 1000) return;
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  let start = -1;
  for (let at = encoded.indexOf(mark); at >= 0; at = encoded.indexOf(mark, at + mark.length)) {
    if (at > 0 && encoded[at - 1] !== 0x0a) continue;
    const rest = afterMark(encoded, at + mark.length);
    if (rest === undefined) continue;
    // 5.1.1: the line end before a boundary belongs to the boundary.
    if (start >= 0) yield [start, Math.max(start, at - (encoded[at - 2] === 0x0d ? 2 : 1))];
    if (rest.last) return;
    start = rest.next;
  }
  if (start >= 0) yield [start, encoded.length];
}

/** What follows a boundary on its line: nothing but `--` and white space, or it is none (a longer one begins so). */
function afterMark(bytes: Buffer, from: number): { readonly next: number; readonly last: boolean } | undefined {
  let at = from;
  const last = bytes[at] === 0x2d && bytes[at + 1] === 0x2d;
  if (last) at += 2;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at += 1;
  if (at < bytes.length && bytes[at] !== 0x0a) return undefined;
  return { next: Math.min(bytes.length, at + 1), last };
}

/** Without the parameter: the first line that looks like a boundary. */
function guessedBoundary(bytes: Buffer): string | undefined {
  return /(?:^|\n)--([^\s-][^\r\n]{5,69})\r?\n/.exec(bytes.subarray(0, 8192).toString('latin1'))?.[1]?.trimEnd();
}
