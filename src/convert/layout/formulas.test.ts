// Words that are formulas, among the lines of a page.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import { formulaFont } from './formulas.ts';
import { plainStyle, type Word } from './page.ts';

const text = (top: number, ...lines: string[]): Word[] => setLines(lines, { left: 60, top });
const formula = (tex: string, top: number, left = 150): Word => ({
  text: tex,
  left,
  right: left + 120,
  top,
  bottom: top + 12,
  style: { ...plainStyle, font: formulaFont },
  spaced: true,
  order: 0,
  rightToLeft: false,
});
const line = 'A line of text that is as wide as the column it stands in';

test('a formula stands between the paragraphs around it, though sentences go on', () => {
  const page = pageOf([
    ...text(100, `${line} and then`),
    formula('x = y \\tag{1}', 118),
    ...text(136, `where ${line}.`),
  ]);
  expect(pagesMarkdown(page)).toBe(`${line} and then\n\n$$\nx = y \\tag{1}\n$$\n\nwhere ${line}.\n`);
});

test('it ends a page, and the text goes on with the next', () => {
  const first = pageOf([...text(100, line), formula('x = y', 700)], { number: 1, height: 800 });
  const second = pageOf(text(60, 'where the value of it is known.'), { number: 2, height: 800 });
  expect(pagesMarkdown(first, second)).toContain('$$\nx = y\n$$\n\nwhere the value of it is known.');
});

test('a few words on its line are part of it, a sentence has it within', () => {
  const beside = setLines(['minimize'], { left: 100, top: 118 });
  const page = pageOf([...text(100, line), ...beside, formula('c x \\tag{2}', 118, 160), ...text(136, line)]);
  expect(pagesMarkdown(page)).toContain('$$\n\\text{minimize} \\quad c x \\tag{2}\n$$');
  const sentence = setLines(['so that for all of them it is said that'], { left: 60, top: 118 });
  const within = pageOf([...text(100, line), ...sentence, formula('c x \\tag{2}', 118, 270), ...text(136, line)]);
  expect(pagesMarkdown(within)).toContain('$c x \\quad (2)$');
});

test('a large one is no heading', () => {
  const large = { ...formula('x = y', 118), style: { ...plainStyle, font: formulaFont, size: 20, bold: true } };
  expect(pagesMarkdown(pageOf([...text(100, line), large, ...text(146, line, line)]))).not.toContain('#');
});
