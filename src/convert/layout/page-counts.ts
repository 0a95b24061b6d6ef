// Lines in the margins that count the pages. Sections, exercises and steps count on just so where each has a page of its own:
// their numbers say nothing, or only beside words that come again.
import type { PageItems } from './analyse-page.ts';
import { chapterWords, taskWords } from './chapter-words.ts';
import { romanNumber } from './roman-number.ts';

/** Pages that a place must count, and their share; in small roman numerals, which are rare at the ends of lines, fewer do. */
const fewest = 4;
const least = 0.15;
const fewestRoman = 3;
/** Documents with fewer pages: there all but the first have the number of their page. */
const fewPages = 7;

export interface CountedLine {
  readonly spot: string;
  readonly text: string;
  /** It stands alone, in type no larger than the text's. */
  readonly running: boolean;
}

/** Without the signs around it. */
export const bareText = (text: string): string => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** The same on every page: numbers and roman numerals stand for one another. */
export function keyOf(text: string): string {
  const bare = text.toLowerCase().replace(/\s+/g, ' ');
  if (/^(?:\d+|[ivxlc]{1,7})$/.test(bareText(bare))) return '#';
  return bare.replace(/\d+/g, '#').replace(/^[ivxl]{1,7}(?= )|(?<= )[ivxl]{1,7}$/g, '#');
}

const romanAtEnd = /(?:^| )[ivxl]{1,7}$/;

/** The first and the last ones: page numbers stand at an end, in the first pages of books in roman numerals. */
function numbersIn(text: string): number[] {
  const all = text.match(/\d{1,6}/g) ?? [];
  const roman = romanAtEnd.exec(text)?.[0] ?? /^[ivxl]{1,7}(?= )/.exec(text)?.[0];
  return [
    ...[...all.slice(0, 2), ...all.slice(-2)].map(Number),
    ...(roman === undefined ? [] : [romanNumber(roman.trim()) ?? 0]),
  ];
}

const sectionNumber = new RegExp(
  `\\d{1,6}(?:\\.\\d{1,6})+|^\\d{1,3} ?[.):．、](?= ?\\p{L})|(?<!\\p{L})(?:${chapterWords}|${taskWords})\\.? \\d{1,3}(?!\\d)|第 ?\\d{1,3} ?[章節节部編篇回課课讲講]`,
  'giu',
);

/** Numbers that may count pages whatever stands beside them: none of a section's, and none that entries of contents end with. */
function countsIn(text: string): number[] {
  return /(?:[.…] ?){4}/.test(text) ? [] : numbersIn(text.replace(sectionNumber, ' '));
}

/** Pages counted within chapters: `3-12`. */
const ofChapter = /^\d{1,3}[.–-](\d{1,4})$/;

/** Of a text that comes again but for its numbers, those that may count. */
export function changingNumbers(text: string): number[] {
  const [, page] = ofChapter.exec(bareText(text)) ?? [];
  return page === undefined ? countsIn(text) : [Number(page)];
}

/** A number before words, as one of a section stands. */
const leading = /^\d{1,4}(?= ?\p{L})/u;

interface Seen {
  pages: number;
  roman: boolean;
  /** The number stands elsewhere than before words. */
  sure: boolean;
  running: number;
  readonly keys: Set<string>;
}

/**
 * Places in the margin where most pages have a line that counts them: the distances of that count from the page's number.
 * Whatever else such a line says (the title of a chapter of three pages), it is a running title.
 */
export function pageCounts(margins: ReadonlyMap<PageItems, readonly CountedLine[]>): Map<string, Set<number>> {
  const spots = new Map<string, Map<number, Seen>>();
  for (const [page, lines] of margins) {
    for (const line of lines) {
      const distances = spots.get(line.spot) ?? new Map<number, Seen>();
      spots.set(line.spot, distances);
      for (const count of new Set(countsIn(line.text))) note(distances, count - page.content.number, line);
    }
  }
  const counted = new Map<string, Set<number>>();
  for (const [spot, distances] of spots) {
    const found = [...distances].filter(([distance, seen]) => isCount(distance, seen, margins.size));
    if (found.length > 0) counted.set(spot, new Set(found.map(([distance]) => distance)));
  }
  return counted;
}

function note(distances: Map<number, Seen>, distance: number, { text, running }: CountedLine): void {
  const seen = distances.get(distance) ?? { pages: 0, roman: false, sure: false, running: 0, keys: new Set<string>() };
  distances.set(distance, seen);
  seen.pages += 1;
  if (running) seen.running += 1;
  seen.roman ||= /[ivxl]$/.test(text) && romanAtEnd.test(text);
  seen.sure ||= !leading.test(text) || numbersIn(text.replace(leading, '')).length > 0;
  seen.keys.add(keyOf(text));
}

function isCount(distance: number, { pages, roman, sure, running, keys }: Seen, all: number): boolean {
  if (!sure && keys.size === pages) return false;
  if (pages >= Math.max(fewest, least * all) || (roman && pages >= fewestRoman)) return true;
  return all < fewPages && distance === 0 && running >= Math.max(2, all - 1);
}

export const countsPages = (distances: ReadonlySet<number> | undefined, text: string, page: number): boolean =>
  distances !== undefined && countsIn(text).some((number) => distances.has(number - page));

/** A number alone, which is what the page is called or what the running titles count: the first pages of chapters have it. */
export function isPageNumber(text: string, { content }: PageItems, distances: ReadonlySet<number>): boolean {
  const bare = bareText(text);
  if (bare === content.label && /^(?:\d{1,6}|[ivxlc]{1,7})$/i.test(bare)) return true;
  const number = /^\d{1,6}$/.test(bare) ? Number(bare) : /^[ivxl]{1,7}$/.test(bare) ? romanNumber(bare) : undefined;
  return number !== undefined && distances.has(number - content.number);
}
