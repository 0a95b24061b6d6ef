// Who wrote a paper, and where: what stands between its title and its abstract is set in as many sizes as headings are,
// and is none.
import { beginsAbstract } from './abstract-words.ts';
import type { PageItem } from './analyse-page.ts';
import { largestOf } from './many.ts';
import { blockText, type TextBlock } from './paragraphs.ts';
import { countOfWords } from './segments.ts';

/** The first pieces of a page: names and addresses are no more. */
const mostItems = 60;
/** Words of an address; more are text. */
const mostWords = 60;
/** Against the size of the title: its other lines. */
const alsoTitle = 0.95;

/** It stands on a first page after the title and before the abstract, with nothing but short pieces around it. */
export function isAmongAuthors(block: TextBlock, items: readonly PageItem[]): boolean {
  const blocks: TextBlock[] = [];
  let isFound = false;
  for (const item of items.slice(0, mostItems)) {
    if (item.kind === 'table') return false;
    if (item.kind !== 'text') continue;
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
