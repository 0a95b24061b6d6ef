// The strokes that Arabic letters are stretched with to fill a line. Programs draw them as signs of their own, for which a file
// says nothing or something else: between two letters that they reach into, they are no signs to a reader.
import { type CharTable, hasRightToLeft, unmappedChar, withColumns } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { overlap } from '../../layout/page.ts';
import { withoutChars } from './char-kinds.ts';

/** In parts of the type size: how far a stroke reaches into a letter, how near it comes at least, and how wide it is. */
const deepest = 0.3;
const nearest = -0.02;
const widest = 0.3;
/** Characters looked at to either side: more than a line has. */
const farthest = 300;
const mostStrokes = 5_000;

const isArabic = (code: number): boolean =>
  (code >= 0x620 && code <= 0x6d3 && (code < 0x64b || code > 0x66f)) || (code >= 0xfb50 && code <= 0xfefc);

export function withoutStrokes(page: PdfPage): PdfPage {
  const { chars } = page;
  if (!hasRightToLeft(chars)) return page;
  const strokes = new Set<number>();
  let looked = 0;
  for (let at = 0; at < chars.count && looked < mostStrokes; at += 1) {
    if (!mayBeStroke(page, at)) continue;
    looked += 1;
    if (isBetween(page, at)) strokes.add(at);
  }
  if (strokes.size === 0) return page;
  const left = stretched(page, strokes);
  return { ...page, chars: withoutChars(withColumns(chars, { left }), strokes) };
}

/** Where letters begin that take the room of their strokes, those at the right first. */
function stretched({ chars, styles }: PdfPage, strokes: ReadonlySet<number>): Float32Array {
  const { code, right, style, count } = chars;
  const left = chars.left.slice();
  for (const at of [...strokes].sort((a, b) => (right[b] as number) - (right[a] as number))) {
    const size = styles[style[at] as number]?.size ?? 0;
    for (let other = Math.max(0, at - farthest); other < Math.min(count, at + farthest); other += 1) {
      if (!isArabic(code[other] as number) || !isBeside(chars, at, other)) continue;
      if (reaches((right[at] as number) - (left[other] as number), size)) left[other] = left[at] as number;
    }
  }
  return left;
}

const reaches = (into: number, size: number): boolean => into > nearest * size && into < deepest * size;

const isBeside = ({ top, bottom, style }: CharTable, one: number, other: number): boolean =>
  style[one] === style[other] &&
  overlap(top[one] as number, bottom[one] as number, top[other] as number, bottom[other] as number) > 0;

/** Narrow, and without a meaning or with that of a sign that has no place within a word. */
function mayBeStroke({ chars, styles }: PdfPage, at: number): boolean {
  const { code, flags, left, right, style } = chars;
  if (((flags[at] as number) & unmappedChar) === 0 && code[at] !== 0x3c && code[at] !== 0x3e) return false;
  return (right[at] as number) - (left[at] as number) <= widest * (styles[style[at] as number]?.size ?? 0);
}

/** It reaches into a letter on one side, and into another or a stroke on the other. */
function isBetween(page: PdfPage, at: number): boolean {
  const { code, left, right, style, count } = page.chars;
  const size = page.styles[style[at] as number]?.size ?? 0;
  let [letters, before, after] = [0, false, false];
  for (let other = Math.max(0, at - farthest); other < Math.min(count, at + farthest); other += 1) {
    if (other === at) continue;
    const isBefore = reaches((right[other] as number) - (left[at] as number), size);
    if (!isBefore && !reaches((right[at] as number) - (left[other] as number), size)) continue;
    if (!isBeside(page.chars, at, other)) continue;
    if (isArabic(code[other] as number)) letters += 1;
    else if (!mayBeStroke(page, other)) continue;
    if (isBefore) before = true;
    else after = true;
  }
  return before && after && letters > 0;
}
