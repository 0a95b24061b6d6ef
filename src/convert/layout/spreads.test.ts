// Two pages of a book on one of the file are read one after the other; wide pages of another kind stay whole.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent, Word } from './page.ts';
import { pagesOfSpread } from './spreads.ts';

const wide = { width: 1_000, height: 700 };
const texts = {
  left: ['The wheel stands in the stream and turns', 'with it day and night, summer and winter.'],
  right: ['The stone lies in the house above it and', 'grinds whatever comes from the hopper.'],
};

const column = (left: number, title: string, lines: readonly string[]): Word[] => [
  ...set([title], { left, top: 80, size: 20, bold: true }),
  ...set(lines, { left, top: 130 }),
];

const spread = (numbers: readonly [string, string], places: readonly [number, number] = [40, 950]): PageContent =>
  pageOf(
    [
      ...column(60, 'The wheel', texts.left),
      ...column(560, 'The stone', texts.right),
      ...numbers.flatMap((number, at) => set([number], { left: places[at] as number, top: 660 })),
    ],
    wide,
  );

test.each([
  ['at the outer edges', [40, 950]],
  ['in the middle of each page', [245, 745]],
] as const)('numbers %s tell two pages', (_name, places) => {
  const text = pagesMarkdown(spread(['62', '63'], places));
  const [first, second] = text.split('# The stone');
  expect(first).toContain('# The wheel');
  expect(first).toContain('turns with it day');
  expect(second).toContain('above it and grinds');
});

test.each([
  ['do not count on', ['62', '64']],
  ['are those of a right and a left page', ['61', '62']],
  ['are none', ['Mill', 'Works']],
] as const)('pages whose numbers %s are one', (_name, numbers) => {
  expect(pagesOfSpread(spread(numbers))).toHaveLength(1);
});

test('what runs over the fold keeps the page whole, and so does a tall page', () => {
  const page = spread(['62', '63']);
  const across = set(['A mill and all that belongs to it'], { left: 420, top: 40 });
  expect(pagesOfSpread({ ...page, words: [...page.words, ...across] })).toHaveLength(1);
  expect(pagesOfSpread({ ...page, height: 1_000 })).toHaveLength(1);
});

test('places of the right page are told as they are on the whole one', () => {
  const page = spread(['62', '63']);
  const over = { left: 450, top: 300, right: 650, bottom: 300, horizontal: true };
  const [left, right] = pagesOfSpread({ ...page, rules: [over], links: [{ ...over, url: 'https://mill.example/' }] });
  expect([left?.width, right?.width]).toEqual([500, 500]);
  expect(left?.rules).toEqual([{ ...over, right: 500 }]);
  expect(right?.rules).toEqual([{ ...over, left: 0, right: 150 }]);
  expect([left?.links.length, right?.links.length]).toEqual([0, 1]);
  const word = right?.words.find(({ text }) => text === 'stone') as Word;
  const whole = page.words.find(({ text, left }) => text === 'stone' && left > 500) as Word;
  const { left: x, top, right: end, bottom } = whole;
  expect(right?.shown?.(word)).toEqual({ left: x, top, right: end, bottom });
});
