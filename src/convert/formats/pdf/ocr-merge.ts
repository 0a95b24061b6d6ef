// Joins what was read in pictures with what the PDF says itself: garbled words give way to what is seen in their place,
// pictures on a textual page give the words that only they hold.
import type { OcrReading } from '../../engines/ocr/port.ts';
import { addAll } from '../../layout/many.ts';
import { heightOf, liesIn, overlap, type PageContent, type ReadPicture, type Word } from '../../layout/page.ts';
import { censusOf, isGarbled } from './garbled-text.ts';
import type { PictureReading, PlacedReading } from './ocr-content.ts';
import { PlacedWords, plain } from './ocr-places.ts';
import { fontOf } from './scan-plan.ts';

/** Share of a font's words that are seen as well: from this on it is right, however odd its words are. */
const agreement = 0.5;
/** Shorter words are alike too often. */
const tellingLength = 3;
/** Share of the words that may be good on a page that is garbled as a whole. */
const mostlyBad = 0.1;
/** Readings less sure than this replace nothing. */
const sureOfPage = 0.5;

export interface Merged {
  readonly content: PageContent;
  /** The words that came from the picture. */
  readonly words: readonly Word[];
}

export interface Garbled {
  readonly fonts: ReadonlySet<string>;
  /** Some of its characters are no words at all, so that there is nothing to see by where they stand. */
  readonly whole: boolean;
}

/** Undefined when the picture says nothing better; `same` when it says what the PDF says. */
export function replaceGarbled(
  content: PageContent,
  garbled: Garbled,
  seen: PlacedReading,
  { confidence }: Pick<OcrReading, 'confidence'>,
): Merged | 'same' | undefined {
  const fonts = refuted(content.words, garbled.fonts, new PlacedWords(seen.words));
  if (fonts.size === 0 && !garbled.whole) return 'same';
  const isBad = (word: Word): boolean => fonts.has(fontOf(word));
  const good = content.words.filter((word) => !isBad(word));
  const bad = new PlacedWords(content.words.filter(isBad));
  const goodPlaces = new PlacedWords(good);
  // Where next to nothing is good, what was seen elsewhere is text as well.
  const isWhole = garbled.whole || good.length < mostlyBad * content.words.length;
  const fresh = seen.words.filter((word) => !goodPlaces.covers(word) && (isWhole || bad.covers(word)));
  if (fresh.length === 0 || confidence < sureOfPage || isGarbled(censusOf(fresh))) return undefined;
  const words = fresh.map((word) => likeThere(word, bad.nearest(word)));
  return { content: { ...content, words: numbered([...good, ...words]) }, words };
}

/** The suspected fonts without those that say what is seen: odd words, and right. */
function refuted(words: readonly Word[], suspected: ReadonlySet<string>, seen: PlacedWords): ReadonlySet<string> {
  const counts = new Map<string, { all: number; seen: number }>();
  for (const word of words) {
    const font = fontOf(word);
    if (!suspected.has(font) || word.text.length < tellingLength) continue;
    const count = counts.get(font) ?? { all: 0, seen: 0 };
    count.all += 1;
    if (plain(word.text) !== '' && seen.says(word)) count.seen += 1;
    counts.set(font, count);
  }
  return new Set(
    [...suspected].filter((font) => {
      const count = counts.get(font);
      return count === undefined || count.seen < agreement * count.all;
    }),
  );
}

/** Share of the taller of two words that both are in height. */
const sameLine = 0.5;

/** How large the letters are and where their line stands is known, only not which letters they are; not of those drawn glyph by glyph. */
function likeThere(word: Word, there: Word | undefined): Word {
  if (there === undefined) return word;
  const shared = overlap(word.top, word.bottom, there.top, there.bottom);
  if (shared < sameLine * Math.max(heightOf(word), heightOf(there))) return word;
  const { style, top, bottom } = there;
  return style.angle === word.style.angle ? { ...word, style, top, bottom } : { ...word, style };
}

/** What pictures say and the page itself does not; pictures that say something are no figures any more. */
export function addPictures(content: PageContent, pictures: readonly PictureReading[]): Merged {
  const known = new PlacedWords(content.words);
  const words: Word[] = [];
  const read: ReadPicture[] = [];
  let { images } = content;
  for (const { box, page, placed } of pictures) {
    const fresh = page.words.filter((_, at) => !known.says(placed[at] as Word));
    if (fresh.length === 0) continue;
    addAll(words, fresh);
    read.push({ ...box, page: { ...page, words: numbered(fresh) } });
    images = images.filter((image) => !liesIn(image, box));
  }
  return { content: read.length === 0 ? content : { ...content, images, readPictures: read }, words };
}

const numbered = (words: readonly Word[]): Word[] => words.map((word, order) => ({ ...word, order }));
