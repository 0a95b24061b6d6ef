// The glyphs of a Type 1 program by their names, with their widths: they stand in its encrypted part (Adobe Type 1 Font
// Format, chapters 6 and 7), whose keys are known to everyone.
import { FontBytes } from './font-bytes.ts';

export interface Type1Glyph {
  readonly name: string;
  /** In units of the font, a thousand to the type size; undefined where it is not told at once. */
  readonly width: number | undefined;
}

const programKey = 55_665;
const glyphKey = 4_330;
const [factor, summand] = [52_845, 22_719];
/** Random bytes before what is encrypted. */
const lead = 4;
const mostGlyphs = 4_096;
/** Bytes of a glyph that its width is looked for in. */
const mostOfGlyph = 24;
/** Between two glyphs stand a few words. */
const mostBetween = 64;

/** `start` is where the encrypted part begins, after the word `eexec`. */
export function type1Glyphs(font: FontBytes, start: number): Type1Glyph[] {
  const clear = new FontBytes(decrypted(privatePart(font, start), programKey));
  const text = clear.latin(0, clear.length);
  const glyphs: Type1Glyph[] = [];
  let at = text.indexOf('/CharStrings');
  if (at < 0) return glyphs;
  const skipped = Number(/\/lenIV\s{1,4}(\d)/.exec(text.slice(0, at))?.[1] ?? lead);
  at += 12;
  // `/name 123 RD …bytes… ND`, where RD may be any word.
  const entry = /\/([^\s/[\]{}()<>%]{1,64}) {1,4}(\d{1,5}) {1,4}\S{1,16} /y;
  while (glyphs.length < mostGlyphs) {
    const next = text.indexOf('/', at);
    if (next < 0 || (next - at > mostBetween && glyphs.length > 0)) return glyphs;
    entry.lastIndex = next;
    const found = entry.exec(text);
    if (found === null) {
      at = next + 1;
      if (glyphs.length > 0) return glyphs;
      continue;
    }
    const from = entry.lastIndex;
    const length = Number(found[2]);
    const code = clear.bytes.subarray(from, from + Math.min(length, skipped + mostOfGlyph));
    glyphs.push({
      name: found[1] as string,
      width: widthOf(new FontBytes(decrypted(code, glyphKey)).part(skipped, length)),
    });
    at = from + length;
  }
  return glyphs;
}

/** As bytes, where it is written in hexadecimal digits too. */
function privatePart(font: FontBytes, start: number): Uint8Array {
  let from = start;
  while (/\s/.test(font.latin(from, from + 1))) from += 1;
  // The next segment of a PFB file.
  if (font.short(from) === 0x8002) from += 6;
  if (!/^[\da-f\s]{8}$/i.test(font.latin(from, from + 8))) return font.bytes.subarray(from);
  return Buffer.from(font.latin(from, font.length).replace(/\s+/g, ''), 'hex');
}

function decrypted(bytes: Uint8Array, key: number): Uint8Array {
  const clear = new Uint8Array(bytes.length);
  let state = key;
  for (const [at, byte] of bytes.entries()) {
    clear[at] = byte ^ (state >> 8);
    state = ((byte + state) * factor + summand) & 0xffff;
  }
  return clear;
}

/** `sbx wx hsbw`, or `sbx sby wx wy sbw`: the first that a glyph says. */
function widthOf(code: FontBytes): number | undefined {
  const numbers: number[] = [];
  for (let at = 0; at < code.length; ) {
    const first = code.byte(at);
    if (first === 13) return numbers[1];
    if (first === 12) {
      // `a b div` stands for a number.
      const [one, other] = [numbers.at(-2), numbers.at(-1)];
      if (code.byte(at + 1) === 7) return numbers[2];
      if (code.byte(at + 1) !== 12 || one === undefined || other === undefined || other === 0) return undefined;
      numbers.splice(-2, 2, one / other);
      at += 2;
      continue;
    }
    if (first < 32) return undefined;
    numbers.push(first === 255 ? code.signedLong(at + 1) : code.small(at));
    at += first <= 246 ? 1 : first <= 254 ? 2 : 5;
  }
  return undefined;
}
