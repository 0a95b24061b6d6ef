// Papers: what stands between title and abstract, and headings numbered I, A, 1.
import { expect, test } from 'vitest';
import { pageOf, proseLines, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const headings = (markdown: string): string[] => markdown.split('\n').filter((line) => line.startsWith('#'));
const text = (top: number, lines = 12) => set(proseLines('text', lines), { left: 60, top, size: 10 });

test('authors and their addresses are no headings, however large', () => {
  const first = (abstract: string) => [
    ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
    ...set(['Anna Miller'], { left: 240, top: 100, size: 12 }),
    ...set(['Village School, By the Lake'], { left: 215, top: 122, size: 10 }),
    ...set(['Bert Smith'], { left: 243, top: 150, size: 12 }),
    ...set([abstract], { left: 60, top: 190, size: 12, bold: true }),
    ...text(215),
  ];
  expect(headings(pagesMarkdown(pageOf(first('Abstract'))))).toEqual(['# Of the Ways of Hay', '## Abstract']);
  // Names and addresses are told by themselves, too.
  expect(headings(pagesMarkdown(pageOf(first('Overview'))))).toEqual(['# Of the Ways of Hay', '## Overview']);
});

test.each([
  ['3 May 2021', false],
  ['Version 2.1', false],
  ['© 2004, Anna Miller', false],
  ['Дата: 31.01.2024', false],
  ['anna@example.org', false],
  ['Anna B. Miller and Bert van Smith', false],
  ['Anna Miller Last updated: April 24, 2020', false],
  ['(version 2.15.2)', false],
  ['by Anna Miller and Bert Smith', false],
  ['By Mowing Late in Summer we Save', true],
  ['Reference Manual', true],
  ['For those who mow', true],
])('under a title, what says when and by whom it was made is no heading: %s', (line, isHead) => {
  const words = [
    ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
    ...set([line], { left: 240, top: 100, size: 14, bold: true }),
    ...set(['1 Mowing'], { left: 60, top: 150, size: 14, bold: true }),
    ...text(180),
  ];
  const found = headings(pagesMarkdown(pageOf(words)));
  expect(found).toHaveLength(isHead ? 3 : 2);
  expect(found.at(-1)).toBe('## 1 Mowing');
});

test('names that text stands below may be what it is about', () => {
  const words = [
    ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
    ...set(['Summer Carts'], { left: 60, top: 100, size: 14, bold: true }),
    ...text(130, 30),
  ];
  expect(headings(pagesMarkdown(pageOf(words)))).toEqual(['# Of the Ways of Hay', '## Summer Carts']);
});

test('two words in capitals on the left, over a few words, are a heading', () => {
  const words = [
    ...set(['Of the Ways of Hay'], { left: 60, top: 60, size: 18, bold: true }),
    ...set(['Our Purpose'], { left: 60, top: 100, size: 14, bold: true }),
    ...set(['Making hay while the sun shines, and no more than that.'], { left: 60, top: 126 }),
    ...set(['Our Mission'], { left: 60, top: 160, size: 14, bold: true }),
    ...text(190),
  ];
  const found = headings(pagesMarkdown(pageOf(words)));
  expect(found).toEqual(['# Of the Ways of Hay', '## Our Purpose', '## Our Mission']);
});

test('the word over an abstract is no part of it, however close it stands', () => {
  const words = [
    ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
    ...set(['ABSTRACT'], { left: 265, top: 203, size: 10 }),
    ...text(215),
  ];
  expect(pagesMarkdown(pageOf(words))).toMatch(/ABSTRACT\n\ntext line 1 /);
});

test.each(['abstract', 'Abstract', 'Zusammenfassung'])(
  'small plain letters over an abstract are a heading: %s',
  (word) => {
    const words = [
      ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
      ...set([word], { left: 60, top: 190, size: 8 }),
      ...text(215),
    ];
    expect(headings(pagesMarkdown(pageOf(words)))).toEqual(['# Of the Ways of Hay', `## ${word}`]);
  },
);

test('where sections have Roman numbers and letters, a single number is of the third level', () => {
  const heads = ['I. HAY', 'A. Mowing', '1. By hand', 'II. CARTS', 'A. Roads'];
  const words = heads.flatMap((head, at) => [
    ...set([head], { left: 60, top: 120 + 110 * at, size: 10, bold: true }),
    ...text(144 + 110 * at, 5),
  ]);
  expect(headings(pagesMarkdown(pageOf(words)))).toEqual([
    '# I. HAY',
    '## A. Mowing',
    '### 1. By hand',
    '# II. CARTS',
    '## A. Roads',
  ]);
});

test('a single number stays a chapter where nothing has Roman numbers', () => {
  const words = ['1. Hay', 'A. Mowing', '2. Carts'].flatMap((head, at) => [
    ...set([head], { left: 60, top: 120 + 110 * at, size: 10, bold: true }),
    ...text(144 + 110 * at, 5),
  ]);
  expect(headings(pagesMarkdown(pageOf(words)))).toEqual(['# 1. Hay', '# A. Mowing', '# 2. Carts']);
});

/** A small sign that stands high, right behind or before what was set. */
const raised = (sign: string, left: number, top: number) =>
  set([sign], { left, top: top - 2, size: 7, font: 'Signs' }).map((word) => ({ ...word, spaced: false }));

test('a bold title that ends with the mark of a note is one title, and no part of the names below it', () => {
  const title = ['The Ways of Hay and Carts', 'In the Village by the Lake'];
  const words = [
    ...set(title, { left: 180, top: 60, size: 14, bold: true, leading: 18 }),
    ...raised('∗', 180 + 26 * 7 - 14, 78),
    ...set(['Anna Miller and Bert Smith'], { left: 230, top: 97, size: 12 }),
    ...set(['Abstract'], { left: 60, top: 190, size: 12, bold: true }),
    ...text(215),
  ];
  expect(headings(pagesMarkdown(pageOf(words)))).toEqual([`# ${title.join(' ')}<sup>∗</sup>`, '## Abstract']);
});

test('addresses that begin with raised letters are a paragraph each', () => {
  const addresses = [
    'School of Hay, Village by the Lake,',
    'Northern Hills',
    'House of Carts, Town',
    'Institute of Roads, Town',
  ];
  const words = [
    ...set(['Of the Ways of Hay'], { left: 200, top: 60, size: 18, bold: true }),
    ...set(addresses, { left: 200, top: 110, size: 10 }),
    ...[0, 2, 3].flatMap((line, at) => raised('abc'.charAt(at), 196, 110 + 12 * line)),
    ...set(['Abstract'], { left: 60, top: 190, size: 12, bold: true }),
    ...text(215),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(
    [
      '<sup>a</sup>School of Hay, Village by the Lake, Northern Hills',
      '<sup>b</sup>House of Carts, Town',
      '<sup>c</sup>Institute of Roads, Town',
    ].join('\n\n'),
  );
});
