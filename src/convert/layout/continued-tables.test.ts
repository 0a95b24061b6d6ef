// Tables that go on over pages, where a page has nothing in their outer columns.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent } from './page.ts';

const edges = [40, 140, 240, 380, 540];

/** One row to twenty points, all lines drawn, down to the foot of the page or a part of it. */
function part(page: number, top: number, rows: readonly (readonly string[])[], inset = 6): PageContent {
  const bottom = top + rows.length * 20;
  return pageOf(
    rows.flatMap((cells, row) =>
      cells.flatMap((cell, at) =>
        cell === '' ? [] : set([cell], { left: (edges[at] as number) + inset, top: top + row * 20 + 5 }),
      ),
    ),
    {
      number: page,
      rules: [
        ...Array.from({ length: rows.length + 1 }, (_, at) => top + at * 20).map((y) => ({
          ...{ left: 40, right: 540, top: y, bottom: y, horizontal: true },
        })),
        ...edges.map((x) => ({ left: x, right: x, top, bottom, horizontal: false })),
      ],
    },
  );
}

const head = ['Mill', 'Built', 'Grain', 'Remark'];
const full = Array.from({ length: 28 }, (_, at) => [`Mill ${at}`, `${1700 + at}`, 'rye', at % 3 === 0 ? 'worn' : '']);
const rowsOf = (markdown: string): string[][] =>
  markdown
    .trim()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '));

test.each([
  ['on the right', ['North mill', '1830', 'wheat', '']],
  ['on the right and within', ['North mill', '', 'wheat', '']],
  ['on the left', ['', '1830', 'wheat', 'sold']],
])('columns that are empty %s stay columns of the whole', (_name, row) => {
  const text = pagesMarkdown(part(1, 150, [head, ...full]), part(2, 60, [row, row, row]));
  expect(text.match(/^\| --- /gm)).toHaveLength(1);
  const rows = rowsOf(text);
  expect(rows).toHaveLength(2 + full.length + 3);
  expect(rows.at(-1)?.map((cell) => cell.trim())).toEqual(row);
});

test('a table whose columns stand elsewhere is another one', () => {
  const other = part(2, 60, [
    ['Town', 'People', '', ''],
    ['Aldham', '812', '', ''],
  ]);
  const moved = {
    ...other,
    words: other.words.map((word) => ({ ...word, left: word.left + 60, right: word.right + 60 })),
  };
  expect(pagesMarkdown(part(1, 150, [head, ...full]), moved).match(/^\| --- /gm)).toHaveLength(2);
});

test.each([
  ['names', ['in feet', 'as drawn', 'by weight', 'of millers'], 1],
  ['years', ['in feet', '1901', '1902', 'note'], 1],
  ['data', ['12 feet', '3', '4', 'note'], 2],
])('a second row of %s below a head that is printed again', (_name, second, times) => {
  const text = pagesMarkdown(
    part(1, 150, [head, second, ...full.slice(1)]),
    part(2, 60, [head, second, ['North mill', '1830', 'wheat', 'sold']]),
  );
  expect(text.match(/^\| Mill \| Built/gm)).toHaveLength(1);
  expect(rowsOf(text).filter((row) => row.join() === second.join())).toHaveLength(times);
});

/** A line over the part of the second page. */
const under = (text: string, size: number, bold: boolean): PageContent => {
  const page = part(2, 60, [head, ['North mill', '1830', 'wheat', 'sold']]);
  return { ...page, words: [...set([text], { left: 40, top: 34, size, bold }), ...page.words] };
};

test('a table below a heading of its own is another one, though its head and columns are the same', () => {
  const text = pagesMarkdown(part(1, 150, [head, ...full]), under('Windmills', 13, true));
  expect(text.match(/^\| Mill \| Built/gm)).toHaveLength(2);
  expect(text).toMatch(/\| rye \| worn \|\n\n#+ Windmills\n\n\| Mill \| Built/);
});

test.each([
  ['plain line', 'Mills of the county', 10, false],
  ['caption', 'Table 3 (continued)', 11, true],
])('a %s in the margin parts no table', (_name, line, size, bold) => {
  const text = pagesMarkdown(part(1, 150, [head, ...full]), under(line, size, bold));
  expect(text.match(/^\| Mill \| Built/gm)).toHaveLength(1);
});

test('what says that a table goes on, in rows of it or around it, parts it nowhere and is left out', () => {
  const note = (text: string, top: number) => set([text], { left: 220, top });
  const next = part(2, 180, [['Table 3 – continued', '', '', ''], head, ['North mill', '1830', 'wheat', 'sold']]);
  const before = part(1, 150, [head, ...full, ['Continued on next page', '', '', '']]);
  const text = pagesMarkdown(before, { ...next, words: [...note('Table 3 (continued)', 150), ...next.words] });
  expect(text.match(/^\| Mill \| Built/gm)).toHaveLength(1);
  expect(text).not.toMatch(/continued/i);
  expect(rowsOf(text)).toHaveLength(2 + full.length + 1);
});

test('a table without lines goes on where its columns begin, though it is not as wide there', () => {
  const table = (page: number, top: number, rows: readonly (readonly string[])[]): PageContent =>
    pageOf(
      rows.flatMap((cells, row) =>
        cells.flatMap((cell, at) =>
          set([cell], { left: 40 + 120 * at, top: top + row * 16, bold: cell === cells[0] && row === 0 && page === 1 }),
        ),
      ),
      { number: page },
    );
  const rows = (from: number, last: string) =>
    Array.from({ length: 30 }, (_, at) => [`Mill ${from + at}`, `${1700 + at}`, last]);
  const text = pagesMarkdown(
    table(1, 250, [['Mill', 'Built', 'Remark'], ...rows(1, 'worn and then mended')]),
    table(2, 60, rows(31, 'new')),
  );
  expect(text.match(/^\| --- /gm)).toHaveLength(1);
});
