// How much text a document has in each size, font and colour, and which levels its headings get by their looks.
import { HyphenMemory } from './hyphens.ts';
import type { Line } from './lines.ts';
import { ListedTitles } from './listed-titles.ts';
import { NumberingScheme, numberDepth } from './numbering-scheme.ts';
import { mostVoted, OutlineLevels } from './outline-levels.ts';
import type { TextStyle, Word } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

const shortestSentence = 60;
/** Share of the headings by tag that may be sentences where tags are believed. */
const mostMistagged = 0.3;

/** Pages from which on a document is long. */
const longDocument = 8;

/** Share of the text below which a look is that of few lines. */
const rare = 0.12;
const rareColour = 0.25;
/** Share of code above which it is the text. */
const mostCode = 0.92;

const plainStart = /^[A-Za-z0-9]/;
const saysSomething = /[\p{L}\p{N}]/u;

/** How much text a document has in each size; made before any page is written. */
export class TypeCensus {
  /** What its lines end with. */
  readonly hyphens = new HyphenMemory();
  readonly listed = new ListedTitles();
  #tagged = 0;
  #mistagged = 0;
  readonly #bySize = new Map<number, { all: number; bold: number; code: number; sum: number }>();
  readonly numbering = new NumberingScheme();
  readonly outline = new OutlineLevels();
  readonly #levels = new Map<number, number>();
  readonly #unsettled = new Set<number>();
  /** By the look of a heading: how often the document gave it which level. */
  readonly #declared = new Map<number, Map<number, number>>();
  readonly #byFont = new Map<string, number>();
  /** Without what is set like code. */
  readonly #byTextFont = new Map<string, number>();
  #textFont: string | undefined;
  readonly #byColour = new Map<number, number>();
  readonly #counts = new Map<number, number>();
  /** The look of the largest heading with a number, or with a level by the document itself. */
  #highestGiven = 0;
  #isTitled = false;
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
    let said = 0;
    for (const { text, style } of words) {
      if (style !== look) {
        if (look !== undefined) this.#add(look, length, said);
        look = style;
        length = 0;
        said = 0;
      }
      length += text.length;
      // The points of a plot may be as many as the letters of the text.
      if (plainStart.test(text) || saysSomething.test(text)) said += text.length;
    }
    if (look !== undefined) this.#add(look, length, said);
    this.#body = undefined;
    this.#textFont = undefined;
  }

  /** `said` is the length of its words without those that are only signs. */
  #add(style: TextStyle, length: number, said: number): void {
    const size = rounded(style.size);
    let known = this.#bySize.get(size);
    if (known === undefined) {
      known = { all: 0, bold: 0, code: 0, sum: 0 };
      this.#bySize.set(size, known);
    }
    known.all += said;
    known.sum += said * style.size;
    this.#total += length;
    if (style.monospace) {
      this.#monospace += length;
      known.code += said;
    } else this.#byTextFont.set(style.font, (this.#byTextFont.get(style.font) ?? 0) + said);
    this.#byFont.set(style.font, (this.#byFont.get(style.font) ?? 0) + length);
    this.#byColour.set(style.colour, (this.#byColour.get(style.colour) ?? 0) + length);
    if (style.bold) known.bold += said;
  }

  /** The size that most text has, where sizes within half a point are one: code does not count, unless hardly anything else is there. */
  get body(): number {
    if (this.#body === undefined) {
      let most = 0;
      this.#body = 10;
      const counts = this.allMonospace;
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
    return this.#monospace > mostCode * this.#total;
  }

  /** True for a font that little of the text is set in; that of the text is none, however much code there is. */
  isRareFont(font: string): boolean {
    this.#textFont ??= mostVoted(this.#byTextFont) ?? '';
    return font !== this.#textFont && (this.#byFont.get(font) ?? 0) < rare * this.#total;
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
    const { text } = block.lines[0] as Line;
    this.numbering.note(text);
    const rank = rankOf(block);
    if (declared !== undefined || numberDepth(text) !== undefined)
      this.#highestGiven = Math.max(this.#highestGiven, rank);
    if (declared !== undefined) {
      this.outline.note(text, declared);
      const votes = this.#declared.get(rank) ?? new Map<number, number>();
      this.#declared.set(rank, votes.set(declared, (votes.get(declared) ?? 0) + 1));
    }
    this.#counts.set(rank, (this.#counts.get(rank) ?? 0) + 1);
    if (!this.#levels.has(rank)) this.#unsettled.add(rank);
  }

  /** Told of the title of the document, which has no number and no level by itself, before any level is given. */
  noteTitle(block: TextBlock): void {
    this.#isTitled ||= rankOf(block) > this.#highestGiven;
  }

  /** The level of a heading that its number or the document gives: below a title larger than all of these it is one lower. */
  levelGiven(level: number): number {
    return this.#isTitled ? level + 1 : level;
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
      const given = declared === undefined ? undefined : this.levelGiven(declared);
      const level = this.#levels.get(rank) ?? given ?? Math.min(6, above + 1);
      this.#levels.set(rank, level);
      // In a long document a size that comes once is that of its cover, and no level of its own.
      const isOnce = this.#pages >= longDocument && above > 0 && declared === undefined && this.#counts.get(rank) === 1;
      if (!isOnce) above = level;
    }
    this.#unsettled.clear();
  }
}

const rounded = (size: number): number => Math.round(size * 2) / 2;
/** Size first, then weight: a bold heading stands above a plain one of its size. */
const rankOf = (block: TextBlock): number => rounded(block.size) * 2 + (block.bold || isBoldButCode(block) ? 1 : 0);

/** Share of a heading that is no code, and that is no sign of a formula. */
const leastProse = 0.3;
const leastBesideSigns = 0.5;

/**
 * One line, bold but for what is set like code, or for single signs of formulas: fonts of those kinds often have no bold letters.
 * What a label with a colon names is left out.
 */
export function isBoldButCode({ lines, monospace }: TextBlock): boolean {
  if (lines.length > 1 || monospace) return false;
  const { words, text } = lines[0] as Line;
  const prose = words.filter((word) => !word.style.monospace && !isSign(word));
  const length = prose.reduce((sum, word) => sum + word.text.length, 0);
  const least = words.some(isSign) ? leastBesideSigns : leastProse;
  if (prose.length === words.length || length < least * text.length) return false;
  return prose.every((word) => word.style.bold && !word.text.endsWith(':'));
}

/** A letter or two, or none, in a type that is not bold. */
const isSign = ({ text, style }: Word): boolean =>
  !style.bold && !style.monospace && !/\p{L}.*\p{L}.*\p{L}/u.test(text);

/** Set like the text and long, with an end: a paragraph, whatever the tags of the document make of it. */
export function isSentence(block: TextBlock, { body }: TypeCensus): boolean {
  if (block.bold || block.italic || block.size > 1.05 * body) return false;
  const text = blockText(block);
  return text.length >= shortestSentence && /[.:;]$/.test(text.slice(-1));
}
