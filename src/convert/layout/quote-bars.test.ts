// Quotes behind a drawn bar, and bars that mean something else.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

const said = ['Nobody had told the miller of it, and', 'so he ground the rye.'];
const before = ['What was said of the mill is not known now, as', 'all who knew of it have gone.'];
const quoteAt = (left: number): Word[] => [
  ...set(before, { left: 60, top: 100 }),
  ...set(said, { left, top: 140 }),
  ...set(before, { left: 60, top: 180 }),
];
const bar = { left: 60, right: 63, top: 138, bottom: 164, colour: 0xcccccc };
const quote = `> ${said.join(' ')}\n`;

test('text behind a bar that stands where other text begins is a quote', () => {
  expect(pagesMarkdown(pageOf(quoteAt(74), { fills: [bar] }))).toContain(quote);
  const rules = [{ left: 60, right: 61, top: 138, bottom: 164, horizontal: false }];
  expect(pagesMarkdown(pageOf(quoteAt(74), { rules }))).toContain(quote);
});

test('a bar outside of all text marks a change', () => {
  const fills = [{ ...bar, left: 48, right: 51 }];
  expect(pagesMarkdown(pageOf(quoteAt(60), { fills }))).not.toContain('>');
});

test.each([
  [60, 400],
  [20, 61],
])('the side of a box is no bar: %j to %j', (left, right) => {
  const rules = [
    { left: 60, right: 61, top: 138, bottom: 164, horizontal: false },
    { left, right, top: 138, bottom: 138, horizontal: true },
  ];
  expect(pagesMarkdown(pageOf(quoteAt(74), { rules }))).not.toContain('>');
});

test('labels beside the line of a drawing are no quote', () => {
  const words = [
    ...set(before, { left: 60, top: 100 }),
    ...set(['Height'], { left: 74, top: 140 }),
    ...set(before, { left: 60, top: 180 }),
  ];
  expect(pagesMarkdown(pageOf(words, { fills: [bar] }))).not.toContain('>');
});

test('all that stands behind one bar is one quote: a head, lists and code with it', () => {
  const words = [
    ...set(before, { left: 60, top: 100 }),
    ...set(['What was said'], { left: 74, top: 140, size: 16, bold: true }),
    ...set(said, { left: 74, top: 168 }),
    ...set(['• of the rye', '• of the oats'], { left: 84, top: 200, leading: 14 }),
    ...set(['mill.grind();', 'mill.rest();'], { left: 74, top: 236, font: 'Mono', monospace: true }),
    ...set(before, { left: 60, top: 280 }),
  ];
  expect(pagesMarkdown(pageOf(words, { fills: [{ ...bar, top: 138, bottom: 262 }] }))).toContain(
    [
      '> # What was said',
      '>',
      `> ${said.join(' ')}`,
      '>',
      '> - of the rye',
      '> - of the oats',
      '>',
      '> ```',
      '> mill.grind();',
      '> mill.rest();',
      '> ```',
    ].join('\n'),
  );
});
