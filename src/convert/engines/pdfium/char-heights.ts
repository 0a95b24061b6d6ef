// Boxes of characters as tall as their type. A font that does not say how far its letters reach gets the box of all its signs,
// which for mathematics, Arabic and ideographs is as tall as several lines: they would lie over each other.
import type { Box, TextStyle } from '../../layout/page.ts';
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
/** A box that reaches less holds the ink of a few signs only. */
const leastReach: Reach = { above: 0.65, below: 0.12 };
const leastDescent = 0.05;

export function trimHeights(page: ReadText): void {
  const { chars, styles } = page;
  const limits = limitsOf(styles, () => true);
  let reach: Reach | undefined;
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    if ((chars.bottom[at] as number) - (chars.top[at] as number) <= (limits[style] as number)) continue;
    const base = baseOf(page, at);
    const ink = inkOf(page, at);
    if (base === undefined || ink === undefined) continue;
    reach ??= reachOfMost(page, limits);
    const { size } = styles[style] as TextStyle;
    if (!holds(reach, base, ink, size)) continue;
    chars.top[at] = Math.max(chars.top[at] as number, base - reach.above * size);
    chars.bottom[at] = Math.min(chars.bottom[at] as number, base + reach.below * size);
  }
}

/** How tall boxes may be. Only of text that stands upright: what runs up or down is hardly ever more than a line. */
const limitsOf = (styles: readonly TextStyle[], isMeant: (at: number) => boolean): number[] =>
  styles.map((style, at) => (isUpright(style) && isMeant(at) ? tallest * style.size : Number.POSITIVE_INFINITY));

const isUpright = ({ angle, size }: TextStyle): boolean => angle === 0 && size > 0;

/** The ink is that of a letter, or of a sign that reaches little further. */
const holds = ({ above, below }: Reach, base: number, ink: Ink, size: number): boolean =>
  base - ink.top <= (above + further) * size && ink.bottom - base <= (below + further) * size;

/**
 * Letters from right to left, and those of fonts whose box holds less than their letters, are as tall as their ink here and
 * as their font there: all that is set like them stands as high above its base line as letters do.
 */
export function levelHeights(page: ReadText): void {
  const { chars, styles } = page;
  if (hasRightToLeft(chars)) {
    const isLeveled = new Uint8Array(styles.length);
    for (let at = 0; at < chars.count; at += 1) {
      const style = chars.style[at] as number;
      if (isRightToLeft(chars.code[at] as number) && styles[style]?.angle === 0) isLeveled[style] = 1;
    }
    for (let at = 0; at < chars.count; at += 1) {
      const style = chars.style[at] as number;
      if (isLeveled[style] === 1) standOnBase(page, at, (styles[style] as TextStyle).size, usualReach);
    }
  }
  levelUneven(page);
}

/** In parts of the type size: boxes that differ by more are those of their ink. */
const unevenness = 0.1;

function levelUneven(page: ReadText): void {
  const { chars, styles } = page;
  const uneven = unevenStyles(page);
  if (!uneven.includes(1)) return;
  let levelled = 0;
  for (const style of chars.style) levelled += uneven[style] as number;
  // A program that writes one font like that writes all of them so; else they stand on the lines of the other fonts.
  const isMost = 2 * levelled > chars.count;
  const reach = isMost
    ? usualReach
    : reachOfMost(
        page,
        limitsOf(styles, (at) => uneven[at] === 0),
      );
  for (let at = 0; at < chars.count; at += 1) {
    const style = chars.style[at] as number;
    const code = chars.code[at] as number;
    const look = styles[style] as TextStyle;
    const { size } = look;
    if (uneven[style] === 0 && !(isMost && isUpright(look))) continue;
    if (isMathematical(code)) continue;
    const base = baseOf(page, at);
    const ink = inkOf(page, at);
    if (base === undefined || ink === undefined || !holds(reach, base, ink, size)) continue;
    setReach(chars, at, base, size, reach);
  }
}

/** 1 for each look of upright text, whatever its size, in a font whose box some letters do not fit into. */
function unevenStyles(page: ReadText): Uint8Array {
  const { chars, styles } = page;
  const lowest = new Float32Array(styles.length).fill(Number.POSITIVE_INFINITY);
  const highest = new Float32Array(styles.length);
  const samples = new Uint32Array(styles.length);
  for (let at = 0; at < chars.count; at += 1) {
    const height = (chars.bottom[at] as number) - (chars.top[at] as number);
    if (height <= 0 || !isLetter(chars.code[at] as number)) continue;
    const style = chars.style[at] as number;
    if (height > (highest[style] as number)) highest[style] = height;
    if (height >= (lowest[style] as number)) continue;
    lowest[style] = height;
    samples[style] = at;
  }
  const isUneven = (style: TextStyle, at: number): boolean => {
    if (!isUpright(style) || lowest[at] === Number.POSITIVE_INFINITY) return false;
    const reach = reachAt(page, samples[at] as number);
    if (isPlausible(reach)) return false;
    return hasNoDescent(reach) || (highest[at] as number) - (lowest[at] as number) > unevenness * style.size;
  };
  const fonts = new Set(styles.filter(isUneven).map(({ font }) => font));
  return Uint8Array.from(styles, (style) => (isUpright(style) && fonts.has(style.font) ? 1 : 0));
}

/** Arrows, operators and the pieces of brackets, which stand where they stand. */
const isMathematical = (code: number): boolean =>
  (code >= 0x2190 && code < 0x2400) || (code >= 0x27c0 && code < 0x2c00);

/** Letters of any script and digits. */
const isLetter = (code: number): boolean =>
  (code >= 0x30 && code < 0x3a) ||
  (code >= 0x41 && code < 0x5b) ||
  (code >= 0x61 && code < 0x7b) ||
  (code >= 0xc0 && code < 0x2000) ||
  (code >= 0x2c00 && code < 0xe000);

/** Gives a character a box that reaches so far above and below its base line. */
export function standOnBase(page: ReadText, at: number, size: number, reach: Reach): void {
  const base = baseOf(page, at);
  if (base !== undefined) setReach(page.chars, at, base, size, reach);
}

function setReach(chars: CharTable, at: number, base: number, size: number, { above, below }: Reach): void {
  chars.top[at] = base - above * size;
  chars.bottom[at] = base + below * size;
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

type Ink = Pick<Box, 'top' | 'bottom'>;

export function inkOf({ pdfium, text, space }: ReadText, at: number): Box | undefined {
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
  const reach = sample < 0 ? undefined : reachAt(page, sample);
  return isPlausible(reach) ? reach : usualReach;
}

function reachAt(page: ReadText, at: number): Reach | undefined {
  const base = baseOf(page, at);
  if (base === undefined) return undefined;
  const { chars, styles } = page;
  const { size } = styles[chars.style[at] as number] as TextStyle;
  return { above: (base - (chars.top[at] as number)) / size, below: ((chars.bottom[at] as number) - base) / size };
}

/** Letters below the base line stick out of it wherever there are any. */
const hasNoDescent = (reach: Reach | undefined): boolean => reach !== undefined && reach.below < leastDescent;

const isPlausible = (reach: Reach | undefined): reach is Reach =>
  reach !== undefined && reach.above >= leastReach.above && reach.below >= leastReach.below;
