// Paragraphs from the lines of one column: parted by white space, indents, changes of look and the marks of list items.
import { isAbstractHead } from './abstract-words.ts';
import { bareNumber } from './bare-numbers.ts';
import { endsEntry } from './contents-entry.ts';
import { holdsFormula, isDisplayed, isFormula } from './formulas.ts';
import { type EntryPart, hangingEntries } from './hanging-entries.ts';
import {
  areIndented,
  areMiddle,
  areTexts,
  endsEarly,
  hadRoom,
  hangs,
  indent,
  isNextExplained,
  isProse,
  isTermOver,
  isWithinSentence,
  paragraphGap,
  standsAtEnd,
} from './line-pairs.ts';
import { boldGoesOn, isOnOtherGround, isOtherLook, isOtherType } from './line-types.ts';
import { isAllInLine, type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { isMarkOfText } from './marks-of-text.ts';
import { type Box, boundsOf, middleX, type Word, widthOf } from './page.ts';
import { beginsRaised, isRaised, noteMark } from './raised-marks.ts';

export interface TextBlock extends Box {
  readonly lines: readonly Line[];
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  /** The font of all its words; undefined where they differ. */
  readonly font: string | undefined;
}

/** From base to base in parts of the type size: lines of a sentence may be this far apart, around a sign that is taller than they are. */
const widestWithin = 2.6;
/** As much white where a line ends early, in parts of the type size. */
const earlyGap = 1.7;
/** As much between text and a line of code as it stands in sentences: a head, or a paragraph of its own. */
const widestInLine = 2.2;
/** Of lines further apart than others, the share that ends early where each is a paragraph. */
const earlyShare = 0.4;
const sectionNumber = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\S/;
const chapterNumber = /^(\d{1,2})\.?\s+\p{Lu}/u;

/** Titles with their numbers, one below the other: a chapter and its first section, or two sections. */
function areTitles(first: Line, line: Line): boolean {
  if (!sectionNumber.test(line.text)) return false;
  if (sectionNumber.test(first.text)) return true;
  const [, chapter] = chapterNumber.exec(first.text) ?? [];
  return chapter !== undefined && line.text.startsWith(`${chapter}.1`);
}

/** Where lines stand: their column, which may hold more than them, and their page. */
export interface Column extends Box {
  /** Text on the page is wrapped: some line begins within a sentence. */
  readonly wraps: boolean;
}

export function columnOf(boxes: readonly Box[], wraps: boolean): Column {
  const { left, top, right, bottom } = boundsOf(boxes);
  return { left, top, right, bottom, wraps };
}

/** Words on a line from which on it tells whether text is wrapped. */
const tellingWords = 4;

export const isWrapped = (segments: readonly { readonly words: readonly Word[] }[]): boolean =>
  segments.some(({ words }) => words.length >= tellingWords && /^\p{Ll}/u.test((words[0] as Word).text));

export function paragraphsOf(lines: readonly Line[], area: Column = columnOf(lines, isWrapped(lines))): TextBlock[] {
  if (lines.length === 0) return [];
  const blocks: TextBlock[] = [];
  let current: Line[] = [];
  let margin = 0;
  let allBold = true;
  const distances = distancesOf(lines);
  const leadings = leadingBySize(lines, distances, area);
  const entries = hangingEntries(lines);
  const numbers = new Set(lines.flatMap(({ text }) => (/^\d/.test(text) ? (listMark(text)?.number ?? []) : [])));
  for (const [at, line] of lines.entries()) {
    const last = current.at(-1);
    const distance = distances[at] as number;
    const before = current.length > 1 ? distances[at - 1] : undefined;
    if (
      last !== undefined &&
      (parts(
        { lines: current, margin, allBold, before, entry: entries?.[at], numbers },
        last,
        line,
        distance,
        area,
        leadings,
      ) ||
        hangs(current, line, lines[at + 1], distance, leadings.get(Math.round(line.size))) ||
        (!area.wraps && (areSentences(last, line) || isNextTerm(blocks.at(-1), current, line, distance))))
    ) {
      blocks.push(blockOf(current));
      current = [];
    }
    if (current.length === 0) {
      margin = line.left;
      allBold = true;
    }
    margin = Math.min(margin, line.left);
    allBold &&= line.bold;
    current.push(line);
  }
  blocks.push(blockOf(current));
  return blocks;
}

export function blockOf(lines: readonly Line[]): TextBlock {
  const bounds = boundsOf(lines);
  let longest = lines[0] as Line;
  let bold = true;
  let italic = true;
  let monospace = true;
  for (const line of lines) {
    if (line.words.length > longest.words.length) longest = line;
    bold &&= line.bold;
    italic &&= line.italic;
    monospace &&= line.monospace;
  }
  const { left, top, right, bottom } = bounds;
  return { left, top, right, bottom, lines, size: longest.size, bold, italic, monospace, font: commonFont(lines) };
}

/** All its lines as one text. */
export const blockText = ({ lines }: TextBlock): string => lines.map(lineText).join(' ').trim();

function commonFont(lines: readonly Line[]): string | undefined {
  const font = lines[0]?.words[0]?.style.font;
  for (const { style, words } of lines) {
    if (style === undefined ? words.some((word) => word.style.font !== font) : style.font !== font) return undefined;
  }
  return font;
}

/** Where most of a line stands: each font has a box of its own, and a sign of another one may reach far below. */
function baseOf({ bottom, style, size, words }: Line): number {
  if (style !== undefined) return bottom;
  const lengths = new Map<string, number>();
  let most: Word | undefined;
  let longest = 0;
  for (const word of words) {
    if (Math.abs(word.style.size - size) > 0.05 * size) continue;
    const length = (lengths.get(word.style.font) ?? 0) + word.text.length;
    lengths.set(word.style.font, length);
    if (length <= longest) continue;
    longest = length;
    if (most?.style.font !== word.style.font) most = word;
  }
  return most?.bottom ?? bottom;
}

/** From the base of each line to that of the one before it; 0 for the first. */
function distancesOf(lines: readonly Line[]): number[] {
  const bases = lines.map(baseOf);
  return bases.map((base, at) => (at === 0 ? 0 : base - (bases[at - 1] as number)));
}

/** A line and the one below it, of one size. */
interface Pair {
  readonly distance: number;
  readonly one: Line;
  readonly other: Line;
}

/** The usual distance from one base line to the next, for each size of type. */
function leadingBySize(lines: readonly Line[], distances: readonly number[], area: Box): ReadonlyMap<number, number> {
  const pairs = new Map<number, Pair[]>();
  for (let at = 1; at < lines.length; at += 1) {
    const [one, other] = [lines[at - 1] as Line, lines[at] as Line];
    const distance = distances[at] as number;
    const key = Math.round(other.size);
    if (Math.round(one.size) !== key || distance <= 0 || distance > 3 * Math.max(1, other.size)) continue;
    const pair = { distance, one, other };
    const list = pairs.get(key);
    if (list === undefined) pairs.set(key, [pair]);
    else list.push(pair);
  }
  const leadings = new Map<number, number>();
  for (const [key, list] of pairs) {
    const usual = usualDistance(list, key, area);
    // Lines of code may stand further apart.
    const texts = list.filter(({ one, other }) => !one.monospace && !other.monospace);
    const isMixed = texts.length > 0 && texts.length < list.length;
    leadings.set(key, isMixed ? Math.min(usual, usualDistance(texts, key, area)) : usual);
  }
  return leadings;
}

function usualDistance(pairs: Pair[], size: number, area: Box): number {
  // The lower part: paragraph gaps are among the distances too.
  const sorted = pairs.sort((a, b) => a.distance - b.distance);
  const usual = sorted[Math.floor(sorted.length * 0.35)]?.distance ?? 0;
  // Where most paragraphs are single lines, it is theirs: the smallest distance of several tells, if lines that stand further
  // apart end early.
  const least = sorted.findIndex(({ distance }) => distance >= 0.9 * size);
  const close = sorted[least]?.distance ?? usual;
  if (usual <= paragraphGap * close || (sorted[least + 1]?.distance ?? usual) > 1.05 * close) return usual;
  const apart = sorted.filter(({ distance }) => distance > paragraphGap * close);
  return apart.filter(({ one, other }) => endsEarly(one, other, area)).length >= earlyShare * apart.length
    ? close
    : usual;
}

/** The paragraph so far: kept while lines are added, so that a column of any length is read once. */
interface Running {
  readonly lines: readonly Line[];
  readonly margin: number;
  readonly allBold: boolean;
  /** The distance of its last two lines. */
  readonly before: number | undefined;
  /** What the next line is to an entry that its column has. */
  readonly entry: EntryPart | undefined;
  /** Those that lines of the column begin with, as items do. */
  readonly numbers: ReadonlySet<number>;
}

function parts(
  running: Running,
  last: Line,
  line: Line,
  distance: number,
  area: Box,
  leadings: ReadonlyMap<number, number>,
): boolean {
  const { lines: current, margin, allBold, before, entry } = running;
  if (entry === 'begins' || line.labelled) return true;
  if (holdsFormula(line) || holdsFormula(last)) return true;
  const size = Math.max(1, line.size);
  if (isOtherType(current, last, line, area) || isOtherLook(last, line) || isOnOtherGround(last, line)) return true;
  const leading = leadings.get(Math.round(line.size)) ?? 1.2 * size;
  const within = before ?? leading;
  const usual = Math.min(Math.max(leading, within * 0.9), 2.2 * size);
  if (distance > paragraphGap * usual && distance > 1.25 * size) {
    if (distance > widestWithin * size || !isWithinSentence(last, line, area)) return true;
  }
  if (distance > widestInLine * size && isAllInLine(line) !== isAllInLine(last)) return true;
  if (entry === 'goes on') return false;
  if (distance > earlyGap * size && areTexts(last, line) && endsEarly(last, line, area)) return true;
  if (line.bold !== last.bold && (line.bold || allBold) && !boldGoesOn(last, line, area)) return true;
  if (listMark(lineText(line)) !== undefined && !isMarkOfText(running, last, line, area)) return true;
  if (goesOnCounting(current[0] as Line, line)) return true;
  if (isOutdented(current, last, line, area)) return true;
  if (areTitles(current[0] as Line, line)) return true;
  if (current.length === 1 && isAbstractHead(last.text)) return true;
  if (endsEntry(last) || isHeadOver(current, last, line, distance, area)) return true;
  // Labels with their values, row by row.
  if (line.gapped === true && last.gapped === true) return true;
  // What is defined, with its kind in brackets at the end of the line (`name arguments [Function]`), over what it does.
  if (/ \[\p{Lu}[\p{L} ]+\]$/u.test(last.text) && last.right > area.right - size && line.left > last.left + size)
    return true;
  if (beginsWithLabel(line) && beginsWithLabel(current[0] as Line)) return true;
  if (isNextExplained(current[0] as Line, last, line, area)) return true;
  if (standsAsFormula(line, area) ? isProse(last) : isProse(line) && standsAsFormula(last, area)) return true;
  // The next note at the foot of a page, or the next address under the names of authors.
  const [opening] = line.words;
  if (line.style === undefined && opening !== undefined && isRaised(opening, line)) {
    if (noteMark.test(opening.text) || (/^[a-z]$/.test(opening.text) && beginsRaised(current[0]))) return true;
  }
  // A first line that stands further in than the one before it, which itself began at the margin.
  const width = Math.max(1, widthOf(area));
  if (current.length > 1 && line.left > margin + indent * size && last.left < margin + 0.3 * size) {
    if (
      line.left < margin + 5 * size &&
      last.right > area.left + 0.3 * width &&
      !areMiddle(last, line) &&
      !isWithinSentence(last, line, area)
    )
      return true;
  }
  // A page number at the right end over text, or a few words over a line that stands further in and had room beside them.
  if (current.length === 1 && (standsAtEnd(last, line, area) || (!last.labelled && isTermOver(last, line, area))))
    return true;
  // A paragraph of one line, and another one that stands as far in.
  if (current.length === 1 && areIndented(last, line, area) && endsEarly(last, line, area)) return true;
  // The line before ended early although there was room for the first word of this one.
  const room = area.right - last.right;
  const first = line.words[0] as Word;
  if (room > widthOf(first) + 2.5 * size && room > 0.18 * width && /[.!?:。」”"]$/.test(lineText(last))) return true;
  return false;
}

function goesOnCounting(first: Line, line: Line): boolean {
  const number = bareNumber(line)?.number;
  return number !== undefined && bareNumber(first)?.number === number - 1;
}

/** Where no text is wrapped, each line with an end is a paragraph, and the longest of them says nothing of the width of the page. */
const areSentences = (one: Line, other: Line): boolean =>
  Math.abs(one.left - other.left) < 0.3 * other.size &&
  /[.!?][)"”’]?$/.test(one.text) &&
  /^["“‘(]?\p{Lu}/u.test(other.text);

/** There, a few words over one line that stands further in are a term, and so are those below, as far out and apart. */
function isNextTerm(above: TextBlock | undefined, current: readonly Line[], other: Line, gap: number): boolean {
  const term = above?.lines.at(-1);
  const [one] = current;
  if (one === undefined || current.length > 1 || gap <= earlyGap * other.size || term === undefined) return false;
  if (one.left - other.left <= indent * other.size || Math.abs(term.left - other.left) > 0.3 * other.size) return false;
  return isFewWords(term) && isFewWords(other) && Math.abs(middleX(one) - middleX(other)) >= other.size;
}

const isFewWords = ({ words, text }: Line): boolean => words.length <= 4 && /[\p{L}\p{N})]$/u.test(text);

/** Where a program steps back out, it has no words in small letters and a stop. */
const endsSentence = ({ text }: Line): boolean => /[.!?)]$/.test(text) && /(?:^| )\p{Ll}{2,} \p{Ll}{2}/u.test(text);

/** Further left than a line which ended before the end of its column: that of an item or of an explanation. */
function isOutdented(current: readonly Line[], last: Line, line: Line, area: Box): boolean {
  const step = indent * line.size;
  if (line.left > last.left - step) return false;
  const [first, second] = current as [Line, Line?];
  const isItem = listMark(lineText(first)) !== undefined;
  // The other lines of the item stand further in.
  const inner = Math.min(second?.left ?? 0, last.left);
  const hangs = isItem && inner > Math.max(first.left, line.left) + step;
  if (hangs && !isWithinSentence(last, line, area)) return true;
  if (line.left > first.left - step || !isItem) return endsSentence(last) && endsEarly(last, line, area);
  // A line of ideographs has no words, but room for one of them is room.
  if (/\p{Lo}$/u.test(last.text)) return area.right - last.right > Math.max(4 * line.size, 0.12 * widthOf(area));
  return endsEarly(last, line, area) || (hadRoom(last, line, area) && endsSentence(last) && /^\p{Lu}/u.test(line.text));
}

/** A few words and a colon, as in the head of a letter or an invoice; a time has no space after its colon. */
const label = /^\p{Lu}[^\s:]*(?: [^\s:]+){0,3}:(?: |$)/u;
const longestLabel = 40;

function beginsWithLabel({ text }: Line): boolean {
  const colon = text.indexOf(':');
  return colon > 0 && colon <= longestLabel && label.test(text);
}

const standsAsFormula = (line: Line, { left }: Box): boolean =>
  line.style === undefined && isFormula(line) && isDisplayed(line, left);

/** In parts of the type size: how far a full line in a colour of its own stands above the text. */
const colourGap = 1.8;

/** A short line or two in a font or a colour of their own above text in another: a head, though no white parts them. */
function isHeadOver(current: readonly Line[], last: Line, line: Line, distance: number, area: Box): boolean {
  if (current.length > 2 || /[.,;:…-]$/.test(last.text)) return false;
  if (!/^[\p{Lu}\p{Lo}\d“‘「『(]/u.test(line.text)) return false;
  const room = area.right - last.right;
  const isShort = room >= 4 * line.size && room >= 0.15 * widthOf(area);
  return (
    (isShort && isOf('font', current, line)) ||
    ((isShort || distance > colourGap * line.size) && isOf('colour', current, line))
  );
}

/** All lines of the head have a look that hardly a word of the text below has. */
function isOf(look: 'font' | 'colour', head: readonly Line[], text: Line): boolean {
  const own = head[0]?.words[0]?.style[look];
  if (own === undefined || text.words[0]?.style[look] === own) return false;
  const share = ({ words }: Line): number => words.filter(({ style }) => style[look] === own).length / words.length;
  return head.every((one) => share(one) === 1) && share(text) < 0.2;
}
