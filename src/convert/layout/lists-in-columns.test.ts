// Lists that stand beside each other or go on in the next column.
import { expect, test } from 'vitest';
import { across } from '../../../test/support/page-tables.ts';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { segmentsOf } from './segments.ts';
import { findTables } from './tables.ts';

const at = { left: 60, top: 100, leading: 14, size: 10 };
const prose = [
  'All of this is said about the hay and',
  'about the straw that came with it, in',
  'the summer and the winter of that year.',
];

function columns(left: readonly string[], right: readonly string[]): string {
  const words = [
    ...set([...prose, ...prose, ...left], at),
    ...set([...right, ...prose, ...prose], { ...at, left: 330 }, 100),
  ];
  return pagesMarkdown(pageOf(words));
}

test('a list goes on at the top of the next column, and is not nested there', () => {
  const markdown = columns(['• one cart of hay', '• two carts of it'], ['• three carts of it', '• and no more']);
  expect(markdown).toContain('- one cart of hay\n- two carts of it\n- three carts of it\n- and no more');
});

test('numbers go on, too', () => {
  const markdown = columns(['1. one cart of hay', '2. two carts of it'], ['3. three carts of it', '4. and no more']);
  expect(markdown).toContain('1. one cart of hay\n2. two carts of it\n3. three carts of it\n4. and no more');
});

test('a list of another kind in the next column is another list', () => {
  const markdown = columns(['1. one cart of hay', '2. two carts of it'], ['• three carts of it', '• and no more']);
  expect(markdown).toContain('2. two carts of it\n\n- three carts of it\n- and no more');
});

test('short lists side by side are read one after the other', () => {
  const words = [
    ...set(['• hay', '• straw', '• corn'], at),
    ...set(['• carts', '• horses', '• men'], { ...at, left: 300 }, 10),
  ];
  expect(pagesMarkdown(pageOf(words)).trim().split('\n')).toEqual(
    ['hay', 'straw', 'corn', 'carts', 'horses', 'men'].map((text) => `- ${text}`),
  );
});

test.each([
  [':', '- (a) Hay : What is cut in June on the wet meadows by the mill\n- (b) Straw : What is left'],
  ['', '- (a) Hay\n- (b) Straw\n'],
])('what begins with a colon is read with the item on its left: %j', (colon, expected) => {
  const items = ['(a) Hay', '(b) Straw', '(c) Flax seed', '(d) Oats and barley', '(e) Clover'];
  const says = [
    'What is cut in June on the wet meadows by the mill',
    'What is left of the corn when it has been threshed',
    'What is sown in April on the dry side of the river',
    'What is fed to the horses and to the other animals',
    'What is sown last and is ploughed under in October',
  ];
  const words = [
    ...set(prose, at),
    ...set(items, { ...at, top: 160 }),
    ...set(
      says.map((text) => `${colon} ${text}`.trim()),
      { ...at, left: 200, top: 160 },
    ),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(expected);
});

test('items that are bold as a whole are no headings where the next number stands close', () => {
  const items = ['1. Look at the stones.', '2. Look at the sails.', '3. Count the sacks of rye.'];
  const words = [
    ...set(prose, at),
    ...set(items, { ...at, top: 170, leading: 12, bold: true }),
    ...set(prose, { ...at, top: 230 }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(`\n${items.join('\n')}\n`);
});

test("stars mark the third level of TeX's items, and a star by itself none", () => {
  const lines = (mark: string, texts: readonly string[], left: number, top: number) =>
    set(
      texts.map((text) => `${mark} ${text}`),
      { ...at, left, top, leading: 14 },
    );
  const words = [
    ...set(prose, at),
    ...lines('•', ['Grain'], 80, 160),
    ...lines('–', ['Rye'], 100, 174),
    ...lines('∗', ['sown in autumn', 'sown in spring'], 120, 188),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain('- Grain\n  - Rye\n    - sown in autumn\n    - sown in spring\n');
  const note = set(['∗ Written at the mill.'], { ...at, top: 190 });
  expect(pagesMarkdown(pageOf([...set(prose, at), ...note]))).not.toContain('- Written');
});

test('a list beside the labels of a drawing is no table, whatever frames them', () => {
  const items = ['• one cart', '• two carts', '• three carts', '• no more', '• none at all'];
  const keys = set(Array(5).fill('• key'), { ...at, left: 300, top: 140 }, 20);
  const values = set(Array(5).fill('value'), { ...at, left: 380, top: 140 }, 30);
  const all = [...set(items, { ...at, top: 140 }), ...keys, ...values];
  const rules = [across(50, 500, 130), across(50, 500, 220)];
  expect(findTables(pageOf(all, { rules }), segmentsOf(all))).toEqual([]);
});
