// Hyphens at the ends of lines: those that only the line end needed go, those that belong to the word stay. What else
// stands on the page tells one from the other, and whether its lines are all as long, as those of parted words are; so does
// the document: where hardly a line of it ends with a hyphen, words are not parted in it.
import type { PageItem } from './analyse-page.ts';
import { type Line, lineText } from './lines.ts';

/** In points: lines that end within this distance of each other are justified. */
const sameEnd = 1.5;
/** Lines of a paragraph that tell how it is set, the last one left out. */
const fewestLines = 2;
const shortestPart = 3;

/** Words with hyphens that are remembered, and lines from which on a document tells whether it parts words. */
const mostCompounds = 20_000;
const fewestInDocument = 150;
/** Share of the lines that end with a hyphen where only words that have one are broken there. */
const mostBroken = 0.01;

/** What the pages of a document have shown of hyphens so far. */
export class HyphenMemory {
  readonly #compounds = new Set<string>();
  #lines = 0;
  #broken = 0;

  add(items: readonly PageItem[]): void {
    for (const item of items) {
      if (item.kind !== 'text' || item.inMargin || item.block.monospace) continue;
      const { lines } = item.block;
      for (const [at, { text }] of lines.entries()) {
        if (at < lines.length - 1) this.#lines += 1;
        if (!text.includes('-')) continue;
        if (at < lines.length - 1 && /\p{Ll}-$/u.test(text.slice(-3))) this.#broken += 1;
        this.#remember(text);
      }
    }
  }

  #remember(text: string): void {
    for (const [word] of text.matchAll(/\p{L}{2,40}-\p{L}{2,40}/gu)) {
      if (this.#compounds.size < mostCompounds) this.#compounds.add(word.toLowerCase());
    }
  }

  knows(compound: string): boolean {
    return this.#compounds.has(compound);
  }

  /** Words are broken only where they have a hyphen of their own. */
  get partsNone(): boolean {
    return this.#lines >= fewestInDocument && this.#broken <= mostBroken * this.#lines;
  }
}

export class Hyphens {
  readonly #items: readonly PageItem[];
  readonly #memory: HyphenMemory;
  #words: ReadonlySet<string> | undefined;
  #isRagged: boolean | undefined;

  constructor(items: readonly PageItem[], memory: HyphenMemory) {
    this.#items = items;
    this.#memory = memory;
  }

  /** True where the hyphen between these two parts of a word is its own. */
  belongs(before: string, after: string, lines: readonly Line[]): boolean {
    const words = this.#vocabulary();
    const [first, second] = [before.toLowerCase(), after.toLowerCase()];
    if (words.has(first + second)) return false;
    // A typesetter leaves no letter alone.
    const compound = `${first}-${second}`;
    if (first.length === 1 || words.has(compound) || this.#memory.knows(compound) || this.#memory.partsNone)
      return true;
    if (!(raggedness(lines) ?? this.#pageIsRagged())) return false;
    // Nobody parts words between lines of any length but typesetters' programs, and they part them inside.
    return first.length >= shortestPart && second.length >= shortestPart && words.has(first) && words.has(second);
  }

  /** The page has these two parts as one word somewhere, with the hyphen or without it. */
  isOneWord(before: string, after: string): boolean {
    return this.isParted(before, after) || this.#vocabulary().has(`${before}-${after}`.toLowerCase());
  }

  /** The page has these two parts as one word somewhere, without a hyphen. */
  isParted(before: string, after: string): boolean {
    return this.#vocabulary().has((before + after).toLowerCase());
  }

  /** The words of the page that are not parted, as they stand. */
  #vocabulary(): ReadonlySet<string> {
    if (this.#words === undefined) {
      const words = new Set<string>();
      for (const item of this.#items) {
        for (const text of textsOf(item)) {
          for (const word of text.toLowerCase().split(/[^\p{L}\d-]+/u)) if (!word.endsWith('-')) words.add(word);
        }
      }
      this.#words = words;
    }
    return this.#words;
  }

  #pageIsRagged(): boolean {
    if (this.#isRagged === undefined) {
      let [ragged, all] = [0, 0];
      for (const item of this.#items) {
        const own = item.kind === 'text' ? raggedness(item.block.lines) : undefined;
        if (own === undefined) continue;
        all += 1;
        if (own) ragged += 1;
      }
      this.#isRagged = all > 0 && ragged > 0.5 * all;
    }
    return this.#isRagged;
  }
}

function textsOf(item: PageItem): string[] {
  if (item.kind === 'text') return item.block.lines.map(({ text }) => text);
  return item.kind === 'table' ? [...item.table.segments].map(lineText) : [];
}

/** Whether lines end where they please; undefined where there are too few to tell. */
function raggedness(lines: readonly Line[]): boolean | undefined {
  const whole = lines.slice(0, -1);
  if (whole.length < fewestLines) return undefined;
  let right = Number.NEGATIVE_INFINITY;
  for (const line of whole) right = Math.max(right, line.right);
  return whole.filter((line) => right - line.right <= sameEnd).length < 0.6 * whole.length;
}
