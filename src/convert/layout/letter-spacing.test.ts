// Words set with white between their letters, and single letters that are words of their own.
import { expect, test } from 'vitest';
import { closeLetters } from './letter-spacing.ts';
import { plainStyle, type TextStyle, type Word } from './page.ts';

/** Words whose letters are six points wide, with this much white before each. */
function wordsOf(texts: readonly string[], gaps: number | readonly number[], style: TextStyle = plainStyle): Word[] {
  let right = 0;
  return texts.map((text, order) => {
    const left = right + (typeof gaps === 'number' ? gaps : (gaps[order] as number));
    right = left + 6 * text.length;
    return { text, style, spaced: true, order, rightToLeft: false, left, right, top: 0, bottom: 10 };
  });
}

const texts = (words: readonly Word[]): string[] => closeLetters(words).map(({ text }) => text);
const code = { ...plainStyle, monospace: true };

test('letters set wide are words', () => {
  expect(texts(wordsOf([...'HOWCAN'], [0, 2, 2, 6, 2, 2]))).toEqual(['HOW', 'CAN']);
  expect(texts(wordsOf(['sagte', ...'Goethe', 'einmal'], [0, 6, 2, 2, 2, 2, 2, 6]))).toEqual([
    'sagte',
    'Goethe',
    'einmal',
  ]);
});

test('letters of code with a blank after each stay apart, unless they are capitals and alone on their line', () => {
  const line = ['{', ...'dcba', '}'];
  expect(texts(wordsOf(line, 6, code))).toEqual(line);
  expect(texts(wordsOf(line, 2, code))).toEqual(['{', 'dcba', '}']);
  expect(texts(wordsOf([...'NOTICE'], 6, code))).toEqual(['NOTICE']);
});

test('letters as far from words as from each other are words themselves', () => {
  const line = ['rotation', 'side', ...'abcde'];
  expect(texts(wordsOf(line, 3.3))).toEqual(line);
});
