// Tables told by the order of drawing: cells of several lines, set in the middle of their rows, without a line drawn.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

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
