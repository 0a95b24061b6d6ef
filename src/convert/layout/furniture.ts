// Running titles, footers, page numbers and watermarks: what repeats in the margins from page to page is taken out once the
// pages are known. One page keeps all but what says which page it is; two, what does not stand at the same place on both.
import { boxOfItem, isUpright, type PageItem, type PageItems } from './analyse-page.ts';
import { outlineKey } from './page.ts';
import { bareText, changingNumbers, keyOf, pageCounts } from './page-counts.ts';
import { itemText, partEnds } from './page-ends.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { beginsRaised } from './raised-marks.ts';
import { RunningMemory } from './running-memory.ts';
import { withoutRunningSidebars } from './running-sidebars.ts';
import { echoSpots, runningPlaces, saidBefore, shortestTitle, withoutRunning } from './running-titles.ts';
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
/** Pages with one large title, and their share, from which on it is a running one. */
const fewestTitles = 4;
const onNearlyAll = 0.8;
/** A line that the text has so often, and in such a share of the times it stands in margins, is no running title. */
const fewestOwn = 2;
const ownShare = 0.5;
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

/** `memory` knows the pages before, `body` is the size of the text of the document. */
export function withoutFurniture(all: readonly PageItems[], memory = new RunningMemory(), body = 0): Furniture {
  const { pages, texts, words } = withoutRunningSidebars(all, memory.sidebars);
  const found = withoutMargins(pages, memory, body, words);
  return texts.length === 0 ? found : { ...found, texts: [...texts, ...found.texts] };
}

/** `said` is how many words more the pages had. */
function withoutMargins(given: readonly PageItems[], memory: RunningMemory, body: number, said: number): Furniture {
  const unchanged = { texts: [], pages: given };
  if (given.length < fewestPages && memory.isEmpty) return withoutCounts(given);
  // Where most of some pages is code, the text is still what running titles are like.
  const usual = Math.max(body, usualSize(given));
  const { pages, running: atEnds } = partEnds(given, usual, keyOf);
  const large = repeatedTitles(pages);
  const margins = new Map(pages.map((page) => [page, marginTexts(page, usual, large)]));
  const copies = copiesOf(pages);
  for (const key of repeatedKeys(margins, copies)) memory.note(key);
  for (const page of pages) memory.titles.add(page);
  const runnings = [...margins.values()].map((texts) => texts.filter(({ running }) => running));
  memory.noteSpots(pageCounts(margins), echoSpots(runnings, memory.titles));
  const repeated = saidBefore(runnings);
  const isOfText = ownLines(pages, margins);
  const isKnown = (one: MarginText, page: PageItems): boolean =>
    !isOfText(one) && (memory.has(one, page) || repeated.has(one));
  memory.notePlaces(runningPlaces(margins, isKnown));
  const furniture = new Map<string, string>();
  /** Numbers of pages where others have none: they say nothing of other pages. */
  const alone: string[] = [];
  let taken = 0;
  let all = said;
  const kept = pages.map((page) => {
    all += lengthOf(page.items);
    const dropped = new Set<PageItem>(
      (margins.get(page) ?? [])
        .filter((one) => {
          const known = isKnown(one, page) || (!isOfText(one) && memory.isInPlace(one, page));
          if (known && !furniture.has(one.key)) furniture.set(one.key, one.text);
          const isAlone = !known && isNumberAtFoot(one, page);
          if (isAlone) alone.push(one.text);
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

type Margins = ReadonlyMap<PageItems, readonly MarginText[]>;

/** What is said again and again in the margins of pages. */
function repeatedKeys(margins: Margins, copies: ReadonlySet<PageItems>): string[] {
  const sightings = new Map<string, Sighting[]>();
  for (const [page, texts] of margins) {
    if (copies.has(page)) continue;
    for (const { key, text } of texts) {
      const list = sightings.get(key);
      const seen = { page: page.content.number, numbers: changingNumbers(text), text };
      if (list === undefined) sightings.set(key, [seen]);
      else if (list.at(-1)?.page !== seen.page) list.push(seen);
    }
  }
  const needed = Math.max(fewestPages, Math.min(6, Math.ceil(margins.size * 0.3)));
  return [...sightings].flatMap(([key, list]) => (list.length >= needed && repeats(list, needed) ? [key] : []));
}

/** Tells lines that the text has as well, in the same type: they stand at an end of a page by chance. */
function ownLines(pages: readonly PageItems[], margins: Margins): (one: MarginText) => boolean {
  const inText = new Map<string, number>();
  const inMargins = new Map<string, number>();
  const count = (counts: Map<string, number>, block: TextBlock): void => {
    const saying = sayingOf(block);
    if (saying !== undefined) counts.set(saying, (counts.get(saying) ?? 0) + 1);
  };
  for (const page of pages) {
    const { height } = page.content;
    for (const { item } of margins.get(page) ?? []) if (item.kind === 'text') count(inMargins, item.block);
    for (const item of page.items) {
      if (item.kind !== 'text' || item.block.top < wideBand * height || item.block.bottom > (1 - wideBand) * height)
        continue;
      count(inText, item.block);
    }
  }
  return ({ item }) => {
    const saying = item.kind === 'text' ? sayingOf(item.block) : undefined;
    const found = saying === undefined ? 0 : (inText.get(saying) ?? 0);
    return found >= fewestOwn && found >= ownShare * (inMargins.get(saying ?? '') ?? 0);
  };
}

/** What a line says, and in which type. */
function sayingOf({ lines: [line, second], size, bold }: TextBlock): string | undefined {
  return line === undefined || second !== undefined ? undefined : `${Math.round(2 * size)} ${bold} ${line.text.trim()}`;
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
  spot.startsWith('lower') && bareText(text) === `${page.content.number}` && isBelowAll(item, page);

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

/** `Page 1`, in some language. */
const saysPage = (text: string, page: number): boolean => Number(countedPage.exec(bareText(text))?.[1] ?? 0) === page;

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

const isRoman = ({ text }: Sighting): boolean => /^[ivxlc]{1,7}$/i.test(bareText(text));

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

function marginTexts({ items, content }: PageItems, usual: number, large?: ReadonlySet<string>): MarginText[] {
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
    const isTitle = large?.has(`${spotOf('upper', block)} ${blockText(block)}`) === true;
    const reached = (outermost || isTitle ? wideBand : band) * content.height;
    const upper = block.bottom < reached;
    const lower = block.top > content.height - reached;
    if (!turned && !upper && !lower) continue;
    if (!turned && !item.inMargin && at >= reach && at < upright - reach) continue;
    const { width, height } = content;
    const atEdge = height > width && outermost && (block.bottom < edge * height || block.top > (1 - edge) * height);
    const place = turned ? 'turned' : upper ? 'upper' : 'lower';
    const spot = spotOf(place, block);
    const text = blockText(block);
    if (text.length > longestText) continue;
    const isLarge = !turned && block.size > (atEdge ? largestAtEdge : largest) * usual;
    if (isLarge && !isTitle) continue;
    const inBand = block.bottom < band * content.height || block.top > (1 - band) * content.height;
    const running = (item.inMargin || (outermost && upper && isFarAbove(block, items))) && block.size <= 1.05 * usual;
    const goesOn = (!item.inMargin && (isSentence(block) || /^\p{Ll}{2}/u.test(text))) || isNote(block);
    found.push({ item, text, spot, running, goesOn, key: `${turned || inBand ? place : spot} ${keyOf(text)}` });
  }
  return found;
}

/** In parts of the type size: white below a line that stands apart from all text. */
const farAbove = 1.2;

const isFarAbove = (block: TextBlock, items: readonly PageItem[]): boolean =>
  items.every((other) => {
    const { top } = boxOfItem(other);
    return top <= block.bottom
      ? isTurned(other) || (other.kind === 'text' && other.block === block)
      : top > block.bottom + farAbove * block.size;
  });

const spotOf = (place: string, { bottom }: TextBlock): string => `${place} ${Math.round(bottom / 4)}`;

/** Large titles that nearly every upright page has at one place: whatever their size, they are said once. */
function repeatedTitles(pages: readonly PageItems[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { items, content } of pages) {
    for (const item of content.height > content.width ? items.slice(0, reach) : []) {
      if (item.kind !== 'text' || item.block.bottom > wideBand * content.height) continue;
      const place = `${spotOf('upper', item.block)} ${blockText(item.block)}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  const needed = Math.max(fewestTitles, onNearlyAll * pages.length);
  return new Set([...counts].flatMap(([place, count]) => (count >= needed ? [place] : [])));
}

const isSentence = ({ lines }: TextBlock): boolean =>
  lines.length > 1 && lines.reduce((sum, { words }) => sum + words.length, 0) > mostWords;

function isTurned(item: PageItem): boolean {
  const word = item.kind === 'text' ? item.block.lines[0]?.words[0] : undefined;
  return word !== undefined && !isUpright(word);
}

const isNote = ({ lines }: TextBlock): boolean => (lines[0]?.words.length ?? 0) > 1 && beginsRaised(lines[0]);
