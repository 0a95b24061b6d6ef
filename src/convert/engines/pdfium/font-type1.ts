// Type 1 programs (Adobe Type 1 Font Format): the names its own encoding gives to codes, and the glyphs that it draws.
import type { FontBytes } from './font-bytes.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import type { FontProgram } from './font-program.ts';
import { type1Glyphs } from './font-type1-glyphs.ts';

const mostClearBytes = 64 * 1024;

export function readType1(font: FontBytes): FontProgram {
  // A PFB file wraps its segments in headers of six bytes; the clear text is the first one.
  const start = font.short(0) === 0x8001 ? 6 : 0;
  const text = font.latin(start, start + mostClearBytes);
  const end = text.indexOf('eexec');
  const clear = text.slice(0, end < 0 ? text.length : end);
  const names = new Map<number, string>();
  const encoding = clear.indexOf('/Encoding');
  if (encoding >= 0) {
    for (const found of clear
      .slice(encoding)
      .matchAll(/dup\s{1,8}(\d{1,3})\s{0,8}\/([^\s/[\]{}()<>%]{1,64})\s{1,8}put/g)) {
      if (Number(found[1]) < 256) names.set(Number(found[1]), found[2] as string);
    }
  }
  const drawn = end < 0 ? [] : type1Glyphs(font, start + end + 5);
  // A Type 1 font has names only: codes serve as glyph numbers, and after them the places of the glyphs in the file.
  const nameOf = (glyph: number): string | undefined => (glyph < 256 ? names.get(glyph) : drawn[glyph - 256]?.name);
  return {
    glyphs: 256 + drawn.length,
    glyphOfCode: (code) => (names.has(code) ? code : undefined),
    glyphOfCid: () => undefined,
    nameOf,
    textOf: (glyph) => {
      const name = nameOf(glyph);
      return name === undefined ? undefined : textOfGlyphName(name);
    },
    // Of codes the names are enough.
    widthOf: (glyph) => drawn[glyph - 256]?.width,
    isBlank: () => false,
    usualOrder: [],
  };
}
