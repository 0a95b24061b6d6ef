// Notes at the foot of pages, and paragraphs that go on over the end of one.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { PageContent, Word } from './page.ts';

const prose = (name: string, lines = 6): string[] =>
  Array.from({ length: lines }, (_, at) => `${name} line ${at + 1} goes on over the width of its page.`);

/** A raised number, as TeX sets it. */
const raised = (mark: string, left: number, top: number, size: number): Word[] =>
  set([mark], { left, top: top - 1, size });

/** A line with the mark of a note after its first words. */
const marked = (before: string, mark: string, after: string, top: number): Word[] => {
  const right = 60 + before.length * 5;
  return [
    ...set([before], { left: 60, top }),
    ...raised(mark, right + 1, top, 6),
    ...set([after], { left: right + 8, top }),
  ];
};

const footNote = (mark: string, text: string, top: number, monospace = false): Word[] => [
  ...raised(mark, 60, top, 5),
  ...set([text], { left: 64, top: top + 1, size: 8, monospace }),
];

describe('notes at the foot of a page', () => {
  const says = ['as it was said', 'but not always', 'where it is wet', 'in most years', 'and only there', 'at least'];

  test('that count on as the pages do are no running titles', () => {
    const pages = says.map((text, at) =>
      pageOf(
        [
          ...set([`A book of hay ${at + 11}`], { left: 60, top: 30 }),
          ...set(prose(`Page${at}`), { left: 60, top: 140 }),
          ...marked('Hay', `${at + 1}`, 'is cut in June.', 300),
          ...footNote(`${at + 1}`, text, 760),
        ],
        { number: at + 1 },
      ),
    );
    const text = pagesMarkdown(...pages);
    expect(text).not.toContain('A book of hay');
    for (const [at, said] of says.entries()) expect(text).toContain(`[^${at + 1}-${at + 1}]: ${said}\n`);
  });

  test('are one each where they are addresses in the type of code', () => {
    const text = pagesMarkdown(
      pageOf([
        ...set(prose('Some'), { left: 60, top: 140 }),
        ...marked('Hay', '1', 'is cut in June', 300),
        ...marked('and', '2', 'again in August.', 312),
        ...footNote('1', 'http://hay.example/june', 700, true),
        ...footNote('2', 'http://hay.example/august', 710, true),
      ]),
    );
    expect(text).toContain('[^1-1]: http://hay.example/june\n\n[^1-2]: http://hay.example/august\n');
  });

  test('are found from the end of a paragraph that begins on the page before', () => {
    const pages = [
      pageOf([
        ...set(['The paragraph begins here at the foot and goes', 'on over the end of the'], { left: 60, top: 700 }),
      ]),
      pageOf(
        [
          ...marked('page', '1', 'before it ends in a few words.', 110),
          ...set(prose('Further'), { left: 60, top: 140 }),
          ...footNote('1', 'The note of the second page.', 700),
        ],
        { number: 2 },
      ),
    ];
    const text = pagesMarkdown(...pages);
    expect(text).toContain('goes on over the end of the page[^2-1] before it ends in a few words.\n');
    expect(text).toContain('[^2-1]: The note of the second page.\n');
  });
});

describe('marks of notes', () => {
  /** Without white before the mark. */
  const close = (words: readonly Word[]): Word[] => words.map((word, at) => ({ ...word, spaced: at === 0 || at > 1 }));

  test('in a paragraph that goes on over the end of a page lead to the notes of the page they stand on', () => {
    const pages = [
      pageOf([
        ...marked('Hay', '1', 'is cut in June and goes into the', 700),
        ...set(['barn in the same week or at least in the'], { left: 60, top: 712 }),
        ...footNote('1', 'The note of the first page.', 760),
      ]),
      pageOf(
        [
          ...marked('month', '1', 'before it is wet.', 60),
          ...set(prose('Further'), { left: 60, top: 140 }),
          ...footNote('1', 'The note of the second page.', 760),
        ],
        { number: 2 },
      ),
    ];
    const text = pagesMarkdown(...pages);
    expect(text).toContain('Hay[^1-1] is cut');
    expect(text).toContain('month[^2-1] before');
  });

  test('lead to notes as large as the text, where those are the last of the page', () => {
    const note = (mark: string, text: string, top: number) => [
      ...raised(mark, 60, top, 6),
      ...set([text], { left: 65, top: top + 1 }),
    ];
    const text = pagesMarkdown(
      pageOf([
        ...set(prose('Some'), { left: 60, top: 140 }),
        ...marked('Hay', '1', 'is cut in June.', 300),
        ...marked('Straw', '∗', 'is cut in July.', 330),
        ...note('1', 'See the letters of the farmer.', 700),
        ...note('∗', 'See the book.', 713),
      ]),
    );
    expect(text).toContain('[^1-1]: See the letters of the farmer.');
    expect(text).toContain('[^1-8727]: See the book.');
  });

  test('are no powers of letters of formulas, and a colon behind them is no text', () => {
    const text = pagesMarkdown(
      pageOf([
        ...set(prose('Some'), { left: 60, top: 140 }),
        ...marked('Hay', '1', 'is cut in June.', 300),
        ...marked('and \u{1d45b}\u{1d70e}', '1', 'is all.', 330),
        ...footNote('1', ': see the letters.', 700),
      ]),
    );
    expect(text).toContain('Hay[^1-1] is cut');
    expect(text).toMatch(/and \u{1d45b}\u{1d70e} ?<sup>1<\/sup> is all/u);
    expect(text).toContain('[^1-1]: see the letters.');
  });

  test('may be the stars of TeX', () => {
    const text = pagesMarkdown(
      pageOf([
        ...set(prose('Some'), { left: 60, top: 140 }),
        ...marked('Hay', '∗', 'is cut in June.', 300),
        ...marked('Straw', '∗∗', 'is cut in July.', 330),
        ...footNote('∗', 'See the letters.', 700),
        ...footNote('∗∗', 'See the book.', 712),
      ]),
    );
    expect(text).toContain('Hay[^1-8727] is');
    expect(text).toContain('[^1-8727]: See the letters.');
    expect(text).toContain('[^1-8727-8727]: See the book.');
  });

  test('are no powers, where another one is none', () => {
    const text = pagesMarkdown(
      pageOf([
        ...set(prose('Some'), { left: 60, top: 140 }),
        ...close(marked('x', '1', 'is what it takes of', 300)),
        ...close(marked('hay', '1', 'in the winter.', 312)),
        ...footNote('1', 'The note of the page.', 700),
      ]),
    );
    expect(text).toContain('x<sup>1</sup> is what it takes of hay[^1-1] in');
  });

  test('stand in cells too', () => {
    const rules = [
      ...[300, 320, 340].map((y) => ({ left: 55, right: 355, top: y, bottom: y, horizontal: true })),
      ...[55, 205, 355].map((x) => ({ left: x, right: x, top: 300, bottom: 340, horizontal: false })),
    ];
    const text = pagesMarkdown(
      pageOf(
        [
          ...set(prose('Some'), { left: 60, top: 140 }),
          ...set(['Crop'], { left: 60, top: 305 }),
          ...set(['Where'], { left: 210, top: 305 }),
          ...close(marked('Hay', '1', '', 325)).slice(0, 2),
          ...set(['barn m'], { left: 210, top: 325 }),
          ...close(raised('1', 236, 325, 6)).map((word) => ({ ...word, spaced: false })),
          ...footNote('1', 'The note of the page.', 700),
        ],
        { rules },
      ),
    );
    expect(text).toContain('| Hay[^1-1] | barn m<sup>1</sup> |');
    expect(text).toContain('[^1-1]: The note');
  });
});

test('the links of a paragraph that goes on over the end of a page are those of the page that each line stands on', () => {
  const area = (top: number, url: string): PageContent['links'][number] => ({
    ...{ left: 60, top, right: 80, bottom: top + 10 },
    ...{ url },
  });
  const pages = [
    pageOf(
      [
        ...set(['Hay is dried in the sun for some days before it', 'goes into the barn and is'], {
          left: 60,
          top: 700,
        }),
      ],
      {
        links: [area(60, 'https://wrong.example/'), area(712, 'https://one.example/')],
      },
    ),
    pageOf([...set(['kept there until the winter.', 'Sun and wind dry it.'], { left: 60, top: 60 })], {
      number: 2,
      links: [area(72, 'https://two.example/'), area(712, 'https://none.example/')],
    }),
  ];
  const text = pagesMarkdown(...pages);
  expect(text).toContain('before it [goes](https://one.example/) into');
  expect(text).toContain('is kept there until the winter. [Sun](https://two.example/) and');
  expect(text).not.toMatch(/wrong|none/);
});

test('the links of a table that goes on over the end of a page are those of the page that each row stands on', () => {
  const grid = (top: number, rows: readonly string[], number: number, url: string): PageContent => {
    const lines = Array.from({ length: rows.length + 1 }, (_, at) => top + 20 * at);
    const across = lines.map((y) => ({ left: 60, right: 360, top: y, bottom: y, horizontal: true }));
    const down = [60, 210, 360].map((x) => ({
      left: x,
      right: x,
      top,
      bottom: lines.at(-1) ?? top,
      horizontal: false,
    }));
    const words = rows.flatMap((row, at) =>
      row.split('|').flatMap((text, column) => set([text], { left: 65 + 150 * column, top: top + 20 * at + 5 })),
    );
    const links = [{ left: 215, top: top + 20, right: 300, bottom: top + 40, url }];
    return pageOf(words, { number, rules: [...across, ...down], links });
  };
  const text = pagesMarkdown(
    grid(700, ['Crop|Where', 'Hay|barn', 'Oats|loft', 'Rye|shed'], 1, 'https://one.example/'),
    grid(60, ['Crop|Where', 'Peas|cellar', 'Beans|attic'], 2, 'https://two.example/'),
  );
  expect(text).toContain('| Hay | [barn](https://one.example/) |');
  expect(text).toContain('| Peas | [cellar](https://two.example/) |');
  expect(text).toContain('| Beans | attic |');
});
