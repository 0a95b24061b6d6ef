// Tables without drawn lines on hand-made pages, and what only looks like one.
import { describe, expect, test } from 'vitest';
import { across, found, fruit, fruitTable, grid, page, prose, words } from '../../../test/support/page-tables.ts';
import { setLines } from '../../../test/support/page-words.ts';
import type { Word } from './page.ts';
import { segmentsOf } from './segments.ts';
import { findTables } from './tables.ts';

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

  test('two columns of words that stand close, under a bold head, also with code in them', () => {
    const rows = [
      ['Name of it', 'What it does for you'],
      ['one', 'First of the words'],
      ['two', 'Second of the words'],
      ['three', 'Third of the words'],
    ];
    const table = [
      '| Name of it | What it does for you |',
      '| --- | --- |',
      ...rows.slice(1).map(([name, does]) => `| ${name} | ${does} |`),
    ].join('\n');
    const set = (monospace: boolean): Word[][] =>
      rows.map((row, at) =>
        row.flatMap((text, column) =>
          setLines([text], {
            left: 50 + 56 * column,
            top: 100 + 14 * at,
            bold: at === 0,
            monospace: monospace && at > 0,
          }),
        ),
      );
    expect(found(page(set(false)))).toEqual([table]);
    expect(found(page(set(true)))[0]?.replaceAll('`', '')).toBe(table);
    // Without a bold head they may be anything.
    expect(found(page(set(false).slice(1)))).toEqual([]);
  });

  test('cells in the middle of their rows, and of the head, stay in them', () => {
    const lines = (left: number, middle: number, ...text: string[]): Word[][] =>
      text.map((line, at) => words(line, left, middle - 5 + 11 * (at - (text.length - 1) / 2)));
    const rows = [
      ...lines(50, 110, 'Number', 'of it'),
      ...lines(150, 110, 'What is meant by it'),
      ...lines(50, 140, 'First'),
      ...lines(150, 140, 'One line'),
      ...lines(50, 163, 'Second'),
      ...lines(150, 163, 'The first of two lines', 'and the other'),
      ...lines(50, 196, 'Third'),
      ...lines(150, 196, 'The first of three', 'lines in one cell', 'and the last'),
      ...lines(50, 224, 'Fourth'),
      ...lines(150, 224, 'Again two lines', 'and nothing more'),
    ];
    const rules = [98, 124, 240].map((y) => across(45, 300, y));
    expect(found(page(rows, { rules }))).toEqual([
      [
        '| Number of it | What is meant by it |',
        '| --- | --- |',
        '| First | One line |',
        '| Second | The first of two lines and the other |',
        '| Third | The first of three lines in one cell and the last |',
        '| Fourth | Again two lines and nothing more |',
      ].join('\n'),
    ]);
  });

  test('cells at the top of their rows stay in them, though all lines are equally far apart', () => {
    const meanings = [
      ['Lines are numbered and', 'words stand apart'],
      ['The words are in colour'],
      ['Another way is taken', 'home'],
      ['Nobody is named in it'],
      ['Another one is made for', 'the author'],
      ['It is not for the village', 'and none may be sold', 'but those that are old', 'or of little use for', 'all'],
      ['It says when it was made'],
    ];
    let top = 126;
    const rows = meanings.flatMap((lines, at) => {
      const own = lines.map((line, index) => words(line, 250, top + 12 * index));
      own.push(words(`name${at}`, 50, top + 1), words(at % 2 === 0 ? 'no' : 'yes', 150, top + 1));
      top += 12 * lines.length;
      return own;
    });
    const head = [words('Name', 50, 108), words('Usual', 150, 108), words('What it means', 250, 108)];
    const rules = [106, 122, top].map((y) => across(45, 400, y));
    expect(found(page([...head, ...rows], { rules }))).toEqual([
      [
        '| Name | Usual | What it means |',
        '| --- | --- | --- |',
        ...meanings.map((lines, at) => `| name${at} | ${at % 2 === 0 ? 'no' : 'yes'} | ${lines.join(' ')} |`),
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

  test('a line too wide for its column goes on the cell above it', () => {
    const rows = [
      ...grid([
        ['No', 'Film', 'Seats', 'Price'],
        ['1', 'Winter', '12', '3.50'],
        ['', '', '', ''],
        ['2', 'Summer', '14', '4.50'],
        ['3', 'Autumn', '15', '5.50'],
      ]),
      words('(a long remark about the film)', 155, 137),
    ];
    expect(found(page(rows))[0]).toContain('| 1 | Winter (a long remark about the film) | 12 | 3.50 |');
  });

  test('the name and the heads of the next table end a table', () => {
    const second = [
      ['Tree', 'Leaf', 'Height'],
      ['Oak', 'lobed', '30'],
      ['Ash', 'feathered', '35'],
      ['Elm', 'toothed', '25'],
    ];
    const rows = [
      ...grid(fruit, 14),
      words('Trees of the town', 55, 161),
      ...second.flatMap((row, r) => row.map((text, c) => words(text, 55 + 100 * c, 175 + 14 * r))),
    ];
    const tables = found(page(rows));
    expect(tables[0]).toBe(fruitTable);
    expect(tables[1]).toContain('| Tree | Leaf | Height |');
  });

  const rowsOfBlocks = (label: (at: number) => string): Word[][] =>
    [0, 1, 2, 3].flatMap((at) => [
      words(label(at), 50, 100 + 50 * at),
      words('Rules for the making of roads', 150, 100 + 50 * at),
      words('and for what lies beside them,', 150, 112 + 50 * at),
      words(`in part ${at}`, 150, 124 + 50 * at),
      words(`of ${2001 + at}`, 380, 100 + 50 * at),
      words('(amended)', 380, 112 + 50 * at),
    ]);

  test('cells that are paragraphs, in rows parted by white', () => {
    expect(found(page([...prose(20, 4), ...rowsOfBlocks((at) => `RMR ${at}`), ...prose(330, 6)]))).toEqual([
      [
        ...[0, 1, 2, 3].map(
          (at) =>
            `| RMR ${at} | Rules for the making of roads and for what lies beside them, in part ${at} | of ${2001 + at} (amended) |`,
        ),
      ]
        .toSpliced(1, 0, '| --- | --- | --- |')
        .join('\n'),
    ]);
  });

  test('the items of a list are none', () => {
    expect(found(page(rowsOfBlocks((at) => `${at + 1}.`)))).toEqual([]);
  });

  test('a cell of the last row may go on below', () => {
    const rows = [...fruit, ['Sloe, a', 'blue', '0.40']];
    const more = [words('small one', 55, 116 + 20 * 4), ...prose(240, 6)];
    expect(found(page([...grid(rows), ...more]))[0]).toBe(`${fruitTable}\n| Sloe, a small one | blue | 0.40 |`);
  });

  test('rows set close in groups stay rows', () => {
    const row = (cells: readonly string[], top: number): Word[][] =>
      cells.map((text, c) => words(text, 55 + 100 * c, top));
    const rows = [
      ...row(['Size', 'Type', 'Name'], 100),
      ...row(['4', 'CARD', 'FIRST'], 111),
      ...row(['4', 'CARD', 'SECOND'], 122),
      ...row(['8', 'LONG', 'THIRD'], 150),
      ...row(['2', 'BYTE', 'FOURTH'], 161),
    ];
    expect(findTables(page(rows), segmentsOf(rows.flat()))[0]?.rows).toHaveLength(5);
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

test('heads at the left of their columns over numbers at the right, where one ends and the next begins', () => {
  const right = (text: string, edge: number, top: number): Word[] => words(text, edge - 5 * text.length, top);
  const names = ['first', 'second', 'third'];
  const rows = [
    [1, 5, 9],
    [2, 4, 6],
    [3, 3, 3],
    [4, 2, 0],
    [5, 1, -3],
  ];
  const all = [
    ...names.map((name, at) => words(name, 52 + 60 * at, 100)),
    ...rows.flatMap((row, r) => row.map((value, at) => right(`${value}`, 110 + 60 * at, 114 + 14 * r))),
  ];
  expect(found(page(all))).toEqual([
    ['| first | second | third |', '| --- | --- | --- |', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  ]);
});
