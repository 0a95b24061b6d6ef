// Ruled and partly ruled tables on hand-made pages: what is found, what is left alone, and how cells, spans and heads come out.
import { describe, expect, test } from 'vitest';
import {
  across,
  down,
  found,
  fruit,
  fruitTable,
  grid,
  lattice,
  page,
  prose,
  words,
} from '../../../test/support/page-tables.ts';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import type { Fill, PageContent } from './page.ts';
import { segmentsOf } from './segments.ts';
import { findTables, tableBlock } from './tables.ts';

const fill = (left: number, top: number, right: number, bottom: number, colour = 0xdddddd): Fill => ({
  left,
  top,
  right,
  bottom,
  colour,
});

describe('ruled tables', () => {
  test('cells are what stands between the lines', () => {
    expect(found(page([...prose(20, 4), ...grid(fruit)], { rules: lattice(3, 4) }))).toEqual([fruitTable]);
  });

  test('lines that miss each other by a little still meet', () => {
    const rules = lattice(3, 4).map((rule, at) => ({ ...rule, left: rule.left + (at % 2), top: rule.top - (at % 3) }));
    expect(found(page(grid(fruit), { rules }))).toEqual([fruitTable]);
  });

  test('a table may be open at its sides', () => {
    const rules = lattice(3, 4).filter((rule) => rule.horizontal || (rule.left > 50 && rule.left < 350));
    expect(found(page(grid(fruit), { rules }))).toEqual([fruitTable]);
  });

  test('a missing line makes one cell of two', () => {
    const rules = [...lattice(3, 3).filter((rule) => rule.horizontal || rule.left !== 250), down(250, 120, 160)].filter(
      (rule) => !(rule.horizontal && rule.top === 120),
    );
    rules.push(across(150, 350, 120));
    const rows = grid([
      ['', 'Both of these', ''],
      ['', 'One', 'Two'],
      ['a', 'b', 'c'],
    ]);
    const table = findTables(
      page([...rows, words('Name', 55, 115)], { rules }),
      segmentsOf([...rows, words('Name', 55, 115)].flat()),
    );
    expect(table[0]?.rows.map((row) => row.map(({ colspan, rowspan }) => [colspan, rowspan]))).toEqual([
      [
        [1, 2],
        [2, 1],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ]);
  });

  test('the lines of a cell are one text, a parted word is put together', () => {
    const rows = [
      ...grid(
        [
          ['Head', 'Other'],
          ['', 'x'],
        ],
        20,
      ),
      words('two and a few conti-', 55, 122),
      words('nued words', 55, 131),
    ];
    const rules = [
      across(50, 250, 100),
      across(50, 250, 120),
      across(50, 250, 145),
      down(50, 100, 145),
      down(150, 100, 145),
      down(250, 100, 145),
    ];
    expect(found(page(rows, { rules }))).toEqual([
      '| Head | Other |\n| --- | --- |\n| two and a few continued words | x |',
    ]);
  });

  test('cells told apart by their ground alone', () => {
    const fills = [0, 1, 2].flatMap((c) =>
      [0, 1, 2, 3].map((r) => fill(50 + 100 * c, 100 + 20 * r, 150 + 100 * c, 120 + 20 * r)),
    );
    expect(found(page(grid(fruit), { fills }))).toEqual([fruitTable]);
  });

  test('rows without lines between filled rows belong to the table', () => {
    const fills = [0, 1, 2].flatMap((c) =>
      [0, 2].map((r) => fill(50 + 100 * c, 100 + 20 * r, 150 + 100 * c, 120 + 20 * r)),
    );
    expect(found(page(grid(fruit), { fills }))).toEqual([fruitTable]);
  });

  test('where every other row is filled and cells have several lines, every row is whole', () => {
    const row = (top: number, name: string, lines: readonly string[], bold = false) => [
      ...setLines([name], { left: 54, top, bold }),
      ...setLines(lines, { left: 154, top, bold }),
    ];
    const words = [
      ...row(85, 'Name', ['Description'], true),
      ...row(104, 'first', ['It goes on and', 'on and ends here.']),
      ...row(134, 'second', ['It goes on and', 'on, then further, and', 'on and ends here.']),
      ...row(176, 'third', ['Short.']),
      ...row(196, 'fourth', ['It goes on and', 'on to the end.']),
    ];
    const fills = [
      [100, 130],
      [172, 192],
    ].flatMap(([top = 0, bottom = 0]) => [fill(50, top, 150, bottom), fill(150, top, 400, bottom)]);
    expect(found(pageOf(words, { fills }))).toEqual([
      [
        '| Name | Description |',
        '| --- | --- |',
        '| first | It goes on and on and ends here. |',
        '| second | It goes on and on, then further, and on and ends here. |',
        '| third | Short. |',
        '| fourth | It goes on and on to the end. |',
      ].join('\n'),
    ]);
  });

  test('bands and sidebars of a slide are no cells, and a table on it is found all the same', () => {
    const sides = [
      ...words('First part', 4, 140),
      ...words('Second part', 4, 160),
      ...words('Title of the slide', 70, 30),
      ...words('Name', 70, 262),
      ...words('Place', 330, 262),
      ...words('Date', 70, 282),
      ...words('3 / 9', 330, 282),
    ];
    const design = [
      fill(0, 0, 400, 60),
      fill(0, 60, 52, 258),
      fill(0, 258, 400, 278, 0x3388be),
      fill(0, 278, 400, 300, 0x006aae),
    ];
    const size = { width: 400, height: 300 };
    expect(found(pageOf(sides, { ...size, fills: design }))).toEqual([]);
    const rows = fruit.flatMap((row, r) => row.flatMap((text, c) => words(text, 75 + 100 * c, 105 + 20 * r)));
    const cells = fruit.flatMap((row, r) =>
      row.map((_, c) => fill(70 + 100 * c, 100 + 20 * r, 170 + 100 * c, 120 + 20 * r)),
    );
    expect(found(pageOf([...sides, ...rows], { ...size, fills: [...design, ...cells] }))).toEqual([fruitTable]);
  });

  test.each([
    ['within it', 4],
    ['from a hair above it on', -0.02],
  ])('shading behind the words of a cell is no cell: %s', (_name, from) => {
    const fills = [
      ...[0, 1, 2].flatMap((c) =>
        [0, 1, 2, 3].map((r) => fill(50 + 100 * c, 100 + 20 * r, 150 + 100 * c, 120 + 20 * r)),
      ),
      ...[0, 1, 2].flatMap((c) =>
        [0, 1, 2, 3].map((r) => fill(54 + 100 * c, 100 + from + 20 * r, 120 + 100 * c, 116 + 20 * r, 0xeeeeee)),
      ),
    ];
    expect(found(page(grid(fruit), { fills }))).toEqual([fruitTable]);
  });

  test('rows of numbers without lines between them are rows', () => {
    const rules = lattice(3, 4).filter(
      (rule) => !rule.horizontal || rule.top === 100 || rule.top === 120 || rule.top === 180,
    );
    expect(found(page(grid(fruit), { rules }))).toEqual([fruitTable]);
  });

  test('amounts beside long labels in one drawn column are a column of their own', () => {
    const rows = [
      ['Of the two years in millions of yen', 'before', 'now'],
      ['Net profit of the year as it is told', '233,512', '201,683'],
      ['What is not to be set off in it', '(31,874)', '64,457'],
      ['All of the plans that we have to pay', '(1,528)', '2,159'],
      ['The sum of it all for us at the end', '124,762', '415,954'],
    ] as const;
    const all = rows.flatMap(([label, before, now], row) => {
      const top = 105 + 20 * row;
      return [words(label, 55, top), words(before, 345 - 5 * before.length, top), words(now, 370, top)];
    });
    const rules = [
      ...Array.from({ length: 6 }, (_, row) => across(50, 420, 100 + 20 * row)),
      ...[50, 360, 420].map((x) => down(x, 100, 200)),
    ];
    const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
    expect(found(page(all, { rules }))).toEqual([[head, '| --- | --- | --- |', ...body].join('\n')]);
  });

  test('signs of currency away from their amounts are no column', () => {
    const rows = [
      ['', '2025', '', '2026', ''],
      ['Flour', '$', '1,204', '$', '1,388'],
      ['Bran', '', '310', '', '296'],
      ['Both', '$', '1,514', '$', '1,684'],
    ];
    expect(found(page(grid(rows), { rules: lattice(5, 4) }))).toEqual([
      [
        '|  | 2025 | 2026 |',
        '| --- | --- | --- |',
        '| Flour | $ 1,204 | $ 1,388 |',
        '| Bran | 310 | 296 |',
        '| Both | $ 1,514 | $ 1,684 |',
      ].join('\n'),
    ]);
    const units = [
      ['Good', 'Paid in', 'Price'],
      ['Flour', '$', '12'],
      ['Bran', '€', '3'],
    ];
    expect(found(page(grid(units), { rules: lattice(3, 3) }))[0]).toContain('| Flour | $ | 12 |');
  });

  test('heads right above the lines belong to the table', () => {
    const [heads = [], ...body] = fruit;
    const rows = [...heads.map((text, c) => words(text, 55 + 100 * c, 88)), ...grid(body)];
    expect(found(page([...prose(20, 3), ...rows], { rules: lattice(3, 3) }))).toEqual([fruitTable]);
  });

  test('a part that goes all across a frame is not in the table below it', () => {
    const rules = [...lattice(3, 4), across(50, 350, 20), down(50, 20, 100), down(350, 20, 100)];
    const panel = ['Name: Example', 'Street: Long Road 5', 'Town: Vienna', 'Phone: none', 'Mail: none'];
    const content = page([...panel.map((text, at) => words(text, 60, 25 + 14 * at)), ...grid(fruit)], { rules });
    expect(found(content)).toEqual([fruitTable]);
  });

  test('a table that begins with data has no head', () => {
    const rows = grid([
      ['Apple', '1.20', '5%'],
      ['Pear', '2.30', '7%'],
      ['Plum', '0.90', '2%'],
    ]);
    expect(found(page(rows, { rules: lattice(3, 3) }))).toEqual([
      '|  |  |  |\n| --- | --- | --- |\n| Apple | 1.20 | 5% |\n| Pear | 2.30 | 7% |\n| Plum | 0.90 | 2% |',
    ]);
  });

  test.each<[string, PageContent]>([
    [
      'a frame around prose',
      page(prose(105, 5), {
        rules: [across(45, 560, 100), across(45, 560, 170), down(45, 100, 170), down(560, 100, 170)],
      }),
    ],
    [
      'the border of a page',
      page(prose(105, 30), {
        rules: [across(10, 590, 10), across(10, 590, 790), down(10, 10, 790), down(590, 10, 790)],
      }),
    ],
    [
      'the bars of a chart',
      page(
        grid([
          ['12', '', '40'],
          ['', '7', ''],
          ['3', '', '15'],
        ]),
        { rules: lattice(3, 3) },
      ),
    ],
    ['an empty grid', page(prose(400, 5), { rules: lattice(8, 8) })],
  ])('%s is no table', (_, content) => {
    expect(found(content)).toEqual([]);
  });
});

describe('partly ruled tables', () => {
  test('lines above and below and under the head', () => {
    const rules = [across(50, 350, 101), across(50, 350, 118), across(50, 350, 183)];
    expect(found(page([...prose(20, 4), ...grid(fruit), ...prose(200, 6)], { rules }))).toEqual([fruitTable]);
  });

  test('a head over several columns, told by the short line below it', () => {
    const rows = [
      ...grid([
        ['', '', '', '', ''],
        ['', 'n', '%', 'n', '%'],
        ['Ash', '1', '10', '2', '20'],
        ['Oak', '3', '30', '4', '40'],
      ]),
      words('Tree', 55, 105),
      words('Before', 190, 105),
      words('After', 390, 105),
    ];
    const rules = [
      across(50, 550, 101),
      across(150, 275, 118),
      across(350, 475, 118),
      across(50, 550, 138),
      across(50, 550, 183),
    ];
    expect(found(page(rows, { rules }))).toEqual([
      [
        '| Tree | Before |  | After |  |',
        '| --- | --- | --- | --- | --- |',
        '|  | n | % | n | % |',
        '| Ash | 1 | 10 | 2 | 20 |',
        '| Oak | 3 | 30 | 4 | 40 |',
      ].join('\n'),
    ]);
  });

  test('sentences below a head are cells, line after line', () => {
    const rows = [
      words('Part', 55, 105),
      words('Task', 155, 105),
      words('What it does', 255, 105),
      words('First', 55, 125),
      words('read', 155, 125),
      words('Takes the pages of a document one by one', 255, 125),
      words('and gives its words, which have their places', 255, 137),
      words('and their looks, to whoever asks for them.', 255, 149),
      words('Second', 55, 161),
      words('order', 155, 161),
      words('Finds the columns and what stands over them', 255, 161),
      words('and goes through them as a reader would do.', 255, 173),
    ];
    const rules = [across(50, 500, 100), across(50, 500, 120), across(50, 500, 190)];
    expect(found(page(rows, { rules }))).toEqual([
      [
        '| Part | Task | What it does |',
        '| --- | --- | --- |',
        '| First | read | Takes the pages of a document one by one and gives its words, which have their places and their looks, to whoever asks for them. |',
        '| Second | order | Finds the columns and what stands over them and goes through them as a reader would do. |',
      ].join('\n'),
    ]);
  });

  test('cells of several lines side by side are told by what would not have fitted; short words below each other are rows', () => {
    const wrapped = [
      ['one', 'The width of this', 'three', 'Column four will act'],
      ['', 'column depends', '', 'in the same way as'],
      ['', 'on the table.', '', 'column two.'],
      ['two', 'Another', 'four', 'Last'],
    ];
    const rules = (count: number) => [across(50, 450, 100), across(50, 450, 120), across(50, 450, 100 + 20 * count)];
    const head = ['A', 'B', 'C', 'D'];
    expect(found(page(grid([head, ...wrapped], 20), { rules: rules(6) }))[0]).toContain(
      '| one | The width of this column depends on the table. | three | Column four will act in the same way as column two. |',
    );
    const groups = [
      ['Fruit', 'apple', 'red', '1'],
      ['', 'pear', 'green', '2'],
      ['', 'quince', 'yellow', '3'],
    ];
    expect(found(page(grid([head, ...groups], 20), { rules: rules(5) }))[0]?.split('\n')).toHaveLength(5);
  });

  test('prose between the lines of a page is no table', () => {
    const rules = [across(50, 550, 90), across(50, 550, 300)];
    expect(found(page(prose(105, 15), { rules }))).toEqual([]);
  });
});

test('the block of a table knows its place', () => {
  const content = page(grid(fruit), { rules: lattice(3, 4) });
  const [table] = findTables(content, segmentsOf(content.words));
  expect(table).toBeDefined();
  if (table === undefined) return;
  expect(tableBlock(table, 7).origin).toEqual({ kind: 'page', page: 7, box: [50, 100, 350, 180] });
});
