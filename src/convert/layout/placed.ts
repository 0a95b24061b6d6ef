// What reading order is made of: things with a place on the page, and what is usual among them.
import { bulletSign } from './list-marks.ts';
import { type Box, heightOf } from './page.ts';
import { isMonospace, type Segment } from './segments.ts';
import { median } from './sorted.ts';

/** Something to be put in order: a segment of text, a table, a figure. */
export interface Placed extends Box {
  readonly size: number;
  /** Words in it: short pieces on both sides of a gutter are cells, not columns. */
  readonly wordCount: number;
  /** It ends with a colon, as the label of a value does. */
  readonly isLabel?: boolean;
  /** It begins with a colon, as the value beside a label does where all colons stand below each other. */
  readonly isValue?: boolean;
  /** It begins with a bullet or a number. */
  readonly isItem?: boolean;
  /** Set like code, and when it was drawn among others. */
  readonly typed?: number | undefined;
  /** Number of the column that it was drawn in, where the order of drawing tells. */
  readonly column?: number | undefined;
  /** The text that it is. */
  readonly segment?: Segment;
}

export interface PlacedSegment extends Placed {
  readonly segment: Segment;
}

const beginsItem = (text: string): boolean => text.length <= 3 && (bulletSign.test(text) || /^\d{1,2}[.)]$/.test(text));

/** Written out, because there is one for every piece of text of every page. */
export const placedSegment = (segment: Segment, isLabel = false, column?: number): PlacedSegment => ({
  left: segment.left,
  top: segment.top,
  right: segment.right,
  bottom: segment.bottom,
  size: segment.size,
  wordCount: segment.words.length,
  isLabel,
  isValue: /^[:：]/.test(segment.words[0]?.text ?? ''),
  isItem: segment.words.length > 1 && beginsItem(segment.words[0]?.text ?? ''),
  typed: isMonospace(segment) ? segment.words[0]?.order : undefined,
  column,
  segment,
});

/** In points: less white than this parts no columns. */
export const narrowestGutter = 7;
/** Rows set this far apart all over are no bands: white must be wider than the usual one by this much. */
export const evenly = 1.3;
const fewestGaps = 3;

export const byTop = <T extends Box>(items: readonly T[]): T[] => [...items].sort((a, b) => a.top - b.top);

export const typicalSize = (items: readonly Placed[]): number =>
  median(items.map((item) => item.size || heightOf(item)));

/** The white between rows that stand one below the other; 0 where there are too few to tell. */
export function usualGap(sorted: readonly Placed[]): number {
  const gaps: number[] = [];
  let reach = Number.POSITIVE_INFINITY;
  for (const { top, bottom } of sorted) {
    if (top - reach > 0.5) gaps.push(top - reach);
    reach = Number.isFinite(reach) ? Math.max(reach, bottom) : bottom;
  }
  return gaps.length < fewestGaps ? 0 : median(gaps);
}
