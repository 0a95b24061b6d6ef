// Numbers in drawn balls: each is the number of an item; a number in a picture or a chart is none.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Box, Word } from './page.ts';

/** A small number, and words beside it on the same line. */
const item = (number: string, text: string, top: number): Word[] =>
  [...set([number], { left: 40, top: top + 2, size: 6, colour: 0xffffff }), ...set([text], { left: 52, top })].map(
    (word, order) => ({ ...word, order: top * 10 + order }),
  );

const ball = (top: number, size = 10): Box => ({ left: 36.5, top, right: 36.5 + size, bottom: top + size });
const title = set(['Two seas and what they are called'], { left: 40, top: 60 });

test('numbers in balls are those of a list, and no notes', () => {
  const words = [...title, ...item('1', 'One ocean', 100), ...item('2', 'Two oceans', 120)];
  const images = [ball(100), ball(120)];
  expect(pagesMarkdown(pageOf(words, { images }))).toContain('\n\n1. One ocean\n2. Two oceans\n');
  const fills = images.map((box) => ({ ...box, colour: 0x0000ff }));
  expect(pagesMarkdown(pageOf(words, { fills }))).toContain('\n\n1. One ocean\n2. Two oceans\n');
});

test('without a ball, in one that is far too large, and apart from other numbers, it stays what it is', () => {
  const words = [...title, ...item('1', 'One ocean', 100), ...item('2', 'Two oceans', 120)];
  expect(pagesMarkdown(pageOf(words))).not.toContain('1. One');
  expect(pagesMarkdown(pageOf(words, { images: [ball(95, 30), ball(115, 30)] }))).not.toContain('1. One');
  const alone = [...title, ...item('7', 'Seven oceans', 100)];
  expect(pagesMarkdown(pageOf(alone, { images: [ball(100)] }))).not.toContain('7.');
});
