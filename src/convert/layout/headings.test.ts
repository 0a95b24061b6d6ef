// Which lines of a page are headings, and of which level.
import { describe, expect, test } from 'vitest';
import { pageOf, proseLines as prose, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

describe('headings', () => {
  test.each([
    ['below a title', 20, ['# The report', '## 1 Beginning', '### 1.1 Further on']],
    ['where the first line is no larger', 13, ['# The report', '# 1 Beginning', '## 1.1 Further on']],
  ])('larger, bold and numbered lines are headings; levels follow size and number, %s', (_name, size, expected) => {
    const words = [
      ...set(['The report'], { left: 40, top: 40, size, bold: true }),
      ...set(['1 Beginning'], { left: 40, top: 90, size: 13, bold: true }),
      ...set(prose('Some', 6), { left: 40, top: 120 }),
      ...set(['1.1 Further on'], { left: 40, top: 220, bold: true }),
      ...set(prose('More', 6), { left: 40, top: 240 }),
    ];
    const text = markdown(pageOf(words));
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(expected);
  });

  test.each([
    ['in the middle', 'KEY TO THE SIGNS OF MILLS', 0.5, '# KEY TO THE SIGNS OF MILLS'],
    ['at an end', 'KEY TO THE SIGNS OF MILLS', 0, ''],
    ['in small letters', 'Key to the signs of mills', 0.5, ''],
  ])(
    'bold capitals at the top of a page are a heading in the middle of the text: %s',
    (_name, line, place, expected) => {
      const rightOf = (words: readonly Word[]): number => Math.max(...words.map(({ right }) => right));
      const below = set(prose('Some', 30), { left: 40, top: 56 });
      const title = (left: number): Word[] => set([line], { left, top: 30, bold: true });
      const left = 40 + place * (rightOf(below) - rightOf(title(40)));
      const text = markdown(pageOf([...title(left), ...below]));
      expect(text.split('\n').filter((one) => one.startsWith('#'))).toEqual(expected === '' ? [] : [expected]);
    },
  );

  test('a title at the top of a page is one over two lines', () => {
    const words = [
      ...set(['Measures of literacy and', 'of other abilities'], {
        left: 40,
        top: 40,
        size: 16,
        bold: true,
        leading: 24,
      }),
      ...set(prose('Some', 6), { left: 40, top: 110 }),
    ];
    expect(markdown(pageOf(words))).toContain('# Measures of literacy and of other abilities\n');
  });

  test('captions, sentences and entries of a table of contents are none', () => {
    const contents = Array.from({ length: 8 }, (_, at) => `Chapter ${at + 1} of the book ${at * 10 + 3}`);
    const page = pageOf(set(contents, { left: 40, top: 120, bold: true, leading: 20 }));
    expect(markdown(page)).not.toContain('#');
    const words = [
      ...set(['Figure 3: A picture of it'], { left: 40, top: 100, size: 12, bold: true }),
      ...set(prose('Some', 8), { left: 40, top: 150 }),
    ];
    expect(markdown(pageOf(words))).not.toContain('#');
  });

  test('of two lines that say what the outline says, the one in larger or bolder type is the heading', () => {
    const words = [
      ...set(['1.1. Of the hay', '1.2. Of the cart'], { left: 40, top: 100, leading: 16 }),
      ...set(prose('Before', 3), { left: 40, top: 150 }),
      ...set(['1.1. Of the hay'], { left: 40, top: 210, bold: true, font: 'Bold' }),
      ...set(prose('Below', 3), { left: 40, top: 230 }),
    ];
    const outline = new Map([
      ['11ofthehay', 2],
      ['12ofthecart', 2],
    ]);
    const text = markdown(pageOf(words, { outline }));
    expect(text.match(/^#+ 1\.1\. Of the hay$/gm)).toHaveLength(1);
    expect(text.indexOf('# 1.1.')).toBeGreaterThan(text.indexOf('Before'));
  });

  test('one line in a font of its own is a heading, but not smaller than the text', () => {
    const withLine = (size: number) =>
      markdown(
        pageOf([
          ...set(prose('Before', 12), { left: 40, top: 100 }),
          ...set(['Where the hay is kept'], { left: 40, top: 270, font: 'Other', size }),
          ...set(prose('Below', 12), { left: 40, top: 290 }),
        ]),
      );
    expect(withLine(10)).toMatch(/^#+ Where the hay is kept$/m);
    expect(withLine(9.3)).toMatch(/^Where the hay is kept$/m);
  });

  test('a coloured line that leads to another place is no heading', () => {
    const words = [
      ...set(prose('Before', 3), { left: 40, top: 100 }),
      ...set(['Where to look next'], { left: 40, top: 160, colour: 0x3355bb }),
      ...set(prose('Below', 3), { left: 40, top: 190 }),
    ];
    expect(markdown(pageOf(words))).toMatch(/^#+ Where to look next$/m);
    const jumps = [{ left: 40, top: 158, right: 140, bottom: 172 }];
    expect(markdown(pageOf(words, { jumps }))).toMatch(/^Where to look next$/m);
  });

  test('the outline and the tags of the document are believed', () => {
    const words = [
      ...set(['Only the outline knows'], { left: 40, top: 100 }),
      ...set(prose('Some', 5), { left: 40, top: 130 }),
      ...set(['Tagged as a heading'], { left: 40, top: 220, content: 7 }),
      ...set(prose('More', 5), { left: 40, top: 250 }),
    ];
    const text = markdown(
      pageOf(words, { outline: new Map([['onlytheoutlineknows', 2]]), headingTags: new Map([[7, 3]]) }),
    );
    expect(text).toContain('## Only the outline knows\n');
    expect(text).toContain('### Tagged as a heading\n');
  });

  test('lines in a colour of their own are headings, unless they are links', () => {
    const part = (head: string, top: number) => [
      ...set([head], { left: 40, top, size: 11.5, colour: 0x1f4e79 }),
      ...set(prose('Text', 6), { left: 40, top: top + 14 }),
    ];
    const words = [...part('What was found:', 60), ...part('Where it was found', 160), ...part('Read on', 260)];
    const links = [{ left: 40, top: 260, right: 90, bottom: 271, url: 'https://example.com/' }];
    const text = markdown(pageOf(words, { links }));
    expect(text.match(/^#+ .*$/gm)).toEqual(['# What was found:', '# Where it was found']);
    expect(text).toContain('[Read on](https://example.com/)');
  });

  test('a line a little larger than the text is a heading where it stands apart above a paragraph', () => {
    const words = [
      ...set(prose('Before', 8), { left: 40, top: 60 }),
      ...set(['And it came to pass'], { left: 120, top: 170, size: 11.2 }),
      ...set(prose('After', 8), { left: 40, top: 190 }),
      ...set(['A larger line at the very end'], { left: 40, top: 310, size: 11.2 }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm)).toEqual(['# And it came to pass']);
  });

  test('bold lines in larger type that stand apart are headings, however they begin and end', () => {
    const words = [
      ...set(['create'], { left: 40, top: 80, size: 12, bold: true }),
      ...set(prose('One', 2), { left: 40, top: 100 }),
      ...set(['Test 1:'], { left: 40, top: 140, size: 12, bold: true }),
      ...set(prose('Two', 2), { left: 40, top: 160 }),
    ];
    expect(markdown(pageOf(words))).toMatch(/^# create\n[^#]*# Test 1:\n/);
  });

  test('labels of a form, one after the other, are none', () => {
    const words = [
      ...set(['The buyer'], { left: 40, top: 60, size: 13, bold: true }),
      ...set(['Name:'], { left: 40, top: 90, size: 12, bold: true }),
      ...set(['Post code:'], { left: 40, top: 120, size: 12, bold: true }),
      ...set(prose('Small', 6), { left: 40, top: 160, size: 8 }),
    ];
    expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# The buyer']);
  });

  test('coloured names with a small letter, and the numbers of versions, are headings over text and over code', () => {
    const part = (head: string, top: number, look: object) => [
      ...set([head], { left: 40, top, size: 11, ...look }),
      ...set(prose('Text', 3), { left: 40, top: top + 20 }),
    ];
    const words = [
      ...set(prose('First', 2), { left: 40, top: 20 }),
      ...part('list.keys[index]', 60, { colour: 0x1f4e79 }),
      ...part('what is asked for', 130, { colour: 0x1f4e79 }),
      ...part('2.1.0', 200, { bold: true }),
      ...part('45.2', 270, { bold: true }),
      ...set(['Code below'], { left: 40, top: 340, size: 11, colour: 0x1f4e79 }),
      ...set(prose('const', 3), { left: 40, top: 360, size: 8, monospace: true }),
    ];
    expect(markdown(pageOf(words)).match(/(?<=^#+ ).*$/gm)).toEqual([
      'list.keys[index]',
      'what is asked for',
      '2.1.0',
      'Code below',
    ]);
  });

  test('a small bold line well apart over the text is a heading, over other bold lines or close to the text it is none', () => {
    const small = { left: 40, size: 7, bold: true };
    const words = [
      ...set(prose('Before', 8), { left: 40, top: 60 }),
      ...set(['Returns'], { ...small, top: 172 }),
      ...set(prose('After', 8), { left: 40, top: 188 }),
      ...set(['Source'], { ...small, top: 300 }),
      ...set(prose('Close', 8), { left: 40, top: 308 }),
      ...set(['Label'], { ...small, top: 425 }),
      ...set(['Another label of a figure'], { ...small, top: 441 }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm)).toEqual(['# Returns']);
  });

  test('a heading is measured by the size of the text itself, whatever half point that is next to', () => {
    const words = [
      ...set(prose('Before', 8), { left: 40, top: 60, size: 11.3 }),
      ...set(['create(name)'], { left: 40, top: 190, size: 11.9, bold: true, monospace: true }),
      ...set(prose('After', 8), { left: 40, top: 215, size: 11.3 }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm)).toEqual(['# create(name)']);
  });

  test('the size of the text is that of its prose, also where most of it is code in smaller type', () => {
    const words = [
      ...set(['One sentence in the type of the text.'], { left: 40, top: 80 }),
      ...set(prose('const', 6), { left: 40, top: 110, size: 8, monospace: true }),
      ...set(['Usage'], { left: 40, top: 250, size: 12, bold: true }),
      ...set(['Another sentence in the type of the text.'], { left: 40, top: 270 }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm)).toEqual(['# Usage']);
  });

  test('tags that call sentences headings are not believed, and nothing is held against other headings', () => {
    const words = [
      ...set(['1. Tagged and bold'], { left: 40, top: 100, bold: true, content: 7 }),
      ...set(['The table below shows what was paid for flour in', 'each of the years that are written down:'], {
        ...{ left: 40, top: 130, content: 8 },
      }),
      ...set(prose('Some', 5), { left: 40, top: 180 }),
      ...set(['2. Bold, and not tagged'], { left: 40, top: 270, bold: true }),
      ...set(prose('More', 5), { left: 40, top: 300 }),
    ];
    const tags = new Map([
      [7, 1],
      [8, 1],
    ]);
    const text = markdown(pageOf(words, { headingTags: tags }));
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# 1. Tagged and bold',
      '# 2. Bold, and not tagged',
    ]);
  });

  test.each([
    ['bold', { size: 11.5, bold: true }, ['# A mystery of mills', '# 1. Tagged']],
    ['as large as the text', { size: 10, bold: true }, ['# 1. Tagged']],
    ['not at the beginning', { size: 11.5, bold: true, top: 400 }, ['# 1. Tagged']],
  ])('a title that the tags of its document do not know is one before all text: %s', (_name, look, expected) => {
    const words = [
      ...set(['A mystery of mills'], { left: 40, top: 70, ...look }),
      ...set(['1. Tagged'], { left: 40, top: 100, size: 13, bold: true, content: 7 }),
      ...set(prose('Some', 8), { left: 40, top: 130 }),
    ].sort((one, other) => one.top - other.top);
    const text = markdown(pageOf(words, { headingTags: new Map([[7, 1]]) }));
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual(expected);
  });

  test.each([
    ['on the first page', 'A mystery of mills', 1, ['# A mystery of mills']],
    ['on another', 'A mystery of mills', 2, []],
    ['with the number of a page', '74 Miller', 1, []],
  ])('a larger line in the margin is a title where no text stands before it: %s', (_name, title, number, expected) => {
    const words = [...set([title], { left: 40, top: 24, size: 13 }), ...set(prose('Some', 30), { left: 40, top: 72 })];
    expect(markdown(pageOf(words, { number })).match(/^#+ .*$/gm) ?? []).toEqual(expected);
  });

  test('where all is typed, larger lines are headings', () => {
    const words = [
      ...set(['The mill'], { left: 40, top: 60, size: 24, bold: true, monospace: true }),
      ...set(['Its wheel'], { left: 40, top: 110, size: 14, bold: true, monospace: true }),
      ...set(prose('Some', 6), { left: 40, top: 140, monospace: true }),
      ...set(['As large as the text'], { left: 40, top: 250, bold: true, monospace: true }),
      ...set(prose('More', 6), { left: 40, top: 270, monospace: true }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm)).toEqual(['# The mill', '## Its wheel']);
  });

  test.each([
    ['Tracker v1.3', ['# Tracker v1.3']],
    ['Tracker 12.3', ['# Tracker 12.3']],
    ['Tracker 13', []],
  ])('a title over the contents may end with a version, and not like an entry: %s', (title, expected) => {
    const entries = [1, 2, 3, 4, 5, 6].map((at) => `${at} Part of it ........................ ${2 * at}`);
    const words = [
      ...set([title], { left: 40, top: 60, size: 18, bold: true }),
      ...set(entries, { left: 40, top: 110 }),
    ];
    expect(markdown(pageOf(words)).match(/^#+ .*$/gm) ?? []).toEqual(expected);
  });

  test.each([
    ['The output of the mill is shown below.', false],
    ['Of mills and rivers', true],
    ['Getting started.', true],
    ['この手順では水車の動かし方を説明しています。', false],
    ['水車の動かし方', true],
  ])('larger lines that are whole sentences are none: %s', (line, isHead) => {
    const words = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...set([line], { left: 40, top: 150, size: 12 }),
      ...set(prose('More', 16), { left: 40, top: 180 }),
    ];
    expect(/^#/m.test(markdown(pageOf(words)))).toBe(isHead);
  });

  test('a numbered line that is bold but for signs of formulas is one', () => {
    const words = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...set(['3.2.2 Inverse'], { left: 40, top: 150, bold: true }),
      ...set(['χ2'], { left: 120, top: 150, italic: true, font: 'Math' }),
      ...set(['of the hay'], { left: 140, top: 150, bold: true }),
      ...set(prose('More', 16), { left: 40, top: 180 }),
    ];
    expect(markdown(pageOf(words))).toMatch(/^### 3\.2\.2 Inverse/m);
    const label = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...set(['Hay'], { left: 40, top: 150, bold: true }),
      ...set(['a b c d'], { left: 80, top: 150, italic: true, font: 'Math' }),
      ...set(prose('More', 16), { left: 40, top: 180 }),
    ];
    expect(markdown(pageOf(label))).not.toMatch(/^#/m);
  });

  test('sections whose numbers stand out to the left are no table', () => {
    const section = (number: string, title: string, top: number) => [
      ...set([number], { left: 40, top, size: 13, bold: true }),
      ...set([title], { left: 90, top, size: 13, bold: true }),
      ...set(prose(title, 4), { left: 90, top: top + 24 }),
    ];
    const words = [...section('1', 'Hay', 60), ...section('1.1', 'Mowing', 160), ...section('2', 'Carts', 260)];
    const text = markdown(pageOf(words));
    expect(text).not.toContain('|');
    expect(text.match(/^#.*$/gm)).toEqual(['# 1 Hay', '## 1.1 Mowing', '# 2 Carts']);
  });

  test.each([
    [
      'three heads of columns',
      [
        ['Name', 60],
        ['Price', 160],
        ['Weight', 260],
      ],
      [],
    ],
    [
      'two over columns of their own',
      [
        ['Name', 60],
        ['Price', 160],
      ],
      [
        ['hay', 60],
        ['cheap', 160],
      ],
    ],
  ] as const)('rows with wide white between their words are none: %s', (_name, heads, below) => {
    const row = (words: readonly (readonly [string, number])[], top: number, look = {}) =>
      words.flatMap(([text, left]) => set([text], { left, top, ...look }));
    const words = [
      ...set(prose('Some', 6), { left: 40, top: 60 }),
      ...row(heads, 160, { size: 12, bold: true }),
      ...row(below, 180),
      ...set(prose('More', 16), { left: 40, top: 230 }),
    ];
    expect(markdown(pageOf(words))).not.toMatch(/^#/m);
  });

  test('entries of an index are none', () => {
    const words = [
      ...set(['Index'], { left: 40, top: 60, size: 18, bold: true }),
      ...set(['hay(), 13', 'straw(), 7', 'cart(), 21'], { left: 40, top: 110, size: 12, leading: 20, monospace: true }),
      ...set(prose('More', 16), { left: 40, top: 230 }),
    ];
    expect(markdown(pageOf(words)).match(/^#.*$/gm)).toEqual(['# Index']);
  });
});
