// Hyphens at the ends of lines, in paragraphs and in cells.
import { expect, test } from 'vitest';
import { across, down } from '../../../test/support/page-tables.ts';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown as markdown } from '../../../test/support/pages-markdown.ts';

const paragraph = (lines: readonly string[]) => setLines(lines, { left: 40, top: 60 });

test('a letter alone keeps its hyphen, a parted word loses it', () => {
  const lines = ['It takes an array of the C-', 'language, or one in which words', 'are par-', 'ted.'];
  const text = markdown(pageOf(paragraph(lines)));
  expect(text).toContain('the C-language');
  expect(text).toContain('are parted.');
});

test('in a cell a hyphen stays where the page knows the word with it', () => {
  const words = [
    ...paragraph(['A comma-separated list of words that are there.']),
    ...setLines(['csv'], { left: 54, top: 104 }),
    ...setLines(['A list that is comma-', 'separated and par-', 'ted.'], { left: 154, top: 104 }),
    ...setLines(['tsv'], { left: 54, top: 154 }),
    ...setLines(['Others.'], { left: 154, top: 154 }),
  ];
  const rules = [...[100, 150, 180].map((y) => across(50, 350, y)), ...[50, 150, 350].map((x) => down(x, 100, 180))];
  expect(markdown(pageOf(words, { rules }))).toContain('| A list that is comma-separated and parted. |');
});
