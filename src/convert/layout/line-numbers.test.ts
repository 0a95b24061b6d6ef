// Numbers of lines in the margin are left out; those of lists, of rows and of verses stay.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { LineNumbers } from './line-numbers.ts';
import type { PageContent, Word } from './page.ts';

const prose = [
  'The hay was mown in June, when the days are long',
  'and the nights are dry and warm, and brought to the',
  'barn. The carts took the road by the lake, which was',
  'the shorter one, although the other one had no stones',
  'in it and was in the shade of the trees that stand',
  'there. Nobody met them on the way, but when they came',
  'to the village all the children ran beside them and',
  'asked for a ride. They were lifted up, one after the',
  'other, and sat on top of it all until the barn came',
  'into sight.',
];

/** Lines of text with a number beside some of them, set to end (or, at the right, to begin) at one place. */
function numbered(lines: readonly string[], numberOf: (at: number) => number | undefined, place = 50): Word[] {
  return lines.flatMap((line, at) => {
    const top = 100 + 14 * at;
    const text = String(numberOf(at) ?? '');
    const left = place < 70 ? place - 3.5 * text.length : place;
    return [
      ...set([line], { left: 70, top, size: 10 }),
      ...(text === '' ? [] : set([text], { left, top: top + 2, size: 7 })),
    ];
  });
}

const withoutLineNumbers = (page: PageContent): PageContent => new LineNumbers().without(page);

const left = (words: readonly Word[]): string[] =>
  withoutLineNumbers(pageOf(words))
    .words.map(({ text }) => text)
    .filter((text) => /^\d+$/.test(text));

test('a number beside each line goes, at either side and from any number on', () => {
  expect(left(numbered(prose, (at) => at + 1))).toEqual([]);
  expect(left(numbered(prose, (at) => at + 96))).toEqual([]);
  expect(left(numbered(prose, (at) => at + 1, 400))).toEqual([]);
});

test('so do those beside every fifth line', () => {
  const long = [...prose, ...prose, ...prose, ...prose];
  expect(left(numbered(long, (at) => (at % 5 === 4 ? at + 1 : undefined)))).toEqual([]);
});

test('so do those of a listing, but not those of steps in a few words', () => {
  const code = ['{', '\\let\\hay=1', '\\cart{hay}', '  \\road{lake}', '%', '\\end', '}', '\\bye', '\\fi'];
  const listing = numbered(code, (at) => at + 20).map((word) =>
    /^\d+$/.test(word.text) ? word : { ...word, style: { ...word.style, monospace: true } },
  );
  expect(left(listing)).toEqual([]);
  const steps = [
    'mow the hay',
    'while it rains do',
    'wait',
    'end',
    'turn it round and round until it is dry',
    'load the cart',
    'drive',
    'sit down',
  ];
  expect(left(numbered(steps, (at) => at + 1))).toHaveLength(steps.length);
});

/** Lines of code, each with its number before it, in the sizes given. */
const listed = (lines: readonly string[], from: number, top: number, size = 6): Word[] =>
  lines.flatMap((line, at) => [
    ...set([String(from + at)], { left: 50, top: top + 12 * at + 0.8 * (10 - size), size }),
    ...set([line], { left: 70, top: top + 12 * at, size: 10 }).map((word) => ({
      ...word,
      style: { ...word.style, monospace: true },
    })),
  ]);

test('so do those of code in pieces among paragraphs that begin where the numbers do', () => {
  const text = (top: number): Word[] =>
    set(['Then the cart is loaded and goes to the barn.'], { left: 50, top, size: 10 });
  const page = [
    ...listed(['\\def\\hay{%', '  \\straw', '}'], 8, 100),
    ...text(150),
    ...listed(['\\load'], 11, 180),
    ...text(200),
    ...listed(['\\drive', '\\unload'], 12, 230),
  ];
  expect(left(page)).toEqual([]);
  // A listing all set like code may hold steps of its own.
  expect(left(listed(['mow', 'turn', 'load'], 1, 100, 10))).toHaveLength(3);
});

test('the raised numbers of notes stay, though addresses beside them are set like code', () => {
  const notes = listed(['https://hay.example', 'https://straw.example', 'https://barn.example'], 1, 700);
  const raised = notes.map((word) =>
    /^\d$/.test(word.text) ? { ...word, top: word.top - 4, bottom: word.bottom - 4 } : word,
  );
  expect(left(raised)).toHaveLength(3);
  expect(left(notes)).toEqual([]);
});

test('the number of a heading stays, whole or before its dot, though it begins where those of the code do', () => {
  const page = [
    ...listed(['\\load', '\\drive', '\\unload'], 1, 100),
    ...set(['4 The barn'], { left: 50, top: 150, size: 12 }),
    ...listed(['\\store', '\\lock'], 4, 180),
  ];
  expect(left(page)).toEqual(['4']);
  const [number, ...title] = set(['4 .1 The barn'], { left: 50, top: 136, size: 6 }) as [Word, Word, Word, Word];
  const glued = title.map((word, at) => (at === 0 ? { ...word, spaced: false, left: number.right } : word));
  expect(left([...listed(['\\load', '\\drive', '\\unload'], 1, 100), number, ...glued])).toEqual(['4']);
});

test('numbers within lines stay, though they stand below each other and count', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `Line ${at + 1} of words, many words over the width of the page`);
  const words = set(rows, { left: 70, top: 100, leading: 14, size: 10 });
  expect(left(words)).toHaveLength(rows.length);
});

test('the text itself stays, and a page without them is the same page', () => {
  const page = pageOf(numbered(prose, () => undefined));
  expect(withoutLineNumbers(page)).toBe(page);
  const words = withoutLineNumbers(pageOf(numbered(prose, (at) => at + 1))).words;
  expect(words.map(({ text }) => text)).toEqual(page.words.map(({ text }) => text));
});

test('numbers before entries, in columns of a table and out of order stay', () => {
  const entries = prose.map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`);
  expect(left(numbered(entries, (at) => at + 1))).toHaveLength(entries.length);
  expect(left(numbered(prose, (at) => (at * 7) % 10))).toHaveLength(prose.length);
  const amid = [
    ...numbered(prose, (at) => at + 1),
    ...set(prose.slice(0, 6), { left: 20, top: 100, leading: 14, size: 10 }),
  ];
  expect(left(amid)).toHaveLength(prose.length);
});

test('numbers before rows stay, though their first cells are set like code or are figures', () => {
  const typed = (word: Word): Word => ({ ...word, style: { ...word.style, monospace: true } });
  const rows = (cells: (at: number) => readonly string[]): Word[] =>
    Array.from({ length: 12 }, (_, at) => {
      const top = 100 + 14 * at;
      const placed = cells(at).flatMap((cell, column) => set([cell], { left: 70 + 120 * column, top, size: 10 }));
      return [...set([`${at + 1}`], { left: 40, top, size: 10 }), ...placed.map(typed)];
    }).flat();
  expect(left(rows((at) => [`type${'x'.repeat(at)}`, 'so many bits']))).toHaveLength(12);
  expect(left(rows((at) => [`${at * at}.5`]))).toHaveLength(12);
  expect(left(rows((at) => [`${'x'.repeat(at)}();`]))).toHaveLength(0);
});

test('numbers that go on from the page before go, however few and beside whatever', () => {
  const poem = ['Hay', 'Straw'];
  const pages = [numbered(prose, (at) => at + 1), numbered(poem, (at) => at + 11), numbered(poem, (at) => at + 13)];
  const lines = new LineNumbers();
  const shown = pages.map((words) => lines.without(pageOf(words)).words.map(({ text }) => text));
  expect(shown.slice(1)).toEqual([poem, poem]);
});

test('numbers that stand elsewhere or count anew stay', () => {
  for (const other of [numbered(['Hay', 'Straw'], (at) => at + 12), numbered(['Hay'], (at) => at + 11, 300)]) {
    const lines = new LineNumbers();
    lines.without(pageOf(numbered(prose, (at) => at + 1)));
    expect(lines.without(pageOf(other)).words).toHaveLength(other.length);
  }
});

/** Small numbers at one distance over the whole page, whatever stands beside them. */
const ladder = (from: number, count: number, place: number): Word[] =>
  Array.from({ length: count }, (_, at) => set([`${from + at}`], { left: place, top: 60 + 11 * at, size: 6 })).flat();

test('numbers that count the page go beside titles, short lines and white, too', () => {
  const words = [
    ...set(['Of Hay and Carts'], { left: 150, top: 64, size: 18 }),
    ...set(['Ann Rivers', 'John Field', 'Ida Stone', 'Eve Brook'], { left: 200, top: 100, size: 10 }),
    ...[70, 310].flatMap((place) => set([...prose, ...prose], { left: place, top: 240, leading: 11.4, size: 9 })),
  ];
  expect(left([...ladder(1, 55, 30), ...words, ...ladder(56, 55, 560)])).toEqual([]);
});

test('small numbers before each row of a table stay', () => {
  const rows = Array.from({ length: 55 }, (_, at) =>
    set([`Cart ${'abcdefg'.charAt(at % 7)} is of hay`], { left: 70, top: 60 + 11 * at, size: 9 }),
  ).flat();
  expect(left([...ladder(1, 55, 30), ...rows])).toHaveLength(55);
});

test('left and right pages have margins of their own', () => {
  const lines = new LineNumbers();
  const shown = [0, 1, 2, 3].map((at) => {
    const words = numbered(
      at < 2 ? prose : ['Hay', 'Straw'],
      (line) => (at < 2 ? 10 * at : 16 + 2 * at) + line + 1,
      at % 2 === 0 ? 50 : 60,
    );
    return lines.without(pageOf(words, { number: at + 1 })).words.filter(({ text }) => /^\d+$/.test(text)).length;
  });
  expect(shown).toEqual([0, 0, 0, 0]);
});

test('numbers of one figure go with those of two below them', () => {
  const heads = Array.from({ length: 9 }, (_, at) => `Of mill ${'abcdefghi'.charAt(at)}`);
  const page = numbered([...heads, ...prose], (at) => at + 1);
  // Where the others begin, not where they end.
  const moved = page.map((word) =>
    /^\d$/.test(word.text) ? { ...word, left: word.left - 3.5, right: word.right - 3.5 } : word,
  );
  expect(left(moved)).toEqual([]);
});
