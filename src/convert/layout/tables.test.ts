// Tables on hand-made pages: what is found, what is left alone, and how cells, spans and heads come out.
import { describe, expect, test } from 'vitest';
import { markdownOf } from '../markdown/write.ts';
import type { Fill, PageContent, Rule, TextStyle, Word } from './page.ts';
import { segmentsOf } from './segments.ts';
import { findTables, tableBlock } from './tables.ts';

const style: TextStyle = {
  font: 'Serif',
  size: 10,
  bold: false,
  italic: false,
  monospace: false,
  colour: 0,
  angle: 0,
  invisible: false,
  content: -1,
};

/** Words of a text set from a point, five points to a letter, the white between words two and a half. */
function words(text: string, left: number, top: number): Word[] {
  let x = left;
  const order = 0;
  return text.split(' ').map((one) => {
    const word = {
      text: one,
      style,
      spaced: true,
      order,
      rightToLeft: /[\u0600-\u06ff]/.test(one),
      left: x,
      right: x + 5 * one.length,
      top,
      bottom: top + 10,
    };
    x = word.right + 2.5;
    return word;
  });
}

const across = (left: number, right: number, y: number): Rule => ({ left, right, top: y, bottom: y, horizontal: true });
const down = (x: number, top: number, bottom: number): Rule => ({ left: x, right: x, top, bottom, horizontal: false });
const fill = (left: number, top: number, right: number, bottom: number, colour = 0xdddddd): Fill => ({
  left,
  top,
  right,
  bottom,
  colour,
});

function page(all: readonly Word[][], drawn: { rules?: Rule[]; fills?: Fill[] } = {}): PageContent {
  return {
    number: 1,
    width: 600,
    height: 800,
    words: all.flat(),
    rules: drawn.rules ?? [],
    fills: drawn.fills ?? [],
    images: [],
    links: [],
  };
}

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

const fruit = [
  ['Fruit', 'Colour', 'Price'],
  ['Apple', 'red', '1.20'],
  ['Pear', 'green', '2.30'],
  ['Plum', 'blue', '0.90'],
];
const fruitTable = [
  '| Fruit | Colour | Price |',
  '| --- | --- | --- |',
  '| Apple | red | 1.20 |',
  '| Pear | green | 2.30 |',
  '| Plum | blue | 0.90 |',
].join('\n');

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

  test('shading behind the words of a cell is no cell', () => {
    const fills = [
      ...[0, 1, 2].flatMap((c) =>
        [0, 1, 2, 3].map((r) => fill(50 + 100 * c, 100 + 20 * r, 150 + 100 * c, 120 + 20 * r)),
      ),
      ...[0, 1, 2].flatMap((c) =>
        [0, 1, 2, 3].map((r) => fill(54 + 100 * c, 104 + 20 * r, 120 + 100 * c, 116 + 20 * r, 0xeeeeee)),
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

  test('prose between the lines of a page is no table', () => {
    const rules = [across(50, 550, 90), across(50, 550, 300)];
    expect(found(page(prose(105, 15), { rules }))).toEqual([]);
  });
});

describe('tables without lines', () => {
  test('columns that agree over several rows', () => {
    expect(found(page([...prose(20, 4), ...grid(fruit), ...prose(220, 6)]))).toEqual([fruitTable]);
  });

  test('numbers set to the right, a cell left empty, heads of two lines', () => {
    const right = (text: string, edge: number, top: number): Word[] => words(text, edge - 5 * text.length, top);
    const rows = [
      words('Total of', 150, 100),
      words('Share of', 250, 100),
      words('Country', 50, 111),
      words('people', 160, 111),
      words('land', 270, 111),
      ...['Austria 8,100 12.5', 'Belgium 11,000', 'Chile 19,000 0.5', 'Denmark 5,900 4.0'].flatMap((text, at) => {
        const [name = '', people = '', land = ''] = text.split(' ');
        const top = 130 + 14 * at;
        return [words(name, 50, top), right(people, 190, top), ...(land === '' ? [] : [right(land, 290, top)])];
      }),
    ];
    expect(found(page(rows))).toEqual([
      [
        '| Country | Total of people | Share of land |',
        '| --- | --- | --- |',
        '| Austria | 8,100 | 12.5 |',
        '| Belgium | 11,000 |  |',
        '| Chile | 19,000 | 0.5 |',
        '| Denmark | 5,900 | 4.0 |',
      ].join('\n'),
    ]);
  });

  test('a label of two lines stays one cell', () => {
    const rows = [
      ...grid([['Kind', 'First', 'Second']]),
      words('Costs of the long', 55, 130),
      words('journey home', 55, 141),
      words('12', 155, 130),
      words('15', 255, 130),
      ...[0, 1, 2].flatMap((at) => [
        words(`Item ${at}`, 55, 165 + 24 * at),
        words(`${at}4`, 155, 165 + 24 * at),
        words(`${at}7`, 255, 165 + 24 * at),
      ]),
    ];
    expect(found(page(rows))[0]).toContain('| Costs of the long journey home | 12 | 15 |');
  });

  test('a table beside a column of prose leaves the prose alone', () => {
    const rows = grid(
      fruit.map((row) => [row[0] ?? '', row[2] ?? '']),
      12,
    ).map((list) => list.map((word) => ({ ...word, left: word.left - 30, right: word.right - 30 })));
    const beside = Array.from({ length: 12 }, (_, at) =>
      words('prose that stands in the other column of it', 320, 105 + 12 * at),
    );
    for (const table of findTables(page([...rows, ...beside]), segmentsOf([...rows, ...beside].flat()))) {
      expect([...table.segments].every((segment) => segment.right < 320)).toBe(true);
    }
  });

  test.each<[string, Word[][]]>([
    ['prose', prose(100, 30)],
    [
      'prose in two columns',
      Array.from({ length: 30 }, (_, at) => [
        ...words('the left column has lines of many words', 50, 100 + 12 * at),
        ...words('and the right column has as many again', 320, 100 + 12 * at),
      ]),
    ],
    [
      'contents with leaders',
      Array.from({ length: 10 }, (_, at) => [
        ...words(`Chapter ${at} .......................................`, 50, 100 + 12 * at),
        ...words(`${at * 7 + 3}`, 500, 100 + 12 * at),
      ]),
    ],
    [
      'a list',
      Array.from({ length: 8 }, (_, at) => [
        ...words('•', 50, 100 + 12 * at),
        ...words(`item ${at}`, 70, 100 + 12 * at),
      ]),
    ],
    [
      'an address beside a date',
      [
        [...words('Mrs. A. Example', 50, 100), ...words('Vienna, in May', 400, 100)],
        words('Long Street 5', 50, 112),
        words('1010 Vienna', 50, 124),
      ],
    ],
    [
      'the axes of a chart',
      [
        ...[100, 80, 60, 40, 20, 0].map((value, at) => words(`${value}`, 50, 100 + 20 * at)),
        words('2001', 100, 230),
        words('2002', 200, 230),
        words('2003', 300, 230),
      ],
    ],
  ])('%s is no table', (_, rows) => {
    expect(found(page(rows))).toEqual([]);
  });
});

test('the first column of a table in Arabic script stands on the right', () => {
  const rows = grid([
    ['عدد', 'اسم'],
    ['20', 'بيت'],
    ['30', 'باب'],
  ]);
  expect(found(page(rows, { rules: lattice(2, 3) }))).toEqual([
    '| اسم | عدد |\n| --- | --- |\n| بيت | 20 |\n| باب | 30 |',
  ]);
});

test('the block of a table knows its place', () => {
  const content = page(grid(fruit), { rules: lattice(3, 4) });
  const [table] = findTables(content, segmentsOf(content.words));
  expect(table).toBeDefined();
  if (table === undefined) return;
  expect(tableBlock(table, 7).origin).toEqual({ kind: 'page', page: 7, box: [50, 100, 350, 180] });
});
