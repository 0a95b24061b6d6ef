// Long documents: running titles that change with the section, levels that agree with the outline, chapter labels over
// their titles, lists over the end of a page.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const prose = (name: string, lines = 8): string[] =>
  Array.from({ length: lines }, (_, at) => `${name} line ${at + 1} goes on over the width of its page.`);
const headings = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'));

describe('running titles', () => {
  const sections = ['Cutting the hay', 'Drying the hay', 'Bringing it in', 'Keeping it dry', 'Feeding the cows'];

  test('with the number of the page go, though every one is different and stands rather low', () => {
    const pages = sections.map((section, at) =>
      pageOf(
        [
          ...set([at % 2 === 0 ? `${at + 7} ${section.toUpperCase()}` : `${section.toUpperCase()} ${at + 7}`], {
            left: 60,
            top: 95,
          }),
          ...set(prose(section), { left: 60, top: 140 }),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    expect(text).not.toMatch(/HAY|COWS/);
    expect(text.match(/line 8/g)).toHaveLength(5);
  });

  test('are not the entries of contents over many pages, though numbers of sections count on as pages do', () => {
    const entry = (at: number): string =>
      `${at + 1}.${at + 2} How to keep ${sections[at]} ${'. '.repeat(20)}${40 + 9 * at}`;
    const pages = sections.map((section, at) =>
      pageOf([...set([entry(at)], { left: 60, top: 60 }), ...set(prose(section), { left: 60, top: 140 })], {
        number: at + 1,
      }),
    );
    const text = pagesMarkdown(...pages);
    for (const section of sections) expect(text).toContain(`How to keep ${section}`);
  });

  test('go, and the headings below them that say the same stay', () => {
    const pages = sections.map((section, at) =>
      pageOf(
        [
          ...set([`${at + 1} ${section} ${at + 7}`], { left: 60, top: 30, size: 9 }),
          ...set([`${at + 1} ${section}`], { left: 60, top: 62, bold: true }),
          ...set(prose(section), { left: 60, top: 85 }),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    for (const [at, section] of sections.entries()) {
      expect(text.split(`${at + 1} ${section}`)).toHaveLength(2);
      expect(text).not.toContain(`${section} ${at + 7}`);
    }
  });

  test('that repeat the headings of the text go', () => {
    const pages = sections.map((section, at) =>
      pageOf(
        [
          ...set([`PART 1. SUMMER WORK ON A FARM ${at + 1}.2. ${section.toUpperCase()}`], { left: 60, top: 30 }),
          ...set([`${at + 1}.2 ${section}`], { left: 60, top: 90, size: 14, bold: true }),
          ...set(prose(section), { left: 60, top: 140 }),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    expect(text).not.toContain('SUMMER WORK');
    expect(headings(text)).toHaveLength(5);
  });

  test('with roman numerals go, and so do page numbers that stand alone where a chapter begins', () => {
    const pages = ['i', 'ii', 'iii', '4', '5', '6', '7', '8'].map((count, at) =>
      pageOf(
        [
          ...(at === 5 ? set(['6'], { left: 300, top: 780 }) : set([`A book of hay ${count}`], { left: 60, top: 30 })),
          ...set(prose(`Page${at}`), { left: 60, top: 140 }),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    expect(text).not.toMatch(/A book|^6$/m);
  });

  test('that a browser prints at the edge of the paper go, in larger type than the text too', () => {
    const pages = sections.map((section, at) =>
      pageOf(
        [
          ...set([`Farm diary Page ${at + 1} of 5`], { left: 50, top: 4, size: 13 }),
          ...set([section], { left: 60, top: 90, size: 13, bold: true }),
          ...set(prose(section), { left: 60, top: 140, size: 9 }),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    expect(text).not.toContain('Farm diary');
    expect(headings(text)).toHaveLength(5);
  });

  test('are not the titles of slides, which nothing else says', () => {
    const pages = sections.map((section, at) =>
      pageOf([...set([section], { left: 60, top: 30 }), ...set(prose('Point'), { left: 60, top: 140 })], {
        number: at + 1,
      }),
    );
    const text = pagesMarkdown(...pages);
    for (const section of sections) expect(text).toContain(section);
  });
});

describe('headings', () => {
  test('the outline gives the level, with or without the number on the page; others of that look follow', () => {
    const chapter = (number: number, title: string, outline?: ReadonlyMap<string, number>) =>
      pageOf(
        [
          ...set([`Chapter ${number}`], { left: 60, top: 100, size: 20, bold: true }),
          ...set([title], { left: 60, top: 140, size: 24, bold: true }),
          ...set(prose(title), { left: 60, top: 200 }),
        ],
        { number: number + 1, ...(outline === undefined ? {} : { outline }) },
      );
    const cover = pageOf(
      [
        ...set(['A small book of hay'], { left: 60, top: 200, size: 18, bold: true }),
        ...set(prose('Cover', 3), { left: 60, top: 300 }),
      ],
      { number: 1 },
    );
    const text = pagesMarkdown(
      cover,
      chapter(1, 'Cutting the hay', new Map([['cuttingthehay', 1]])),
      chapter(2, 'Drying the hay'),
    );
    expect(headings(text)).toEqual([
      '# A small book of hay',
      '# Chapter 1 Cutting the hay',
      '# Chapter 2 Drying the hay',
    ]);
  });

  test('a label and a number in words are part of the title below them', () => {
    const words = [
      ...set(['CHAPTER'], { left: 400, top: 90 }),
      ...set(['TWENTY-ONE'], { left: 380, top: 110, size: 14, bold: true }),
      ...set(['DRYING THE HAY'], { left: 300, top: 170, size: 22, bold: true }),
      ...set(prose('Some'), { left: 60, top: 260 }),
    ];
    expect(headings(pagesMarkdown(pageOf(words)))).toEqual(['# CHAPTER TWENTY-ONE DRYING THE HAY']);
  });

  test('a small line that counts the chapters is part of the title, however long that is', () => {
    const words = [
      ...set(['CHAPTER 7'], { left: 260, top: 90 }),
      ...set(['Of hay and straw', 'and of carts', 'and of horses', 'and of mills'], { left: 160, top: 125, size: 17 }),
      ...set(prose('Some'), { left: 60, top: 260 }),
    ];
    const title = '# CHAPTER 7 Of hay and straw and of carts and of horses and of mills';
    expect(headings(pagesMarkdown(pageOf(words)))).toEqual([title]);
  });

  test('a list item that says what the outline says is no heading', () => {
    const words = [
      ...set(['• Hay', '• Straw'], { left: 60, top: 100, leading: 20 }),
      ...set(prose('Some'), { left: 60, top: 200 }),
    ];
    expect(pagesMarkdown(pageOf(words, { outline: new Map([['hay', 2]]) }))).toMatch(/^- Hay/);
  });
});

describe('lists', () => {
  test('go on over the end of a page, also with a single item', () => {
    const first = pageOf(
      [
        ...set(prose('Some', 4), { left: 60, top: 100 }),
        ...set(['1. One.', '2. Two.'], { left: 60, top: 400, leading: 24 }),
      ],
      { number: 1 },
    );
    const second = pageOf(
      [...set(['3. Three.'], { left: 60, top: 100 }), ...set(prose('More', 4), { left: 60, top: 160 })],
      { number: 2 },
    );
    expect(pagesMarkdown(first, second)).toContain('1. One.\n2. Two.\n3. Three.\n');
  });

  test('a number that follows nothing is none', () => {
    const words = [
      ...set(['1998. It was a good year for hay.'], { left: 60, top: 100 }),
      ...set(prose('Some'), { left: 60, top: 160 }),
    ];
    expect(pagesMarkdown(pageOf(words))).toMatch(/^1998/);
  });
});

describe('code', () => {
  test('is one piece with its indents and empty lines, whatever its lines begin with', () => {
    const words = [
      ...set(prose('Some'), { left: 60, top: 60 }),
      ...set(['* a question', '- no'], { left: 60, top: 220, monospace: true, leading: 12 }),
      ...set(['+ yes'], { left: 72, top: 256, monospace: true }),
      ...set(prose('More', 12), { left: 60, top: 300 }),
    ];
    expect(pagesMarkdown(pageOf(words))).toContain('```\n* a question\n- no\n\n  + yes\n```\n');
  });

  test('keeps its columns', () => {
    const at = (text: string, column: number, top: number) =>
      set([text], { left: 60 + 5 * column, top, monospace: true });
    const page = [
      ...set(prose('Some', 12), { left: 60, top: 60 }),
      ...at('from', 0, 260).concat(at('CR', 11, 260), at('SCT', 14, 260)),
      ...at('(s0)', 2, 272).concat(at('443', 10, 272), at('106', 14, 272)),
      ...at('relapse', 2, 284).concat(at('0', 12, 284), at('99', 15, 284)),
      ...set(prose('More', 12), { left: 60, top: 320 }),
    ];
    expect(pagesMarkdown(pageOf(page))).toContain('from       CR SCT\n  (s0)    443 106\n  relapse   0  99\n');
  });

  test('a list in such a type is a list', () => {
    const words = [
      ...set(prose('Some'), { left: 60, top: 60 }),
      ...set(['- one of them', '- the other'], { left: 60, top: 220, monospace: true, leading: 12 }),
      ...set(prose('More', 12), { left: 60, top: 300 }),
    ];
    expect(pagesMarkdown(pageOf(words))).toMatch(/^- `?one of them`?\n- `?the other/m);
  });
});

test('the entries of an index are paragraphs, pages on a line of their own belong to the entry', () => {
  const entries = Array.from({ length: 24 }, (_, at) => `entry ${at}, ${at + 3}, ${at + 40}`);
  const words = set([...entries, 'hay, 1, 2, 3, 4,', '5, 6', 'straw, 7'], { left: 60, top: 100, leading: 12 });
  const text = pagesMarkdown(pageOf(words));
  expect(text).toContain('entry 0, 3, 40\n\nentry 1, 4, 41\n');
  expect(text).toContain('hay, 1, 2, 3, 4, 5, 6\n\nstraw, 7\n');
});

test.each([
  ['of its word', 'T', 'HE MILL STANDS by a river that', 63, 'THE MILL STANDS by a river that turns its wheel all'],
  ['a word', 'A', 'MILL STANDS by a river that', 78, 'A MILL STANDS by a river that turns its wheel all'],
])('a large first letter and small capitals begin a chapter, the letter %s', (_name, initial, first, left, begins) => {
  const [capitals, text] = first.split(/ (?=by)/) as [string, string];
  const words = [
    ...set([initial], { left: 60, top: 92, size: 27, bold: true }),
    ...set([capitals], { left, top: 110.5, size: 7.5 }),
    ...set([text], { left: left + 3.75 * capitals.length + 4, top: 108 }),
    ...set(['turns its wheel all year long, and grinds', 'the corn of all who live in the valley.'], {
      left: 60,
      top: 120,
    }),
  ];
  expect(pagesMarkdown(pageOf(words))).toContain(begins);
});
