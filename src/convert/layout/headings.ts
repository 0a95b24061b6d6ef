// Which paragraphs are headings: told by sizes and weights over the whole document, never of one page.
import { isAbstractHead } from './abstract-words.ts';
import { confidenceOf } from './block-confidence.ts';
import { isCaption } from './captions.ts';
import { chapterWords } from './chapter-words.ts';
import { endsEntry } from './contents-entry.ts';
import { countSigns } from './count-signs.ts';
import { holdsFormula, isFormula } from './formulas.ts';
import type { Line } from './lines.ts';
import { isBullet, isLettered, listMark } from './list-marks.ts';
import { middleX, typedFont } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { isBoldButCode, isSentence, type TypeCensus } from './type-census.ts';

/** Against the size of the text: what the tags of a document do not call a heading, and still is one; the first line may be its title. */
const untaggedHead = 1.4;
const untaggedTitle = 1.1;
/** A title where others have a running title; a heading where all is typed. */
const largeTitle = 1.2;
const largeTyped = 1.2;

const mostHeadingChars = 250;
const mostHeadingLines = 5;
/** Against the size of the text. */
const smallestHead = 0.65;
/** What an engine read with less confidence than this is a formula, or part of a picture. */
const leastSure = 0.6;

const numberedHeading = new RegExp(
  `^(?:(?:${chapterWords}|article)\\s+[\\dA-Z]|\\d{1,2}(?:\\.\\d{1,2}){0,4}\\.?\\s+\\p{L}|[IVX]{1,5}\\.\\s+\\p{L}|[A-Z]\\.\\s+\\p{L})`,
  'iu',
);

export interface Surroundings {
  /** Its number. */
  readonly page: number;
  /** White above and below, in points. */
  readonly above: number;
  readonly below: number;
  /** What comes next stands right below, so close that their boxes overlap. */
  readonly touches: boolean;
  readonly previous: TextBlock | undefined;
  readonly next: TextBlock | undefined;
  /** It stands alone in the upper or lower margin, where running titles are. */
  readonly inMargin: boolean;
  /** No text of the document stands before it. */
  readonly first: boolean;
  /** Most lines of the page end with page numbers. */
  readonly onContents: boolean;
  /** What the author's tags say: a level, 0 for no heading, undefined where there are no tags to be believed. */
  readonly tagged: number | undefined;
  /** A link lies on it. */
  readonly linked: () => boolean;
  /** It is a term, and what comes next explains it. */
  readonly explained: () => boolean;
  /** It stands between the title of a paper and its abstract. */
  readonly amongAuthors: () => boolean;
}

export function isHeading(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  if (around.tagged !== undefined && around.tagged > 0)
    return block.lines.length <= 2 * mostHeadingLines && !isSentence(block, census);
  if (isListed(block, census, around)) return true;
  if (!looksLikeHeading(block, census, around) || isOther(block, census, around)) return false;
  return isReadAsTitle(block) && !around.amongAuthors();
}

/** The table of contents has it, and no tags say that it is something else. */
function isListed(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  if (around.onContents || around.inMargin || (around.tagged === 0 && census.tagsHeadings)) return false;
  return census.listed.has(block, around.page, around.previous, around.next);
}

/** Read by an engine, formulas and parts of pictures come out as large as titles: without a word, or with a sign of equality. */
function isReadAsTitle(block: TextBlock): boolean {
  const confidence = confidenceOf(block.lines);
  if (confidence === undefined) return true;
  const text = blockText(block);
  return confidence >= leastSure && /\p{L}{3}|\p{Lo}/u.test(text) && !/(?:^| )=(?: |$)/.test(text);
}

/** Against the size of the text. */
const largestLabel = 2;
/** Words of what a form asks for. */
const mostLabelWords = 3;

/** A short line with a colon at its end; one after the other, they are the labels of a form. */
function isLabel(lines: readonly Line[] | undefined): boolean {
  const text = lines?.length === 1 ? (lines[0] as Line).text.trimEnd() : '';
  return text.endsWith(':') && text.split(' ').length <= mostLabelWords;
}

/** What is set like a heading and is none: the entry of a table of contents, what was typed into a field, a label of a form, a formula. */
function isOther(block: TextBlock, { body }: TypeCensus, around: Surroundings): boolean {
  const { lines, size } = block;
  const { previous, next } = around;
  if (size < 1.18 * body && isOfCloseList(block, around)) return true;
  const text = (lines.at(-1) as Line).text.trimEnd();
  if (endsEntry({ text }) || lines[0]?.words[0]?.style.font === typedFont) return true;
  if (/\s\d{1,4}$/.test(text.slice(-6)) && (isEntry(previous) || isEntry(next))) return true;
  if (isOfIndex(block) && (isOfIndex(previous) || isOfIndex(next))) return true;
  if (isRowOfHeads(block, next)) return true;
  if (size < largestLabel * body && isLabel(lines) && (isLabel(previous?.lines) || isLabel(next?.lines))) return true;
  return lines.some(holdsFormula) || (size < 1.3 * body && lines.every(isFormula));
}

/** In parts of the type size: headings have more white around them than the items of a list. */
const closeItems = 0.35;

/** An item of a list that is bold as a whole: right before or after it stands the next number. */
function isOfCloseList(block: TextBlock, { above, below, previous, next }: Surroundings): boolean {
  const number = itemNumber(block);
  if (number === undefined) return false;
  const isItem = (other: TextBlock | undefined, gap: number, wanted: number): boolean =>
    other !== undefined &&
    gap < closeItems * block.size &&
    Math.abs(other.left - block.left) < 0.3 * block.size &&
    itemNumber(other) === wanted;
  return isItem(previous, above, number - 1) || isItem(next, below, number + 1);
}

function itemNumber({ lines: [first] }: TextBlock): number | undefined {
  const mark = listMark(first?.text ?? '');
  return mark === undefined || isLettered(mark) ? undefined : mark.number || undefined;
}

/** `carts, 12`: one after the other they are of an index. */
const isOfIndex = (block: TextBlock | undefined): boolean =>
  block !== undefined && /, ?\d{1,3}$/.test((block.lines.at(-1) as Line).text.trimEnd().slice(-6));

/** In parts of the type size: white between columns. */
const betweenColumns = 2;
const sameColumn = 1;

/** Where the words of a line begin that stand apart from those before them; the number of a section may. */
function startsApart({ words, size }: Line): number[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1];
    if (before === undefined || word.left - before.right <= betweenColumns * size) return [];
    return at === 1 && /^[\dA-Z.]{1,9}$/.test(before.text) ? [] : [word.left];
  });
}

/** Heads of columns: three and more, or two over a line that has its own columns there. */
function isRowOfHeads({ lines: [line, second], size }: TextBlock, next: TextBlock | undefined): boolean {
  if (line === undefined || second !== undefined) return false;
  const starts = startsApart(line);
  if (starts.length !== 1) return starts.length > 1;
  const below = next === undefined ? [] : startsApart(next.lines[0] as Line);
  return below.some((left) => Math.abs(left - (starts[0] as number)) < sameColumn * size);
}

function isEntry(block: TextBlock | undefined): boolean {
  const last = block?.lines.at(-1);
  return last !== undefined && endsEntry(last);
}

/** Running titles stand well apart from the text; a heading that happens to come first does not. */
export const mayHead = ({ size }: TextBlock, ratio: number, bold: boolean, below: number): boolean =>
  ratio >= 1.5 || (bold && (ratio >= 1.05 || below < 0.9 * size));

/** Before all text and larger than what is next, without the number of a page. */
function isTitle({ size }: TextBlock, text: string, ratio: number, { first, next }: Surroundings): boolean {
  return first && ratio >= largeTitle && (next?.size ?? 0) <= size && !/^\d{1,4} | \d{1,4}$/.test(text);
}

/** A version, which is no number of a page. */
const decimal = /\d{1,4}\.\d{1,3}$/;

/** In lines: white below a title over the text of a page. */
const titleGap = 2.2;

/** In the middle over several lines of text, where a running title stands at an end or over all of the page. */
function isCentred(block: TextBlock, { below, next }: Surroundings): boolean {
  if (next === undefined || next.lines.length < 2 || below > titleGap * block.size) return false;
  return Math.abs(middleX(block) - middleX(next)) < block.size && block.left > next.left + 2 * block.size;
}

/** A line by itself that says what comes next. */
const namesAbstract = ({ lines }: TextBlock): boolean =>
  lines.length === 1 && isAbstractHead((lines[0] as Line).text.trim());

function looksLikeHeading(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  const ratio = block.size / census.body;
  if (block.lines.length > mostHeadingLines || (block.monospace && !isLargeType(block, ratio, census))) return false;
  // Most paragraphs are told by this much.
  if (ratio < 0.92 && !around.onContents && !isSmallHead(block, census, around) && !namesAbstract(block)) return false;
  let length = 0;
  for (const line of block.lines) length += line.text.length;
  if (length > mostHeadingChars) return false;
  const text = blockText(block);
  if (text.length === 0 || text.length > mostHeadingChars) return false;
  // Journals print it in small capitals, which are small letters to a reader.
  if (!around.inMargin && around.next !== undefined && namesAbstract(block)) return true;
  const { letters, upper, lower, blanks, commas } = countSigns(text);
  const wordless = letters < 2 || letters < 0.4 * (text.length - blanks);
  if (wordless && !(versionNumber.test(text) && isApart(block, census, around))) return false;
  if (isCaption(text)) return false;
  // A heading begins like one: not in the middle of a sentence, not with the mark of a list.
  if (
    /^[,;)]/u.test(text) ||
    isBullet(text) ||
    isOption(text) ||
    isPrompt(text) ||
    (ratio < 1.3 &&
      /^\p{Ll}/u.test(text) &&
      !isApart(block, census, around) &&
      !isNameApart(block, text, census, around))
  )
    return false;
  // Tagged documents say which lines are headings; only what is far larger is believed against them.
  if (around.tagged === 0 && census.tagsHeadings && ratio < (around.first ? untaggedTitle : untaggedHead)) return false;
  const words = wordsIn(text);
  // The title of a document may stand over its table of contents.
  const titled = ratio >= 1.4 && !/(?:[ .…]|^)\d{1,4}$/.test(text.replace(decimal, ''));
  if (around.onContents && !titled && !/^(?:table of )?contents$|^index$/i.test(text)) return false;
  const bold = block.bold || (around.above > 0.6 * block.size && around.next !== undefined && isBoldButCode(block));
  const capitals = upper >= 3 && lower <= 0.1 * upper;
  if (around.inMargin && !mayHead(block, ratio, bold, around.below) && !isTitle(block, text, ratio, around)) {
    if (!(bold && capitals && isCentred(block, around))) return false;
  }
  // Authors below a title: many commas, few words between them.
  if (commas >= 3 && words / commas < 4) return false;
  const numbered = numberedHeading.test(text);
  // The point after a number ends nothing where the number is all there is.
  const ends = /[.;,:。；，：]$/.test(text) && !(words <= 2 && /\b(?:\d|[A-Z])\.$/.test(text));
  if (!numbered && ratio < largeSentence && isWholeSentence(text, words, bold)) return false;
  if (ratio >= 1.18) return !(ends && words > 12) && words <= 30;
  if (around.onContents) return true;
  if (!numbered && (ratio < 1.05 || block.monospace) && around.explained()) return false;
  if (ratio >= 1.05) {
    if (bold || capitals || (numbered && /^\d+\.\d/.test(text))) {
      if (!ends) return words <= 20;
      return text.endsWith(':') && words <= 12 && (isApart(block, census, around) || isColoured(block, census, around));
    }
    return (
      standsOut(block, census, around, words, ends) || (ratio >= 1.1 && standsOver(block, census, around, words, ends))
    );
  }
  if (ends && !numbered) return false;
  if (bold && !census.bodyBold) {
    return (
      words <= 16 &&
      block.lines.length <= 2 &&
      (around.next === undefined || !around.next.bold || around.above > 0.4 * block.size)
    );
  }
  if (capitals && words >= 1 && words <= 10 && block.lines.length <= 2) {
    return around.above > 0.5 * block.size && around.below > 0.2 * block.size && letters >= 4;
  }
  return standsOut(block, census, around, words, ends);
}

/** Against the size of the text: titles of this size may be sentences. */
const largeSentence = 1.5;
const fewestInSentence = 5;
/** A sentence and the beginning of another one, which goes on in code or a formula. */
const fewestInTwo = 8;
const twoSentences = /\p{Ll}{3}\. \p{Lu}\p{Ll}/u;

/** Said and done: headings that end with a stop are short, or bold, or in a script that has capitals. */
function isWholeSentence(text: string, words: number, bold: boolean): boolean {
  if (words < fewestInSentence) return false;
  if (!bold && words >= fewestInTwo && twoSentences.test(text)) return true;
  return /[。；，]$/.test(text) || (!bold && /[.,;]$/.test(text) && !/\.\.\.$/.test(text));
}

/** Ideographs and kana stand without white between words of about two of them. */
const wordsIn = (text: string): number =>
  Math.max(text.split(/\s+/).length, ((text.match(/[\u3041-\u30ff\u3400-\u9fff]/g)?.length ?? 0) + 1) >> 1);

/** What is typed at the prompt of a program. */
const isPrompt = (text: string): boolean =>
  /^(?:[>$#]|R>|>>>|In \[\d|\(%[io]\d)\s?\S/.test(text) && !/^# ?\d/.test(text);

/** What a program is told on its command line: `--name`, `[-name value]`. */
const isOption = (text: string): boolean => /^[[(]?[-−–]{1,2}\p{L}/u.test(text);

/** The lowest headings of web pages are smaller than the text that they stand over, bold and well apart. */
function isSmallHead({ bold, lines, size }: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  const { next } = around;
  if (!bold || census.bodyBold || lines.length > 1 || size < smallestHead * census.body || next === undefined)
    return false;
  if (around.inMargin || next.bold || next.size < (next.monospace ? 0.7 : 0.97) * census.body) return false;
  return around.above > size && around.below > 0.7 * size && around.below < 2.5 * size;
}

/** The versions of a program head the list of its changes. */
const versionNumber = /^v?\d+\.\d+\.\d+(?![\d.])/;

/** One bold or coloured line with white above and below, the more of it the less its type is larger than the text's. */
function isApart(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  const { lines, size } = block;
  if (lines.length > 1 || size < 1.03 * census.body || around.below <= 0.1 * size) return false;
  if (around.above <= (size >= 1.1 * census.body ? 0.4 : 0.6) * size) return false;
  return (block.bold && !census.bodyBold) || isColoured(block, census, around);
}

/** What a program calls something, which may begin with a small letter, with the arguments it takes. */
const programName = /^[\p{L}_$][\p{L}\d_$-]*(?:[.:/#]+[\p{L}\d_$-]+)*(?:\s?\([^()]*\)|\[[^[\]]*\])?$/u;

/** One line in the type of a program that is larger than the text: its code never is. */
const isLargeName = ({ lines, bold }: TextBlock, ratio: number): boolean =>
  lines.length === 1 && ratio >= (bold ? 1.05 : 1.15) && ratio < 3 && /\p{L}{2}/u.test((lines[0] as Line).text);

/** Type of a program that is no code: a name in text, and what is larger than the rest where all is typed. */
function isLargeType(block: TextBlock, ratio: number, { allMonospace }: TypeCensus): boolean {
  return allMonospace ? ratio >= largeTyped : isLargeName(block, ratio);
}

/** Such a name alone on a bold or coloured line, with white above and below. */
function isNameApart(block: TextBlock, text: string, census: TypeCensus, around: Surroundings): boolean {
  const { bold, lines, size } = block;
  if (lines.length > 1 || around.above <= 0.4 * size || around.below <= 0.1 * size || !programName.test(text))
    return false;
  return bold || isColoured(block, census, around);
}

/** One short line in a font or colour that is used for little else, with white above it and text below. */
function standsOut(block: TextBlock, census: TypeCensus, around: Surroundings, words: number, ends: boolean): boolean {
  if (words > 12 || block.lines.length > 1 || around.inMargin || around.next === undefined) return false;
  const coloured = isColoured(block, census, around);
  // Smaller than the text, another font is that of a label in a drawing.
  const isOther = block.font !== undefined && census.isRareFont(block.font) && block.size >= 0.98 * census.body;
  if (!coloured && !(isOther && around.next.font !== block.font)) return false;
  if (ends && !(coloured && (block.lines[0] as Line).text.endsWith(':'))) return false;
  // What stands over the caption of a figure is the label of its axis.
  if (isCaption(around.next.lines[0]?.text ?? '')) return false;
  // Code is set smaller than text.
  if (around.above <= 0.4 * block.size || around.next.size < (around.next.monospace ? 0.7 : 0.9) * census.body)
    return false;
  return around.below < 2.5 * block.size || around.touches;
}

/** One line in a larger type that is used for little else, apart from the paragraph below it. */
function standsOver(block: TextBlock, census: TypeCensus, around: Surroundings, words: number, ends: boolean): boolean {
  const { next, above, below } = around;
  if (ends || words > 14 || block.lines.length > 1 || around.inMargin || next === undefined) return false;
  if (!census.isRareSize(block.size) || next.size > 1.02 * census.body || next.lines.length < 2) return false;
  return above > 0.8 * block.size && below > 0.2 * block.size && below < 2.5 * block.size && !around.linked();
}

/** Difference of its strongest and its weakest part, from which on a colour is seen as one. */
const seenColour = 48;

/** All in one colour that is neither that of the text nor that of a link. */
function isColoured(block: TextBlock, census: TypeCensus, { next, linked }: Surroundings): boolean {
  const colour = block.lines[0]?.words[0]?.style.colour ?? 0;
  const parts = [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
  if (Math.max(...parts) - Math.min(...parts) < seenColour || block.size < 0.98 * census.body) return false;
  if (!census.isRareColour(colour) || next?.lines[0]?.words[0]?.style.colour === colour) return false;
  return block.lines.every(({ words }) => words.every(({ style }) => style.colour === colour)) && !linked();
}
