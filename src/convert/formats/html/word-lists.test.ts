// Lists and signs as Word and Outlook write them into HTML.
import { expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/html/reading-context.ts';

const markdown = (html: string): string => markdownFrom(html, testContext());

const blanks = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span>`;
const item = (mark: string, text: string, level = 1, font = ''): string =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><b><span style='${font}'><span style='mso-list:Ignore'>${mark}${blanks}</span></span></b><![endif]>${text}</p>`;
const filtered = (mark: string, text: string, margin: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${margin};text-indent:-.25in'>${mark}${blanks}${text}</p>`;

test('paragraphs with marks are lists by their levels', () => {
  const html =
    item('1.', 'one') + item('·', 'sign', 2, 'font-family:Symbol') + item('o', 'ring', 2) + item('2.', 'two');
  expect(markdown(html)).toBe('1. one\n   - sign\n   - ring\n2. two');
});

test('marks that are no plain numbers are read with the text, and numbers that jump begin again', () => {
  expect(markdown(item('a)', 'x') + item('2.1', 'y', 2) + item('7.', 'z'))).toBe('- a) x\n  - 2.1 y\n\n7. z');
});

test('without its own properties Word is known by the blanks after the mark', () => {
  const html =
    filtered('1.', 'one', '.5in') +
    filtered('<span style="font-family:Symbol">·</span>', 'in', '1.0in') +
    filtered('2.', 'two', '.5in');
  expect(markdown(html)).toBe('1. one\n   - in\n2. two');
  expect(markdown('<p style="text-indent:-1em">1. plain</p>')).toBe('1\\. plain');
});

test('blank paragraphs do not part a list, further ones of an item belong to it, others and pictures end it', () => {
  const more = '<p class=MsoListParagraph>more</p>';
  const blank = '<p class=MsoNormal>&nbsp;</p>';
  expect(markdown(item('1.', 'a') + more + blank + item('2.', 'b'))).toBe('1. a\n\n   more\n2. b');
  expect(markdown(`${item('·', 'a')}<p>text</p>${item('·', 'b')}`)).toBe('- a\n\ntext\n\n- b');
  const picture = '<p><img src="https://a.org/x.png" alt="x"></p>';
  expect(markdown(item('·', 'a') + picture + item('·', 'b'))).toBe('- a\n\n![x](https://a.org/x.png)\n\n- b');
});

test('the number of a heading stays in it, with one blank', () => {
  expect(markdown(item('1.', 'Head').replace('<p ', '<h2 ').replace('</p>', '</h2>'))).toBe('## 1. Head');
});

test('signs set in a symbol font are what they show', () => {
  const html = `<p>Thanks <span style='font-family:Wingdings'>J</span> <font face="Wingdings">à</font> <span style="font-family:Arial">J</span></p>`;
  expect(markdown(html)).toBe('Thanks ☺ → J');
});

test('very many items are read in time that grows as they do', () => {
  const items = Array.from({ length: 5_000 }, (_, at) => item('·', `n${at}.`, (at % 9) + 1)).join('');
  expect(markdown(items).match(/n\d+\./g)).toHaveLength(5_000);
});
