// Plain text bodies: quotations, signatures and flowed lines.
import { expect, test } from 'vitest';
import { markdownOf } from '../../markdown/write.ts';
import { unflowed } from './flowed-text.ts';
import { plainTextBlocks } from './plain-text.ts';

test.each([
  ['quotations of quotations', 'a\n> b\n> > c\n>> d\n> e', 'a\n\n> b\n>\n> > c\\\n> > d\n>\n> e\n'],
  ['a blank line keeps quotations apart', '> a\n\n> b', '> a\n\n> b\n'],
  ['a line that a mailbox has marked', '>From here on', 'From here on\n'],
  ['a signature', 'Bye\n-- \nAnn', 'Bye\n\n\\--\\\nAnn\n'],
  ['marks that are text', '# no *heading*', '\\# no \\*heading\\*\n'],
])('%s', (_title, text, meant) => {
  expect(markdownOf(plainTextBlocks(text))).toBe(meant);
});

test('quotations beyond the deepest are kept as text', () => {
  expect(markdownOf(plainTextBlocks(`${'>'.repeat(100_000)} deep`))).toBe(`${'> '.repeat(10)}deep\n`);
});

test.each([
  ['lines that go on', 'a \nb \nc\nd', false, 'a b c\nd'],
  ['spaces that are only for the break', 'ab \ncd', true, 'abcd'],
  ['another depth ends a paragraph', '> a \n> b \n>> c \nd', false, '> a b \n>> c \nd'],
  ['stuffed lines', ' From\n  two', false, 'From\n two'],
  ['the line before a signature', 'a \n-- \nb', false, 'a \n--\nb'],
])('flowed: %s', (_title, text, deleteSpace, meant) => {
  expect(unflowed(text, deleteSpace)).toBe(meant);
});
