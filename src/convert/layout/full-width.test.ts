// What stands between the lines of a paragraph.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

test('beside full-width stops and brackets lines are joined without a space', () => {
  const lines = [
    'この文書はすべて自由である。一方、',
    'Debian の文書は自由とは限らない（',
    'GFDL）。そうではないものもある Debian',
    '、または他の文書。',
  ];
  const text = markdown(pageOf(setLines(lines, { left: 40, top: 60 })));
  expect(text).toContain('一方、Debian の');
  expect(text).toContain('限らない（GFDL）');
  expect(text).toContain('Debian、または');
});

test('between ideographs and Latin letters a space stands', () => {
  const lines = ['この文書はすべて自由であるが他の', 'Debian の文書は自由とは限らない。'];
  expect(markdown(pageOf(setLines(lines, { left: 40, top: 60 })))).toContain('他の Debian の');
});
