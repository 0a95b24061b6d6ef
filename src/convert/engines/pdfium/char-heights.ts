// Boxes of characters as tall as their type. A font that does not say how far its letters reach gets the box of all its signs,
// which for mathematics, Arabic and ideographs is as tall as several lines: they would lie over each other.
import type { TextStyle } from '../../layout/page.ts';
import { type CharTable, hasRightToLeft, isRightToLeft } from './char-table.ts';
import type { Pdfium } from './module.ts';
import type { PageSpace } from './page.ts';

/** In parts of the type size: boxes taller than this say nothing of the letters in them. */
const tallest = 1.45;
/** A sign whose ink reaches this much further than letters do, such as a bracket over several lines, keeps its box. */
const further = 0.3;

/** How far a box reaches above and below its base line, in parts of the type size. */
export interface Reach {
  readonly above: number;
  readonly below: number;
}

const usualReach: Reach = { above: 0.9, below: 0.25 };

export function trimHeights(page: ReadText): void {
  const { chars, styles } = page;
  // Only of text that stands upright: what runs up or down is hardly ever more than a line.
  const limits = styles.map(({ size, angle }) => (angle === 0 && size > 0 ? tallest * size : Number.POSITIVE_INFINITY));
  let reach: Reach | undefined;
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if ((chars.bottom[at] as number) - (chars.top[at] as number) <= (limits[style] as number)) continue;
    const base = baseOf(page, at);
    const ink = inkOf(page, at);
    if (base === undefined || ink === undefined) continue;
    reach ??= reachOfMost(page, limits);
    const { size } = styles[style] as TextStyle;
    const { above, below } = reach;
    if (base - ink.top > (above + further) * size || ink.bottom - base > (below + further) * size) continue;
    chars.top[at] = Math.max(chars.top[at] as number, base - above * size);
    chars.bottom[at] = Math.min(chars.bottom[at] as number, base + below * size);
  }
}

/**
 * Letters from right to left are as tall as their ink here and as their font there: all that is set like them stands as high
 * above its base line as letters do.
 */
export function levelRightToLeft(page: ReadText): void {
  const { chars, styles } = page;
  if (!hasRightToLeft(chars)) return;
  const leveled = new Uint8Array(styles.length);
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if (isRightToLeft(chars.code[at] as number) && styles[style]?.angle === 0) leveled[style] = 1;
  }
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if (leveled[style] === 1) standOnBase(page, at, (styles[style] as TextStyle).size, usualReach);
  }
}

/** Gives a character a box that reaches so far above and below its base line. */
export function standOnBase(page: ReadText, at: number, size: number, { above, below }: Reach): void {
  const base = baseOf(page, at);
  if (base === undefined) return;
  page.chars.top[at] = base - above * size;
  page.chars.bottom[at] = base + below * size;
}

/** The looks of a page with how far the boxes of their characters reach below the base line. */
export function withDescents(page: ReadText): TextStyle[] {
  const { chars, styles } = page;
  const descents: (number | undefined)[] = new Array(styles.length).fill(undefined);
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const { angle, size } = styles[style] as TextStyle;
    if (descents[style] !== undefined || angle !== 0 || size <= 0 || chars.bottom[at] === chars.top[at]) continue;
    const base = baseOf(page, at);
    descents[style] = base === undefined ? 0 : ((chars.bottom[at] as number) - base) / size;
  }
  return styles.map((style, at) => {
    const descent = descents[at];
    return descent === undefined ? style : { ...style, descent };
  });
}

export interface ReadText {
  readonly pdfium: Pdfium;
  readonly text: number;
  readonly chars: CharTable;
  readonly styles: readonly TextStyle[];
  readonly space: PageSpace;
}

const double = ({ view, scratch }: Pdfium, index: number): number => view.getFloat64(scratch + 8 * index, true);

export function baseOf({ pdfium, text, space }: ReadText, at: number): number | undefined {
  const { calls, scratch } = pdfium;
  if (calls.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8) === 0) return undefined;
  return space.y(double(pdfium, 0), double(pdfium, 1));
}

export function inkOf({ pdfium, text, space }: ReadText, at: number): { top: number; bottom: number } | undefined {
  const { calls, scratch } = pdfium;
  if (calls.FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24) === 0) return undefined;
  return space.box(double(pdfium, 0), double(pdfium, 3), double(pdfium, 1), double(pdfium, 2));
}

/** That of the look with most characters among those whose boxes can be believed: the rest shall stand on its lines. */
function reachOfMost(page: ReadText, limits: readonly number[]): Reach {
  const { chars, styles } = page;
  const counts = new Uint32Array(styles.length);
  const samples = new Int32Array(styles.length).fill(-1);
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const height = (chars.bottom[at] as number) - (chars.top[at] as number);
    if (height <= 0 || limits[style] === Number.POSITIVE_INFINITY || height > (limits[style] as number)) continue;
    counts[style] = (counts[style] as number) + 1;
    samples[style] = at;
  }
  let most = 0;
  for (let style = 1; style < counts.length; style += 1)
    if ((counts[style] as number) > (counts[most] as number)) most = style;
  const sample = samples[most] ?? -1;
  const base = sample < 0 ? undefined : baseOf(page, sample);
  if (base === undefined) return usualReach;
  const { size } = styles[most] as TextStyle;
  const reach = {
    above: (base - (chars.top[sample] as number)) / size,
    below: ((chars.bottom[sample] as number) - base) / size,
  };
  return reach.above > 0 && reach.below > 0 ? reach : usualReach;
}
