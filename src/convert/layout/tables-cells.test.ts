// Cells of ruled tables on hand-made pages: those that are left empty to be filled in, and those that hold lists.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { markdownOf } from '../markdown/write.ts';
import type { PageContent, Rule, Word } from './page.ts';
import { segmentsOf } from './segments.ts';
import { findTables, tableBlock } from './tables.ts';

const words = (text: string, left: number, top: number): Word[] => setLines([text], { left, top });

const across = (left: number, right: number, y: number): Rule => ({ left, right, top: y, bottom: y, horizontal: true });
const down = (x: number, top: number, bottom: number): Rule => ({ left: x, right: x, top, bottom, horizontal: false });

const page = (all: readonly Word[][], drawn: { rules?: Rule[] }): PageContent => pageOf(all.flat(), drawn);

/** The tables of a page as Markdown. */
function found(content: PageContent): string[] {
  return findTables(content, segmentsOf(content.words)).map((table) => markdownOf([tableBlock(table, 1)]).trim());
}

/** Cells of a table at columns 100 points wide and rows 20 points high, from (50, 100). */
const grid = (rows: readonly (readonly string[])[], pitch = 20): Word[][] =>
  rows.flatMap((row, r) => row.map((text, c) => (text === '' ? [] : words(text, 55 + 100 * c, 105 + pitch * r))));

const lattice = (columns: number, rows: number): Rule[] => [
  ...Array.from({ length: rows + 1 }, (_, r) => across(50, 50 + 100 * columns, 100 + 20 * r)),
  ...Array.from({ length: columns + 1 }, (_, c) => down(50 + 100 * c, 100, 100 + 20 * rows)),
];

const prose = (top: number, lines: number, left = 50): Word[][] =>
  Array.from({ length: lines }, (_, at) =>
    words(`the words of ${'a line that runs on and on '.repeat(3)}${at}`, left, top + 12 * at),
  );

test('a form to be filled in keeps its empty cells, below its heads and beside its labels', () => {
  const below = [['Date', 'Name', 'Hours']];
  expect(found(page(grid(below), { rules: lattice(3, 3) }))).toEqual([
    ['| Date | Name | Hours |', '| --- | --- | --- |', '|  |  |  |', '|  |  |  |'].join('\n'),
  ]);
  expect(found(page(grid([['1'], ['2'], ['3'], ['4']]), { rules: lattice(2, 4) }))).toEqual([
    ['| 1 |  |', '| --- | --- |', '| 2 |  |', '| 3 |  |', '| 4 |  |'].join('\n'),
  ]);
});

test('a grid with a word here and there is no form', () => {
  const strewn = [
    ['', 'high', ''],
    ['', '', ''],
    ['low', '', ''],
    ['', '', ''],
  ];
  expect(found(page([...prose(20, 4), ...grid(strewn)], { rules: lattice(3, 4) }))).toEqual([]);
});

test('the items of a list in a cell stand on lines of their own', () => {
  const cells = [
    ...setLines(['Tasks:', '• sow the', 'seeds', '• reap'], { left: 55, top: 124, leading: 12 }),
    ...setLines(['1. first', '2. then'], { left: 155, top: 124, leading: 12 }),
    ...setLines(['1. only', 'this'], { left: 255, top: 124, leading: 12 }),
  ];
  const rules = [100, 120, 180]
    .map((y) => across(50, 350, y))
    .concat([50, 150, 250, 350].map((x) => down(x, 100, 180)));
  expect(found(page([...grid([['Farm', 'Order', 'Note']]), cells], { rules }))).toEqual([
    [
      '| Farm | Order | Note |',
      '| --- | --- | --- |',
      '| Tasks:<br>- sow the seeds<br>- reap | 1. first<br>2. then | 1. only this |',
    ].join('\n'),
  ]);
});

test('numbers that go on below a comma are one cell', () => {
  const rows = (lots: readonly string[]): Word[][] => [
    ...grid([['No', 'Owner', 'Lots']]),
    words('1', 55, 136),
    words('A. Example', 155, 136),
    setLines(lots, { left: 255, top: 124, leading: 12 }),
  ];
  const rules = [100, 120, 165]
    .map((y) => across(50, 350, y))
    .concat([50, 150, 250, 350].map((x) => down(x, 100, 165)));
  const head = '| No | Owner | Lots |\n| --- | --- | --- |\n';
  expect(found(page(rows(['1, 4, 5,', '6, 11,', '12']), { rules }))).toEqual([
    `${head}| 1 | A. Example | 1, 4, 5, 6, 11, 12 |`,
  ]);
});
