// What the pages of a document before these have in their margins: a long document is read in several goes, and its last pages
// may be too few to tell by themselves.
import type { PageItems } from './analyse-page.ts';
import { countsPages, isPageNumber } from './page-counts.ts';
import { TitleMemory } from './running-titles.ts';

const mostKeys = 1_000;
/** Of a running title. */
const mostWords = 16;

interface MarginLine {
  readonly key: string;
  readonly spot: string;
  readonly text: string;
  readonly running: boolean;
  readonly goesOn: boolean;
}

export class RunningMemory {
  /** The headings of the text. */
  readonly titles = new TitleMemory();
  /** What is said again and again. */
  readonly #keys = new Set<string>();
  /** Places that count the pages: how far the counts are from the numbers of the pages. */
  readonly #counted = new Map<string, Set<number>>();
  readonly #distances = new Set<number>();
  /** Places that repeat headings. */
  readonly #echoing = new Set<string>();

  /** On how many pages a line has stood on a sidebar. */
  readonly sidebars = new Map<string, number>();
  /** Places above the text that have nothing but running titles. */
  readonly #places = new Set<string>();

  get isEmpty(): boolean {
    return this.#keys.size + this.#counted.size + this.#echoing.size === 0;
  }

  note(key: string): void {
    if (this.#keys.size < mostKeys) this.#keys.add(key);
  }

  noteSpots(counted: ReadonlyMap<string, ReadonlySet<number>>, echoing: ReadonlySet<string>): void {
    for (const [spot, distances] of counted) {
      const known = this.#counted.get(spot) ?? new Set<number>();
      this.#counted.set(spot, known);
      for (const distance of distances) {
        known.add(distance);
        this.#distances.add(distance);
      }
    }
    for (const spot of echoing) this.#echoing.add(spot);
  }

  notePlaces(places: readonly string[]): void {
    for (const spot of places) {
      const [end, height] = spot.split(' ') as [string, string];
      // Letters that reach further down stand a little lower.
      for (const off of [-1, 0, 1]) this.#places.add(`${end} ${Number(height) + off}`);
    }
  }

  /** True for a line that says something else where all other pages have a running title, but for the first page. */
  isInPlace({ spot, text, running }: MarginLine, { content }: PageItems): boolean {
    return running && content.number > 1 && this.#places.has(spot) && text.split(' ').length <= mostWords;
  }

  /** True for a line that pages have there, as far as these and those before can tell. */
  has({ key, spot, text, running, goesOn }: MarginLine, page: PageItems): boolean {
    if (this.#keys.has(key) || isPageNumber(text, page, this.#distances)) return true;
    if (!goesOn && countsPages(this.#counted.get(spot), text, page.content.number)) return true;
    return running && this.#echoing.has(spot) && this.titles.isIn(text);
  }
}
