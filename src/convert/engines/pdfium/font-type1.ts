// Type 1 programs (Adobe Type 1 Font Format): the names its own encoding gives to codes, from the part that is not encrypted.
import type { FontBytes } from './font-bytes.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import type { FontProgram } from './font-program.ts';

const mostClearBytes = 64 * 1024;

export function readType1(font: FontBytes): FontProgram {
  // A PFB file wraps its segments in headers of six bytes; the clear text is the first one.
  const start = font.short(0) === 0x8001 ? 6 : 0;
  const text = font.latin(start, start + mostClearBytes);
  const clear = text.slice(0, text.indexOf('eexec') < 0 ? text.length : text.indexOf('eexec'));
  const names = new Map<number, string>();
  const encoding = clear.indexOf('/Encoding');
  if (encoding >= 0) {
    for (const found of clear
      .slice(encoding)
      .matchAll(/dup\s{1,8}(\d{1,3})\s{0,8}\/([^\s/[\]{}()<>%]{1,64})\s{1,8}put/g)) {
      if (Number(found[1]) < 256) names.set(Number(found[1]), found[2] as string);
    }
  }
  // Codes serve as glyph numbers here: a Type 1 font has names only.
  return {
    glyphs: 256,
    glyphOfCode: (code) => (names.has(code) ? code : undefined),
    glyphOfCid: () => undefined,
    nameOf: (glyph) => names.get(glyph),
    textOf: (glyph) => {
      const name = names.get(glyph);
      return name === undefined ? undefined : textOfGlyphName(name);
    },
    widthOf: () => undefined,
    isBlank: () => false,
    usualOrder: [],
  };
}
