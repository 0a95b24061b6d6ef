// Encodes text into legacy character sets for tests: the inverse of the decoders, whose own tests use known bytes.
import { createDecoder } from '../../src/convert/containers/charset-decoder.ts';

const inverses = new Map<string, Map<string, Uint8Array>>();

function inverse(charset: string): Map<string, Uint8Array> {
  const known = inverses.get(charset);
  if (known !== undefined) return known;
  const map = new Map<string, Uint8Array>();
  const put = (...bytes: number[]) => {
    const decoder = createDecoder(charset);
    const char = decoder.write(Uint8Array.from(bytes)) + decoder.end();
    if ([...char].length === 1 && char !== '\ufffd' && !map.has(char)) map.set(char, Uint8Array.from(bytes));
  };
  for (let byte = 0; byte < 256; byte += 1) put(byte);
  if (/^(?:shift_jis|euc-jp|gb18030|big5|euc-kr)$/.test(charset)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) put(lead, trail);
  }
  inverses.set(charset, map);
  return map;
}

/** The bytes, or undefined when the character set lacks a character of the text. */
export function encodeText(text: string, charset: string): Uint8Array | undefined {
  if (charset === 'iso-2022-jp') return encodeIso2022(text);
  const map = inverse(charset);
  const parts: Uint8Array[] = [];
  for (const char of text) {
    const bytes = map.get(char);
    if (bytes === undefined) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** RFC 1468: the codes of EUC-JP without their high bits, between escape sequences. */
function encodeIso2022(text: string): Uint8Array | undefined {
  const map = inverse('euc-jp');
  const out: number[] = [];
  let wide = false;
  for (const char of text) {
    const bytes = map.get(char);
    if (bytes === undefined) return undefined;
    if ((bytes.length === 2) !== wide) {
      wide = !wide;
      out.push(...Buffer.from(wide ? '\x1b$B' : '\x1b(B'));
    }
    for (const byte of bytes) out.push(byte & 0x7f);
  }
  if (wide) out.push(...Buffer.from('\x1b(B'));
  return Uint8Array.from(out);
}
