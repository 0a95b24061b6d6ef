// Signed messages whose content is wrapped in PKCS #7 / CMS: the content is taken out, signatures are not checked
// (RFC 5652; X.690 for the encoding). Encrypted ones are told apart.
import { asBuffer } from '../../containers/as-buffer.ts';

export type Wrapped =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  /** Only signatures: the content stands outside. */
  | { readonly kind: 'signature' }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'unknown' };

interface Element {
  readonly tag: number;
  readonly constructed: boolean;
  readonly start: number;
  /** End of the content; of the whole element where the length is indefinite. */
  readonly end: number;
  readonly next: number;
}

const signedData = '2a864886f70d010702';
const encrypted: ReadonlySet<string> = new Set(['2a864886f70d010703', '2a864886f70d0109100117']);
/** A content in pieces: as many as a large message needs. */
const mostPieces = 1_000_000;
const deepestNesting = 16;

export function unwrapPkcs7(bytes: Uint8Array): Wrapped {
  const source = asBuffer(bytes);
  const outer = elementAt(source, 0, source.length);
  if (outer === undefined || outer.tag !== 0x30) return { kind: 'unknown' };
  const type = elementAt(source, outer.start, outer.end);
  if (type === undefined || type.tag !== 0x06) return { kind: 'unknown' };
  const name = source.toString('hex', type.start, type.end);
  if (encrypted.has(name)) return { kind: 'encrypted' };
  if (name !== signedData) return { kind: 'unknown' };
  const holder = elementAt(source, type.next, outer.end);
  const data = holder && elementAt(source, holder.start, holder.end);
  if (data === undefined) return { kind: 'unknown' };
  // SignedData: version, digest algorithms, then the encapsulated content (5.1).
  const version = elementAt(source, data.start, data.end);
  const digests = version && elementAt(source, version.next, data.end);
  const inner = digests && elementAt(source, digests.next, data.end);
  if (inner === undefined || inner.tag !== 0x30) return { kind: 'unknown' };
  const innerType = elementAt(source, inner.start, inner.end);
  if (innerType === undefined) return { kind: 'unknown' };
  const content = elementAt(source, innerType.next, inner.end);
  if (content === undefined || content.tag !== 0xa0) return { kind: 'signature' };
  const pieces = octets(source, content);
  return pieces === undefined ? { kind: 'unknown' } : { kind: 'content', bytes: Buffer.concat(pieces) };
}

/** The strings of octets in an element, in order; they may be cut into pieces (X.690, 8.7.3). */
function octets(source: Buffer, holder: Element): Buffer[] | undefined {
  const pieces: Buffer[] = [];
  const open: { at: number; readonly end: number }[] = [{ at: holder.start, end: holder.end }];
  for (let steps = 0; open.length > 0; steps += 1) {
    if (steps > mostPieces || open.length > deepestNesting) return undefined;
    const level = open.at(-1) as { at: number; readonly end: number };
    const element = level.at < level.end ? elementAt(source, level.at, level.end) : undefined;
    if (element === undefined || element.tag === 0) {
      open.pop();
      continue;
    }
    level.at = element.next;
    if (element.tag === 0x24) open.push({ at: element.start, end: element.end });
    else if (element.tag === 0x04) pieces.push(source.subarray(element.start, element.end));
  }
  return pieces;
}

/**
 * One element of BER. Elements of indefinite length (X.690, 8.1.3.6) are taken to reach to the end of what holds them:
 * their own end shows when their parts are read. Only the last one of a holder is ever read that way here.
 */
function elementAt(source: Buffer, at: number, end: number): Element | undefined {
  if (at + 2 > end) return undefined;
  const tag = source[at] as number;
  const first = source[at + 1] as number;
  const constructed = (tag & 0x20) !== 0;
  if (first === 0x80) return constructed ? { tag, constructed, start: at + 2, end, next: end } : undefined;
  let length = first;
  let start = at + 2;
  if (first > 0x80) {
    const bytes = first & 0x7f;
    if (bytes > 6 || start + bytes > end) return undefined;
    length = source.readUIntBE(start, bytes);
    start += bytes;
  }
  // A message that was cut ends where its bytes end.
  const stop = Math.min(end, start + length);
  return { tag, constructed, start, end: stop, next: stop };
}
