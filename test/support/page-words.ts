// Pages made of words for tests of the layout: text set line by line at a place, as an engine would give it.
import { type PageContent, plainStyle, type TextStyle, type Word } from '../../src/convert/layout/page.ts';

const plain: TextStyle = { ...plainStyle, font: 'Serif' };

const rightToLeft = /[\u0590-\u08ff]/;

export interface Setting extends Partial<TextStyle> {
  readonly left: number;
  readonly top: number;
  /** Distance of lines; 1.2 times the size when left out. */
  readonly leading?: number;
}

/** Words of some lines, each letter half as wide as it is high. */
export function setLines(lines: readonly string[], { left, top, leading, ...look }: Setting, from = 0): Word[] {
  const style: TextStyle = { ...plain, ...look };
  const words: Word[] = [];
  for (const [at, line] of lines.entries()) {
    let x = left;
    const y = top + at * (leading ?? 1.2 * style.size);
    for (const text of line.split(' ')) {
      const right = x + text.length * style.size * 0.5;
      const box = { left: x, top: y, right, bottom: y + style.size };
      words.push({
        ...box,
        text,
        style,
        spaced: true,
        order: from + words.length,
        rightToLeft: rightToLeft.test(text),
      });
      x = right + 0.25 * style.size;
    }
  }
  return words;
}

export function pageOf(words: readonly Word[], more: Partial<PageContent> = {}): PageContent {
  return { number: 1, width: 600, height: 800, words, rules: [], fills: [], images: [], links: [], ...more };
}

/** Lines of prose for a column. */
export const proseLines = (name: string, lines: number): string[] =>
  Array.from({ length: lines }, (_, at) => `${name} line ${at + 1} goes on over the width of its column`);
