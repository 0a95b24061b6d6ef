// What an outline says of sections is believed as far as the numbers of the sections bear it out.
import { expect, test } from 'vitest';
import { pageOf, proseLines, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const headings = (markdown: string): string[] => markdown.split('\n').filter((line) => line.startsWith('#'));

const page = (heads: readonly string[], outline: ReadonlyMap<string, number>) =>
  pageOf(
    heads.flatMap((head, at) => [
      ...set([head], { left: 60, top: 60 + 130 * at, size: 12, bold: true }),
      ...set(proseLines('field', 6), { left: 60, top: 84 + 130 * at }),
    ]),
    { outline },
  );

test('sections of one depth have one level, though the outline gives one of them another, or none', () => {
  const outline = new Map([
    ['1hay', 1],
    ['101mowing', 2],
    ['102drying', 3],
    ['103baling', 3],
  ]);
  const heads = ['1 Hay', '1.0.1 Mowing', '1.0.2 Drying', '1.0.3 Baling', '1.0.4 Stacking'];
  expect(headings(pagesMarkdown(page(heads, outline)))).toEqual([
    '# 1 Hay',
    '### 1.0.1 Mowing',
    '### 1.0.2 Drying',
    '### 1.0.3 Baling',
    '### 1.0.4 Stacking',
  ]);
});

test('sections of an appendix stand below it, though the outline has them beside it', () => {
  const outline = new Map([
    ['hay', 1],
    ['mowing', 2],
    ['prices', 1],
    ['ofhay', 1],
    ['ofcarts', 1],
  ]);
  const heads = ['1 Hay', '1.1 Mowing', 'Appendix A Prices', 'A.1 Of hay', 'A.2 Of carts'];
  expect(headings(pagesMarkdown(page(heads, outline)))).toEqual([
    '# 1 Hay',
    '## 1.1 Mowing',
    '# Appendix A Prices',
    '## A.1 Of hay',
    '## A.2 Of carts',
  ]);
});
