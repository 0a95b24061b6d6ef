// Tables on hand-made pages: words in a grid, the lines around them, and what is found.
import type { Fill, PageContent, Rule, Word } from '../../src/convert/layout/page.ts';
import { segmentsOf } from '../../src/convert/layout/segments.ts';
import { findTables, tableBlock } from '../../src/convert/layout/tables.ts';
import { markdownOf } from '../../src/convert/markdown/write.ts';
import { pageOf, setLines } from './page-words.ts';

export const words = (text: string, left: number, top: number): Word[] => setLines([text], { left, top });

export const across = (left: number, right: number, y: number): Rule => ({
  left,
  right,
  top: y,
  bottom: y,
  horizontal: true,
});
export const down = (x: number, top: number, bottom: number): Rule => ({
  left: x,
  right: x,
  top,
  bottom,
  horizontal: false,
});

export function page(all: readonly Word[][], drawn: { rules?: Rule[]; fills?: Fill[] } = {}): PageContent {
  return pageOf(all.flat(), drawn);
}

/** The tables of a page as Markdown. */
export function found(content: PageContent): string[] {
  return findTables(content, segmentsOf(content.words)).map((table) => markdownOf([tableBlock(table, 1)]).trim());
}

/** Cells of a table at columns 100 points wide and rows 20 points high, from (50, 100). */
export const grid = (rows: readonly (readonly string[])[], pitch = 20): Word[][] =>
  rows.flatMap((row, r) => row.map((text, c) => (text === '' ? [] : words(text, 55 + 100 * c, 105 + pitch * r))));

export const lattice = (columns: number, rows: number): Rule[] => [
  ...Array.from({ length: rows + 1 }, (_, r) => across(50, 50 + 100 * columns, 100 + 20 * r)),
  ...Array.from({ length: columns + 1 }, (_, c) => down(50 + 100 * c, 100, 100 + 20 * rows)),
];

export const prose = (top: number, lines: number, left = 50): Word[][] =>
  Array.from({ length: lines }, (_, at) =>
    words(`the words of ${'a line that runs on and on '.repeat(3)}${at}`, left, top + 12 * at),
  );

export const fruit = [
  ['Fruit', 'Colour', 'Price'],
  ['Apple', 'red', '1.20'],
  ['Pear', 'green', '2.30'],
  ['Plum', 'blue', '0.90'],
];
export const fruitTable = [
  '| Fruit | Colour | Price |',
  '| --- | --- | --- |',
  '| Apple | red | 1.20 |',
  '| Pear | green | 2.30 |',
  '| Plum | blue | 0.90 |',
].join('\n');
