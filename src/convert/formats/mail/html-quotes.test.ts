// Quoted lines in HTML bodies that were made of plain text.
import { expect, test } from 'vitest';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { markdownOf } from '../../markdown/write.ts';
import { htmlToBlocks } from '../html/blocks.ts';
import { quotedBlocks } from './html-quotes.ts';

const markdown = (html: string): string =>
  markdownOf([...quotedBlocks(htmlToBlocks(html, testContext(), { clean: false }))]);

test.each([
  [
    'lines in one paragraph',
    '<p>Ann wrote:<br>&gt; one<br>&gt; two<br>yes</p>',
    'Ann wrote:\n\n> one\\\n> two\n\nyes\n',
  ],
  ['paragraphs, with empty lines', '<p>&gt;one</p><p>&gt;</p><p>&gt;two</p><p>yes</p>', '> one\n>\n> two\n\nyes\n'],
  ['quotes in quotes', '<p>&gt; &gt; old<br>&gt;&gt; er<br>&gt; new</p>', '> > old\\\n> > er\n>\n> new\n'],
  ['marks further in a line', '<p>&gt; <b>a</b> &gt; b<br>&gt;</p>', '> **a** > b\n'],
  ['a line alone is none', '<p>&gt;100 of them</p><p>x</p>', '\\>100 of them\n\nx\n'],
  ['other blocks end it', '<p>&gt; a<br>&gt; b</p><ul><li>c</ul><p>&gt; d</p>', '> a\\\n> b\n\n- c\n\n> d\n'],
])('%s', (_title, html, expected) => {
  expect(markdown(html)).toBe(expected);
});
