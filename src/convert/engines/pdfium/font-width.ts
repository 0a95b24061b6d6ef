// Which fonts have letters of one width, as a typewriter does, where neither their name nor their flags say so.
import type { TextStyle } from '../../layout/page.ts';
import type { CharTable } from './char-table.ts';

/** Letters looked at before a font is judged, and how many of them must differ. */
const fewestLetters = 20;
const fewestKinds = 6;
/** Letters that differ most in other fonts: where both are there, few are enough. */
const narrow = 'fijlrt';
const wide = 'mw';
const fewestTelling = 5;
/** With capitals and all other signs as wide, even fewer. */
const wideCapitals = 'ABCDGHKMNOQRTUVWXY';
const fewestSigns = 4;
/** The narrowest of all, and those of the usual width: many letters of both tell it too. */
const narrowest = 'ijl';
const usual = 'abdeghnopqu';
/** In parts of the type size; slanted letters stand out of their width. */
const tolerance = 0.04;
const slantTolerance = 0.1;

/** Fonts for Chinese and Japanese have other letters of one width as well, and are set in no typewriter for that. */
const firstIdeograph = 0x2e80;
/** Signs that stand for no letter known: those of private use, and the one for what cannot be told. */
const [firstPrivate, lastPrivate, unknown] = [0xe000, 0xf8ff, 0xfffd];

/** What a font is called that has no name, before a number that tells it from others. */
export const nameless = '?';

/** Widths in parts of the type size. */
interface Seen {
  /** Its font has a name, which says nothing of a typewriter. */
  readonly named: boolean;
  least: number;
  most: number;
  letters: number;
  readonly kinds: Set<number>;
  /** Of all its signs, letters among them or not. */
  leastOfAll: number;
  mostOfAll: number;
  readonly allKinds: Set<number>;
}

/**
 * The looks, by their places, whose letters are all as wide; those with a font that says so itself are left out. `known` are the
 * names of fonts that pages before have shown to be such; those of this page are added.
 */
export function evenlyWide(
  chars: CharTable,
  styles: readonly TextStyle[],
  known: Set<string> = new Set(),
): ReadonlySet<number> {
  const fonts = new Map<string, Seen>();
  const judged = styles.map(({ font, monospace, angle }) => {
    // Of letters on their side the box is as wide as their line is high.
    if (monospace || angle % 180 !== 0) return undefined;
    const seen = fonts.get(font) ?? newlySeen(!font.startsWith(nameless));
    fonts.set(font, seen);
    return seen;
  });
  const even = new Set<number>();
  if (fonts.size === 0) return even;
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const seen = judged[style];
    const size = styles[style]?.size ?? 0;
    const code = chars.code[at] as number;
    // Most fonts are told by their first few letters.
    if (seen === undefined || size === 0 || code <= 32 || (seen.named && seen.most - seen.least > tolerance)) continue;
    const width = ((chars.right[at] as number) - (chars.left[at] as number)) / size;
    seen.leastOfAll = Math.min(seen.leastOfAll, width);
    seen.mostOfAll = Math.max(seen.mostOfAll, width);
    seen.allKinds.add(code);
    if (isIdeograph(code)) [seen.least, seen.most] = [0, Number.POSITIVE_INFINITY];
    if (code < 97 || code > 122) continue;
    seen.least = Math.min(seen.least, width);
    seen.most = Math.max(seen.most, width);
    seen.letters += 1;
    seen.kinds.add(code);
  }
  const evenFonts = new Set<Seen>();
  for (const [font, seen] of fonts) {
    if (!isEven(seen)) continue;
    evenFonts.add(seen);
    if (seen.named) known.add(font);
  }
  // Some have their quotation marks in a font of its own, as wide as their letters.
  const isAsWide = ({ named, letters, leastOfAll, mostOfAll }: Seen): boolean =>
    !named &&
    letters === 0 &&
    mostOfAll > 0 &&
    [...evenFonts].some(({ most }) => leastOfAll > most - tolerance && mostOfAll < most + tolerance);
  for (const [at, seen] of judged.entries()) {
    const { font, monospace } = styles[at] as TextStyle;
    if (known.has(font) ? !monospace : seen !== undefined && (evenFonts.has(seen) || isAsWide(seen))) even.add(at);
  }
  return even;
}

/** A sign of Chinese, Japanese or Korean. */
export const isIdeograph = (code: number): boolean =>
  code >= firstIdeograph && code !== unknown && (code < firstPrivate || code > lastPrivate);

const newlySeen = (named: boolean): Seen => ({
  named,
  least: Number.POSITIVE_INFINITY,
  most: 0,
  letters: 0,
  kinds: new Set(),
  leastOfAll: Number.POSITIVE_INFINITY,
  mostOfAll: 0,
  allKinds: new Set(),
});

function isEven(seen: Seen): boolean {
  const { named, least, most, letters, kinds, allKinds } = seen;
  const spread = least <= 0 ? Number.POSITIVE_INFINITY : most - least;
  const isMany = letters >= fewestLetters && kinds.size >= fewestKinds;
  if (named) return isMany && spread <= tolerance && hasAny(kinds, narrowest) && hasAny(kinds, wide + usual);
  if (isMany && spread <= tolerance) return true;
  if (isMany && spread <= slantTolerance && hasAny(kinds, narrowest) && hasAny(kinds, usual)) return true;
  if (
    seen.mostOfAll - seen.leastOfAll <= tolerance &&
    allKinds.size >= fewestSigns &&
    hasAny(allKinds, narrow) &&
    hasAny(allKinds, wide + wideCapitals)
  )
    return true;
  return spread <= slantTolerance && kinds.size >= fewestTelling && hasAny(kinds, narrow) && hasAny(kinds, wide);
}

const hasAny = (kinds: ReadonlySet<number>, letters: string): boolean =>
  [...letters].some((letter) => kinds.has(letter.charCodeAt(0)));
