// The characters of a page that have no known meaning, font by font, and what the fonts themselves say of them.
import type { TextStyle } from '../../layout/page.ts';
import { type CharTable, generatedChar, unmappedChar } from './char-table.ts';
import type { PdfDocument } from './document.ts';
import { misnamedByDvips } from './font-dvips.ts';
import { FontMeanings, type UnknownChar } from './font-recovery.ts';

const meanings = new WeakMap<PdfDocument, FontMeanings>();

/**
 * Called where a sample of the characters had one without meaning: looks at all that share a font with it, notes which
 * stay without meaning, and gives the texts of the others by their places.
 */
export function recoverUnknown(
  document: PdfDocument,
  text: number,
  chars: CharTable,
  styles: readonly TextStyle[],
): ReadonlyMap<number, string> {
  const suspects = new Set<string>();
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & unmappedChar) !== 0) suspects.add(styles[chars.style[at] as number]?.font ?? '');
  }
  const recovered = new Map<number, string>();
  if (suspects.size === 0) return recovered;
  const known = meanings.get(document) ?? new FontMeanings(document);
  meanings.set(document, known);
  const { calls } = document.pdfium;
  const byFont = new Map<number, UnknownChar[]>();
  for (let at = 0; at < chars.count; at += 1) {
    const style = styles[chars.style[at] as number];
    if (style === undefined || !suspects.has(style.font) || chars.flags[at] === generatedChar) continue;
    if (calls.FPDFText_HasUnicodeMapError(text, at) !== 1) continue;
    chars.flags[at] = unmappedChar;
    const font = calls.FPDFTextObj_GetFont(calls.FPDFText_GetTextObject(text, at));
    const list = byFont.get(font);
    const one = {
      at,
      code: chars.code[at] as number,
      width: widthOf(document, text, chars, at, style),
      opensLine: opensLine(chars, at, style.size),
      next: chars.code[at + 1] ?? 32,
    };
    if (list === undefined) byFont.set(font, [one]);
    else list.push(one);
  }
  for (const [font, unknown] of byFont) {
    if (font === 0) continue;
    for (const [at, one] of known.read(font, unknown)) {
      recovered.set(at, one);
      if (one !== '\ufffd') chars.flags[at] = 0;
    }
  }
  for (const [at, one] of misnamedByDvips(chars, styles)) recovered.set(at, one);
  return recovered;
}

/** The width that the PDF gives the character, in thousandths of its size. */
function widthOf({ pdfium }: PdfDocument, text: number, chars: CharTable, at: number, style: TextStyle): number {
  const { calls, scratch } = pdfium;
  if (calls.FPDFText_GetMatrix(text, at, scratch) === 0) return 0;
  const size = calls.FPDFText_GetFontSize(text, at) * Math.hypot(pdfium.float(0), pdfium.float(1));
  const quarter = Math.round(style.angle / 90) % 4;
  if (!(size > 0) || Math.abs(style.angle - quarter * 90) > 1) return 0;
  const across = quarter % 2 === 0;
  const from = (across ? chars.left[at] : chars.top[at]) as number;
  const to = (across ? chars.right[at] : chars.bottom[at]) as number;
  return (1000 * (to - from)) / size;
}

/** Nothing before it on its line, and white after it. */
function opensLine(chars: CharTable, at: number, size: number): boolean {
  const base = chars.bottom[at] as number;
  const apart = (other: number): boolean => Math.abs((chars.bottom[other] as number) - base) > 0.5 * size;
  const isBreak = (other: number): boolean =>
    chars.flags[other] === generatedChar && (chars.code[other] as number) !== 32;
  if ((at > 0 && !isBreak(at - 1) && !apart(at - 1)) || isRaised(chars, at, size)) return false;
  const next = at + 1;
  if (next >= chars.count) return false;
  if (chars.flags[next] === generatedChar || (chars.code[next] as number) <= 32) return true;
  return (chars.left[next] as number) - (chars.right[at] as number) > 0.2 * size;
}

/** Right behind the character before it, though higher or lower, so that the engine may see the end of a line between them. */
function isRaised({ left, right, top, bottom, flags }: CharTable, at: number, size: number): boolean {
  let before = at - 1;
  while (before >= 0 && flags[before] === generatedChar) before -= 1;
  if (before < 0 || Math.abs((left[at] as number) - (right[before] as number)) > 0.3 * size) return false;
  return (top[at] as number) < (bottom[before] as number) && (bottom[at] as number) > (top[before] as number);
}
