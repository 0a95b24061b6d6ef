// What every page begins with is left out, but for the title of the document on its first page.
import { expect, test } from 'vitest';
import { pageOf, proseLines, type Setting, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

const top = 30;

/** Four pages of prose, each below what `over` sets in its margin. */
function pages(over: (page: number) => readonly Word[], first: readonly Word[] = []): string {
  return pagesMarkdown(
    ...[1, 2, 3, 4].map((number) => {
      const prose = set(proseLines(`field ${number}`, 30), { left: 60, top: 120 });
      return pageOf([...over(number), ...(number === 1 ? first : []), ...prose], { number });
    }),
  );
}

const title = (text: string, look: Partial<Setting> = {}): Word[] =>
  set([text], { left: 200, top, bold: true, ...look });
const timesOf = (markdown: string, text: string): number => markdown.split(text).length - 1;

test.each([
  ['bold', {}],
  ['larger', { bold: false, size: 11.5 }],
])('a %s title over every page is said once', (_name, look) => {
  const text = pages(() => title('The Mills of the County', look));
  expect(timesOf(text, 'The Mills of the County')).toBe(1);
  expect(text.startsWith('# The Mills') || text.startsWith('The Mills') || text.startsWith('**The Mills')).toBe(true);
});

test('the number of the page at the other end of its line is left out', () => {
  const text = pages((page) => [
    ...title('The Mills of the County', { size: 12 }),
    ...set([`Page: ${page}`], { left: 500, top, size: 12 }),
  ]);
  expect(timesOf(text, 'The Mills of the County')).toBe(1);
  expect(text).not.toContain('Page');
});

test('what stands below the title on every page goes with it', () => {
  const text = pages(() => [
    ...title('The Mills of the County', { size: 12 }),
    ...set(['Counted in May 1902'], { left: 210, top: 48 }),
  ]);
  expect(timesOf(text, 'Counted in May 1902')).toBe(1);
});

test.each([
  ['in plain type', { bold: false }, []],
  ['in small type', { size: 8 }, []],
  ['over a larger one', {}, set(['Water and Wind'], { left: 60, top: 70, size: 18 })],
])('a running title %s is left out everywhere', (_name, look, first) => {
  expect(
    timesOf(
      pages(() => title('The Mills of the County', look), first),
      'The Mills',
    ),
  ).toBe(0);
});

test('where every page has one, a running title that the page before has too is left out', () => {
  const names = ['openWheel', 'openWheel', 'closeWheel', 'turnWheel', 'turnWheel', 'stopWheel', 'stopWheel'];
  const each = (from: number) =>
    pagesMarkdown(
      ...names.map((name, at) => {
        const over = at < from ? [] : set([name], { left: at % 2 === 0 ? 60 : 500, top, italic: true });
        return pageOf([...over, ...set(proseLines(`field ${at}`, 30), { left: 60, top: 120 })], { number: at + 1 });
      }),
    );
  expect(['openWheel', 'closeWheel', 'turnWheel', 'stopWheel'].map((name) => timesOf(each(0), name))).toEqual([
    1, 1, 1, 1,
  ]);
  // On few pages it may be anything.
  expect(timesOf(each(4), 'stopWheel')).toBe(2);
});

test('where nearly all pages have a known running title, a line that is there once is one', () => {
  const book = (sections: readonly string[]) =>
    pagesMarkdown(
      ...sections.map((section, at) => {
        const head = section === '' ? [] : set([section], { left: 60, top });
        return pageOf([...head, ...set(proseLines(`field ${at}`, 20), { left: 60, top: 120 })], { number: at + 1 });
      }),
    );
  const known = ['Of hay', 'Of straw', 'Of oats'].flatMap((section) => Array.from({ length: 6 }, () => section));
  expect(timesOf(book([...known, 'Of rye']), 'Of rye')).toBe(0);
  // Where pages have none, it may be anything.
  expect(timesOf(book([...known.map((one, at) => (at < 8 ? one : '')), 'Of rye']), 'Of rye')).toBe(1);
});

test('a large title that nearly every page has is said once', () => {
  const pages = (titles: readonly string[]) =>
    pagesMarkdown(
      ...titles.map((text, at) => {
        const head = set([text], { left: 120, top: 70, size: 16, bold: true });
        return pageOf([...head, ...set(proseLines(`field ${at}`, 20), { left: 60, top: 120 })], { number: at + 1 });
      }),
    );
  expect(timesOf(pages(['Mills', 'Mills', 'Mills', 'Mills', 'Mills'].map((one) => `The ${one}`)), 'The Mills')).toBe(1);
  expect(timesOf(pages(['The Mills', 'The Mills', 'Of hay', 'Of rye', 'Of oats']), 'The Mills')).toBe(2);
});

test('running titles that stand low, and say other things on left and on right pages, go', () => {
  const pages = Array.from({ length: 8 }, (_, at) => {
    const head = set([at % 2 === 0 ? 'Of mills' : 'Of rivers'], { left: at % 2 === 0 ? 60 : 400, top: 100 });
    return pageOf([...head, ...set(proseLines(`field ${at}`, 20), { left: 60, top: 140 })], { number: at + 1 });
  });
  const text = pagesMarkdown(...pages);
  expect([timesOf(text, 'Of mills'), timesOf(text, 'Of rivers')]).toEqual([0, 0]);
});
