// Tables of contents: entries with dots, and what stands among them.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { endsEntry } from './contents-entry.ts';

const dots = '...............';
/** A title at the left, the number of its page at the right end of the line. */
const row = (title: string, page: string, top: number, look: { bold?: boolean } = {}) => [
  ...set([title], { left: 60, top, size: 10, ...look }),
  ...set([page], { left: 500, top, size: 10, ...look }),
];

test('an entry ends with dots and a number', () => {
  expect(['Of hay ..... 12', 'Of hay . . . 3', `Of hay ${dots} iv`].every((text) => endsEntry({ text }))).toBe(true);
  expect(['Of hay 12', 'and so on ... 12', 'Of hay .....'].some((text) => endsEntry({ text }))).toBe(false);
});

test('chapters without dots among entries with dots are no table and no headings', () => {
  const words = [
    ...set(['Contents'], { left: 60, top: 60, size: 16, bold: true }),
    ...row('1 Of carts', '3', 100, { bold: true }),
    ...set([`1.1 Wheels ${dots} 4`, `1.2 Axles ${dots} 6`], { left: 80, top: 120, size: 10, leading: 14 }),
    ...row('2 Of horses', '9', 160),
    ...row('3 Of oxen', '12', 174),
    ...row('4 Of mules', '15', 188),
    ...row('5 Of goats', '20', 202),
    ...set(
      Array.from({ length: 8 }, (_, line) => `Line ${line} of the text goes on over the width of its page, as ever.`),
      { left: 60, top: 260, size: 10 },
    ),
  ];
  const markdown = pagesMarkdown(pageOf(words));
  expect(markdown).toContain('\n\n1 Of carts 3\n\n1.1 Wheels');
  expect(markdown).toContain('\n\n2 Of horses 9\n\n3 Of oxen 12\n\n4 Of mules 15\n\n5 Of goats 20\n\n');
});

test('numbers, titles, dots and pages that stand apart are no table', () => {
  const entry = (title: string, at: number) => {
    const top = 100 + 18 * at;
    const end = 90 + 5 * title.length;
    // In every other entry the dots begin right behind the title.
    const from = at % 2 === 0 ? end + 2.5 : end + 14;
    return [
      ...set([`2.1.${at + 1}`], { left: 45, top, size: 10 }),
      ...set([title], { left: 90, top, size: 10 }),
      ...set(['.'.repeat(Math.round((460 - from) / 5))], { left: from, top, size: 10 }),
      ...set([String(9 + 2 * at)], { left: 500, top, size: 10 }),
    ];
  };
  const titles = ['Carts', 'Axles', 'Wheels', 'Hay', 'Mules', 'Goats'];
  const markdown = pagesMarkdown(pageOf(titles.flatMap(entry)));
  expect(markdown).not.toContain('|');
  expect(markdown).toMatch(/\n\n2\.1\.2 Axles \.+ 11\n\n/);
});

test('rows of names and numbers that rise are a table where no entry has dots', () => {
  const words = [
    ...row('Carts', '3', 160),
    ...row('Horses', '9', 174),
    ...row('Oxen', '12', 188),
    ...row('Goats', '20', 202),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('| Carts | 3 |');
});

test('an entry goes on until its page, a year in its title is none', () => {
  const lines = ['The war of 1939', `to 1945 ${dots} 5`, 'What came of it 9', `A title that`, `goes on ${dots} 12`];
  const markdown = pagesMarkdown(pageOf(set(lines, { left: 60, top: 100, size: 10 })));
  expect(markdown.trim().split('\n\n')).toEqual([
    'The war of 1939 to 1945 ... 5',
    'What came of it 9',
    'A title that goes on ... 12',
  ]);
});

test('the number of the page and of a version are no entries', () => {
  const words = [
    ...set([`Of hay ${dots} 14`, `Of oats ${dots} 34`], { left: 60, top: 100, size: 10, leading: 30 }),
    ...set(['Index 40'], { left: 60, top: 190, size: 10 }),
    ...set(['Preface iv', `Of rye ${dots} 1`, 'v1.0', `General: all is new ${dots} 2`], {
      left: 60,
      top: 300,
      size: 10,
    }),
    ...set(['2'], { left: 300, top: 640, size: 10 }),
  ];
  const markdown = pagesMarkdown(pageOf(words));
  expect(markdown).toContain('\n\nIndex 40\n\nPreface iv\n\nOf rye');
  expect(markdown).toContain('\n\nv1.0 General: all is new ... 2\n\n2');
});

test.each([
  ['Of hay......................14', 'Of hay ... 14'],
  ['Of hay . . . . . . . . . 14', 'Of hay ... 14'],
  ['Of hay ……………… 14', 'Of hay ... 14'],
  ['1.2 Of hay, rye... and oats ................ iv', '1.2 Of hay, rye... and oats ... iv'],
])('the dots before a page are three: %j', (line, expected) => {
  const words = set([line, `Of carts ${dots} 34`], { left: 60, top: 100, size: 10 });
  expect(pagesMarkdown(pageOf(words))).toContain(`${expected}\n`);
});

test('dots look as the entry does', () => {
  const entry = (title: string, top: number) => [
    ...set([title], { left: 60, top, bold: true }),
    ...set([dots], { left: 160, top }),
    ...set(['12'], { left: 300, top, bold: true }),
  ];
  const words = [
    ...entry('Of carts', 100),
    ...entry('Of horses', 114),
    ...set(['And so on it goes.'], { left: 60, top: 300 }),
  ];
  expect(pagesMarkdown(pageOf(words))).not.toContain('**...');
});

test.each([
  ['Contents', true],
  ['目次', true],
  ['Prices', false],
])('below the word that says so, lines with numbers that rise are entries without any dots: %s', (word, are) => {
  const words = [
    ...set([word], { left: 60, top: 60, size: 14, bold: true }),
    ...row('1 Of carts', '3', 100, { bold: true }),
    ...row('2 Of horses', '9', 130, { bold: true }),
    ...set(['1 Of carts'], { left: 60, top: 170, size: 12, bold: true }),
    ...set(
      Array.from({ length: 12 }, (_, line) => `Line ${line} of the text goes on over all of the page.`),
      { left: 60, top: 200, size: 10 },
    ),
  ];
  const text = pagesMarkdown(pageOf(words));
  expect(/^#+ 2 Of horses/m.test(text) || text.includes('| 2 Of horses')).toBe(!are);
  expect(text).toMatch(/^#+ 1 Of carts$/m);
});
