// What the table of contents of a document lists: a line that says the same further on is a heading, however it is set.
import { isCaption } from './captions.ts';
import { endsEntry } from './contents-entry.ts';
import type { Line } from './lines.ts';
import { numberDepth } from './numbering-scheme.ts';
import { outlineKey } from './page.ts';
import { blockText, type TextBlock } from './paragraphs.ts';

/** Letters and figures of a title; less is said by accident. */
const shortest = 6;
const longest = 150;
const mostTitles = 10_000;

export class ListedTitles {
  /** With the page that lists it: an index at the end lists what is no heading. */
  readonly #keys = new Map<string, number>();
  /** What they begin with: most lines are told by this much. */
  readonly #beginnings = new Set<string>();

  /** Told of what stands on pages in their order; `isEntry` where it is known to be of a table of contents. */
  note(block: TextBlock, isEntry: boolean, page: number): void {
    const last = block.lines.at(-1);
    if (last === undefined || block.lines.length > 2 || this.#keys.size >= mostTitles) return;
    if (!endsEntry(last) && !isEntry) return;
    const title = titleOf(blockText(block));
    if (title === undefined || isCaption(title)) return;
    const key = outlineKey(title);
    if (!this.#keys.has(key)) this.#keys.set(key, page);
    this.#beginnings.add(beginningOf(title));
  }

  /** Where titles follow each other that are of one level, they are listed once more. */
  has(block: TextBlock, page: number, previous: TextBlock | undefined, next: TextBlock | undefined): boolean {
    if (this.#keys.size === 0 || !this.#lists(block, page)) return false;
    const depth = numberDepth(blockText(block));
    return ![previous, next].some(
      (other) => other !== undefined && this.#lists(other, page) && numberDepth(blockText(other)) === depth,
    );
  }

  #lists(block: TextBlock, page: number): boolean {
    const { lines } = block;
    if (lines.length > 2 || !this.#beginnings.has(beginningOf((lines[0] as Line).text))) return false;
    const text = blockText(block);
    if (text.length > longest || !/^[\p{L}\d]/u.test(text)) return false;
    return (this.#keys.get(outlineKey(text)) ?? Number.POSITIVE_INFINITY) <= page;
  }
}

function beginningOf(text: string): string {
  const end = text.indexOf(' ');
  return (end < 0 ? text : text.slice(0, end)).toLowerCase();
}

/** Without the dots and the number of the page. */
function titleOf(entry: string): string | undefined {
  const found = /[\s.…_](?:\d{1,4}|[ivxlc]{1,7})$/i.exec(entry.slice(-9));
  if (found === null || entry.length > longest + 200) return undefined;
  let end = entry.length - found[0].length;
  while (end > 0 && /[\s.…_]/.test(entry.charAt(end - 1))) end -= 1;
  const title = entry.slice(0, end);
  return outlineKey(title).length >= shortest && title.length <= longest && /\p{L}{3}/u.test(title) ? title : undefined;
}
