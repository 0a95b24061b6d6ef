// Tables told by the order of drawing: cells of several lines, set in the middle of their rows, without a line drawn.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { TextStyle, Word } from './page.ts';
import { segmentsOf } from './segments.ts';
import { drawnTables } from './table-drawn.ts';

const leading = 12;
const lefts = [40, 140, 260, 400];

/** Cell by cell, each in the middle of its row, as browsers set them. */
function drawn(rows: readonly (readonly (readonly string[])[])[], gap = 8): Word[] {
  const words: Word[] = [];
  let top = 100;
  for (const row of rows) {
    const height = leading * Math.max(...row.map((cell) => cell.length));
    for (const [at, cell] of row.entries()) {
      const first = top + (height - leading * cell.length) / 2;
      words.push(...set(cell, { left: lefts[at] as number, top: first, leading }));
    }
    top += height + gap;
  }
  return words.map((word, order) => ({ ...word, order }));
}

const mills = [
  [['Mill'], ['Built', 'in'], ['What it grinds'], ['Miller']],
  [['Upper', 'mill'], ['1750'], ['Rye, and in some', 'years a little', 'barley'], ['Old Anna']],
  [['Lower mill'], ['1810'], ['Wheat'], ['Nobody', 'now']],
  [['Paper', 'mill'], ['1822'], ['Rags of any', 'colour'], ['Two', 'brothers']],
];

describe('cells of several lines', () => {
  test('are cells of the rows they were drawn in', () => {
    expect(pagesMarkdown(pageOf(drawn(mills)))).toBe(
      [
        '| Mill | Built in | What it grinds | Miller |',
        '| --- | --- | --- | --- |',
        '| Upper mill | 1750 | Rye, and in some years a little barley | Old Anna |',
        '| Lower mill | 1810 | Wheat | Nobody now |',
        '| Paper mill | 1822 | Rags of any colour | Two brothers |',
        '',
      ].join('\n'),
    );
  });

  test('may be missing', () => {
    const rows = mills.map((row, at) => row.map((cell, column) => (at === 2 && column === 2 ? [] : cell)));
    expect(pagesMarkdown(pageOf(drawn(rows)))).toContain('| Lower mill | 1810 |  | Nobody now |');
  });
});

test('a name of two lines reaches down beside the next row, which is of the same table', () => {
  const rows = [
    [['County'], ['Mills'], ['Since'], ['Grain']],
    [['Adair', ''], ['24'], ['1750'], ['14,128']],
    [[''], ['25'], ['1760'], ['14,045']],
    [['Santa', 'Cruz'], ['31'], ['1810'], ['33,799']],
    [[''], ['32'], ['1820'], ['32,422']],
    [[''], ['33'], ['1830'], ['41,307']],
    [['Des', 'Moines'], ['47'], ['1812'], ['21,798']],
    [[''], ['48'], ['1822'], ['20,835']],
  ];
  const words = rows.flatMap((row, at) =>
    row.flatMap((cell, column) =>
      set(
        cell.filter((line) => line !== ''),
        { left: lefts[column] as number, top: 100 + leading * at, leading },
      ),
    ),
  );
  const inOrder = words.map((word, order) => ({ ...word, order }));
  const [table, ...others] = drawnTables(segmentsOf(inOrder));
  expect(others).toEqual([]);
  expect(table?.rows).toHaveLength(rows.length);
});

test('entries of a table of contents are no table', () => {
  const entries = [1, 2, 3, 4].map((number) => [
    [`${number}`],
    ['What is said of the', `mill in chapter ${number}`],
    [`${number}7`],
  ]);
  expect(pagesMarkdown(pageOf(drawn(entries)))).not.toContain('|');
});

test('a program with the numbers of its lines is no table', () => {
  const code = [1, 2, 3, 4].map((number) => [[`${number}`], ['if the gate', 'is open'], ['then grind']]);
  const words = drawn(code).map((word) => ({ ...word, style: { ...word.style, monospace: true } }));
  expect(pagesMarkdown(pageOf(words))).not.toContain('|');
});

describe('a bold head', () => {
  const page = (rows: readonly (readonly string[])[], look: Partial<TextStyle>): Word[] =>
    rows.flatMap((row, at) =>
      row.flatMap((cell, column) =>
        set([cell], {
          left: lefts[column] as number,
          top: 100 + 18 * at,
          ...(at === 0 ? { bold: true, ...look } : {}),
        }),
      ),
    );
  const syntax = [
    ['Syntax', 'Meaning'],
    ['x + y', 'x plus y'],
    ['x %% y', 'rest of x by y'],
    ['paste(x)', 'x as one text'],
  ];

  test('makes a table of a few rows of words', () => {
    expect(pagesMarkdown(pageOf(page(syntax, {})))).toContain(
      '| Syntax | Meaning |\n| --- | --- |\n| x + y | x plus y |',
    );
  });

  test('is none where it is a title in larger type, or has a number', () => {
    expect(pagesMarkdown(pageOf(page(syntax, { size: 14 })))).not.toContain('|');
    const numbered = [['2.1', 'Meaning'], ...syntax.slice(1)];
    expect(pagesMarkdown(pageOf(page(numbered, {})))).not.toContain('|');
  });

  test('begins another table below a title', () => {
    const words = [
      ...page(syntax, {}),
      ...set(['The same for three'], { left: 40, top: 184 }),
      ...page(syntax, {}).map((word) => ({ ...word, top: word.top + 100, bottom: word.bottom + 100 })),
    ];
    const text = pagesMarkdown(pageOf(words.map((word, order) => ({ ...word, order }))));
    expect(text.match(/\| Syntax \| Meaning \|\n\| --- \|/g)).toHaveLength(2);
    expect(text).toContain('\n\nThe same for three\n\n');
  });
});

test('a column without end, or a row, is read once', () => {
  const plain = set(['word'], { left: 40, top: 100 })[0] as Word;
  const many = 40_000;
  const down = Array.from({ length: many }, (_, at) => ({ ...plain, top: 12 * at, bottom: 12 * at + 10, order: at }));
  const across = Array.from({ length: many }, (_, at) => ({ ...plain, left: 40 * at, right: 40 * at + 20, order: at }));
  expect(drawnTables(segmentsOf(down))).toEqual([]);
  expect(drawnTables(segmentsOf(across))).toEqual([]);
});
