// Numbers at the ends of pages: those of sections, steps and exercises stay, those of pages go.
import { expect, test } from 'vitest';
import { pageOf, proseLines, type Setting, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

interface Line extends Partial<Setting> {
  readonly text: string;
}

/** A page of prose for each line that stands over it. */
const under = (lines: readonly Line[]): string =>
  pagesMarkdown(
    ...lines.map(({ text, ...look }, at) => {
      const prose = set(proseLines(`field of hay`, 30), { left: 60, top: 90 });
      return pageOf([...set([text], { left: 60, top: 60, ...look }), ...prose], { number: at + 1 });
    }),
  );

test.each([
  ['with a stop', ['1. Hay', '2. Straw', '3. Carts', '4. Horses', '5. Mills']],
  ['without one', ['1 Hay', '2 Straw', '3 Carts', '4 Horses', '5 Mills']],
  ['with a bracket', ['1) Hay', '2) Straw', '3) Carts', '4) Horses', '5) Mills']],
  ['in Russian', ['1. Сено', '2. Солома', '3. Телеги', '4. Кони', '5. Мельницы']],
  ['in Japanese', ['第1章干草', '第2章麦藁', '第3章荷車', '第4章馬', '第5章水車']],
  ['of exercises', ['Exercise 1', 'Exercise 2', 'Exercise 3', 'Exercise 4', 'Exercise 5']],
  ['of chapters', ['Chapter 1: Hay', 'Chapter 2: Straw', 'Chapter 3: Carts', 'Chapter 4: Horses', 'Chapter 5: Mills']],
  ['of code', ['[1] 0.5', '[1] 0.7', '[1] 1.2', '[1] 14.4', '[1] 3.7']],
])('sections of a page each keep their heads: %s', (_name, heads) => {
  for (const look of [{}, { bold: true, size: 12 }]) {
    const text = under(heads.map((head) => ({ text: head, ...look }))).replaceAll('\\', '');
    expect(heads.filter((head) => !text.includes(head))).toEqual([]);
  }
});

test('a line that the text has elsewhere too stays at the end of a page', () => {
  const pages = [1, 2, 3, 4, 5, 6].map((number) =>
    pageOf(
      [
        ...set(proseLines('field', 20), { left: 60, top: 90 }),
        ...set(['Example:'], { left: 60, top: 360 }),
        ...set(proseLines('cart', 25), { left: 60, top: 390 }),
        ...set(['Example:'], { left: 60, top: 735 + number }),
      ],
      { number },
    ),
  );
  expect(pagesMarkdown(...pages).match(/Example:/g)).toHaveLength(12);
});

test('roman numbers of a few pages at the front go, whatever the others count', () => {
  const counts = Array.from({ length: 22 }, (_, at) => `The Mill ${at + 1} / 22`);
  const lines = ['A beginning', 'The Mill ii', 'The Mill iii', 'The Mill iv', ...counts];
  expect(under(lines.map((text) => ({ text, top: 40 })))).not.toContain('The Mill');
});

test('on a few pages, too, a line with the number of each page goes', () => {
  const text = under(
    ['The Mill on the River', '2 Of mills and rivers', 'A. Miller 3'].map((text) => ({ text, top: 40 })),
  );
  expect(text).toContain('The Mill on the River');
  expect(text).not.toContain('Of mills');
  expect(text).not.toContain('A. Miller');
});

test('where code is smaller than the text, a running title is no larger than it should be', () => {
  const pages = [1, 2, 3, 4, 5].map((number) => {
    const code = set(proseLines('code', 40), { left: 60, top: 160, size: 7.5, monospace: true, leading: 9 });
    const prose = set(proseLines('field', 5), { left: 60, top: 90 });
    return pageOf([...set(['The Mill'], { left: 60, top: 30, bold: true }), ...prose, ...code], { number });
  });
  expect(pagesMarkdown(...pages)).not.toContain('The Mill');
});
