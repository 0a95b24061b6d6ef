// An accent and the letter it stands on, a circle and the letter in it.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from '../../layout/page.ts';
import { accented, isAccent, marked, withCircled, withWholeArrows } from './drawn-accents.ts';

test.each([
  ['u', '\u00a8', 'ü'],
  ['E', '\u00b4', 'É'],
  ['s', '\u02c7', 'š'],
  ['\u0131', '\u00b4', 'í'],
  ['c', '\u00b8', 'ç'],
  ['n', '~', 'ñ'],
  ['ê', '\u00b4', 'ế'],
  ['é', '\u02c6', 'ế'],
])('%s and %s are %s', (letter, sign, whole) => {
  expect(accented(letter, sign)).toBe(whole);
});

test('what makes no letter stays as it is', () => {
  expect(accented('4', '\u00a8')).toBeUndefined();
  expect(accented('`', '`')).toBeUndefined();
  expect(accented('a', 'b')).toBeUndefined();
  expect(['a', ' ', '\u00e9', "'"].some(isAccent)).toBe(false);
});

test('letters of formulas have any hat, bar or dot', () => {
  expect(marked('θ', '\u02c6')).toBe('θ\u0302');
  expect(marked('V', '\u02dc')).toBe('V\u0303');
  expect(marked('λ\u0303', '\u00af')).toBe('λ\u0303\u0304');
  expect(marked('θ', '\u00b4')).toBeUndefined();
  expect(marked('2', '\u02c6')).toBeUndefined();
});

const word = (text: string, left: number, right: number): Word => ({
  ...{ text, left, right, top: 0, bottom: 10, style: { ...plainStyle, size: 10 } },
  ...{ spaced: true, order: 0, rightToLeft: false },
});

test('an arrow in two parts is one', () => {
  const texts = (...words: Word[]): string[] => withWholeArrows(words).map(({ text }) => text);
  expect(texts(word('X', 0, 8), word('↪', 10, 12), word('→', 12, 22), word('Y', 24, 30))).toEqual(['X', '↪', 'Y']);
  expect(texts(word('←', 0, 10), word('↩', 10, 12))).toEqual(['↩']);
  expect(texts(word('←', 0, 10), word('↩', 20, 30))).toEqual(['←', '↩']);
});

test('a circle round a letter makes one sign with it, a circle beside one does not', () => {
  const texts = (...words: Word[]): string[] => withCircled(words).map(({ text }) => text);
  expect(texts(word('Copyright', 0, 50), word('○', 52, 62), word('c', 54, 60), word('2026', 64, 80))).toEqual([
    ...['Copyright', '©', '2026'],
  ]);
  expect(texts(word('R', 54, 60), word('○', 52, 62))).toEqual(['®']);
  expect(texts(word('○', 0, 10), word('c', 14, 20))).toEqual(['○', 'c']);
  expect(texts(word('○', 0, 10), word('x', 2, 8))).toEqual(['○', 'x']);
});
