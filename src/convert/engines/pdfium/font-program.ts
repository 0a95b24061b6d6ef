// A font program as far as it says what its glyphs show: TrueType and OpenType, bare CFF, and Type 1.
import { FontBytes } from './font-bytes.ts';
import { readCff } from './font-cff.ts';
import { readSfnt } from './font-sfnt.ts';
import { readType1 } from './font-type1.ts';

export interface FontProgram {
  readonly glyphs: number;
  /** The glyph of a one-byte code by the font's own encoding: what a simple font shows without one in the PDF. */
  glyphOfCode(code: number): number | undefined;
  /** The glyph of a character id, in a font that a composite font is made of (ISO 32000-2, 9.7.4.2). */
  glyphOfCid(cid: number): number | undefined;
  /** What a glyph shows by the font's own words. */
  textOf(glyph: number): string | undefined;
  nameOf(glyph: number): string | undefined;
  /** In thousandths of the type size. */
  widthOf(glyph: number): number | undefined;
  /** Nothing is drawn: a space. */
  isBlank(glyph: number): boolean;
  /** Glyph names in the order that fonts of this kind often have. */
  readonly usualOrder: readonly string[];
}

/** A program larger than this is not looked into. */
export const largestProgram = 32 * 2 ** 20;

export function readFontProgram(bytes: Uint8Array): FontProgram | undefined {
  const font = new FontBytes(bytes);
  const tag = font.long(0);
  // 1.0, 'true', 'OTTO', 'ttcf'.
  if (tag === 0x00010000 || tag === 0x74727565 || tag === 0x4f54544f || tag === 0x74746366) return readSfnt(font);
  if (font.byte(0) === 1 && font.byte(1) < 16 && font.byte(2) >= 4) return readCff(font);
  if (font.short(0) === 0x8001 || font.latin(0, 2) === '%!') return readType1(font);
  return undefined;
}
