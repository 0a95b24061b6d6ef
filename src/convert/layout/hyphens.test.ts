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

test('a word with a hyphen on one page keeps it at the end of a line on another', () => {
  const first = pageOf(paragraph(['It is a low-level thing of the farm, and of no other.']));
  const lines = ['Nothing was said of the low-', 'level things they had been giv-', 'en by the farmer of the house.'];
  const text = markdown(first, pageOf(paragraph(lines), { number: 2 }));
  expect(text).toContain('of the low-level things they had been given by');
});

test('where hardly a line of a long document ends with a hyphen, those are the words’ own', () => {
  const page = (number: number, last: readonly string[]) => {
    const lines = Array.from({ length: 50 }, (_, at) => `Line ${number} ${at} is full of words that are whole`);
    return pageOf(paragraph([...lines, ...last]), { number });
  };
  const rest = ['and one of them is profile-', 'guided in the end.'];
  expect(markdown(page(1, []), page(2, []), page(3, []), page(4, rest))).toContain('is profile-guided in');
  expect(markdown(page(1, rest))).toContain('is profileguided in');
});
