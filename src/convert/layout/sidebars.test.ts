// Sidebars of slides and other pages: read by themselves, and left out where they say the same on page after page.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Fill, PageContent, Word } from './page.ts';

const slide = { width: 360, height: 270 };
const bar: Fill = { left: 290, top: 0, right: 360, bottom: 270, colour: 0x990000 };

const parts = ['The first part', 'Second part', 'What is new'];
const aside = (at: number, left = 295): Word[] =>
  parts.flatMap((text, part) => set([text], { left, top: 60 + 24 * part, size: 6, bold: part === at }));

const page = (number: number, words: readonly Word[], more: Partial<PageContent> = {}): PageContent =>
  pageOf(words, { ...slide, number, fills: [bar], ...more });

const said = ['The barn is full of hay', 'All of it has been cut', 'None of it is dry yet'];
const text = (at: number): Word[] => [
  ...set([`Slide ${'abc'[at]}`], { left: 20, top: 20, size: 14, bold: true }),
  ...set([said[at] as string], { left: 20, top: 60 }),
];

test('what stands on a sidebar mixes with no line beside it', () => {
  const markdown = pagesMarkdown(page(1, [...text(0), ...aside(0)]));
  expect(markdown).toMatch(/The barn is full of hay\n\n\W*The first part\W*Second part\n\nWhat is new\n$/);
});

test('it is left out where it says the same on most pages', () => {
  const markdown = pagesMarkdown(...said.map((_, at) => page(at + 1, [...text(at), ...aside(at)])));
  for (const part of parts) expect(markdown).not.toContain(part);
  for (const line of said) expect(markdown).toContain(line);
});

test('it stays where pages say other things on it, and once on upright pages', () => {
  const own = said.map((_, at) =>
    page(at + 1, [
      ...text(at),
      ...['x', 'y', 'z'].flatMap((name, row) =>
        set([`Part ${name} of ${'abc'[at]}`], { left: 295, top: 60 + 24 * row, size: 6 }),
      ),
    ]),
  );
  expect(pagesMarkdown(...own)).toContain('Part y of b');
  const letter = { width: 360, height: 500, fills: [{ ...bar, bottom: 500 }] };
  const letters = pagesMarkdown(...said.map((_, at) => page(at + 1, [...text(at), ...aside(-1)], letter)));
  expect(letters.match(/Second part/g)).toHaveLength(1);
});

test('a ground that lines reach over is none', () => {
  const long = set(['The barn is full of hay that has been cut in the fields and is dry'], { left: 20, top: 60 });
  const markdown = pagesMarkdown(page(1, [...text(1), ...long, ...aside(0)]));
  expect(markdown).not.toMatch(/hay\n\n/);
  expect(markdown).toContain('and is dry');
});

test('terms on a ground, each beside what it means, are read with it', () => {
  const terms = ['Hay', 'Barn', 'Road'].flatMap((term, at) => [
    ...set([term], { left: 20, top: 60 + 30 * at }),
    ...set([`What is known of it in village ${at} and what is not`], { left: 80, top: 60 + 30 * at }),
  ]);
  const markdown = pagesMarkdown(page(1, terms, { fills: [{ ...bar, left: 0, right: 70 }] }));
  expect(markdown).toMatch(/Barn\W* What is known of it in village 1/);
});
