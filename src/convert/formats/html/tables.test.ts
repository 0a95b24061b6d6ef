// Tables: which are data, how cells are placed, and what happens to grids that lie about their size.
import { describe, expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/html/reading-context.ts';
import type { Row, Table } from '../../document/tree.ts';
import { htmlToBlocks } from './blocks.ts';

const tables = (html: string, context = testContext()): Table[] =>
  htmlToBlocks(html, context).filter((block) => block.type === 'table');

describe('is data', () => {
  test.each([
    ['with headers', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', true],
    ['a regular grid', '<table><tr><td>a<td>b<tr><td>1<td>2</table>', true],
    ['one row of cells', '<table><tr><td>a<td>b</table>', true],
    ['with a caption', '<table><caption>c</caption><tr><td>a<td>b</table>', true],
    ['by role', '<table role="grid"><tr><td><h2>a</h2><td>b</table>', true],
    ['a grid with a heading in it', '<table><tr><td><h2>a</h2><td>b<tr><td>1<td>2</table>', true],
    [
      'a grid with a small table in it',
      '<table><tr><td>a<td>b<tr><td><table><tr><td>x<td>y</table><td>2</table>',
      true,
    ],
    ['presentation', '<table role="presentation"><tr><th>a<th>b</table>', false],
    ['a single cell', '<table><tr><td>a</table>', false],
    ['empty', '<table></table>', false],
    ['headings in columns', '<table><tr><td><h2>a</h2><td>b</table>', false],
    ['tables in tables', '<table><tr><td><table><tr><td>a</table><tr><td><table><tr><td>b</table></table>', false],
    ['prose in two columns', `<table><tr><td>${'word '.repeat(200)}<td>${'word '.repeat(200)}</table>`, false],
  ])('%s: %#', (_name, html, data) => {
    expect(tables(html).length > 0).toBe(data);
  });
});

describe('cells', () => {
  test('that span keep their spans, closed to the columns that exist', () => {
    const [table] = tables('<table><tr><th colspan="50">a<th>b<tr><td rowspan="99">c<td>d<td>e<tr><td>f<td>g</table>');
    expect(table?.columns).toBe(4);
    expect(table?.rows).toEqual([
      [{ type: 'tableCell', colspan: 3, children: [{ type: 'text', value: 'a' }] }, 'b'],
      [{ type: 'tableCell', rowspan: 2, children: [{ type: 'text', value: 'c' }] }, 'd', 'e'],
      ['f', 'g'],
    ]);
  });

  test('of a span that claims a hundred million columns cost nothing', () => {
    expect(markdownFrom('<table><tr><td colspan="100000000">a<tr><td>b<td>c</table>')).toBe(
      '|  |  |\n| --- | --- |\n| a |  |\n| b | c |',
    );
  });

  test('of wildly uneven rows are split into tables, with a warning', () => {
    const context = testContext();
    const html = `<table><tr>${'<td>x'.repeat(5000)}${'<tr><td>y'.repeat(5000)}</table>`;
    const found = tables(html, context);
    expect(found.map((table) => table.columns)).toEqual([5000, 1]);
    expect(context.warnings.map((one) => one.code)).toEqual(['table-split']);
  });

  test('wider than a table may be go to the next row', () => {
    const found = tables(`<table><tr>${'<td>x'.repeat(25)}</table>`, testContext({}, { tableColumns: 10 }));
    expect(found.map((table) => (table.rows as readonly Row[]).map((row) => row.length))).toEqual([[10, 10], [5]]);
  });

  test('take the alignment of their column', () => {
    expect(tables('<table><tr><th align=left>a<th style="text-align: RIGHT">b<th>c</table>')[0]?.align).toEqual([
      'left',
      'right',
      null,
    ]);
  });
});

test('a foot that stands first is written last', () => {
  expect(markdownFrom('<table><tfoot><tr><td>f<td>g</tfoot><tr><th>a<th>b<tr><td>1<td>2</table>')).toMatch(
    /^\| a \| b \|[\s\S]*\| f \| g \|$/,
  );
});

test('cells of layout stand on one line when they are lines', () => {
  expect(markdownFrom('<table role="presentation"><tr><td>a<td>b<tr><td><p>c</p><td>d</table>')).toBe('a b\n\nc\n\nd');
});

describe('notes that are set as tables', () => {
  const note = '**Note**\n\nThe tide is late.';
  test.each([
    ['a word', '<table><tr><td class="icon">Note</td><td>The tide is late.</td></tr></table>'],
    [
      'an icon',
      '<div class="admonitionblock"><table><tr><td><i title="Note"></i></td><td>The tide is late.</td></tr></table></div>',
    ],
    [
      'a picture and a title',
      '<table border="0"><tr><td rowspan="2"><img alt="[Note]" src="n.png"></td><th>Note</th></tr><tr><td><p>The tide is late.</p></td></tr></table>',
    ],
  ])('begin with %s', (_name, html) => {
    expect(markdownFrom(html)).toBe(note);
  });

  test('are none in more rows, or under another word', () => {
    const row = '<tr><td>Note</td><td>The tide is late.</td></tr>';
    expect(markdownFrom(`<table>${row}${row}</table>`)).toContain('| Note |');
    expect(markdownFrom('<table><tr><td>Tide</td><td>It is late.</td></tr></table>')).toContain('| Tide |');
  });
});

describe('columns in which nothing stands', () => {
  test('are left out, empty cells are not', () => {
    const rows = '<tr><td></td><td>a</td><td></td><td>b</td></tr><tr><td></td><td>c</td><td></td><td></td></tr>';
    expect(markdownFrom(`<table>${rows}</table>`)).toBe('|  |  |\n| --- | --- |\n| a | b |\n| c |  |');
  });

  test('stay where they have a head', () => {
    const rows = '<tr><th>A</th><th>B</th></tr><tr><td>a</td><td></td></tr>';
    expect(markdownFrom(`<table>${rows}</table>`)).toBe('| A | B |\n| --- | --- |\n| a |  |');
  });
});
