// What pages say again and again at their ends, line by line: letterheads of several lines, and boxes drawn around titles. Where
// such lines stand so close to the text that they were read as one paragraph with it, they are parted from it.
import { boxOfItem, isUpright, type PageItem, type PageItems, type TextItem } from './analyse-page.ts';
import { type Line, lineText } from './lines.ts';
import { blockOf, blockText } from './paragraphs.ts';
import { median } from './sorted.ts';

/** Share of the page's height in which the lines of a letterhead stand, and the outermost of them. */
const reached = 0.2;
const outer = 0.12;
/** Lines of one, at either end. */
const fewestLines = 2;
const mostLines = 8;
/** Pages that have it, and their share. */
const fewestPages = 3;
const onMost = 0.5;
/** In points: how far its height may differ. */
const sameHeight = 3;
/** In parts of the usual type. */
const largest = 1.25;

type End = 'upper' | 'lower';
const ends: readonly End[] = ['upper', 'lower'];

export interface PageEnds {
  readonly pages: readonly PageItems[];
  /** The items that are nothing but such lines. */
  readonly running: ReadonlySet<PageItem>;
}

/** A line of text or a whole table at an end of a page. */
interface EndPiece {
  readonly text: string;
  readonly height: number;
  readonly isOuter: boolean;
  readonly item: PageItem;
  readonly line: Line | undefined;
}

/** `keyOf` says what numbers of pages must not part; `usual` is the size of most lines. */
export function partEnds(pages: readonly PageItems[], usual: number, keyOf: (text: string) => string): PageEnds {
  const running = new Set<PageItem>();
  if (pages.length < fewestPages) return { pages, running };
  const pieces = pages.map((page) => ends.map((end) => piecesAt(page, end, usual)));
  const known = ends.map((_, end) =>
    repeated(
      pieces.map((both) => both[end] as EndPiece[]),
      keyOf,
    ),
  );
  const parted = pages.map((page, at) => {
    const lines = new Set<Line>();
    for (const [end, isKnown] of known.entries()) {
      const all = (pieces[at] as EndPiece[][])[end] as EndPiece[];
      const length = all.findIndex((piece) => !isKnown(piece));
      const run = length < 0 ? all : all.slice(0, length);
      const isBox = run.some(({ line }) => line === undefined);
      if (run[0]?.isOuter !== true || (run.length < fewestLines && !isBox)) continue;
      for (const { line, item } of run) {
        if (line === undefined) running.add(item);
        else lines.add(line);
      }
    }
    return lines.size === 0 ? page : { ...page, items: page.items.flatMap((item) => partOf(item, lines, running)) };
  });
  return { pages: parted, running };
}

/** From the outermost inwards. */
function piecesAt({ items, content }: PageItems, end: End, usual: number): EndPiece[] {
  const height = content.height || 1;
  const depth = (box: { readonly top: number; readonly bottom: number }): number =>
    end === 'upper' ? box.bottom / height : 1 - box.top / height;
  const pieces: EndPiece[] = [];
  const add = (box: Line | PageItem, text: string, item: PageItem, line: Line | undefined): void => {
    const place = 'kind' in box ? boxOfItem(box) : box;
    if (depth(place) > reached) return;
    pieces.push({ text, height: place.bottom, isOuter: depth(place) < outer, item, line });
  };
  for (const item of items) {
    if (item.kind === 'table') add(item, itemText(item), item, undefined);
    if (item.kind !== 'text' || item.block.size > largest * usual) continue;
    for (const line of item.block.lines)
      if (isUpright(line.words[0] ?? neverTurned)) add(line, lineText(line), item, line);
  }
  return pieces.sort((a, b) => (end === 'upper' ? a.height - b.height : b.height - a.height)).slice(0, mostLines);
}

const neverTurned = { style: { angle: 0 } } as Parameters<typeof isUpright>[0];

/** All that an item says, in one line. */
export function itemText(item: PageItem): string {
  if (item.kind === 'text') return blockText(item.block);
  if (item.kind !== 'table') return '';
  return item.table.rows.flatMap((row) => row.flatMap(({ lines }) => lines.map(lineText))).join(' ');
}

/** Tells what most pages say at one height. */
function repeated(pages: readonly EndPiece[][], keyOf: (text: string) => string): (piece: EndPiece) => boolean {
  const heights = new Map<string, number[]>();
  for (const pieces of pages) {
    for (const { text, height } of pieces) heights.set(keyOf(text), [...(heights.get(keyOf(text)) ?? []), height]);
  }
  const usual = new Map([...heights].map(([key, list]) => [key, median(list)]));
  const isThere = ({ text, height }: EndPiece): boolean =>
    Math.abs(height - (usual.get(keyOf(text)) ?? Number.POSITIVE_INFINITY)) <= sameHeight;
  const counts = new Map<string, number>();
  for (const pieces of pages) {
    for (const key of new Set(pieces.filter(isThere).map(({ text }) => keyOf(text)))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const needed = Math.max(fewestPages, onMost * pages.length);
  return (piece) => (counts.get(keyOf(piece.text)) ?? 0) >= needed && isThere(piece);
}

/** The lines of a letterhead, and what is left of the paragraph. */
function partOf(item: PageItem, lines: ReadonlySet<Line>, running: Set<PageItem>): PageItem[] {
  if (item.kind !== 'text' || !item.block.lines.some((line) => lines.has(line))) return [item];
  const own = item.block.lines.filter((line) => lines.has(line));
  const rest = item.block.lines.filter((line) => !lines.has(line));
  if (rest.length === 0) {
    running.add(item);
    return [item];
  }
  const title: TextItem = { ...item, block: blockOf(own), inMargin: true };
  const text: TextItem = { ...item, block: blockOf(rest) };
  running.add(title);
  return (own[0] as Line).top < (rest[0] as Line).top ? [title, text] : [text, title];
}
