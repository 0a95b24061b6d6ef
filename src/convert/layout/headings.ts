// Which paragraphs are headings, and of which level: from sizes and weights over the whole document, never from one page.
import { confidenceOf } from './block-confidence.ts';
import { isCaption } from './captions.ts';
import { chapterWords, topWords } from './chapter-words.ts';
import { endsEntry } from './contents-entry.ts';
import { countSigns } from './count-signs.ts';
import { isFormula } from './formulas.ts';
import type { Line } from './lines.ts';
import { isBullet } from './list-marks.ts';
import { type TextStyle, typedFont, type Word } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

/** Pages from which on a document is long. */
const longDocument = 8;

/** Share of the text below which a look is that of few lines. */
const rare = 0.12;
const rareColour = 0.25;
/** Share of code above which its size is that of the text. */
const mostCode = 0.92;

/** How much text a document has in each size; made before any page is written. */
export class TypeCensus {
  #tagged = 0;
  #mistagged = 0;
  readonly #bySize = new Map<number, { all: number; bold: number; code: number; sum: number }>();
  readonly #levels = new Map<number, number>();
  readonly #unsettled = new Set<number>();
  /** By the look of a heading: how often the document gave it which level. */
  readonly #declared = new Map<number, Map<number, number>>();
  readonly #byFont = new Map<string, number>();
  readonly #byColour = new Map<number, number>();
  readonly #counts = new Map<number, number>();
  #pages = 0;
  #total = 0;
  #monospace = 0;
  #body: number | undefined;
  #bodyBold = false;

  add(words: readonly Word[]): void {
    this.#pages += 1;
    // Words of one look stand together.
    let look = words[0]?.style;
    let length = 0;
    for (const { text, style } of words) {
      if (style !== look) {
        if (look !== undefined) this.#add(look, length);
        look = style;
        length = 0;
      }
      length += text.length;
    }
    if (look !== undefined) this.#add(look, length);
    this.#body = undefined;
  }

  #add(style: TextStyle, length: number): void {
    const size = rounded(style.size);
    let known = this.#bySize.get(size);
    if (known === undefined) {
      known = { all: 0, bold: 0, code: 0, sum: 0 };
      this.#bySize.set(size, known);
    }
    known.all += length;
    known.sum += length * style.size;
    this.#total += length;
    if (style.monospace) {
      this.#monospace += length;
      known.code += length;
    }
    this.#byFont.set(style.font, (this.#byFont.get(style.font) ?? 0) + length);
    this.#byColour.set(style.colour, (this.#byColour.get(style.colour) ?? 0) + length);
    if (style.bold) known.bold += length;
  }

  /** The size that most text has, where sizes within half a point are one: code does not count, unless hardly anything else is there. */
  get body(): number {
    if (this.#body === undefined) {
      let most = 0;
      this.#body = 10;
      const counts = this.#monospace > mostCode * this.#total;
      for (const { all, bold, code, sum } of this.#bySize.values()) {
        // In short documents headings may be longer than what stands below them.
        const text = (counts ? all : all - code) - bold / 2;
        if (text <= most) continue;
        most = text;
        this.#body = sum / all;
        this.#bodyBold = bold > 0.6 * all;
      }
    }
    return this.#body;
  }

  get bodyBold(): boolean {
    return this.body > 0 && this.#bodyBold;
  }

  /** All is set like code: then nothing is. */
  get allMonospace(): boolean {
    return this.#monospace > 0.92 * this.#total;
  }

  /** True for a font that little of the text is set in. */
  isRareFont(font: string): boolean {
    return (this.#byFont.get(font) ?? 0) < rare * this.#total;
  }

  /** True for a size that little of the text is set in. */
  isRareSize(size: number): boolean {
    return (this.#bySize.get(rounded(size))?.all ?? 0) < rare * this.#total;
  }

  /** True for a colour that little of the text is set in. */
  isRareColour(colour: number): boolean {
    return (this.#byColour.get(colour) ?? 0) < rareColour * this.#total;
  }

  /** The document tags some of its headings, and hardly anything else as one. */
  get tagsHeadings(): boolean {
    return this.#tagged > 0 && this.#mistagged <= mostMistagged * this.#tagged;
  }

  /** Told of each block that is tagged as a heading. */
  noteTagged(block: TextBlock): void {
    this.#tagged += 1;
    if (isSentence(block, this)) this.#mistagged += 1;
  }

  /** Told of each heading, so that levels can be given by size; `declared` is the level that the document itself gives. */
  noteHeading(block: TextBlock, declared?: number): void {
    const rank = rankOf(block);
    if (declared !== undefined) {
      const votes = this.#declared.get(rank) ?? new Map<number, number>();
      this.#declared.set(rank, votes.set(declared, (votes.get(declared) ?? 0) + 1));
    }
    this.#counts.set(rank, (this.#counts.get(rank) ?? 0) + 1);
    if (!this.#levels.has(rank)) this.#unsettled.add(rank);
  }

  /**
   * 1 to 6: the largest headings are the first level. What was given once stays, so that the pages of a long document,
   * which are written in several goes, agree: a new size stands one below the next larger one.
   */
  levelOf(block: TextBlock): number {
    if (this.#unsettled.size > 0) this.#settle();
    return this.#levels.get(rankOf(block)) ?? 6;
  }

  #settle(): void {
    let above = 0;
    for (const rank of [...this.#levels.keys(), ...this.#unsettled].sort((x, y) => y - x)) {
      const declared = mostVoted(this.#declared.get(rank));
      const level = this.#levels.get(rank) ?? declared ?? Math.min(6, above + 1);
      this.#levels.set(rank, level);
      // In a long document a size that comes once is that of its cover, and no level of its own.
      const isOnce = this.#pages >= longDocument && above > 0 && declared === undefined && this.#counts.get(rank) === 1;
      if (!isOnce) above = level;
    }
    this.#unsettled.clear();
  }
}

function mostVoted(votes: ReadonlyMap<number, number> | undefined): number | undefined {
  let best: number | undefined;
  for (const [level, count] of votes ?? []) if (best === undefined || count > (votes?.get(best) ?? 0)) best = level;
  return best;
}

const rounded = (size: number): number => Math.round(size * 2) / 2;
/** Size first, then weight: a bold heading stands above a plain one of its size. */
const rankOf = (block: TextBlock): number => rounded(block.size) * 2 + (block.bold ? 1 : 0);

const mostHeadingChars = 250;
const shortestSentence = 60;
/** Share of the headings by tag that may be sentences where tags are believed. */
const mostMistagged = 0.3;
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
  /** White above and below, in points. */
  readonly above: number;
  readonly below: number;
  /** What comes next stands right below, so close that their boxes overlap. */
  readonly touches: boolean;
  readonly previous: TextBlock | undefined;
  readonly next: TextBlock | undefined;
  /** It stands alone in the upper or lower margin, where running titles are. */
  readonly inMargin: boolean;
  /** Most lines of the page end with page numbers. */
  readonly onContents: boolean;
  /** What the author's tags say: a level, 0 for no heading, undefined where there are no tags to be believed. */
  readonly tagged: number | undefined;
  /** A link lies on it. */
  readonly linked: () => boolean;
}

export function isHeading(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  if (around.tagged !== undefined && around.tagged > 0)
    return block.lines.length <= 2 * mostHeadingLines && !isSentence(block, census);
  if (!looksLikeHeading(block, census, around) || isOther(block, census, around)) return false;
  return isReadAsTitle(block);
}

/** Read by an engine, formulas and parts of pictures come out as large as titles: without a word, or with a sign of equality. */
function isReadAsTitle(block: TextBlock): boolean {
  const confidence = confidenceOf(block.lines);
  if (confidence === undefined) return true;
  const text = blockText(block);
  return confidence >= leastSure && /\p{L}{3}|\p{Lo}/u.test(text) && !/(?:^| )=(?: |$)/.test(text);
}

/** Set like the text and long, with an end: a paragraph, whatever the tags of the document make of it. */
function isSentence(block: TextBlock, { body }: TypeCensus): boolean {
  if (block.bold || block.italic || block.size > 1.05 * body) return false;
  const text = blockText(block);
  return text.length >= shortestSentence && /[.:;]$/.test(text.slice(-1));
}

/** What is set like a heading and is none: the entry of a table of contents, what was typed into a field, a formula. */
function isOther({ lines, size }: TextBlock, { body }: TypeCensus, { previous, next }: Surroundings): boolean {
  const text = (lines.at(-1) as Line).text.trimEnd();
  if (endsEntry({ text }) || lines[0]?.words[0]?.style.font === typedFont) return true;
  if (/\s\d{1,4}$/.test(text.slice(-6)) && (isEntry(previous) || isEntry(next))) return true;
  return size < 1.3 * body && lines.every(isFormula);
}

function isEntry(block: TextBlock | undefined): boolean {
  const last = block?.lines.at(-1);
  return last !== undefined && endsEntry(last);
}

function looksLikeHeading(block: TextBlock, census: TypeCensus, around: Surroundings): boolean {
  const ratio = block.size / census.body;
  if (block.lines.length > mostHeadingLines || (block.monospace && (census.allMonospace || !isLargeName(block, ratio))))
    return false;
  // Most paragraphs are told by this much.
  if (ratio < 0.92 && !around.onContents && !isSmallHead(block, census, around)) return false;
  let length = 0;
  for (const line of block.lines) length += line.text.length;
  if (length > mostHeadingChars) return false;
  const text = blockText(block);
  if (text.length === 0 || text.length > mostHeadingChars) return false;
  const { letters, upper, lower, blanks, commas } = countSigns(text);
  const wordless = letters < 2 || letters < 0.4 * (text.length - blanks);
  if (wordless && !(versionNumber.test(text) && isApart(block, census, around))) return false;
  if (isCaption(text)) return false;
  // A heading begins like one: not in the middle of a sentence, not with the mark of a list.
  if (
    /^[,;)]/u.test(text) ||
    isBullet(text) ||
    (ratio < 1.3 &&
      /^\p{Ll}/u.test(text) &&
      !isApart(block, census, around) &&
      !isNameApart(block, text, census, around))
  )
    return false;
  // Tagged documents say which lines are headings; only what is far larger is believed against them.
  if (around.tagged === 0 && census.tagsHeadings && ratio < 1.4) return false;
  const words = text.split(/\s+/).length;
  // The title of a document may stand over its table of contents.
  const titled = ratio >= 1.4 && !/\d$/.test(text);
  if (around.onContents && !titled && !/^(?:table of )?contents$|^index$/i.test(text)) return false;
  // Running titles stand well apart from the text; a heading that happens to come first does not.
  if (around.inMargin && ratio < 1.5 && !(block.bold && (ratio >= 1.05 || around.below < 0.9 * block.size)))
    return false;
  // Authors below a title: many commas, few words between them.
  if (commas >= 3 && words / commas < 4) return false;
  const numbered = numberedHeading.test(text);
  const ends = /[.;,:]$/.test(text) && !/\b(?:\d|[A-Z])\.$/.test(text);
  if (ratio >= 1.18) return !(ends && words > 12) && words <= 30;
  const capitals = upper >= 3 && lower <= 0.1 * upper;
  if (around.onContents) return true;
  if (ratio >= 1.05) {
    if (block.bold || capitals || (numbered && /^\d+\.\d/.test(text))) {
      if (!ends) return words <= 20;
      return text.endsWith(':') && words <= 12 && (isApart(block, census, around) || isColoured(block, census, around));
    }
    return (
      standsOut(block, census, around, words, ends) || (ratio >= 1.1 && standsOver(block, census, around, words, ends))
    );
  }
  if (ends && !numbered) return false;
  if (block.bold && !census.bodyBold) {
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
  if (!coloured && !(block.font !== undefined && census.isRareFont(block.font) && around.next.font !== block.font))
    return false;
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

const chapterNumber = new RegExp(`^(?:${topWords}) (?:\\d{1,2}|[A-Z]|[IVXLC]{1,6})\\b(?!\\.\\d)`, 'i');

/** Depth of a numbered heading: `2.3.1` is 3, a chapter is 1; undefined where there is no number. */
export function numberDepth(text: string): number | undefined {
  if (chapterNumber.test(text)) return 1;
  const found = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u.exec(text);
  return found === null ? undefined : (found[1] as string).split('.').length;
}
