// Entries whose first line stands out to the left of the others: bibliographies, lists of persons, glossaries set as text.
// They look like text with indents turned round, so that which of the two it is must be told first: by the labels of the
// entries, or by where their lines end.
import type { Line } from './lines.ts';
import { listMark } from './list-marks.ts';
import { type Box, type Word, widthOf } from './page.ts';

/** What a line is to its entry. */
export type EntryPart = 'begins' | 'goes on';

/** In parts of the type size: how far in the lines of an entry stand, and how exactly. */
const leastIndent = 0.8;
const mostIndent = 5;
const exactly = 0.3;
/** From one line to the next; the white between two entries is within. */
const furthest = 2.4;
/** Room at the end of a line, besides that for the next word. */
const spare = 0.6;
/** Lines that go on, and entries that begin below a line that ended early, from which on they are seen. */
const fewestWithin = 3;
const fewestFresh = 2;
/** Of entries, those that may begin with a small letter. */
const mostSmall = 0.2;
/** `[7]`, `[Knu84]`, `[Abe and Ito, 1999]`. */
const label = /^\[(?:(\d{1,3})|[\p{L}\d][\p{L}\p{N}+&.,:’' -]{1,30})\](?=\s)/u;

/** Of each line of a column; undefined for those of no entry, and where there are none at all. */
export function hangingEntries(lines: readonly Line[]): readonly (EntryPart | undefined)[] | undefined {
  if (lines.length < 2) return undefined;
  const parts = new Array<EntryPart | undefined>(lines.length);
  const labelled = markLabelled(lines, parts);
  const plain = markPlain(lines, parts);
  return labelled || plain ? parts : undefined;
}

interface Labelled {
  readonly at: number;
  readonly number: number | undefined;
  readonly label: Word;
  /** Where the text after the label begins. */
  readonly text: number;
}

function markLabelled(lines: readonly Line[], parts: (EntryPart | undefined)[]): boolean {
  const found: Labelled[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.text.charCodeAt(0) !== 91) continue;
    const one = labelledAt(line, at);
    if (one !== undefined) found.push(one);
  }
  for (let at = 1; at < found.length; at += 1) {
    const [one, other] = [found[at - 1] as Labelled, found[at] as Labelled];
    if (!areNeighbours(one, other, lines)) continue;
    parts[one.at] = 'begins';
    parts[other.at] = 'begins';
  }
  for (const [at, one] of found.entries()) {
    if (parts[one.at] === undefined) continue;
    const end = found[at + 1]?.at ?? lines.length;
    for (let next = one.at + 1; next < end && goesOn(one, lines, next); next += 1) parts[next] = 'goes on';
  }
  return parts.includes('begins');
}

function labelledAt(line: Line, at: number): Labelled | undefined {
  const match = label.exec(line.text);
  const end = line.words.findIndex(({ text }) => text.endsWith(']'));
  const [first, next] = [line.words[end], line.words[end + 1]];
  if (match === null || first === undefined || next === undefined) return undefined;
  return { at, number: match[1] === undefined ? undefined : Number(match[1]), label: first, text: next.left };
}

/** One after the other in a list: by their numbers, by the place of their labels, and by what stands between them. */
function areNeighbours(one: Labelled, other: Labelled, lines: readonly Line[]): boolean {
  if (one.number === undefined ? other.number !== undefined : other.number !== one.number + 1) return false;
  const [first, second] = [lines[one.at] as Line, lines[other.at] as Line];
  const near = exactly * second.size;
  const areAligned = Math.abs(first.left - second.left) < near || Math.abs(one.label.right - other.label.right) < near;
  if (!areAligned || Math.abs(first.size - second.size) > 0.1 * second.size) return false;
  let at = one.at + 1;
  while (at < other.at && goesOn(one, lines, at)) at += 1;
  // A reference at the start of a line of text is no label: the line above it does not end there.
  return (at === other.at && at > one.at + 1) || endsSentence(lines[other.at - 1] as Line);
}

const endsSentence = ({ text }: Line): boolean => /[.)\]”"\d/]$/.test(text);

function goesOn({ at, text }: Labelled, lines: readonly Line[], next: number): boolean {
  const [first, line, above] = [lines[at] as Line, lines[next] as Line, lines[next - 1] as Line];
  return Math.abs(line.left - text) < exactly * line.size && isNear(above, line) && isOfSize(line, first);
}

const isOfSize = (one: Line, other: Line): boolean => Math.abs(one.size - other.size) < 0.1 * other.size;
const isNear = (above: Line, line: Line): boolean =>
  line.bottom > above.bottom && line.bottom - above.bottom < furthest * line.size;

/** Lines below each other that begin at one of two places. */
interface Run {
  readonly from: number;
  readonly to: number;
  /** The place further out; undefined where all begin at one. */
  readonly out: number | undefined;
}

function markPlain(lines: readonly Line[], parts: (EntryPart | undefined)[]): boolean {
  let hasAny = false;
  for (let at = 0; at < lines.length - fewestWithin; ) {
    const run = runFrom(lines, parts, at);
    if (isOfEntries(lines, run)) {
      hasAny = true;
      for (let next = run.from; next < run.to; next += 1) {
        if (!isOut(lines[next] as Line, run)) parts[next] = next === run.from ? undefined : 'goes on';
        else if (next > run.from) parts[next] = 'begins';
      }
    }
    at = Math.max(at + 1, run.to);
  }
  return hasAny;
}

const isOut = ({ left, size }: Line, { out = 0 }: Run): boolean => left < out + 0.5 * leastIndent * size;

function runFrom(lines: readonly Line[], parts: readonly (EntryPart | undefined)[], from: number): Run {
  const first = lines[from] as Line;
  let out = first.left;
  let within: number | undefined;
  let to = from;
  for (; to < lines.length; to += 1) {
    const line = lines[to] as Line;
    if (line.monospace || line.gapped || parts[to] !== undefined || !isOfSize(line, first)) break;
    if (to > from && (!isNear(lines[to - 1] as Line, line) || listMark(line.text) !== undefined)) break;
    const near = exactly * line.size;
    if (Math.abs(line.left - out) < near || (within !== undefined && Math.abs(line.left - within) < near)) continue;
    const indent = line.left - out;
    if (within !== undefined || Math.abs(indent) < leastIndent * line.size || Math.abs(indent) > mostIndent * line.size)
      break;
    within = Math.max(out, line.left);
    out = Math.min(out, line.left);
  }
  return { from, to, out: within === undefined ? undefined : out };
}

/** Lines that stand in are below full ones, and lines that stand out below some that ended early: with indents it is the other way. */
function isOfEntries(lines: readonly Line[], run: Run): boolean {
  if (run.out === undefined) return false;
  const right = rightOf(lines, run);
  let within = 0;
  let fresh = 0;
  let entries = 0;
  let small = 0;
  for (let at = run.from + 1; at < run.to; at += 1) {
    const [above, line] = [lines[at - 1] as Line, lines[at] as Line];
    const isFull = right - above.right < widthOf(line.words[0] as Box) + spare * line.size;
    if (isOut(line, run)) {
      entries += 1;
      if (!isFull) fresh += 1;
      if (/^\p{Ll}/u.test(line.text)) small += 1;
    } else if (!isFull) return false;
    else within += 1;
  }
  return within >= fewestWithin && fresh >= fewestFresh && fresh >= 0.5 * entries && small <= mostSmall * entries;
}

function rightOf(lines: readonly Line[], { from, to }: Run): number {
  let right = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at += 1) right = Math.max(right, (lines[at] as Line).right);
  return right;
}
