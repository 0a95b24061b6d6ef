// Content transfer encodings of MIME parts (RFC 2045, 6), decoded leniently: mail comes damaged.
import { asBuffer } from '../../containers/as-buffer.ts';
import { lineEnd } from './header-fields.ts';

/** The content as it was before it was made fit for mail. */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return base64(asBuffer(bytes));
    case 'quoted-printable':
      return quotedPrintable(asBuffer(bytes));
    case 'x-uuencode':
    case 'uuencode':
    case 'x-uue':
      return uuencoded(asBuffer(bytes));
    default:
      return bytes;
  }
}

/** How large the decoded content is, without decoding it: for listings. */
export function decodedSize(bytes: Uint8Array, encoding: string): number {
  if (encoding.trim().toLowerCase() !== 'base64') return decodeTransfer(bytes, encoding).length;
  let letters = 0;
  for (const byte of bytes) if (base64Letter[byte] === 1) letters += 1;
  return Math.floor((letters * 3) / 4);
}

const base64Letter = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9+/]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Pieces that were padded each and then joined are read piece by piece; anything else than letters is passed over. */
function base64(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const padded = text.indexOf('=');
  if (padded < 0 || !/[A-Za-z0-9+/]/.test(text.slice(padded))) return Buffer.from(text, 'base64');
  return Buffer.concat(text.split(/={1,2}/).map((piece) => Buffer.from(piece, 'base64')));
}

/** RFC 2045, 6.7. An equals sign that begins no code stays as it is; white space before a line end is not content. */
function quotedPrintable(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const { text, next } = lineEnd(bytes, at, bytes.length);
    let end = text;
    while (end > at && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09)) end -= 1;
    const soft = end > at && bytes[end - 1] === 0x3d;
    const stop = soft ? end - 1 : end;
    for (; at < stop; at += 1) {
      const byte = bytes[at] as number;
      const code = byte === 0x3d ? hexByte(bytes, at + 1, stop) : -1;
      out[length] = code < 0 ? byte : code;
      length += 1;
      if (code >= 0) at += 2;
    }
    if (!soft) for (at = text; at < next; at += 1) out[length++] = bytes[at] as number;
    at = next;
  }
  return out.subarray(0, length);
}

function hexByte(bytes: Buffer, at: number, end: number): number {
  if (at + 1 >= end) return -1;
  const high = hexValue(bytes[at] as number);
  const low = hexValue(bytes[at + 1] as number);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Lines between `begin` and `end`; the first character of each says how many bytes it holds. */
function uuencoded(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length);
  let length = 0;
  let begun = false;
  for (let at = 0; at < bytes.length; ) {
    const { text, next } = lineEnd(bytes, at, bytes.length);
    const line = bytes.subarray(at, text);
    at = next;
    if (!begun) {
      begun = line.subarray(0, 6).toString('latin1') === 'begin ';
      continue;
    }
    if (line.subarray(0, 3).toString('latin1') === 'end') break;
    const wanted = Math.min(((line[0] ?? 0x20) - 0x20) & 63, Math.floor(((line.length - 1) * 3) / 4));
    const value = (index: number): number => ((line[index] ?? 0x20) - 0x20) & 63;
    for (let byte = 0, from = 1; byte < wanted; byte += 3, from += 4) {
      const bits = (value(from) << 18) | (value(from + 1) << 12) | (value(from + 2) << 6) | value(from + 3);
      for (let shift = 16, one = byte; shift >= 0 && one < wanted; shift -= 8, one += 1) {
        out[length++] = (bits >> shift) & 255;
      }
    }
  }
  return out.subarray(0, length);
}
