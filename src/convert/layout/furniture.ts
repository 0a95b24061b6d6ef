// Running titles, footers, page numbers and watermarks: what repeats in the margins from page to page is taken out once the
// pages are known. One page keeps all but what says which page it is; two, what does not stand at the same place on both.
import { boxOfItem, isUpright, type PageItem, type PageItems } from './analyse-page.ts';
import { outlineKey } from './page.ts';
import { itemText, partEnds } from './page-ends.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { beginsRaised } from './raised-marks.ts';
import { romanNumber } from './roman-number.ts';
import { echoSpots, saidBefore, shortestTitle, TitleMemory, withoutRunning } from './running-titles.ts';
import { median } from './sorted.ts';

/** Shares of the page's height that count as margins. */
const band = 0.12;
/** The first or last line of a page may stand further in: then it has to stand at the same height on many pages. */
const wideBand = 0.18;
/** A text is furniture when it stands in the margin of at least so many pages. */
const fewestPages = 3;
/** Items looked at from either end of a page. */
const reach = 4;
const longestText = 200;
/** Of a title on several lines right at the text. */
const mostWords = 12;
/** Larger than the usual type by this much is a heading, however often it comes; not at the very edge of upright pages. */
const largest = 1.25;
const largestAtEdge = 1.8;
const edge = 0.05;
/** Where more of the text than this would go, it is the text itself that repeats. */
const mostTaken = 0.5;

export interface Furniture {
  /** What was taken out, each text once, in the order it was met. */
  readonly texts: readonly string[];
  readonly pages: readonly PageItems[];
}

interface Sighting {
  readonly page: number;
  readonly numbers: readonly number[];
  readonly text: string;
}

/** `titles` knows the headings of the pages before. */
export function withoutFurniture(given: readonly PageItems[], titles = new TitleMemory()): Furniture {
  const unchanged = { texts: [], pages: given };
  if (given.length < fewestPages) return withoutCounts(given);
  const usual = usualSize(given);
  const { pages, running: atEnds } = partEnds(given, usual, keyOf);
  const margins = new Map(pages.map((page) => [page, marginTexts(page, usual)]));
  const sightings = new Map<string, Sighting[]>();
  const copies = copiesOf(pages);
  for (const [page, texts] of margins) {
    if (copies.has(page)) continue;
    for (const { key, text } of texts) {
      const list = sightings.get(key);
      const seen = { page: page.content.number, numbers: numbersIn(text), text };
      if (list === undefined) sightings.set(key, [seen]);
      else if (list.at(-1)?.page !== seen.page) list.push(seen);
    }
  }
  const needed = Math.max(fewestPages, Math.min(6, Math.ceil(pages.length * 0.3)));
  const furniture = new Map<string, string>();
  for (const [key, list] of sightings) {
    if (list.length >= needed && repeats(list, needed)) furniture.set(key, (list[0] as Sighting).text);
  }
  const counted = pageCounts(margins);
  const distances = new Set(counted.values());
  for (const page of pages) titles.add(page);
  const runnings = [...margins.values()].map((texts) => texts.filter(({ running }) => running));
  const echoing = echoSpots(runnings, titles);
  const repeated = saidBefore(runnings);
  /** Numbers of pages where others have none: they say nothing of other pages. */
  const alone: string[] = [];
  let taken = 0;
  let all = 0;
  const kept = pages.map((page) => {
    all += lengthOf(page.items);
    const dropped = new Set<PageItem>(
      (margins.get(page) ?? [])
        .filter((one) => {
          const { key, text, spot, running, goesOn } = one;
          const known =
            furniture.has(key) ||
            isPageNumber(text, page, distances) ||
            (!goesOn && countsPages(counted.get(spot), text, page.content.number)) ||
            repeated.has(one) ||
            (running && echoing.has(spot) && titles.isIn(text));
          if (known && !furniture.has(key)) furniture.set(key, text);
          const isAlone = !known && isNumberAtFoot(one, page);
          if (isAlone) alone.push(text);
          return known || isAlone;
        })
        .filter((one, _, all) => !all.some((other) => isTitleUnder(one, other)))
        .map(({ item }) => item),
    );
    for (const item of copies.has(page) ? [] : page.items.filter((one) => atEnds.has(one))) {
      dropped.add(item);
      const text = itemText(item);
      if (!furniture.has(keyOf(text))) furniture.set(keyOf(text), text);
    }
    taken += lengthOf([...dropped]);
    return withoutRunning(page, dropped);
  });
  return taken > mostTaken * all ? unchanged : { texts: [...furniture.values(), ...alone.slice(0, 1)], pages: kept };
}

/** A heading right below a running title that says the same: that one goes, and the heading stays. */
function isTitleUnder(one: MarginText, other: MarginText): boolean {
  if (one === other || !one.spot.startsWith('upper') || !other.spot.startsWith('upper')) return false;
  const [title, running] = [outlineKey(one.text), outlineKey(other.text)];
  if (title.length < shortestTitle || !running.includes(title)) return false;
  return boxOfItem(one.item).top >= boxOfItem(other.item).bottom && !one.running;
}

/** Pages that say what one before says, line for line: of a sheet printed again and again, all of it is the text. */
function copiesOf(pages: readonly PageItems[]): Set<PageItems> {
  const alike = new Map<string, PageItems[]>();
  for (const page of pages) {
    const blocks = bodyOf(page);
    // Few lines that repeat say nothing of what stands around them.
    if (blocks.length <= reach || page.items.some(({ kind }) => kind !== 'text')) continue;
    const key = `${blocks.length} ${blockText(blocks[blocks.length >> 1] as TextBlock)}`;
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [page]);
    else others.push(page);
  }
  const copies = new Set<PageItems>();
  for (const group of alike.values()) {
    const seen = new Set<string>();
    for (const page of group.length < 2 ? [] : group) {
      const words = bodyOf(page).map(blockText).join('\n');
      if (seen.has(words)) copies.add(page);
      seen.add(words);
    }
  }
  return copies;
}

const bodyOf = ({ items }: PageItems): TextBlock[] =>
  items.flatMap((item) => (item.kind === 'text' && !item.inMargin ? [item.block] : []));

/**
 * Texts like `1 / 2` or `Page 1` in a margin, which are never anything else, the number of the page alone at its foot, and what
 * both of two pages say at the same place.
 */
function withoutCounts(pages: readonly PageItems[]): Furniture {
  const texts = new Set<string>();
  const usual = usualSize(pages);
  const margins = pages.map((page) => marginTexts(page, usual));
  const both = copiesOf(pages).size > 0 ? new Set<string>() : onBoth(pages, margins);
  const kept = pages.map((page, at) => {
    const { number } = page.content;
    const dropped = (margins[at] as MarginText[]).filter(
      (one) =>
        saysPageOf(one.text, number) ||
        isNumberAtFoot(one, page) ||
        (one.running && (saysPage(one.text, number) || both.has(placed(one)))),
    );
    for (const { text } of dropped) texts.add(text);
    return withoutRunning(page, new Set(dropped.map(({ item }) => item)));
  });
  return { texts: [...texts], pages: kept };
}

const placed = ({ spot, text }: MarginText): string => `${spot} ${text}`;

/** What stands alone at one place in the margins of two pages, unless that is most of what they say. */
function onBoth(pages: readonly PageItems[], margins: readonly (readonly MarginText[])[]): ReadonlySet<string> {
  const [first = [], second = []] = margins.map((texts) => texts.filter(({ running }) => running));
  const again = new Set(second.map(placed));
  const both = first.filter((one) => again.has(placed(one)));
  const all = pages.reduce((sum, { items }) => sum + lengthOf(items), 0);
  const isMost = 2 * lengthOf(both.map(({ item }) => item)) > mostTaken * all;
  return new Set(isMost ? [] : both.map(placed));
}

/** The number of the page alone, below all else on it. */
const isNumberAtFoot = ({ text, spot, item }: MarginText, page: PageItems): boolean =>
  spot.startsWith('lower') && text.replace(/^\W+|\W+$/g, '') === `${page.content.number}` && isBelowAll(item, page);

/** A line of white and more parts it from all that stands above it. */
function isBelowAll(item: PageItem, { items }: PageItems): boolean {
  const { top, bottom } = boxOfItem(item);
  return items.every((one) => one === item || boxOfItem(one).bottom < top - (bottom - top));
}

function saysPageOf(text: string, page: number): boolean {
  const [, number, all] =
    /^(?:\p{L}{1,12}\.? )?(\d{1,4}) ?(?:\/|of|von|de|sur|di|van|av|z|из) ?(\d{1,4})$/iu.exec(text) ?? [];
  return Number(number) === page && Number(all) >= page;
}

const pageWords = 'page|p|pg|seite|s|página|pagina|pág|pag|sida|side|strona|str|stránka|sayfa|trang|oldal';
const countedPage = new RegExp(`^(?:${pageWords})\\.? (\\d{1,4})$`, 'iu');

/** Without the signs around it. */
const bareText = (text: string): string => text.replace(/^[\W_]+|[\W_]+$/g, '');

/** `Page 1`, in some language. */
const saysPage = (text: string, page: number): boolean => Number(countedPage.exec(bareText(text))?.[1] ?? 0) === page;

/**
 * Places in the margin where most pages have a line that counts them: the distance of that count from the page's number.
 * Whatever else such a line says (the title of a chapter of three pages), it is a running title.
 */
function pageCounts(margins: ReadonlyMap<PageItems, readonly MarginText[]>): Map<string, number> {
  const spots = new Map<string, Map<number, number>>();
  for (const [page, texts] of margins) {
    for (const { spot, text } of texts) {
      const distances = spots.get(spot) ?? new Map<number, number>();
      spots.set(spot, distances);
      for (const distance of new Set(countsIn(text).map((number) => number - page.content.number))) {
        distances.set(distance, (distances.get(distance) ?? 0) + 1);
      }
    }
  }
  const counted = new Map<string, number>();
  const needed = Math.max(4, 0.15 * margins.size);
  for (const [spot, distances] of spots) {
    for (const [distance, count] of distances) if (count >= needed) counted.set(spot, distance);
  }
  return counted;
}

function countsPages(distance: number | undefined, text: string, page: number): boolean {
  return distance !== undefined && countsIn(text).includes(page + distance);
}

/** Numbers that may count pages whatever stands beside them: none of a section's, and none that entries of contents end with. */
function countsIn(text: string): number[] {
  return /(?:[.…] ?){4}/.test(text) ? [] : numbersIn(text.replace(/\d{1,6}(?:\.\d{1,6})+/g, ' '));
}

/** A number alone, which is what the page is called or what the running titles count: the first pages of chapters have it. */
function isPageNumber(text: string, { content }: PageItems, distances: ReadonlySet<number>): boolean {
  const bare = bareText(text);
  if (bare === content.label && /^(?:\d{1,6}|[ivxlc]{1,7})$/i.test(bare)) return true;
  return /^\d{1,6}$/.test(bare) && distances.has(Number(bare) - content.number);
}

/** The same words again and again; numbers in them may only count the pages. */
function repeats(list: readonly Sighting[], needed: number): boolean {
  const counts = new Map<string, number>();
  for (const { text } of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (Math.max(...counts.values()) >= Math.min(needed, list.length)) return true;
  const distances = new Map<number, number>();
  for (const { page, numbers } of list) {
    for (const distance of new Set(numbers.map((number) => number - page))) {
      distances.set(distance, (distances.get(distance) ?? 0) + 1);
    }
  }
  // Sheets printed on both sides, or with pages left out, may shift the count here and there.
  return Math.max(0, ...distances.values()) >= Math.max(fewestPages, 0.4 * list.length) || list.every(isRoman);
}

const isRoman = ({ text }: Sighting): boolean => /^[\W\s]*[ivxlc]{1,7}[\W\s]*$/i.test(text);

/** The first and the last ones: page numbers stand at an end, in the first pages of books in roman numerals. */
function numbersIn(text: string): number[] {
  const all = text.match(/\d{1,6}/g) ?? [];
  const roman = romanAtEnd.exec(text)?.[0] ?? /^[ivxl]{1,7}(?= )/.exec(text)?.[0];
  return [
    ...[...all.slice(0, 2), ...all.slice(-2)].map(Number),
    ...(roman === undefined ? [] : [romanNumber(roman.trim()) ?? 0]),
  ];
}

const romanAtEnd = / [ivxl]{1,7}$/;

function lengthOf(items: readonly PageItem[]): number {
  let length = 0;
  for (const item of items) {
    if (item.kind === 'text') for (const line of item.block.lines) length += line.words.length;
    else if (item.kind === 'table') length += 3 * item.table.rows.length;
  }
  return length;
}

interface MarginText {
  readonly item: PageItem;
  readonly key: string;
  readonly text: string;
  /** Which margin, and how high in it, to four points. */
  readonly spot: string;
  /** It stands alone, in type no larger than the text's. */
  readonly running: boolean;
  /**
   * It stands close to the text and says too much, or begins like the middle of a sentence, or it begins with the raised
   * number of a note: that it says the number of the page is chance.
   */
  readonly goesOn: boolean;
}

/** The size of most lines: a single page may be full of the small labels of a figure. */
function usualSize(pages: readonly PageItems[]): number {
  const texts = pages.flatMap(({ items }) => items.filter((item) => item.kind === 'text'));
  return median(texts.flatMap(({ block }) => block.lines.map(() => block.size)));
}

function marginTexts({ items, content }: PageItems, usual: number): MarginText[] {
  const found: MarginText[] = [];
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  // The labels of axes come after all else, and may be many.
  let upright = 0;
  for (const item of items) {
    const { top, bottom } = boxOfItem(item);
    first = Math.min(first, top);
    last = Math.max(last, bottom);
    if (!isTurned(item)) upright += 1;
  }
  let at = -1;
  for (const item of items) {
    const turned = isTurned(item);
    if (!turned) at += 1;
    if (item.kind !== 'text' || item.block.lines.length > 3) continue;
    const { block } = item;
    const outermost = block.lines.length === 1 && (block.top === first || block.bottom === last);
    const reached = (outermost ? wideBand : band) * content.height;
    const upper = block.bottom < reached;
    const lower = block.top > content.height - reached;
    if (!turned && !upper && !lower) continue;
    if (!turned && !item.inMargin && at >= reach && at < upright - reach) continue;
    const { width, height } = content;
    const atEdge = height > width && outermost && (block.bottom < edge * height || block.top > (1 - edge) * height);
    if (!turned && block.size > (atEdge ? largestAtEdge : largest) * usual) continue;
    const text = blockText(block);
    if (text.length > longestText) continue;
    const place = turned ? 'turned' : upper ? 'upper' : 'lower';
    const spot = `${place} ${Math.round(block.bottom / 4)}`;
    const inBand = block.bottom < band * content.height || block.top > (1 - band) * content.height;
    const running = item.inMargin && block.size <= 1.05 * usual;
    const goesOn = (!item.inMargin && (isSentence(block) || /^\p{Ll}{2}/u.test(text))) || isNote(block);
    found.push({ item, text, spot, running, goesOn, key: `${turned || inBand ? place : spot} ${keyOf(text)}` });
  }
  return found;
}

const isSentence = ({ lines }: TextBlock): boolean =>
  lines.length > 1 && lines.reduce((sum, { words }) => sum + words.length, 0) > mostWords;

function isTurned(item: PageItem): boolean {
  const word = item.kind === 'text' ? item.block.lines[0]?.words[0] : undefined;
  return word !== undefined && !isUpright(word);
}

const isNote = ({ lines }: TextBlock): boolean => (lines[0]?.words.length ?? 0) > 1 && beginsRaised(lines[0]);

/** The same on every page: numbers and roman numerals stand for one another. */
function keyOf(text: string): string {
  const bare = text.toLowerCase().replace(/\s+/g, ' ');
  if (/^[\W\s]*[ivxlc]{1,7}[\W\s]*$/.test(bare)) return '#';
  return bare
    .replace(/\d+/g, '#')
    .replace(/^[ivxl]{1,7}(?= )|(?<= )[ivxl]{1,7}$/g, '#')
    .replace(/^[\W_]*#[\W_]*$/, '#');
}
