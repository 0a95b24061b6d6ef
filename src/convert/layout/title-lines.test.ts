// Titles of two lines and two titles right below each other, told by their numbers and their type.
import { describe, expect, test } from 'vitest';
import { pageOf, proseLines as prose, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';
import { plainStyle } from './page.ts';

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

test('the points of a plot say nothing of the size of the text', () => {
  const points = Array.from({ length: 900 }, (_, at) =>
    set(['●'], { left: 60 + (at % 60) * 5, top: 400 + Math.floor(at / 60) * 9, size: 1.5, font: 'Dingbats' }),
  ).flat();
  const words = [
    ...set(['1 Installation'], { left: 40, top: 160, size: 14 }),
    ...set(['The mill can be built in the standard way'], { left: 40, top: 190 }),
    ...set(['build(mill)'], { left: 40, top: 216, monospace: true }),
    ...set(['and it can be seen from afar with'], { left: 40, top: 242 }),
    ...points,
  ];
  expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# 1 Installation']);
});

test('what is typed at the prompt of a program is no title', () => {
  const words = [
    ...set(prose('Some', 6), { left: 40, top: 60 }),
    ...set(['> library(mill)'], { left: 40, top: 160, size: 12 }),
    ...set(prose('More', 16), { left: 40, top: 190 }),
  ];
  expect(markdown(pageOf(words))).not.toMatch(/^#/m);
});

test('a chapter that is counted in words stands with the others', () => {
  const chapter = (count: string, title: string, number: number) =>
    pageOf(
      [
        ...set(['CHAPTER'], { left: 400, top: 90, size: 12 }),
        ...set([count], { left: 410, top: 106, size: 14 }),
        ...set([title], { left: 300, top: 150, size: 22 }),
        ...set(prose('Some', 16), { left: 40, top: 220 }),
      ],
      { number },
    );
  const text = markdown(chapter('ONE', 'Hay', 1), chapter('TWO', 'Installing the mill', 2));
  expect(text.match(/^#.*$/gm)).toEqual(['# CHAPTER ONE Hay', '# CHAPTER TWO Installing the mill']);
});

describe('lines in the middle above a chart', () => {
  const style = { ...plainStyle, font: 'Serif' };
  const words = (
    size: number,
    top: number,
    bottom: number,
    ...placed: readonly (readonly [number, number, string])[]
  ) =>
    placed.map(([left, right, text]) => {
      const look = { ...style, size, bold: size > 20 };
      return { left, right, top, bottom, text, style: look, spaced: true, order: 0, rightToLeft: false };
    });
  const first = words(28, 33, 65, [243, 349, 'Change'], [356, 383, 'in'], [391, 499, 'Output'], [506, 616, 'Level']);
  const second = words(28, 63, 95, [324, 486, 'Attained'], [493, 526, 'by']);
  const third = words(
    28,
    93,
    125,
    [196, 297, 'African'],
    [304, 460, 'Mills,'],
    [467, 531, '2000'],
    [538, 663, 'onwards'],
  );
  const below = words(20, 123, 147, [369, 400, '(by'], [405, 489, 'percent)']);
  // The numbers of its axis stand left of the first two lines, and below the third.
  const chart = [
    ...Array.from({ length: 9 }, (_, at) =>
      words(10, 140 + 33 * at, 151 + 33 * at, [214, 225, `${40 - 5 * at}`]),
    ).flat(),
    ...[170, 203, 183, 361].flatMap((top, at) =>
      words(10, top, top + 11, [263 + 47 * at, 274 + 47 * at, `${34 - at}`]),
    ),
    ...[223, 196, 150, 354].flatMap((top, at) =>
      words(10, top, top + 11, [487 + 47 * at, 498 + 47 * at, `${26 + at}`]),
    ),
  ];
  const headings = (...lines: (typeof first)[]) => {
    const all = [...lines.flat(), ...below, ...chart].map((word, order) => ({ ...word, order }));
    return markdown(pageOf(all, { width: 720, height: 540 })).match(/^#.*$/gm);
  };

  test('are one title, and what is set smaller below it is none of it', () => {
    expect(headings(first, second, third)).toEqual([
      '# Change in Output Level Attained by African Mills, 2000 onwards',
      '## (by percent)',
    ]);
  });

  test('in two colours, or with the number of a section, are two', () => {
    const red = third.map((word) => ({ ...word, style: { ...word.style, colour: 0xc00000 } }));
    const numbered = third.map((word, at) => (at === 0 ? { ...word, text: '2.1' } : word));
    for (const last of [red, numbered]) expect(headings(first, second, last)).toHaveLength(3);
  });
});
