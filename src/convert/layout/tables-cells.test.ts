// Cells of ruled tables on hand-made pages: those that are left empty to be filled in, those that hold lists, and heads without a
// line over them.
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
import { setLines } from '../../../test/support/page-words.ts';
import type { Word } from './page.ts';

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
    ...setLines(['1. only', 'this', '☒ rye', '☐ oats'], { left: 255, top: 124, leading: 12 }),
  ];
  const rules = [100, 120, 180]
    .map((y) => across(50, 350, y))
    .concat([50, 150, 250, 350].map((x) => down(x, 100, 180)));
  expect(found(page([...grid([['Farm', 'Order', 'Note']]), cells], { rules }))).toEqual([
    [
      '| Farm | Order | Note |',
      '| --- | --- | --- |',
      '| Tasks:<br>- sow the seeds<br>- reap | 1. first<br>2. then | 1. only this<br>- [x] rye<br>- [ ] oats |',
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

describe('a head that no line is drawn over', () => {
  const lines = [120, 140, 160, 180].map((y) => across(50, 350, y));

  test('belongs to the table below it', () => {
    expect(found(page([...prose(40, 3), ...grid(fruit)], { rules: lines }))).toEqual([fruitTable]);
  });

  test('need not have a part over every column', () => {
    const [head = [], ...rows] = fruit;
    const table = found(page([...prose(40, 3), ...grid([['', ...head.slice(1)], ...rows])], { rules: lines }));
    expect(table[0]?.split('\n')[0]).toBe('|  | Colour | Price |');
  });

  test('is not the title of the table, wherever its words stand', () => {
    const title = [words('Table 1.4', 55, 105), words('Fruits', 155, 105), words('of all kinds', 255, 105)];
    const table = found(page([...title, ...grid([[], ...fruit.slice(1)])], { rules: lines }));
    expect(table[0]?.split('\n')[0]).toBe('| Apple | red | 1.20 |');
  });

  test('is not what stands above the table and keeps to no column', () => {
    const rows = [words('see over there', 60, 105), words('or not', 135, 105), ...grid([[], ...fruit.slice(1)])];
    expect(found(page(rows, { rules: lines }))[0]?.split('\n')[0]).toBe('| Apple | red | 1.20 |');
  });
});

test('cells of code among others are code, figures in its type are not', () => {
  const typed = (text: string, left: number, top: number): Word[] =>
    setLines([text], { left, top, font: 'Mono', monospace: true });
  const rows = [
    ...grid([['Name', 'Call', 'Cost']]),
    words('Sow', 55, 125),
    typed('sow(seeds)', 155, 125),
    typed('12.50', 255, 125),
    words('Reap', 55, 145),
    typed('reap', 155, 145),
    typed('8.00', 255, 145),
  ];
  expect(found(page(rows, { rules: lattice(3, 3) }))).toEqual([
    [
      '| Name | Call | Cost |',
      '| --- | --- | --- |',
      '| Sow | `sow(seeds)` | 12.50 |',
      '| Reap | `reap` | 8.00 |',
    ].join('\n'),
  ]);
  const all = rows.map((cells, at) =>
    at < 3 ? cells : cells.map((word) => ({ ...word, style: rows[4]?.[0]?.style ?? word.style })),
  );
  expect(found(page(all, { rules: lattice(3, 3) }))[0]).toContain('| Sow | sow(seeds) | 12.50 |');
});

test('cells one below the other are a table of one column; one frame is none, nor is prose in frames', () => {
  const stack = [words('What is sown', 55, 105), words('Rye and oats', 55, 125), words('Nothing else', 55, 145)];
  expect(found(page(stack, { rules: lattice(1, 3) }))).toEqual([
    ['| What is sown |', '| --- |', '| Rye and oats |', '| Nothing else |'].join('\n'),
  ]);
  const items = [words('•', 55, 105), words('Rye', 75, 105), words('•', 55, 125), words('Oats', 75, 125)];
  expect(found(page(items, { rules: lattice(1, 2) }))).toHaveLength(1);
  expect(
    found(page(stack, { rules: [across(50, 150, 100), across(50, 150, 160), ...lattice(1, 3).slice(4)] })),
  ).toEqual([]);
  const frames = [100, 180, 260].map((y) => across(40, 560, y)).concat([40, 560].map((x) => down(x, 100, 260)));
  expect(found(page([...prose(105, 5), ...prose(185, 5)], { rules: frames }))).toEqual([]);
});

test('a table within a cell is the text of the cell, and a frame around a table is no cell', () => {
  const inner = [
    ...[130, 145, 160].map((y) => across(56, 194, y)),
    ...[56, 102, 148, 194].map((x) => down(x, 130, 160)),
  ];
  const outer = [100, 120, 180].map((y) => across(50, 350, y)).concat([50, 200, 350].map((x) => down(x, 100, 180)));
  const cells = [
    words('Left', 55, 105),
    words('Right', 205, 105),
    ...['a', 'b', 'c'].map((text, at) => words(text, 60 + 46 * at, 132)),
    ...['1', '2', '3'].map((text, at) => words(text, 60 + 46 * at, 147)),
    words('beside it', 205, 132),
  ];
  expect(found(page(cells, { rules: [...outer, ...inner] }))).toEqual([
    ['| Left | Right |', '| --- | --- |', '| a b c 1 2 3 | beside it |'].join('\n'),
  ]);
  const frame = [across(44, 356, 94), across(44, 356, 186), down(44, 94, 186), down(356, 94, 186)];
  const rules = [...lattice(3, 4), ...frame];
  expect(found(page(grid(fruit), { rules }))).toEqual([fruitTable]);
});

test('a frame with text in columns of its own is part of the page, and no cell', () => {
  const rules = [100, 220, 260].map((y) => across(40, 560, y)).concat([40, 420, 560].map((x) => down(x, 100, 260)));
  const columns = Array.from({ length: 8 }, (_, at) => [
    ...words('to sow and to reap', 45, 105 + 12 * at),
    ...words('it is said in this book of the farm how to sow', 160, 105 + 12 * at),
  ]);
  const others = [words('On the right', 425, 105), words('Below it', 45, 230), words('At the end', 425, 230)];
  expect(found(page([...columns, ...others], { rules }))).toEqual([]);
  expect(found(page([...columns.slice(0, 3), ...others], { rules }))).toHaveLength(1);
});

test('boxes drawn over each other, with words that run past their lines, are a drawing', () => {
  const boxes = [0, 1, 2, 3, 4].flatMap((at) => {
    const [left, right, top] = [200 + 12 * at, 400, 110 + 30 * at];
    return [
      across(left, right, top),
      across(left, right, top + 16),
      down(left, top, top + 16),
      down(right, top, top + 16),
    ];
  });
  const frame = [across(50, 300, 100), across(50, 300, 270), down(50, 100, 270), down(300, 100, 270)];
  const all = [0, 1, 2, 3, 4].flatMap((at) => [
    words('ON it', 60, 112 + 30 * at),
    words('what is said of it in the box', 255, 112 + 30 * at),
  ]);
  expect(found(page(all, { rules: [...boxes, ...frame] }))).toEqual([]);
});

test('rows in a frame, parted by a line across, have the columns of their words', () => {
  const rows = [
    ['Points', 'Sum', 'Mark'],
    ['good', 'fair', 'poor'],
    ['48 - 44', '43 - 39', '38 - 0'],
  ];
  const frame = [
    across(50, 350, 100),
    across(50, 350, 120),
    across(50, 350, 160),
    down(50, 100, 160),
    down(350, 100, 160),
  ];
  expect(found(page(grid(rows), { rules: frame }))).toEqual([
    ['| Points | Sum | Mark |', '| --- | --- | --- |', '| good | fair | poor |', '| 48 - 44 | 43 - 39 | 38 - 0 |'].join(
      '\n',
    ),
  ]);
});

test('numbers set by their decimal points are columns between drawn lines, though nothing else is aligned', () => {
  const at = (row: number, cells: readonly (readonly [text: string, left: number])[]): Word[][] =>
    cells.map(([text, left]) => words(text, left, 105 + 20 * row));
  const all = [
    ...at(0, [
      ['One', 50],
      ['Three', 150],
      ['Four', 250],
    ]),
    ...at(1, [
      ['helium', 62],
      ['2.77234', 185],
      ['45672.', 262],
    ]),
    ...at(2, [
      ['C', 56],
      ['12537.64', 160],
      ['37.66345', 285],
    ]),
  ];
  const rules = [across(50, 350, 100), across(50, 350, 120), across(50, 350, 160)];
  expect(found(page(all, { rules }))).toEqual([
    [
      '| One | Three | Four |',
      '| --- | --- | --- |',
      '| helium | 2.77234 | 45672. |',
      '| C | 12537.64 | 37.66345 |',
    ].join('\n'),
  ]);
});

test('rows that only the shades of one column tell, where no line parts a name from the row below it', () => {
  const rows = [
    ['', '2020', '2021'],
    ['Net profit', '230', '201'],
    ['Other income', '', ''],
    ['Shares of mills', '31', '64'],
    ['Mills let', '23', '84'],
    ['Total', '284', '349'],
  ];
  const fills = rows.map((_, at) => ({
    left: 250,
    right: 320,
    top: 100 + 20 * at,
    bottom: 119.5 + 20 * at,
    colour: 0xe0e0f0,
  }));
  const lines = [100, 120, 140, 180, 200, 220].map((y) => across(50, 320, y));
  expect(found(page([...prose(20, 4), ...grid(rows), ...prose(240, 6)], { fills, rules: lines }))).toEqual([
    [
      '|  | 2020 | 2021 |',
      '| --- | --- | --- |',
      '| Net profit | 230 | 201 |',
      '| Other income |  |  |',
      '| Shares of mills | 31 | 64 |',
      '| Mills let | 23 | 84 |',
      '| Total | 284 | 349 |',
    ].join('\n'),
  ]);
});

test('labels with their values above a line are rows of the table, and no head of several lines', () => {
  const rows = ['Owner: miller', 'Grain: rye', 'Stones: two', 'Wheels: one', 'Sluice: oak'].map((row) =>
    row.split(' '),
  );
  const lines = [100, 139, 166].map((y) => across(50, 320, y));
  expect(found(page([...prose(20, 4), ...grid(rows, 12), ...prose(240, 6)], { rules: lines }))).toEqual([
    ['| Owner: | miller |', '| --- | --- |', ...rows.slice(1).map(([label, value]) => `| ${label} | ${value} |`)].join(
      '\n',
    ),
  ]);
});
