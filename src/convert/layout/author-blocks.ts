// Who wrote a paper, in blocks beside each other under its title: a name with its address each, in one row or several. Their
// lines stand side by side as cells do, but each block is read whole.

import { mayBeName } from './imprints.ts';
import { lineText } from './lines.ts';
import { addAll, largestOf } from './many.ts';
import { heightOf, isBeside, middleX, middleY } from './page.ts';
import { byTop } from './placed.ts';
import type { Segment } from './segments.ts';

/** Against what stands below it: the title of a paper. */
const titleSize = 1.15;
/** Parts of the height of a page: titles begin, and authors end, above these. */
const lowestTitle = 0.4;
const lowestAuthor = 0.62;
/** Pieces of text below a title that are looked at. */
const mostPieces = 120;
/** Rows of other text between the title and the authors: its other lines, a subtitle, a date. */
const mostBetween = 4;
/** In parts of the type size: white between two rows of blocks, and between two blocks of a row. */
const leastBetweenRows = 0.45;
const halfLine = 0.6;
const leastBetweenBlocks = 0.8;
const mostBlocks = 6;
const mostLines = 12;
const mostWords = 12;
/** In parts of the type size: how far the middles of lines may stand from each other, as marks are beside names. */
const offMiddle = 0.7;
/** In points: how far their beginnings may. */
const offEdge = 2;

/** One block, from top to bottom. */
export type AuthorBlock = readonly Segment[];

/** Row by row, from left to right; none where the page names them otherwise. */
export function authorBlocks(segments: readonly Segment[], height: number): readonly AuthorBlock[] {
  const below = belowTitle(segments, height);
  const found: AuthorBlock[] = [];
  let between = 0;
  for (const row of rowsOf(below)) {
    const blocks = blocksOf(row);
    if (blocks !== undefined) addAll(found, blocks);
    else if (found.length > 0) {
      const last = lastBlock(row);
      if (last !== undefined) found.push(last);
      break;
    } else {
      between += 1;
      if (between > mostBetween) return [];
    }
  }
  const addressed = found.filter(hasAddress).length;
  return addressed >= 2 && addressed >= 0.5 * found.length ? found : [];
}

/** What stands below the largest line at the top of a page, which has nothing as large beside it. */
function belowTitle(segments: readonly Segment[], height: number): Segment[] {
  let title: Segment | undefined;
  for (const one of segments) {
    if (one.top < lowestTitle * height && one.size > (title?.size ?? 0)) title = one;
  }
  if (title === undefined || segments.some((one) => one !== title && isAsLarge(one, title) && isBeside(one, title)))
    return [];
  const { top } = title;
  const below = segments
    .filter((one) => one.top > top && one.bottom < lowestAuthor * height && !isLineNumber(one))
    .sort((a, b) => middleY(a) - middleY(b))
    .slice(0, mostPieces);
  return below.length > 3 && below.some((one) => !isAsLarge(one, title)) ? below : [];
}

const isAsLarge = (one: Segment, title: Segment): boolean => one.size * titleSize > title.size;

const isLineNumber = ({ words: [word, more] }: Segment): boolean =>
  more === undefined && /^\d{1,4}$/.test(word?.text ?? '');

/** Parted by white that runs all across. */
function* rowsOf(sorted: readonly Segment[]): Generator<Segment[]> {
  let row: Segment[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const one of sorted) {
    // Of fonts with large boxes only the lines themselves count.
    const middle = middleY(one);
    const half = halfLine * one.size;
    if (row.length > 0 && middle - half - reach > leastBetweenRows * one.size) {
      yield row;
      row = [];
    }
    row.push(one);
    reach = Math.max(reach, middle + half);
  }
  if (row.length > 0) yield row;
}

/** The blocks of a row; undefined where they are anything else than names with addresses. */
function blocksOf(row: readonly Segment[]): AuthorBlock[] | undefined {
  const blocks = inStretches(row);
  if (blocks.length < 2 || blocks.length > mostBlocks) return undefined;
  const [first] = blocks[0] as [Segment, ...Segment[]];
  const areBlocks = blocks.every((block) => isBlock(block) && isBeside(first, block[0] as Segment));
  return areBlocks && blocks.filter(({ length }) => length > 1).length > 1 ? blocks : undefined;
}

/** The last author of all may stand alone in the middle. */
function lastBlock(row: readonly Segment[]): AuthorBlock | undefined {
  return row.length > 1 && isBlock(row) && hasAddress(row) ? row : undefined;
}

/** From left to right, parted by white that runs down the whole row. */
function inStretches(row: readonly Segment[]): Segment[][] {
  const stretches: Segment[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const one of [...row].sort((a, b) => a.left - b.left)) {
    const last = stretches.at(-1);
    if (last === undefined || one.left - reach > leastBetweenBlocks * one.size) stretches.push([one]);
    else last.push(one);
    reach = Math.max(reach, one.right);
  }
  return stretches.map(byTop);
}

/** Short lines below each other that have one middle, one beginning or one end, the first of them no address. */
function isBlock(lines: readonly Segment[]): boolean {
  if (lines.length > mostLines || lines.some(({ words }) => words.length > mostWords)) return false;
  const [first] = lines as readonly [Segment, ...Segment[]];
  for (let at = 1; at < lines.length; at += 1) {
    const [one, next] = [lines[at - 1] as Segment, lines[at] as Segment];
    if (middleY(next) - middleY(one) < 0.5 * Math.min(heightOf(one), heightOf(next))) return false;
  }
  const areAt = (place: (one: Segment) => number, most: number): boolean =>
    lines.every((one) => Math.abs(place(one) - place(first)) <= most);
  const size = largestOf(lines, (one) => one.size);
  const isAligned =
    areAt(middleX, offMiddle * size) || areAt(({ left }) => left, offEdge) || areAt(({ right }) => right, offEdge);
  const [name, ...others] = lines.map((one) => lineText(one)) as [string, ...string[]];
  return isAligned && !isAddress.test(name) && !lines.some(isLabel) && !isColumnOfTable(others);
}

const isLabel = (line: Segment): boolean => /[:：]$/.test(lineText(line));

/** Below its head a table has things of one kind. */
const isColumnOfTable = (lines: readonly string[]): boolean =>
  lines.length > 1 && (lines.every((line) => mail.test(line)) || lines.every(mayBeName));

const mail = /^[^\s@]+@[^\s@]+$/;

const isAddress =
  /[\p{L}\d]@[\p{L}\d]|\b(?:universi|institu|d[eé]part[ae]?m|dept\.|facul|fakult|laborator|school|colleg|hochschule|corporation|company|research|cent(?:er|re)\b|academ|hospital|group|gmbh|inc\.|ltd)/iu;

/** Where somebody is to be found, below the name. */
const hasAddress = (block: AuthorBlock): boolean => block.slice(1).some((one) => isAddress.test(lineText(one)));
