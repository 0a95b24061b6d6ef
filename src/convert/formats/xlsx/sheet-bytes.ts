// Small readings of the bytes of a sheet: tags, addresses, types. No strings are made for what is only compared.
import { mostColumns } from './cell-reference.ts';
import { cellTypes } from './cell-values.ts';

const gt = 62;
const slash = 47;
const exclamation = 33;
const letterH = 104;
const hiddenName = Buffer.from('hidden');
const tagMark = Buffer.from('>');
const commentEnd = Buffer.from('-->');
const sectionEnd = Buffer.from(']]>');
const commentStart = Buffer.from('<!--');
const sectionStart = Buffer.from('<![CDATA[');

export function matches(bytes: Uint8Array, at: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i += 1) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** True for what may follow a name: the names `c` and `col` begin alike. */
export function endsTagName(code: number | undefined): boolean {
  return code !== undefined && (code <= 32 || code === gt || code === slash);
}

/** Behind the end of the tag, comment or section that begins at `open`; -1 when it is not there yet. */
export function tagEnd(bytes: Buffer, open: number): number {
  if (bytes[open + 1] === exclamation) {
    const mark = matches(bytes, open, commentStart)
      ? commentEnd
      : matches(bytes, open, sectionStart)
        ? sectionEnd
        : tagMark;
    const end = bytes.indexOf(mark, open);
    return end < 0 ? -1 : end + mark.length;
  }
  // Tags are short: a loop is faster than a call into the platform.
  for (let at = open + 1; at < bytes.length; at += 1) if (bytes[at] === gt) return at + 1;
  return -1;
}

/** True when the word `hidden` stands between these places. */
export function mentionsHidden(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if (bytes[at] === letterH && matches(bytes, at, hiddenName)) return true;
  return false;
}

/** The letters of an address as a number; 0 when it is none. */
export function columnAt(address: string): number {
  let column = 0;
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) | 32;
    if (letter < 97 || letter > 122) break;
    column = column * 26 + letter - 96;
    if (column > mostColumns) return 0;
  }
  return column;
}

export function digitsAt(text: string): number {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
}

/** ST_CellType (18.18.11). */
export function typeAt(bytes: Uint8Array, start: number, length: number): number {
  switch (length === 0 ? 0 : bytes[start]) {
    case 115:
      return length === 1 ? cellTypes.shared : cellTypes.text;
    case 105:
      return cellTypes.text;
    case 98:
      return cellTypes.truth;
    case 101:
      return cellTypes.error;
    case 100:
      return cellTypes.date;
    default:
      return cellTypes.number;
  }
}
