// An accent and the letter it stands on, a circle and the letter in it.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from '../../layout/page.ts';
import { accented, isAccent, withCircled } from './drawn-accents.ts';

test.each([
  ['\u00a8', 'u', 'ü'],
  ['\u00b4', 'E', 'É'],
  ['\u02c7', 's', 'š'],
  ['\u00b4', '\u0131', 'í'],
  ['c', '\u00b8', 'ç'],
  ['~', 'n', 'ñ'],
])('%s and %s are %s', (first, second, whole) => {
  expect(accented(first, second)).toBe(whole);
});

test('what makes no letter stays as it is', () => {
  expect(accented('\u00a8', '4')).toBeUndefined();
  expect(accented('`', '`')).toBeUndefined();
  expect(accented('a', 'b')).toBeUndefined();
  expect(['a', ' ', '\u00e9', "'"].some(isAccent)).toBe(false);
});

test('a circle round a letter makes one sign with it, a circle beside one does not', () => {
  const word = (text: string, left: number, right: number): Word => ({
    ...{ text, left, right, top: 0, bottom: 10, style: plainStyle },
    ...{ spaced: true, order: 0, rightToLeft: false },
  });
  const texts = (...words: Word[]): string[] => withCircled(words).map(({ text }) => text);
  expect(texts(word('Copyright', 0, 50), word('○', 52, 62), word('c', 54, 60), word('2026', 64, 80))).toEqual([
    ...['Copyright', '©', '2026'],
  ]);
  expect(texts(word('R', 54, 60), word('○', 52, 62))).toEqual(['®']);
  expect(texts(word('○', 0, 10), word('c', 14, 20))).toEqual(['○', 'c']);
  expect(texts(word('○', 0, 10), word('x', 2, 8))).toEqual(['○', 'x']);
});
