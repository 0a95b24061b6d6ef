// Spaces that no reader sees: kerning that the engine takes for one, a drawn one that the next letter is set back over, and
// guesses in a font that draws its spaces. Letters on both sides of such a space are of one word.
import { type CharTable, generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import type { TextStyle } from '../../layout/page.ts';
import { isBlankCode, isLatinLetter, withoutChars } from './char-kinds.ts';

/** In parts of the type size: white between letters that stand as close as those of a word, and what is closer than words are. */
const closeGap = 0.055;
const farBack = -0.5;
const coveredGap = 0.02;
const guessedGap = 0.12;
/** Letters of two lines differ in height by more, in parts of the type size. */
const sameLine = 0.2;
/** A space of no width was not drawn: the engine put it where the letters are moved apart, and by how much. */
const noWidth = 0.01;
const leastKern = 0.005;
/** Of the spaces of a font, only so many are set back over. */
const mostCovered = 0.1;
/** Guesses of a font that draws its spaces, and what part of them stand close. */
const fewestGuesses = 10;
const mostlyClose = 0.5;

/** What is known of the spaces of one style. */
interface Usual {
  /** White between letters with no space between them: how many such, and all of it. */
  pairs: number;
  white: number;
  drawn: number;
  covered: number;
  guessed: number;
  close: number;
}

type Kind = 'kern' | 'covered' | 'close';

interface Found {
  readonly at: number;
  readonly style: number;
  readonly kind: Kind;
  readonly gap: number;
}

export function withoutFalseSpaces(page: PdfPage): PdfPage {
  const { chars, styles } = page;
  const usual: Usual[] = styles.map(() => ({ pairs: 0, white: 0, drawn: 0, covered: 0, guessed: 0, close: 0 }));
  const found = candidates(chars, styles, usual);
  if (found.length === 0) return page;
  const dropped = new Set<number>();
  for (const one of found) if (isFalse(one, usual[one.style] as Usual)) dropped.add(one.at);
  if (dropped.size === 0) return page;
  return { ...page, chars: withoutChars(chars, dropped) };
}

/** Spaces between two letters of one look on one line that may be none; what is usual is counted on the way. */
function candidates(chars: CharTable, styles: readonly TextStyle[], usual: readonly Usual[]): Found[] {
  const found: Found[] = [];
  const { count, code, style } = chars;
  for (let at = 1; at < count; at += 1) {
    const own = style[at] as number;
    if (isBlankCode(code[at - 1] as number) || styles[own]?.angle !== 0) continue;
    const isSpace = code[at] === 32;
    const next = isSpace ? at + 1 : at;
    if (next >= count || isBlankCode(code[next] as number) || style[next] !== style[at - 1]) continue;
    const gap = gapBetween(chars, at - 1, next, styles[own]?.size || 1);
    if (gap === undefined) continue;
    const known = usual[own] as Usual;
    if (isSpace) {
      const kind = kindOf(chars, at, gap, styles[own]?.size || 1, known);
      if (kind !== undefined) found.push({ at, style: own, kind, gap });
    } else if (Math.abs(gap) < 0.3) {
      known.pairs += 1;
      known.white += gap;
    }
  }
  return found;
}

function kindOf(chars: CharTable, at: number, gap: number, size: number, known: Usual): Kind | undefined {
  const { code, flags, left, right } = chars;
  if (((flags[at] as number) & generatedChar) !== 0) {
    known.guessed += 1;
    if (gap > guessedGap) return undefined;
    known.close += 1;
    return 'close';
  }
  if ((right[at] as number) - (left[at] as number) < noWidth) {
    const kern = ((left[at] as number) - (right[at - 1] as number)) / size;
    const isSmall = kern > leastKern && kern <= closeGap && gap <= closeGap && -gap <= closeGap;
    return isSmall && areLetters(code, at) && !isSpacedOut(chars, at) ? 'kern' : undefined;
  }
  known.drawn += 1;
  // An f hangs over into the space after it.
  if (gap > coveredGap || -gap > closeGap || !areLetters(code, at) || code[at - 1] === 0x66) return undefined;
  known.covered += 1;
  return 'covered';
}

function isFalse({ kind, gap }: Found, known: Usual): boolean {
  if (kind === 'close')
    return known.drawn > 0 && known.guessed >= fewestGuesses && known.close > mostlyClose * known.guessed;
  if (kind === 'covered') return known.covered <= mostCovered * known.drawn;
  // Letters that lean over each other have spaces that seem narrower.
  return gap <= closeGap + 2 * Math.min(0, known.white / Math.max(1, known.pairs));
}

/** In parts of the type size; undefined where the two stand on different lines. */
function gapBetween({ left, right, top }: CharTable, before: number, after: number, size: number): number | undefined {
  if (Math.abs((top[after] as number) - (top[before] as number)) > sameLine * size) return undefined;
  const gap = ((left[after] as number) - (right[before] as number)) / size;
  return gap < farBack ? undefined : gap;
}

/** One of the two letters has such a space on its other side too, and a letter behind that: all of them stand apart. */
function isSpacedOut({ code, left, right, flags }: CharTable, at: number): boolean {
  return [-2, 2].some((step) => {
    const other = at + step;
    const width = (right[other] ?? 0) - (left[other] ?? 0);
    return code[other] === 32 && flags[other] === 0 && width < noWidth && areLetters(code, other);
  });
}

const areLetters = (code: Uint32Array, space: number): boolean =>
  isLatinLetter(code[space - 1] as number) && isLatinLetter(code[space + 1] as number);
