// One page from its words to its pieces in reading order: tables first, then columns, lines and paragraphs.

import { type AuthorBlock, authorBlocks } from './author-blocks.ts';
import { withChapterNumbers } from './chapter-numbers.ts';
import { withCodeGrounds } from './code-grounds.ts';
import { withContentsEntries } from './contents-entries.ts';
import { isContents, withIndexEntries } from './contents-page.ts';
import { withDrawnBullets } from './drawn-bullets.ts';
import { columnFinder, drawnColumns } from './drawn-columns.ts';
import { withDrawnNumbers } from './drawn-numbers.ts';
import { withHangingMarks } from './hanging-marks.ts';
import { lineFrom, linesOf, lineText, withCodeLines } from './lines.ts';
import { addAll } from './many.ts';
import { besideText, marginRows } from './margin-rows.ts';
import { readFromLeft } from './mirrored.ts';
import {
  type Box,
  boundsOf,
  type Figure,
  groundUnder,
  liesIn,
  overlap,
  type PageContent,
  type ReadPicture,
  type Word,
} from './page.ts';
import { blockOf, columnOf, isWrapped, paragraphsOf, type TextBlock } from './paragraphs.ts';
import { type Placed, placedSegment } from './placed.ts';
import { barredBlocks } from './quote-bars.ts';
import { isSingleColumn, readingOrder } from './reading-order.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { partedBySidebars } from './sidebars.ts';
import { areSections } from './table-sections.ts';
import { findTables, type PageTable } from './tables.ts';
import { withTitleLines } from './title-lines.ts';

export type PageItem =
  | {
      readonly kind: 'text';
      readonly block: TextBlock /** First of its column. */;
      readonly opens: boolean;
      /** Alone in the upper or lower margin. */
      readonly inMargin: boolean;
      /** The bar that is drawn down its left side. */
      readonly bar?: Box;
      /** Code that was made of several pieces: whatever it begins with, it is no item of a list. */
      readonly whole?: boolean;
      /** An author with an address: its lines stay lines, and it heads nothing. */
      readonly author?: boolean;
      /** Of a table of contents. */
      readonly entry?: boolean;
      /** It stands on a sidebar. */
      readonly aside?: boolean;
    }
  | { readonly kind: 'table'; readonly table: PageTable }
  | { readonly kind: 'figure'; readonly figure: Figure }
  /** The words that were read in a picture. */
  | { readonly kind: 'picture'; readonly box: Box; readonly page: PageItems };

export type TextItem = Extract<PageItem, { kind: 'text' }>;

/** Where an item stands. */
export function boxOfItem(item: PageItem): Box {
  if (item.kind === 'text') return item.block;
  if (item.kind === 'table') return item.table;
  return item.kind === 'figure' ? item.figure : item.box;
}

export interface PageItems {
  readonly content: PageContent;
  readonly items: readonly PageItem[];
  /** It is a table of contents. */
  readonly contents: boolean;
  /** It is what stands behind one bar of a page. */
  readonly quoted?: boolean;
  /** The page before the ends of paragraphs were moved to their beginnings, where some were. */
  readonly asRead?: PageItems | undefined;
  /** The pages that its last paragraph goes on over. */
  readonly goesOnTo?: readonly PageItems[] | undefined;
}

type Piece = Placed &
  (
    | { readonly segment: Segment }
    | { readonly table: PageTable }
    | { readonly authors: readonly AuthorBlock[] }
    | { readonly image: Figure | undefined }
    | { readonly read: ReadPicture }
  );

export function analysePage(given: PageContent): PageItems {
  const content = withCodeGrounds(readFromLeft(given));
  const upright = content.words.filter(isUpright);
  const written = withCodeLines(segmentsOf(upright), content.codeAreas);
  const segments = withDrawnNumbers(content, withDrawnBullets(content, written));
  const plain = content.rules.length === 0 && content.fills.length === 0 && isSingleColumn(segments);
  const turned = turnedRuns(
    content.words.filter((word) => !isUpright(word)),
    (last, word) => isFar(last, word) || !sharesLine(last, word),
  );
  const heads = new Map(turned.map((run) => [turnedSegment(run), run]));
  const columns = plain ? [] : drawnColumns(segments);
  const authors = plain ? [] : authorBlocks(segments, content.height);
  const ofAuthors = new Set(authors.flat());
  const others = ofAuthors.size === 0 ? segments : segments.filter((segment) => !ofAuthors.has(segment));
  const found = plain ? [] : findTables(content, others, { turned: [...heads.keys()], columns });
  const tables = found.filter((table) => !isOnGrounds(table, content.codeAreas) && !areSections(table));
  const inTables = new Set(tables.flatMap((table) => [...table.segments]));
  const pieces: Piece[] = [];
  const free = inTables.size === 0 ? others : others.filter((segment) => !inTables.has(segment));
  const columnOf = columnFinder(columns);
  for (const segment of plain ? free : withHangingMarks(free)) {
    pieces.push(placedSegment(segment, isLabel(segment), columnOf(segment)));
  }
  for (const table of tables) {
    const { left, top, right, bottom } = table;
    const [first] = table.segments;
    pieces.push({ left, top, right, bottom, size: 0, wordCount: 50, column: first && columnOf(first), table });
  }
  if (authors.length > 0) pieces.push({ ...boundsOf([...ofAuthors]), size: 0, wordCount: 50, authors });
  for (const picture of content.images.slice(0, mostPictures)) {
    if (!isFigure(picture, content) || isBehindText(picture, segments)) continue;
    const { left, top, right, bottom } = picture;
    pieces.push({ left, top, right, bottom, size: 0, wordCount: 0, image: undefined });
  }
  for (const figure of content.figures ?? []) {
    const { left, top, right, bottom } = figure;
    pieces.push({ left, top, right, bottom, size: 0, wordCount: 0, image: figure });
  }
  for (const read of content.readPictures ?? []) {
    const { left, top, right, bottom } = read;
    pieces.push({ left, top, right, bottom, size: 0, wordCount: 0, read });
  }
  const sides = partedBySidebars(pieces, content);
  const { head, body: rest, foot } = marginRows(sides.rest, content);
  const number = besideText(rest, content);
  const body = number === undefined ? rest : rest.filter((one) => one !== number);
  const items: PageItem[] = [];
  const wraps = isWrapped(segments);
  addAll(items, asideItems(sides.left, wraps));
  addAll(items, itemsOf(head, wraps, true));
  const drawn = content.rules.filter(({ horizontal }) => horizontal);
  for (const group of readingOrder(body, drawn)) addAll(items, itemsOf(group, wraps, false, content.codeAreas));
  addAll(items, itemsOf(foot, wraps, true));
  if (number !== undefined) addAll(items, itemsOf([number], wraps, true));
  addAll(items, asideItems(sides.right, wraps));
  const aside = [...heads].flatMap(([segment, run]) => (inTables.has(segment) ? [] : run));
  addAll(items, turnedRuns(aside, (last, word) => isFar(last, word) && !areTicks(last, word)).map(turnedItem));
  const entries = withContentsEntries(withTitleLines(items, upright));
  // The words are in the items now; a long document holds many pages at once.
  return {
    content: { ...content, words: [], rules: [], fills: [] },
    items: withIndexEntries(withChapterNumbers(withBars(content, entries))),
    contents: isContents(entries),
    asRead: undefined,
    goesOnTo: undefined,
  };
}

/** A piece of code on its own ground is no table, however its lines are parted. */
function isOnGrounds({ segments }: PageTable, areas: readonly Box[] | undefined): boolean {
  if (areas === undefined) return false;
  const within = [...segments].filter((one) => groundUnder(one, areas) !== undefined);
  return within.length > 0.5 * segments.size;
}

function withBars(content: PageContent, items: readonly PageItem[]): PageItem[] {
  const texts = items.filter((item) => item.kind === 'text' && !item.inMargin) as TextItem[];
  const barred = barredBlocks(
    content,
    texts.map(({ block }) => block),
  );
  if (barred.size === 0) return [...items];
  return items.map((item) => {
    const bar = item.kind === 'text' ? barred.get(item.block) : undefined;
    return bar === undefined ? item : { ...(item as TextItem), bar };
  });
}

export function isUpright(word: Word): boolean {
  const { angle } = word.style;
  return angle <= 8 || angle >= 352;
}

const isLabel = ({ words }: Segment): boolean => words.at(-1)?.text.endsWith(':') === true;

/** The pieces of one column from top to bottom, tables where they stand. */
function itemsOf(group: readonly Piece[], wraps: boolean, inMargin: boolean, areas?: readonly Box[]): PageItem[] {
  const items: PageItem[] = [];
  const sorted = [...group].sort((a, b) => a.top - b.top);
  let segments: Segment[] = [];
  let ground: Box | undefined;
  const texts = sorted.flatMap((piece) => ('segment' in piece ? [piece.segment] : []));
  const column = texts.length === 0 ? undefined : columnOf(texts, wraps);
  const flush = (): void => {
    if (segments.length === 0) return;
    for (const [at, block] of paragraphsOf(linesOf(segments), column).entries()) {
      items.push({ kind: 'text', block, opens: at === 0 && items.length === 0, inMargin });
    }
    segments = [];
  };
  for (const piece of sorted) {
    if ('segment' in piece) {
      const own = groundUnder(piece, areas);
      // Pieces of code on grounds of their own may stand close.
      if (own !== undefined && ground !== undefined && own !== ground) flush();
      ground = own;
      segments.push(piece.segment);
    } else if ('table' in piece) {
      flush();
      if (piece.table.isFrame === true) addAll(items, framedItems(piece.table, wraps));
      else items.push({ kind: 'table', table: piece.table });
    } else if ('authors' in piece) {
      flush();
      for (const lines of piece.authors) {
        items.push({ kind: 'text', block: blockOf(linesOf(lines)), opens: true, inMargin: false, author: true });
      }
    } else if ('read' in piece) {
      flush();
      items.push({ kind: 'picture', box: piece.read, page: analysePage(piece.read.page) });
    } else if (piece.image !== undefined) {
      flush();
      items.push({ kind: 'figure', figure: piece.image });
    }
  }
  flush();
  return items;
}

/** What stands on a sidebar. */
const asideItems = (pieces: readonly Piece[], wraps: boolean): PageItem[] =>
  pieces.length === 0
    ? []
    : itemsOf(pieces, wraps, false).map((item) => (item.kind === 'text' ? { ...item, aside: true } : item));

/** What stands in the boxes of a drawing, one box after the other. */
function framedItems({ rows }: PageTable, wraps: boolean): PageItem[] {
  return rows.flatMap((row) =>
    row.flatMap(({ lines }) => {
      const column = columnOf(lines, wraps);
      return paragraphsOf(lines, column).map(
        (block) => ({ kind: 'text', block, opens: true, inMargin: false }) as const,
      );
    }),
  );
}

/** A picture that takes room of its own: not an ornament, not a background. */
function isFigure(picture: Box, page: PageContent): boolean {
  const width = Math.min(picture.right, page.width) - Math.max(picture.left, 0);
  const height = Math.min(picture.bottom, page.height) - Math.max(picture.top, 0);
  return width >= 40 && height >= 30 && width * height < 0.6 * page.width * page.height;
}

/** Pictures of one page that are looked at. */
const mostPictures = 1_000;
/** Words on a picture from which on it is the ground of a text, not a figure with labels. */
const groundWords = 40;

function isBehindText(picture: Box, segments: readonly Segment[]): boolean {
  let words = 0;
  for (const segment of segments) {
    if (liesIn(segment, picture)) words += segment.words.length;
    if (words >= groundWords) return true;
  }
  return false;
}

/** Text that does not run across: margin notes, axis labels. Its words are kept in the order they were drawn. */
function turnedRuns(words: readonly Word[], parts: (last: Word, word: Word) => boolean): Word[][] {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || parts(last, word)) runs.push([word]);
    else run.push(word);
  }
  return runs;
}

function isFar(last: Word, word: Word): boolean {
  const near = 3 * Math.max(1, word.style.size);
  return (
    word.style.angle !== last.style.angle ||
    Math.max(word.left - last.right, last.left - word.right) > near ||
    Math.max(word.top - last.bottom, last.top - word.bottom) > near
  );
}

/** Text that runs up or down has its lines beside each other. */
function sharesLine(last: Word, word: Word): boolean {
  const least = Math.min(last.right - last.left, word.right - word.left);
  return overlap(last.left, last.right, word.left, word.right) > 0.5 * least;
}

const tick = /^[-–−]?\d[\d.,]{0,20}%?$/;
/** In type sizes: how far the numbers along an axis are apart. */
const tickGap = 15;

/** Numbers along an upright axis are one line, as those along the one below are. */
function areTicks(last: Word, word: Word): boolean {
  const gap = Math.max(word.top - last.bottom, last.top - word.bottom);
  const isAlike = word.style === last.style && sharesLine(last, word) && gap < tickGap * word.style.size;
  return isAlike && tick.test(last.text) && tick.test(word.text);
}

function turnedItem(run: readonly Word[]): PageItem {
  const [first] = run as readonly [Word, ...Word[]];
  const block = blockOf([lineFrom(run, boundsOf(run), first.style.size)]);
  return { kind: 'text', block, opens: true, inMargin: true };
}

/** As it stands in a cell: one word as tall as the run is long. */
function turnedSegment(run: readonly Word[]): Segment {
  const [first] = run as readonly [Word, ...Word[]];
  const bounds = boundsOf(run);
  const word: Word = { ...first, ...bounds, text: lineText({ words: run }), style: { ...first.style, angle: 0 } };
  return { ...bounds, words: [word], size: first.style.size };
}
