// Titles of two lines and two titles right below each other, told by their numbers and their type.
import { expect, test } from 'vitest';
import { pageOf, proseLines as prose, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

test('the number of a chapter that is as tall as the lines of its title stands before them', () => {
  const words = [
    ...set(['3'], { left: 40, top: 60, size: 60, bold: true }),
    ...set(['Constructing'], { left: 200, top: 66, size: 24, bold: true }),
    ...set(['block designs'], { left: 190, top: 94, size: 24, bold: true }),
    ...set(prose('Some', 16), { left: 40, top: 160 }),
  ];
  expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# 3 Constructing block designs']);
});

test('a chapter and its first section right below it are two', () => {
  const words = [
    ...set(prose('Some', 6), { left: 40, top: 60 }),
    ...set(['2 Using the mill', '2.1 Grain'], { left: 40, top: 160, size: 14, leading: 22 }),
    ...set(prose('More', 16), { left: 40, top: 220 }),
  ];
  expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# 2 Using the mill', '## 2.1 Grain']);
});

test('a bold title over two lines at the top of a page is one, though hardly larger than the text', () => {
  const words = [
    ...set(['WHAT IS THIS ABOUT THE', 'MILL ON THE RIVER'], {
      left: 120,
      top: 40,
      size: 12,
      bold: true,
      leading: 19,
    }),
    ...set(prose('Some', 30), { left: 40, top: 90 }),
  ];
  expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# WHAT IS THIS ABOUT THE MILL ON THE RIVER']);
});
