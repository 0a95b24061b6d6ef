// Which fonts without a name (Type 3) have letters of one width, as a typewriter does.
import type { TextStyle } from '../../layout/page.ts';
import type { CharTable } from './char-table.ts';

/** Letters looked at before a font is judged, and how many of them must differ. */
const fewestLetters = 20;
const fewestKinds = 6;
/** In parts of the type size. */
const tolerance = 0.04;

/** What a font is called that has no name, before a number that tells it from others. */
export const nameless = '?';

/** The looks, by their places, whose fonts do not say their name and whose letters are all as wide. */
export function evenlyWide(chars: CharTable, styles: readonly TextStyle[]): ReadonlySet<number> {
  const judged = new Map<number, { least: number; most: number; letters: number; kinds: Set<number> }>();
  for (const [at, { font }] of styles.entries()) {
    if (font.startsWith(nameless))
      judged.set(at, { least: Number.POSITIVE_INFINITY, most: 0, letters: 0, kinds: new Set() });
  }
  const even = new Set<number>();
  if (judged.size === 0) return even;
  for (let at = 0; at < chars.count; at += 1) {
    const seen = judged.get(chars.style[at] as number);
    const code = chars.code[at] as number;
    if (seen === undefined || code < 97 || code > 122) continue;
    const width = (chars.right[at] as number) - (chars.left[at] as number);
    seen.least = Math.min(seen.least, width);
    seen.most = Math.max(seen.most, width);
    seen.letters += 1;
    seen.kinds.add(code);
  }
  for (const [at, { least, most, letters, kinds }] of judged) {
    if (letters < fewestLetters || kinds.size < fewestKinds) continue;
    if (least > 0 && most - least <= tolerance * (styles[at]?.size ?? 0)) even.add(at);
  }
  return even;
}
