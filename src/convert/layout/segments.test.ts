// Pieces of a line that are drawn out of order: with a space between them only where there is one.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from './page.ts';
import { segmentsOf } from './segments.ts';

/** Words with their left ends in the order they are drawn, each letter six points wide. */
const textOf = (...given: readonly (readonly [text: string, left: number])[]): string => {
  const words: Word[] = given.map(([text, left], order) => ({
    text,
    style: plainStyle,
    spaced: true,
    order,
    rightToLeft: false,
    left,
    right: left + 6 * text.length,
    top: 0,
    bottom: 10,
  }));
  return segmentsOf(words)
    .map((one) => one.words.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text)).join(''))
    .join('|');
};

test('signs that are drawn by themselves belong to the words they touch', () => {
  expect(textOf(['“', 0], ['”', 24], ['Hay', 6])).toBe('“Hay”');
  expect(textOf(['--', 0], ['-', 30], ['hay', 12])).toBe('--hay-');
});

test('words that are further apart do not, nor signs beside signs', () => {
  expect(textOf(['Hay', 0], ['!', 53], ['stack', 20])).toBe('Hay stack !');
  expect(textOf(['[]', 0], ['|', 24], ['[]', 12])).toBe('[] [] |');
});

test('words drawn one after the other stay as they are', () => {
  expect(textOf(['Hay', 0], ['stack', 18])).toBe('Hay stack');
});
