// Which pages of a PDF are read from their picture, and why: those without text, those whose text is no text, and
// pictures with room for text on the others. Nothing is drawn or read here; a textual page costs one look at its words.
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { formulaFont } from '../../layout/formulas.ts';
import {
  type Box,
  heightOf,
  liesIn,
  middleX,
  middleY,
  type PageContent,
  type Word,
  widthOf,
} from '../../layout/page.ts';
import type { ConvertOptions } from '../../options.ts';
import { censusOf, type FontTrust, isGarbled, isPlain, type TextCensus } from './garbled-text.ts';
import { areaOf, type PictureCover } from './picture-regions.ts';

export type OcrPlan =
  | { readonly kind: 'none' }
  /** All of it; `outlines` are drawn letters. */
  | { readonly kind: 'page'; readonly why: 'asked' | 'no-text' | 'little-text' | 'outlines' }
  /** Fonts whose text is not to be trusted. */
  | { readonly kind: 'garbled'; readonly fonts: ReadonlySet<string>; readonly whole: boolean }
  | { readonly kind: 'pictures'; readonly regions: readonly Box[] };

/** Words of a page number, a stamp, a running title: on a page of pictures they are not its text. */
const fewWords = 25;
/** Share of the page that pictures cover when it is a scan. */
const scanCover = 0.6;
/** Characters lost because their codes mean nothing. */
const lostShare = 0.3;
const fewestLost = 20;
/** Fonts with less text than this, in characters and as a share of the page, are not judged by themselves. */
const fewestOfFont = 80;
const leastShareOfFont = 0.05;
/** Letters of words without one that is known. */
const fewestUnknown = 10;
const unknownWord = /\ufffd{4}/;
/** Drawn shapes of the size of letters: from this many on, and so many to each printed letter, they are the text. */
const fewestOutlines = 150;
const outlinesPerLetter = 4;
/** In points: letters stand farther from each other. */
const outlineCell = 2;
/** In points: no line of text fits into less. */
const smallestWidth = 50;
const smallestHeight = 12;
const smallestArea = 1_500;
/** Words on top of a picture that make it a background. */
const wordsOnBackground = 5;

export function planOf(
  page: PdfPage,
  content: PageContent,
  cover: PictureCover,
  mode: ConvertOptions['ocrMode'],
  layered: boolean,
  trust: FontTrust,
): OcrPlan {
  if (mode === 'always') return { kind: 'page', why: 'asked' };
  const printed = printedWords(page, content);
  if (printed.length === 0) return { kind: 'page', why: 'no-text' };
  if (lostChars(page) > 0) return { kind: 'garbled', fonts: new Set(printed.map(fontOf)), whole: true };
  const fonts = garbledFonts(printed, trust);
  if (fonts.size > 0) return { kind: 'garbled', fonts, whole: false };
  // The layer of a scan says what its pictures say.
  if (layered) return { kind: 'none' };
  if (cover.share >= scanCover && printed.length <= fewWords) return { kind: 'page', why: 'little-text' };
  if (drawsLetters(page, printed)) return { kind: 'page', why: 'outlines' };
  const regions = cover.share === 0 ? [] : pictureRegions(content, cover);
  return regions.length === 0 ? { kind: 'none' } : { kind: 'pictures', regions };
}

export const fontOf = (word: Word): string => word.style.font;

/** The words that are printed, without those typed into fields: these come last, and are exact in any case. */
function printedWords({ annotations }: PdfPage, { words }: PageContent): readonly Word[] {
  const { typed } = annotations;
  if (typed.length === 0) return words;
  return words.filter((word) => !typed.some((field) => liesIn(word, field)));
}

/** Characters of the page whose codes stand for nothing, so that no word is made of them; 0 where they are few. */
function lostChars({ chars, styles }: PdfPage): number {
  let all = 0;
  let lost = 0;
  for (let at = 0; at < chars.count; at += 1) {
    if (((chars.flags[at] as number) & generatedChar) !== 0) continue;
    if (styles[chars.style[at] as number]?.invisible === true) continue;
    all += 1;
    const code = chars.code[at] as number;
    // Tabs, line ends and the hyphen at a line's end are in the texts of many programs.
    const meant = code > 31 || code === 9 || code === 10 || code === 13 || code === 2;
    if (!meant && !chars.recovered.has(at)) lost += 1;
  }
  return lost >= fewestLost && lost > lostShare * all ? lost : 0;
}

/** Fonts whose words are of no language. Where that is most of the page, those with too few words to say are not trusted. */
function garbledFonts(given: readonly Word[], trust: FontTrust): ReadonlySet<string> {
  // LaTeX is of no language either.
  const words = given.filter((word) => fontOf(word) !== formulaFont);
  const all = censusOf(words);
  const amongPlain = isPlain(all);
  const byFont = new Map<string, Word[]>();
  for (const word of words) {
    const known = byFont.get(fontOf(word));
    if (known === undefined) byFont.set(fontOf(word), [word]);
    else known.push(word);
  }
  const garbled = new Set<string>();
  const others: (readonly [font: string, census: TextCensus])[] = [];
  const judge = (font: string, census: TextCensus, suspected: boolean): void => {
    if (!suspected) trust.note(font, census);
    else if (!trust.covers(font, census)) garbled.add(font);
  };
  for (const [font, own] of byFont) {
    const census = byFont.size === 1 ? all : censusOf(own);
    if (census.meaningless > 0 && isUnknown(own)) {
      garbled.add(font);
      continue;
    }
    const isTelling = census.chars >= Math.max(fewestOfFont, leastShareOfFont * all.chars);
    if (isTelling) judge(font, census, isGarbled(census, amongPlain));
    else others.push([font, census]);
  }
  const isWhole = (garbled.size > 0 || others.length === byFont.size) && isGarbled(all);
  for (const [font, census] of others) judge(font, census, isWhole);
  return garbled;
}

/** A font whose letters nobody knows; bullets and signs of mathematics stand alone. */
function isUnknown(words: readonly Word[]): boolean {
  let all = 0;
  let unknown = 0;
  for (const { text } of words) {
    all += text.length;
    if (unknownWord.test(text)) unknown += text.length;
  }
  return unknown >= fewestUnknown && unknown > 0.8 * all;
}

/** For what fonts are trusted to say on other pages. */
export function noteFonts(words: readonly Word[], trust: FontTrust): void {
  garbledFonts(words, trust);
}

/** Something stands on a page without text that may be read: pictures, drawn letters, or characters called white space. */
export function mayBeRead(page: PdfPage, { words }: PageContent, cover: PictureCover): boolean {
  return cover.share > 0 || drawsLetters(page, words) || (words.length === 0 && isSilent(page));
}

/** Some programs call all their letters white space, so that nobody may copy them. */
function isSilent({ chars, styles }: PdfPage): boolean {
  let blanks = 0;
  for (let at = 0; at < chars.count && blanks < fewestLost; at += 1) {
    const code = chars.code[at] as number;
    if (code === 32 || !/\s/.test(String.fromCharCode(code))) continue;
    if (((chars.flags[at] as number) & generatedChar) !== 0) continue;
    if (styles[chars.style[at] as number]?.invisible !== true) blanks += 1;
  }
  return blanks >= fewestLost;
}

/** Its letters are drawn as outlines, but for a few. */
function drawsLetters(page: PdfPage, printed: readonly Word[]): boolean {
  if (page.graphics.fills.length < fewestOutlines) return false;
  const letters = printed.reduce((sum, word) => sum + word.text.length, 0);
  return outlines(page) > Math.max(fewestOutlines, outlinesPerLetter * letters);
}

/** Places where shapes of the size of letters stand; shapes on top of each other are none. */
function outlines({ graphics }: PdfPage): number {
  const places = new Set<string>();
  for (const fill of graphics.fills) {
    const height = heightOf(fill);
    if (height < 2 || height > 60 || widthOf(fill) < 0.5 || widthOf(fill) > 2 * height) continue;
    places.add(`${Math.round(middleX(fill) / outlineCell)} ${Math.round(middleY(fill) / outlineCell)}`);
  }
  return places.size;
}

/** The largest first would change the order of reading: callers cut the list by area and keep its order. */
function pictureRegions(content: PageContent, cover: PictureCover): Box[] {
  // Pictures are in the places of the page as shown, words in those of the page turned upright.
  const words = content.shown === undefined ? content.words : content.words.map(content.shown);
  return cover
    .regions()
    .filter((region) => widthOf(region) >= smallestWidth && heightOf(region) >= smallestHeight)
    .filter((region) => areaOf(region) >= smallestArea)
    .filter((region) => words.filter((word) => liesIn(word, region)).length <= wordsOnBackground);
}
