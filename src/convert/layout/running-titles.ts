// Running titles that change with every section and count nothing: a line at the same height of many pages that says again
// what headings of the text say.
import type { PageItem, PageItems, TextItem } from './analyse-page.ts';
import { type Line, linesOf, lineText } from './lines.ts';
import { bareTitle, outlineKey, overlap } from './page.ts';
import { bareText } from './page-counts.ts';
import { blockOf, blockText } from './paragraphs.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { median } from './sorted.ts';

/** Shorter titles are found in any text. */
export const shortestTitle = 5;
const longestTitle = 100;
const mostTitles = 500;
/** In parts of the usual type: larger is a heading, also above all else on its page. */
const larger = 1.1;
const muchLarger = 1.25;

/** What the headings of a document say, gathered while its pages are read. */
export class TitleMemory {
  #titles: string[] = [];

  add({ items }: PageItems): void {
    const texts = items.filter((item) => item.kind === 'text');
    const usual = median(texts.map(({ block }) => block.size));
    for (const { block, inMargin } of texts) {
      if (block.lines.length > 3 || block.size < (inMargin ? muchLarger : larger) * usual) continue;
      const key = outlineKey(bareTitle(blockText(block)));
      if (key.length >= shortestTitle && key.length <= longestTitle) this.#titles.push(key);
    }
    this.#titles = [...new Set(this.#titles)].slice(-mostTitles);
  }

  /** True for a line that repeats one of them. */
  isIn(text: string): boolean {
    const key = outlineKey(text);
    return this.#titles.some((title) => key.includes(title));
  }
}

export interface MarginLine {
  readonly spot: string;
  readonly text: string;
}

/** Of the pages' lines in the margins, the places where most repeat a heading. */
export function echoSpots(pages: readonly (readonly MarginLine[])[], titles: TitleMemory): Set<string> {
  const spots = new Map<string, { all: number; echoes: number }>();
  for (const lines of pages) {
    for (const { spot, text } of lines) {
      const seen = spots.get(spot) ?? { all: 0, echoes: 0 };
      seen.all += 1;
      if (titles.isIn(text)) seen.echoes += 1;
      spots.set(spot, seen);
    }
  }
  const needed = Math.max(4, 0.3 * pages.length);
  return new Set(
    [...spots].filter(([, { all, echoes }]) => all >= needed && echoes >= 0.6 * all).map(([spot]) => spot),
  );
}

/** Share of the pages that have a line at its place where running titles stand there. */
const onMost = 0.6;

/** Of the pages' lines in the margins, those that say what the page before says at a place where most pages have one. */
export function saidBefore<T extends MarginLine>(pages: readonly (readonly T[])[]): Set<T> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const spot of new Set(lines.map((line) => line.spot))) counts.set(spot, (counts.get(spot) ?? 0) + 1);
  }
  const needed = Math.max(4, onMost * pages.length);
  return new Set(
    pages.flatMap((lines, at) =>
      lines.filter(({ spot, text }) => {
        if ((counts.get(spot) ?? 0) < needed) return false;
        // Left and right pages may say different things.
        return [pages[at - 1], pages[at - 2]].some((before) =>
          before?.some((other) => other.spot === spot && other.text === text),
        );
      }),
    ),
  );
}

/** Pages from which on a place at the top is told to be that of running titles, and the share of its lines that are known. */
const fewestOfPlace = 8;
const onNearlyAll = 0.8;

/** Places above the text where most pages have a line and nearly all of these are known: what else stands there is one as well. */
export function runningPlaces<P, T extends MarginLine & { readonly running: boolean }>(
  pages: ReadonlyMap<P, readonly T[]>,
  isKnown: (line: T, page: P) => boolean,
): string[] {
  const places = new Map<string, { all: number; known: number }>();
  for (const [page, lines] of pages) {
    for (const line of lines) {
      if (!line.running || !line.spot.startsWith('upper')) continue;
      const seen = places.get(line.spot) ?? { all: 0, known: 0 };
      places.set(line.spot, seen);
      seen.all += 1;
      if (isKnown(line, page)) seen.known += 1;
    }
  }
  const needed = Math.max(fewestOfPlace, onMost * pages.size);
  return [...places].flatMap(([spot, { all, known }]) => (all >= needed && known >= onNearlyAll * all ? [spot] : []));
}

/** Words of a title. */
const fewestWords = 2;

/**
 * A page without what is taken out of it, but for the title of the document: where every page begins with it, and the first has
 * nothing larger, it is said once. What stands below it among the same goes with it.
 */
export function withoutRunning(page: PageItems, dropped: ReadonlySet<PageItem>): PageItems {
  if (dropped.size === 0) return page;
  const titles = page.content.number === 1 ? titleOf(page, dropped) : [];
  const kept = new Map<PageItem, TextItem>(titles.map((item) => [item, uncounted(item)]));
  return { ...page, items: page.items.flatMap((item) => (dropped.has(item) ? (kept.get(item) ?? []) : item)) };
}

function titleOf({ content, items }: PageItems, dropped: ReadonlySet<PageItem>): TextItem[] {
  const running = items.filter((item) => item.kind === 'text' && dropped.has(item)) as TextItem[];
  const upper = running.filter((item) => item.block.bottom < content.height / 2 && !saysFirst(item));
  if (upper.length === 0) return [];
  const rest = items.filter((item) => !dropped.has(item));
  const usual = median(rest.flatMap(sizesIn));
  const title = upper.find(({ block }) =>
    block.lines.some((line) => partsOf(line).some((part) => isTitle(part, usual))),
  );
  if (title === undefined) return [];
  const { left, right, size, top } = title.block;
  if (rest.some((item) => item.kind === 'text' && (item.block.size > 1.02 * size || item.block.top < top))) return [];
  // Another title right below it is the title, and the page of another number is not the first.
  const [first] = rest;
  if (first?.kind === 'text' && first.block.lines.every((line) => isTitle(line, usual))) return [];
  if (running.some(({ block }) => block.lines.some((line) => partsOf(line).some(isLater)))) return [];
  return upper.filter(({ block }) => block.top >= top && overlap(block.left, block.right, left, right) > 0);
}

/** What stands in the middle and at the ends of a line. */
const partsOf = ({ words }: Line): Segment[] => segmentsOf(words);

const isTitle = ({ size, words }: Pick<Line, 'size' | 'words'>, usual: number): boolean =>
  words.length >= fewestWords && size > 0.98 * (words.every(({ style }) => style.bold) ? usual : larger * usual);

function sizesIn(item: PageItem): number[] {
  if (item.kind === 'text') return item.block.lines.map(({ size }) => size);
  return item.kind === 'table'
    ? item.table.rows.flatMap((row) => row.flatMap(({ lines }) => lines.map(({ size }) => size)))
    : [];
}

const countsFirst = /^(?:\p{L}{1,12}[^\p{L}\p{N}]{0,3})?1(?: ?(?:\/|\p{L}{1,4}) ?\d{1,4})?$/u;
const isFirst = (text: string): boolean => countsFirst.test(bareText(text));

const isLater = (part: Segment): boolean => /^\d{1,5}$/.test(bareText(lineText(part))) && !isFirst(lineText(part));

const saysFirst = ({ block }: TextItem): boolean => isFirst(blockText(block));

/** Without the number of the page at the other end of its line. */
function uncounted(item: TextItem): TextItem {
  const [line, ...more] = item.block.lines as readonly [Line, ...Line[]];
  const parts = partsOf(line);
  const rest = parts.filter((part) => !isFirst(lineText(part)));
  return more.length > 0 || rest.length === parts.length ? item : { ...item, block: blockOf(linesOf(rest)) };
}
