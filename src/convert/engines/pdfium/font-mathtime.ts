// The signs of mathematics in the fonts that many journals are set with (MathTime, and what Elsevier made of it): their glyphs
// have the names of Icelandic letters and fractions, or `C` and the number of the sign in the symbol font of TeX.
import type { FontProgram } from './font-program.ts';

/** `MTSYN`, `AdvMacMthSyN` and others of that family. */
const family = /MTSY|MthSy/i;
const named: ReadonlyMap<number, string> = new Map([
  [0xbc, '='],
  [0xbd, '['],
  [0xde, ')'],
  [0xf0, '('],
  [0xfe, '+'],
]);

/** What a glyph shows that such a font calls by another name. */
export const mathTimeSign = (code: number, font: string): string | undefined =>
  code >= 0xbc && code <= 0xfe && family.test(font) ? named.get(code) : undefined;

/** The symbol font of TeX, from 0 on. */
const symbols = [...'−·×∗÷⋄±∓⊕⊖⊗⊘⊙○∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻', ...'←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽̸↦∀∃¬∅ℜℑ⊤⊥'];
const countedName = /^C(\d{1,2})$/;
const mostGlyphs = 256;
/** The first code that is given to a glyph without one. */
const firstCode = 2;

/** The numbers that the glyphs of a font are named by, in order. */
export function countedGlyphs(program: FontProgram): readonly number[] {
  const numbers: number[] = [];
  for (let glyph = 1; glyph < Math.min(mostGlyphs, program.glyphs); glyph += 1) {
    const number = countedName.exec(program.nameOf(glyph) ?? '')?.[1];
    if (number !== undefined) numbers.push(Number(number));
  }
  return numbers.sort((a, b) => a - b);
}

/** What the codes of a font with such glyphs mean: those that had none got the codes from 2 on, in the order of their numbers. */
export function countedSigns(numbers: readonly number[], codes: Iterable<number>): Map<number, string> {
  const texts = new Map<number, string>();
  for (const code of numbers.length === 0 ? [] : codes) {
    const number = code < 32 ? numbers[code - firstCode] : undefined;
    const text = number === undefined ? undefined : symbols[number];
    if (text !== undefined) texts.set(code, text);
  }
  return texts;
}
