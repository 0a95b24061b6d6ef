// Paragraphs that go on past a figure or a table at the top of the next page.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent } from './page.ts';

const at = { left: 60, size: 10 };
const lines = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, line) => `${name} ${line + 1} of many words over the width of the page`);

const first = (last: string) =>
  pageOf([
    ...set(['A Title of the Whole'], { left: 60, top: 100, size: 18, bold: true }),
    ...set([...lines('Row', 6), last], { ...at, top: 140 }),
  ]);

/** A figure with labels and a caption on top, then text. */
const second = (begins: string, float: readonly string[]) =>
  pageOf(
    [
      ...float.flatMap((text, line) => set([text], { left: 100, top: 100 + 30 * line, size: 10 })),
      ...set([begins, ...lines('Line', 5)], { ...at, top: 300 }),
    ],
    { number: 2 },
  );

const figure = ['400 500 600 700 800', 'Data Fit', 'Figure 1: Hay by the year and the field, in carts.'];

test('past the labels and the caption of a figure', () => {
  const text = pagesMarkdown(first('and now we come to the car-'), second('rots in the field, which are red', figure));
  expect(text).toContain('come to the carrots in the field, which are red');
  expect(text).toMatch(/which are red[\s\S]*Data Fit[\s\S]*Figure 1:/);
});

test('not past a heading or another paragraph', () => {
  const heading = set(['Carrots'], { left: 60, top: 270, size: 14, bold: true });
  const page = second('rots in the field, which are red', figure.slice(0, 2));
  const text = pagesMarkdown(first('and now we come to the car-'), { ...page, words: [...page.words, ...heading] });
  expect(text).not.toContain('carrots in');
  const long = [...figure, 'The next one is a paragraph of its own, with all that it needs.'];
  expect(pagesMarkdown(first('and now we come to the car-'), second('rots in the field', long))).not.toContain(
    'carrots in',
  );
});

test('not past code, which is part of the sentence, unless it has a caption', () => {
  const code = (page: PageContent): PageContent => ({
    ...page,
    words: page.words.map((word) =>
      word.top < 150 ? { ...word, style: { ...word.style, monospace: true, size: 9 } } : word,
    ),
  });
  const open = first('Most of the time the call in');
  const goesOn = 'is the same as the one in the text below';
  expect(pagesMarkdown(open, code(second(goesOn, ['call sam(f)'])))).toContain('call sam(f)\n```\n\nis the same');
  const listing = ['call sam(f)', 'end', 'Figure 1: Hay in carts.'];
  expect(pagesMarkdown(open, code(second(goesOn, listing)))).toContain('the call in is the same');
});

test('with a last line in the margin, above a heading', () => {
  const page = (top: number) =>
    pageOf(
      [
        ...set(['rots in the field.'], { ...at, top }),
        ...set(['Cabbages'], { left: 60, top: 80, size: 14, bold: true }),
        ...set(lines('Line', 5), { ...at, top: 110 }),
      ],
      { number: 2 },
    );
  expect(pagesMarkdown(first('and now we come to the car-'), page(30))).toContain('come to the carrots in the field.');
  // What stands at the foot comes after the text.
  expect(pagesMarkdown(first('and now we come to the car-'), page(780))).not.toContain('carrots');
});

test('a sentence that ended does not go on', () => {
  const text = pagesMarkdown(first('and that is all of it.'), second('rots in the field, which are red', figure));
  expect(text).toMatch(/all of it\.\n/);
});

test('past a note with parts of its own', () => {
  const notes = [
    ...set(['1 See the books of the farm:'], { ...at, top: 700, size: 8 }),
    ...set(['• that of the hay, and all'], { ...at, left: 70, top: 712, size: 8 }),
    ...set(['• that of the carrots'], { ...at, left: 70, top: 724, size: 8 }),
  ];
  const open = first('and so it is written in the books of the');
  const next = pageOf(set(['farm, which are red', ...lines('Line', 5)], { ...at, top: 100 }), { number: 2 });
  expect(pagesMarkdown({ ...open, words: [...open.words, ...notes] }, next)).toContain('books of the farm, which are');
});

test('from a list below a head, whose items are no notes', () => {
  const open = pageOf([
    ...set(lines('Row', 6), { ...at, top: 100 }),
    ...set(['What There Is'], { left: 60, top: 200, size: 14, bold: true }),
    ...set(['1. hay in the barn of the farm', '2. straw'], { ...at, top: 230 }),
    ...set(['Both of them are kept for the whole of the winter in the'], { ...at, top: 270 }),
  ]);
  const next = pageOf(set(['same barn, which is red', ...lines('and row', 5)], { ...at, top: 100 }), { number: 2 });
  expect(pagesMarkdown(open, next)).toContain('in the same barn, which is red');
});

test('past a note as large as the text', () => {
  const open = first('and so it is written in the books of the');
  const note = [
    ...set(['1'], { left: 60, top: 699, size: 6 }),
    ...set(['See the books of the farm.'], { left: 65, top: 700, size: 10 }),
  ];
  const next = pageOf(set(['farm, which are red', ...lines('Line', 5)], { ...at, top: 100 }), { number: 2 });
  expect(pagesMarkdown({ ...open, words: [...open.words, ...note] }, next)).toContain('books of the farm, which are');
});
