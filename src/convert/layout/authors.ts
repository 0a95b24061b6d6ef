// Who wrote a paper, and where: what stands between its title and its abstract is set in as many sizes as headings are,
// and is none.
import { beginsAbstract } from './abstract-words.ts';
import type { PageItem } from './analyse-page.ts';
import { isDate, isImprint, mayBeName } from './imprints.ts';
import { lineText } from './lines.ts';
import { largestOf } from './many.ts';
import { middleX } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { countOfWords, segmentsOf } from './segments.ts';

/** The first pieces of a page: names and addresses are no more. */
const mostItems = 60;
/** Words of an address; more are text. */
const mostWords = 60;
/** Against the size of the title: its other lines. */
const alsoTitle = 0.95;

/** It stands on a first page between the title and what the document begins with. */
export const isAmongAuthors = (block: TextBlock, items: readonly PageItem[]): boolean =>
  isBeforeAbstract(block, items) || isOfFront(block, items);

/** After the title and before the abstract, with nothing but short pieces around it. */
function isBeforeAbstract(block: TextBlock, items: readonly PageItem[]): boolean {
  const blocks: TextBlock[] = [];
  let isFound = false;
  for (const item of items.slice(0, mostItems)) {
    if (item.kind === 'table') return false;
    if (item.kind !== 'text') continue;
    // What stands above the names may be the title, though something above it is larger.
    if (item.author === true && blocks.includes(block)) return false;
    isFound = blocks.length > 0 && beginsAbstract(blockText(item.block));
    if (isFound) break;
    blocks.push(item.block);
  }
  const own = blocks.indexOf(block);
  if (!isFound || own < 0) return false;
  const largest = largestOf(blocks, ({ size }) => size);
  const at = blocks.findIndex(({ size }) => size >= alsoTitle * largest);
  const title = blocks[at] as TextBlock;
  const isTitle = block.size >= alsoTitle * largest && block.bold === title.bold && block.italic === title.italic;
  return own > at && !isTitle && blocks.slice(at + 1).every(({ lines }) => countOfWords(lines) <= mostWords);
}

/** Words of a line under a title; more are text. */
const mostFrontWords = 40;

/** Below the title, with nothing but such lines between: a date, a version, a copyright, or names that head no text. */
function isOfFront(block: TextBlock, items: readonly PageItem[]): boolean {
  const texts = items.slice(0, mostItems);
  const sizes = texts.flatMap((item) => (item.kind === 'text' ? [item.block.size] : []));
  const largest = Math.max(0, ...sizes);
  const title = texts.findIndex((item) => item.kind === 'text' && item.block.size >= alsoTitle * largest);
  const own = texts.findIndex((item) => item.kind === 'text' && item.block === block);
  if (own <= title || !texts.slice(title + 1, own).every(isFrontLine)) return false;
  const text = blockText(block);
  if (isImprint(text)) return true;
  const next = texts[own + 1];
  if (block.size >= alsoTitle * largest) return false;
  // Two words in capitals may head what stands below.
  const isSure = severalNames.test(text) || isCentred(block, texts[title]) || saysWhen(texts.slice(title + 1));
  if (!isSure) return false;
  // Names stand beside each other and one below the other, too.
  return mayBeName(piecesOf(block).join('; ')) && (next === undefined || isFrontLine(next) || isDate(text));
}

const severalNames = /,| \p{Lu}\. | (?:and|und|et|e|y|en|и) /u;

/** Below the middle of the title, and begun elsewhere. */
function isCentred(block: TextBlock, title: PageItem | undefined): boolean {
  if (title?.kind !== 'text') return false;
  const off = Math.abs(middleX(block) - middleX(title.block));
  return off < 2 * block.size && Math.abs(block.left - title.block.left) > 2 * block.size;
}

/** A date, a version or an address stands among the first lines. */
function saysWhen(items: readonly PageItem[]): boolean {
  const end = items.findIndex((item) => !isFrontLine(item));
  const front = end < 0 ? items : items.slice(0, end);
  return front.some((item) => item.kind === 'text' && isImprint(blockText(item.block)));
}

/** What stands beside each other and below. */
const piecesOf = ({ lines }: TextBlock): string[] =>
  lines.flatMap((line) => segmentsOf(line.words).map((segment) => lineText(segment)));

/** Short, and no item of a list, as far as its look tells. */
function isFrontLine(item: PageItem): boolean {
  if (item.kind === 'figure' || item.kind === 'picture') return true;
  if (item.kind === 'table' || item.block.monospace) return false;
  if (isDate(item.block.lines[0]?.text ?? '')) return true;
  return countOfWords(item.block.lines) <= mostFrontWords && !/^[•–*-] /.test(item.block.lines[0]?.text ?? '');
}
