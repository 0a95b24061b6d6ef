// Columns told by the order of drawing: what was drawn one column after the other is not read across.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { drawnColumns } from './drawn-columns.ts';
import type { Rule, Word } from './page.ts';
import { segmentsOf } from './segments.ts';

const inOrder = (words: readonly Word[]): Word[] => words.map((word, order) => ({ ...word, order }));
const line = (text: string, left: number, top: number): Word[] => set([text], { left, top });

/** What was milled, with wide white in each line; and beside it a text whose lines stand at the same height. */
const rows = [...Array(7).keys()];
const amounts = rows.map((row) => [
  ...line(`rye of field ${row}`, 40, 100 + 14 * row),
  ...line(`${row}2 sacks`, 160, 100 + 14 * row),
]);
const texts = rows.map((row) => line(`and so they went on to mill ${row} of it`, 300, 100 + 14 * row));

test('what stands beside a column that was drawn after it is read before that column', () => {
  const text = pagesMarkdown(pageOf(inOrder([...amounts.flat(), ...texts.flat()])));
  expect(text).toContain('rye of field 1 12 sacks\n\nrye of field 2 22 sacks\n');
  expect(text).toMatch(/\nand so they went on to mill 0 of it and so .* mill 6 of it\n$/);
});

test('cells that were drawn row by row are no columns, nor are three lines', () => {
  const across = inOrder(rows.flatMap((row) => [...(amounts[row] as Word[]), ...(texts[row] as Word[])]));
  expect(drawnColumns(segmentsOf(across))).toEqual([]);
  const few = inOrder([...amounts.slice(0, 3).flat(), ...texts.slice(0, 3).flat()]);
  expect(drawnColumns(segmentsOf(few))).toEqual([]);
});

test('a title above and a line below belong to neither column, and there may be three', () => {
  const column = (left: number): Word[] =>
    rows.flatMap((row) => line(`some words in line ${row}`, left, 100 + 14 * row));
  const words = inOrder([
    ...line('A title over all of the columns of this page, and longer', 40, 60),
    ...column(40),
    ...column(220),
    ...column(400),
    ...line('And a line below all of the columns of this page', 40, 300),
  ]);
  const columns = drawnColumns(segmentsOf(words));
  expect(columns.map((segments) => [segments.length, segments[0]?.left])).toEqual([
    [7, 40],
    [7, 220],
    [7, 400],
  ]);
});

describe('tables between drawn lines', () => {
  const rule = (left: number, y: number): Rule => ({ left, right: left + 200, top: y, bottom: y, horizontal: true });
  const head = (left: number, top: number): Word[] => [...line('Code', left, top), ...line('Name', left + 80, top)];
  const body = (left: number, top: number, from: number, count = 6): Word[] =>
    Array.from({ length: count }, (_, at) => [
      ...line(`${from + at}`, left, top + 14 * at),
      ...line(`Trouble${from + at}`, left + 80, top + 14 * at),
    ]).flat();
  const rowsBelow = (from: number, count = 6): string =>
    Array.from({ length: count }, (_, at) => `| ${from + at} | Trouble${from + at} |`).join('\n');

  test('go on in the next column, where their head is printed again', () => {
    const words = inOrder([
      ...rows.flatMap((row) => line(`some words before it in line ${row}`, 40, 100 + 14 * row)),
      ...head(40, 204),
      ...body(40, 224, 400),
      ...head(330, 102),
      ...body(330, 122, 500, 8),
    ]);
    const rules = [rule(40, 202), rule(40, 218), rule(330, 100), rule(330, 116), rule(330, 236)];
    expect(pagesMarkdown(pageOf(words, { rules }))).toContain(
      `| Code | Name |\n| --- | --- |\n${rowsBelow(400)}\n${rowsBelow(500, 8)}\n`,
    );
  });
});

test('narrow columns of a newspaper are no table under its running title', () => {
  const lines = ['the mill of the town', 'has been closed for', 'a year and so they', 'Went to another one.'];
  const column = (left: number): Word[] =>
    [...lines, ...lines, ...lines].flatMap((text, at) => line(text, left, 120 + 12 * at));
  const words = inOrder([
    ...line('The daily', 40, 94),
    ...line('Section B', 170, 94),
    ...line('my edition', 430, 94),
    ...[40, 170, 300, 430].flatMap(column),
  ]);
  const rules = [108, 290].map((y) => ({ left: 40, right: 540, top: y, bottom: y, horizontal: true }));
  const text = pagesMarkdown(pageOf(words, { rules }));
  expect(text).not.toContain('|');
  expect(text).toContain('the mill of the town has been closed for a year and so they Went to another one. the mill');
});

test('small type has narrow white between its columns', () => {
  const column = (name: string, left: number, indent: number): Word[] =>
    rows.flatMap((row) =>
      set([`${name} has ${row}${row} full lines of the text that it says`], {
        left: left + (row % 3 === 0 ? indent : 0),
        top: 100 + 9 * row,
        size: 7,
      }),
    );
  const words = column('this', 40, 10);
  const edge = Math.max(...words.map(({ right }) => right));
  const text = pagesMarkdown(pageOf(inOrder([...words, ...column('that', edge + 4.5, 0)])));
  expect(text.indexOf('this has 66')).toBeLessThan(text.indexOf('that has 00'));
});
