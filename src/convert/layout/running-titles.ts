// Running titles that change with every section and count nothing: a line at the same height of many pages that says again
// what headings of the text say.
import type { PageItems } from './analyse-page.ts';
import { bareTitle, outlineKey } from './page.ts';
import { blockText } from './paragraphs.ts';
import { median } from './sorted.ts';

/** Shorter titles are found in any text. */
export const shortestTitle = 5;
const longestTitle = 100;
const mostTitles = 500;
/** In parts of the usual type: larger is a heading. */
const larger = 1.1;

/** What the headings of a document say, gathered while its pages are read. */
export class TitleMemory {
  #titles: string[] = [];

  add({ items }: PageItems): void {
    const texts = items.filter((item) => item.kind === 'text');
    const usual = median(texts.map(({ block }) => block.size));
    for (const { block, inMargin } of texts) {
      if (inMargin || block.lines.length > 3 || block.size < larger * usual) continue;
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
