// Numbers and letters that hang far to the left of what they number, as in outlines and contracts: each is put before the
// words on its line, so that no gutter parts them.
import { isListMark } from './list-marks.ts';
import { heightOf, overlap } from './page.ts';
import { lineOverlap, makeSegment, type Segment } from './segments.ts';

/** In parts of the type size, and in points: what stands further away is not numbered by it. */
const furthest = 8;
const furthestPoints = 100;
/** In parts of its own size: what is set much larger or smaller is neither. */
const otherSize = 0.3;
/** Marks of one page; more are a table of something. */
const mostMarks = 200;
/** The number of a section of two levels or more, or a Roman one. */
const sectionNumber = /^(?:\d{1,2}(?:\.\d{1,3}){1,4}\.?|[IVX]{1,6}\.)$/;

export function withHangingMarks(segments: readonly Segment[]): readonly Segment[] {
  const marks = segments.filter(isMark);
  if (marks.length === 0 || marks.length > mostMarks) return segments;
  // From the right, so that the mark of a chapter comes before that of its first section on one line.
  marks.sort((a, b) => b.left - a.left);
  /** What a mark that is gone went to. */
  const into = new Map<Segment, Segment>();
  const joined = new Map<Segment, Segment>();
  for (const mark of marks) {
    const next = nextOnLine(mark, segments);
    if (next === undefined) continue;
    const numbered = into.get(next) ?? next;
    into.set(mark, numbered);
    joined.set(numbered, makeSegment([...mark.words, ...(joined.get(numbered) ?? numbered).words]));
  }
  return segments.filter((segment) => !into.has(segment)).map((segment) => joined.get(segment) ?? segment);
}

function isMark({ words }: Segment): boolean {
  const [only] = words;
  if (words.length !== 1 || only === undefined || only.text.length > 12 || only.rightToLeft) return false;
  return isListMark(only.text) || sectionNumber.test(only.text);
}

function nextOnLine(mark: Segment, segments: readonly Segment[]): Segment | undefined {
  let nearest: Segment | undefined;
  const reach = Math.min(furthest * mark.size, furthestPoints);
  for (const segment of segments) {
    const gap = segment.left - mark.right;
    if (segment === mark || gap < 0 || gap > reach || Math.abs(segment.size - mark.size) > otherSize * mark.size)
      continue;
    const least = Math.min(heightOf(segment), heightOf(mark));
    if (overlap(mark.top, mark.bottom, segment.top, segment.bottom) < lineOverlap * least) continue;
    if (nearest === undefined || segment.left < nearest.left) nearest = segment;
  }
  return nearest !== undefined && (isMark(nearest) || beginsText(nearest)) ? nearest : undefined;
}

/** Words, not another number of a table. */
const beginsText = ({ words }: Segment): boolean => /^["'“‘«„([]*\p{L}/u.test(words[0]?.text ?? '');
