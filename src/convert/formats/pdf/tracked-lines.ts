// Lines whose letters are all set apart, as some programs justify narrow columns and many titles are set: the white that each
// letter has is taken for a part of it, so that what is left between two letters says whether a word ends there.
import { type CharTable, generatedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { overlap, type TextStyle } from '../../layout/page.ts';
import { isBlankCode, isLatinLetter, withoutChars } from './char-kinds.ts';

/** In parts of the type size: the white after each letter of such a line, and by how much it differs. */
const leastWhite = 0.12;
const mostWhite = 0.9;
const evenly = 0.06;
/** So much more white than that is between two words. */
const wordGap = 0.12;
const apart = 0.2;
const farthest = 3;
/** Gaps that tell of a line, what part of them are alike, and what part may be closer. */
const fewestGaps = 5;
const mostlyAlike = 0.6;
const fewCloser = 0.15;
const mostlyLetters = 0.8;

/** Two signs of one line without a drawn space between them. */
interface Gap {
  readonly before: number;
  readonly after: number;
  /** In parts of the type size. */
  readonly white: number;
}

export function withTrackedLines(page: PdfPage): PdfPage {
  const { chars, styles } = page;
  const found = linesOf(chars, styles).flatMap((gaps) => {
    const white = whiteOf(gaps);
    const letters = gaps.map(({ after }) => chars.code[after] as number).filter(isLatinLetter);
    // Points of a chart may be letters too, and are all the same.
    const isText = letters.length >= mostlyLetters * gaps.length && new Set(letters).size > 2;
    return white === undefined || !isText ? [] : [{ gaps, white }];
  });
  if (found.length === 0) return page;
  const right = chars.right.slice();
  const dropped = new Set<number>();
  for (const { gaps, white } of found) {
    for (const gap of gaps) {
      if (gap.white < white - evenly) continue;
      const size = styles[chars.style[gap.before] as number]?.size ?? 0;
      right[gap.before] = (chars.right[gap.before] as number) + Math.min(white, gap.white) * size;
      if (gap.white - white < wordGap) for (let at = gap.before + 1; at < gap.after; at += 1) dropped.add(at);
    }
  }
  return { ...page, chars: withoutChars(withColumns(chars, { right }), dropped) };
}

/** What the file draws, and not what the engine sees in a gap. */
const isDrawn = ({ flags, left, right }: CharTable, at: number): boolean =>
  ((flags[at] as number) & generatedChar) === 0 && (right[at] as number) - (left[at] as number) > 0.01;

/** Only lines that may be set so: of most, nearly all letters stand close. */
function linesOf(chars: CharTable, styles: readonly TextStyle[]): Gap[][] {
  const { count, code } = chars;
  const lines: Gap[][] = [];
  let first = 0;
  let last = -1;
  let gaps = 0;
  let wide = 0;
  let isParted = false;
  const end = (to: number): void => {
    // What `whiteOf` takes for usual is one of the wide ones.
    if (gaps >= fewestGaps && gaps - wide <= usualRank(gaps)) lines.push(gapsBetween(chars, styles, first, to));
    gaps = 0;
    wide = 0;
  };
  for (let at = 0; at < count; at += 1) {
    if (isBlankCode(code[at] as number)) {
      if (!isParted && isDrawn(chars, at)) isParted = true;
      continue;
    }
    const white = last < 0 ? Number.NaN : whiteBetween(chars, styles, last, at);
    if (Number.isNaN(white)) {
      end(last);
      first = at;
    } else if (!isParted) {
      gaps += 1;
      if (white >= leastWhite) wide += 1;
    }
    last = at;
    isParted = false;
  }
  end(last);
  return lines;
}

/** Those of one line, from its first to its last sign. */
function gapsBetween(chars: CharTable, styles: readonly TextStyle[], first: number, to: number): Gap[] {
  const gaps: Gap[] = [];
  let last = first;
  let isParted = false;
  for (let at = first + 1; at <= to; at += 1) {
    if (isBlankCode(chars.code[at] as number)) {
      if (isDrawn(chars, at)) isParted = true;
      continue;
    }
    if (!isParted) gaps.push({ before: last, after: at, white: whiteBetween(chars, styles, last, at) });
    last = at;
    isParted = false;
  }
  return gaps;
}

/** NaN where the second does not go on with the line of the first. */
function whiteBetween(
  { style, left, top, right, bottom }: CharTable,
  styles: readonly TextStyle[],
  one: number,
  other: number,
): number {
  const look = styles[style[other] as number];
  if (style[one] !== style[other] || look === undefined || look.angle !== 0 || look.monospace || look.invisible)
    return Number.NaN;
  const shared = overlap(top[one] as number, bottom[one] as number, top[other] as number, bottom[other] as number);
  if (shared < 0.5 * look.size) return Number.NaN;
  const white = ((left[other] as number) - (right[one] as number)) / (look.size || 1);
  return white < -0.5 || white > farthest ? Number.NaN : white;
}

/** Of so many gaps, ordered by their white, the one that is usual. */
const usualRank = (gaps: number): number => Math.floor(0.4 * (gaps - 1));

/** The white that nearly all letters of a line have; undefined where there is none. */
function whiteOf(gaps: readonly Gap[]): number | undefined {
  const whites = gaps.map(({ white }) => white).sort((a, b) => a - b);
  const usual = whites[usualRank(whites.length)] as number;
  if (usual < leastWhite || usual > mostWhite) return undefined;
  const alike = whites.filter((white) => Math.abs(white - usual) <= evenly).length;
  const closer = whites.filter((white) => white < usual - evenly).length;
  const between = whites.length - alike - closer - whites.filter((white) => white >= usual + apart).length;
  if (alike < mostlyAlike * whites.length || closer + between > fewCloser * whites.length) return undefined;
  return usual;
}
