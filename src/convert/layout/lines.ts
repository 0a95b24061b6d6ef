// Lines of one column: segments that share a line are joined, top to bottom, left to right.
import { hookLength } from './broken-code.ts';
import { type Row, withLabels } from './label-rows.ts';
import { isListMark } from './list-marks.ts';
import {
  type Box,
  boundsOf,
  heightOf,
  type LinkArea,
  liesIn,
  overlap,
  type PageContent,
  type TextStyle,
  type Word,
} from './page.ts';
import { noteMark, smallMark } from './raised-marks.ts';
import { lineOverlap, makeSegment, type Segment } from './segments.ts';

export interface Line extends Box {
  readonly words: readonly Word[];
  /** As it is read. */
  readonly text: string;
  readonly size: number;
  /** Nearly all its characters are bold. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  /** The look of all its words; undefined where they differ. */
  readonly style: TextStyle | undefined;
  /** Its parts stand far from each other, as a label and its value do. */
  readonly gapped: boolean;
  /** It begins with a label that stands beside its text. */
  readonly labelled: boolean;
  /** Those of the page it stands on, where that is not the page of its paragraph. */
  readonly links: readonly LinkArea[] | undefined;
}

/** Lines that are put into a block of a page before. */
export const movedFrom = ({ links }: Pick<PageContent, 'links'>, lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => ({ ...line, links }));

/** In parts of the type size: more white than justified text ever has between two words. */
const farApart = 2.5;

/** Against the lines of a title: the number of its chapter, as tall as several of them. */
const tall = 1.8;

/** A number at the left of several lines of a title, far larger than these: it stands at the beginning of the first. */
function tallNumber(segments: readonly Segment[]): Segment | undefined {
  const number = segments.find(({ words }) => words.length === 1 && /^\d{1,2}$/.test((words[0] as Word).text));
  if (number === undefined) return undefined;
  const beside = segments.filter(
    (one) => one !== number && overlap(one.top, one.bottom, number.top, number.bottom) > 0,
  );
  const isBeside =
    beside.length > 1 && beside.every(({ left, size }) => left > number.right && number.size > tall * size);
  return isBeside ? number : undefined;
}

export function linesOf(segments: readonly Segment[]): Line[] {
  const number = tallNumber(segments);
  if (number === undefined) return rowsOf(segments);
  const lines = rowsOf(segments.filter((one) => one !== number));
  const at = lines.findIndex(({ top, bottom }) => overlap(top, bottom, number.top, number.bottom) > 0);
  const first = lines[at] as Line;
  lines[at] = lineFrom([...number.words, ...first.words], first, first.size);
  return lines;
}

function rowsOf(segments: readonly Segment[]): Line[] {
  const sorted = [...segments].sort((a, b) => a.top + a.bottom - (b.top + b.bottom) || a.left - b.left);
  const rows: { top: number; bottom: number; segments: Segment[] }[] = [];
  for (const segment of sorted) {
    let row: (typeof rows)[number] | undefined;
    for (let at = rows.length - 1; at >= 0 && at >= rows.length - 4; at -= 1) {
      const one = rows[at] as (typeof rows)[number];
      const least = Math.min(one.bottom - one.top, heightOf(segment));
      if (overlap(one.top, one.bottom, segment.top, segment.bottom) >= lineOverlap * least) {
        row = one;
        break;
      }
    }
    if (row === undefined) rows.push({ top: segment.top, bottom: segment.bottom, segments: [segment] });
    else {
      // The tallest piece sets the line; a mark beside it does not.
      if (heightOf(segment) > row.bottom - row.top) {
        row.top = segment.top;
        row.bottom = segment.bottom;
      }
      row.segments.push(segment);
    }
  }
  const parts = rows.map((row) => row.segments.sort((a, b) => a.left - b.left));
  const isPlain = rows.filter((row) => row.segments.length > 1).length < 2;
  const lines = isPlain ? parts.map(lineOf) : withLabels(parts).map(labelledLine);
  return lines.sort((a, b) => a.top + a.bottom - (b.top + b.bottom));
}

function labelledLine({ segments, labelled }: Row): Line {
  const line = lineOf(segments);
  return labelled ? { ...line, labelled } : line;
}

/** Every line of a piece of code as one segment, whatever white its columns have between them. */
export function withCodeLines(segments: readonly Segment[], areas: readonly Box[] = []): readonly Segment[] {
  let all = segments;
  for (const area of areas) {
    const [inside, outside]: [Segment[], Segment[]] = [[], []];
    for (const segment of all) (liesIn(segment, area) ? inside : outside).push(segment);
    all = [...outside, ...linesOf(inside).map(({ words }) => makeSegment(words))];
  }
  return all;
}

const isHook = ({ words }: Segment, hooks: number): boolean => hooks > 0 && words.length <= hooks;

function lineOf(segments: readonly Segment[]): Line {
  const words = wordsOf(segments);
  let largest = segments[0] as Segment;
  if (segments.length === 1) return lineFrom(words, largest, largest.size);
  const hooks = hookLength(words);
  for (const one of segments) if (one.words.length > largest.words.length || isHook(largest, hooks)) largest = one;
  const line = lineFrom(words, boundsOf(segments), largest.size);
  return isGapped(segments, farApart * largest.size) ? { ...line, gapped: true } : line;
}

/** What a list item may begin with, far from its text. */
const itemMark = /^(?:[^\p{L}]{1,5}|\(?\p{L}{1,4}[.)]|\p{L})$/u;

function isGapped(segments: readonly Segment[], far: number): boolean {
  const from = itemMark.test(lineText(segments[0] as Segment)) ? 2 : 1;
  for (let at = from; at < segments.length; at += 1) {
    if ((segments[at] as Segment).left - (segments[at - 1] as Segment).right > far) return true;
  }
  return false;
}

/** A line of words that are in order already. */
export function lineFrom(words: readonly Word[], { left, top, right, bottom }: Box, size: number): Line {
  let all = 0;
  let bold = 0;
  let italic = 0;
  let monospace = 0;
  let text = '';
  let common = words[0]?.style;
  const mark = markBefore(words);
  const hooks = hookLength(words);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const { style } = word;
    if (style !== common) common = undefined;
    text += text !== '' && word.spaced ? ` ${word.text}` : word.text;
    if (word === mark || at < hooks) continue;
    const { length } = word.text;
    all += length;
    if (style.bold || (at === words.length - 1 && isNote(word, size))) bold += length;
    if (style.italic) italic += length;
    if (style.monospace && style.inLine !== true) monospace += length;
  }
  return {
    left,
    top,
    right,
    bottom,
    words,
    text,
    size,
    bold: bold > 0.98 * all,
    italic: italic > 0.85 * all,
    monospace: monospace > 0.85 * all,
    style: common,
    gapped: false,
    labelled: false,
    links: undefined,
  };
}

/** The mark of a note at the end of a line, which is set lighter than a bold title is. */
const isNote = ({ text, style }: Word, size: number): boolean =>
  style.size < smallMark * size && text.length <= 4 && noteMark.test(text);

/** Nothing but code as it stands in sentences. */
export const isAllInLine = ({ words }: { readonly words: readonly Word[] }): boolean =>
  words.every(({ style }) => style.inLine === true);

/** The mark of an item that is set in a look of its own: it says nothing of how the line is set. */
function markBefore([first, second]: readonly Word[]): Word | undefined {
  if (first === undefined || second === undefined || first.style === second.style || first.text.length > 4)
    return undefined;
  return isListMark(first.text) ? first : undefined;
}

function wordsOf(segments: readonly Segment[]): readonly Word[] {
  if (segments.length === 1) return (segments[0] as Segment).words;
  return segments.flatMap((segment, at) =>
    segment.words.map((word, index) =>
      index === 0 && at > 0 && !word.spaced ? spacedApart(segments, at, word) : word,
    ),
  );
}

function spacedApart(segments: readonly Segment[], at: number, word: Word): Word {
  const before = segments[at - 1] as Segment;
  return word.left - before.right > 0.15 * word.style.size ? { ...word, spaced: true } : word;
}

/** The text of a line, or of words that stand on one, as it is read. */
export function lineText(line: { readonly words: readonly Word[]; readonly text?: string }): string {
  if (line.text !== undefined) return line.text;
  let text = '';
  for (const word of line.words) text += text !== '' && word.spaced ? ` ${word.text}` : word.text;
  return text;
}
