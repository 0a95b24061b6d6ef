// Boxes that lines join: no table, and what stands in one is read together.
import { expect, test } from 'vitest';
import { across, down, page, words } from '../../../test/support/page-tables.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Rule, Word } from './page.ts';

interface Drawn {
  readonly rules: Rule[];
  readonly text: Word[][];
}

/** A box with lines of text in it; each compartment after the first begins with a line across. */
function box(left: number, top: number, ...compartments: readonly (readonly string[])[]): Drawn {
  const right = left + 120;
  const rules: Rule[] = [across(left, right, top)];
  const text: Word[][] = [];
  let y = top;
  for (const lines of compartments) {
    text.push(...lines.map((line, at) => words(line, left + 6, y + 4 + 12 * at)));
    y += 12 * lines.length + 10;
    rules.push(across(left, right, y));
  }
  rules.push(down(left, top, y), down(right, top, y));
  return { rules, text };
}

const joined = (boxes: readonly Drawn[], lines: readonly Rule[], more: Word[][] = []): string =>
  pagesMarkdown(
    page([...boxes.flatMap(({ text }) => text), ...more], {
      rules: [...boxes.flatMap(({ rules }) => rules), ...lines],
    }),
  );

/** Three boxes side by side at unlike heights, with lines from one to the next. */
const chart = (texts: readonly (readonly string[])[], more: Word[][] = []): string =>
  joined(
    [box(50, 100, texts[0] ?? []), box(230, 115, texts[1] ?? []), box(410, 160, texts[2] ?? [])],
    [across(170, 230, 120), across(350, 380, 130), down(380, 130, 175), across(380, 410, 175)],
    more,
  );

test('the text of each box is read by itself', () => {
  const texts = [
    ['Order', 'received', 'by mail'],
    ['Stock', 'checked', 'by hand'],
    ['Parcel', 'sent', 'by rail'],
  ];
  expect(chart(texts)).toBe(`${texts.map((lines) => `${lines.join(' ')}\n`).join('\n')}`);
});

test('the parts of a box stay together, one below the other', () => {
  const classes = [
    box(50, 100, ['Mill'], ['wheel: Wheel', 'stones: Stone']),
    box(240, 130, ['Wheel'], ['turns: number', 'height: number']),
    box(430, 170, ['Stone'], ['weight: number', 'diameter: number']),
  ];
  const markdown = joined(classes, [
    across(170, 240, 140),
    across(360, 400, 150),
    down(400, 150, 190),
    across(400, 430, 190),
  ]);
  expect(markdown.split('\n\n').map((part) => part.trim())).toEqual([
    'Mill',
    'wheel: Wheel stones: Stone',
    'Wheel',
    'turns: number height: number',
    'Stone',
    'weight: number diameter: number',
  ]);
});

test('boxes around words of a line leave the line whole', () => {
  const more = [
    words('the first of all the orders is then', 174, 106),
    words('after which every one of them is', 352, 121),
  ];
  expect(chart([['Order'], ['Stock'], ['Parcel']], more)).toContain('Order the first of all the orders is then');
});

test('numbers in boxes are no drawing', () => {
  const texts = [
    ['12', '15'],
    ['17', '11'],
    ['10', '13'],
  ];
  expect(chart(texts)).toBe('12 15 17 11\n\n10 13\n');
});
