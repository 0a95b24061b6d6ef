// Fonts made of pictures by dvips call their glyphs by number: a letter for each 36 codes, and a digit or letter (B4 is 40, CP
// is 97). Readers know no such names and take the code, which is right; but three of them are names of other signs.
import type { TextStyle } from '../../layout/page.ts';
import { type CharTable, generatedChar, unmappedChar } from './char-table.ts';
import { nameless } from './font-width.ts';

/** What the engine makes of AE, CL and CR, and what stands at their numbers: 14, 93 and 99. */
const misnamed = new Map([
  [0xc6, 'ffi'],
  [0x2104, ']'],
  [0x0d, 'c'],
]);
/** Characters of a font without a known name, and the share of them that make it such a font. */
const fewest = 10;
const least = 0.6;
const fewWords = 60;

/** The characters of such fonts that were taken for others. */
export function misnamedByDvips(chars: CharTable, styles: readonly TextStyle[]): ReadonlyMap<number, string> {
  const fonts = new Map<string, { all: number; unknown: number }>();
  const suspects: number[] = [];
  for (let at = 0; at < chars.count; at += 1) {
    const flags = chars.flags[at] as number;
    const font = styles[chars.style[at] as number]?.font ?? '';
    if ((flags & generatedChar) !== 0 || !font.startsWith(nameless)) continue;
    const seen = fonts.get(font) ?? { all: 0, unknown: 0 };
    fonts.set(font, seen);
    seen.all += 1;
    if ((flags & unmappedChar) !== 0) seen.unknown += 1;
    else if (misnamed.has(chars.code[at] as number)) suspects.push(at);
  }
  const meant = new Map<number, string>();
  if (suspects.length === 0) return meant;
  const page = { all: 0, unknown: 0 };
  for (const { all, unknown } of fonts.values()) {
    page.all += all;
    page.unknown += unknown;
  }
  for (const at of suspects) {
    const own = fonts.get(styles[chars.style[at] as number]?.font ?? '') ?? page;
    // A font of a few words, of which not every character is asked, is like the others of its page.
    const seen = own.unknown < fewest && own.all < fewWords ? page : own;
    if (seen.unknown < fewest || seen.unknown < least * seen.all) continue;
    meant.set(at, misnamed.get(chars.code[at] as number) as string);
  }
  return meant;
}
