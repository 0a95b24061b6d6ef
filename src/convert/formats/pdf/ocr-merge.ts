// Joins what was read in pictures with what the PDF says itself: garbled words give way to what is seen in their place,
// pictures on a textual page give the words that only they hold.
import type { OcrReading } from '../../engines/ocr/port.ts';
import { type Box, liesIn, type PageContent, type Word } from '../../layout/page.ts';
import { censusOf, isGarbled } from './garbled-text.ts';
import type { PlacedReading } from './ocr-content.ts';
import { PlacedWords, plain } from './ocr-places.ts';
import { fontOf } from './scan-plan.ts';

/** Share of the words seen that the PDF says as well: from this on it is right, however odd it looks. */
const agreement = 0.5;
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
  { fonts, whole }: Garbled,
  seen: PlacedReading,
  { confidence }: Pick<OcrReading, 'confidence'>,
): Merged | 'same' | undefined {
  const isBad = (word: Word): boolean => fonts.has(fontOf(word));
  const good = content.words.filter((word) => !isBad(word));
  const bad = new PlacedWords(content.words.filter(isBad));
  const goodPlaces = new PlacedWords(good);
  const fresh = seen.words.filter((word) => !goodPlaces.covers(word) && (whole || bad.covers(word)));
  const telling = fresh.filter((word) => plain(word.text).length > 2);
  const agreed = telling.filter((word) => bad.says(word)).length;
  if (telling.length > 0 && agreed >= agreement * telling.length && !whole) return 'same';
  if (fresh.length === 0 || confidence < sureOfPage || isGarbled(censusOf(fresh))) return undefined;
  // The look of the letters is known, only not which letters they are.
  const words = fresh.map((word) => ({ ...word, style: bad.at(word)[0]?.style ?? word.style }));
  return { content: { ...content, words: numbered([...good, ...words]) }, words };
}

/** The words of pictures, each in the place of its picture; pictures that say something are no figures any more. */
export function addPictures(
  content: PageContent,
  pictures: readonly { readonly region: Box; readonly seen: PlacedReading }[],
): Merged {
  const known = new PlacedWords(content.words);
  const words: Word[] = [];
  const rules = [...content.rules];
  let { images } = content;
  for (const { region, seen } of pictures) {
    const fresh = seen.words.filter((word) => !known.says(word));
    if (fresh.length === 0) continue;
    words.push(...fresh);
    rules.push(...seen.rules);
    images = images.filter((image) => !liesIn(image, region));
  }
  if (words.length === 0) return { content, words };
  return { content: { ...content, words: numbered([...content.words, ...words]), rules, images }, words };
}

const numbered = (words: readonly Word[]): Word[] => words.map((word, order) => ({ ...word, order }));
