// Words drawn twice at one place.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from '../../layout/page.ts';
import { withoutOverprinted } from './overprinted.ts';

const word = (text: string, left: number, bottom = 50): Word => ({
  ...{ text, left, right: left + 30, top: bottom - 10, bottom, style: plainStyle },
  ...{ spaced: true, order: 0, rightToLeft: false },
});
const texts = (...words: Word[]): string[] => withoutOverprinted(words).map(({ text }) => text);

test('the second of two at one place goes, whatever was drawn between them', () => {
  expect(texts(word('Name', 20), word('here', 60), word('Name', 20.4), word('here', 60.4, 50.3))).toEqual([
    'Name',
    'here',
  ]);
});

test('the same word beside itself or on the next line stays', () => {
  expect(texts(word('very', 20), word('very', 55), word('very', 20, 62))).toHaveLength(3);
});

test('a page of one word is looked through in no time', () => {
  const many = Array.from({ length: 20_000 }, (_, at) =>
    word('"', 10 + 40 * (at % 100), 20 + 12 * Math.floor(at / 100)),
  );
  expect(withoutOverprinted(many)).toBe(many);
});
