// Lines with the same white after each letter.
import { expect, test } from 'vitest';
import { type PlacedSign, pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import { pageWords } from './words.ts';

/** One line in type of ten points: letters of five points, the white before each, and a space where the engine guesses one. */
function wordsOf(signs: readonly (readonly [sign: string, white: number])[]): string[] {
  const placed: PlacedSign[] = [];
  let pen = 20;
  for (const [sign, white] of signs) {
    const level = { top: 20, bottom: 30 };
    if (white > 2) placed.push({ sign: ' ', left: pen, right: pen, ...level, flags: generatedChar });
    placed.push({ sign, left: pen + white, right: pen + white + 5, ...level });
    pen += white + 5;
  }
  const page = pageOfSigns(placed);
  return pageWords(page).words.map(({ text }) => text);
}

const line = (text: string, letter: number, word: number): [string, number][] =>
  text
    .split(' ')
    .flatMap((one, at) =>
      [...one].map((sign, place): [string, number] => [sign, place > 0 ? letter : at > 0 ? word : 0]),
    );

test('more white than all letters have is between words, however much all have', () => {
  expect(wordsOf(line('se na nej', 3, 10.8))).toEqual(['se', 'na', 'nej']);
  expect(wordsOf(line('set wide', 5.4, 14))).toEqual(['set', 'wide']);
});

test('two letters that stand close are no reason to part the others', () => {
  const signs = line('Prichazi', 3.1, 0);
  (signs[2] as [string, number])[1] = 0;
  expect(wordsOf(signs)).toEqual(['Prichazi']);
});

test('letters with uneven white stay apart', () => {
  const uneven = [...'abcdefg'].map((sign, at): [string, number] => [sign, 3 + 1.5 * (at % 4)]);
  expect(wordsOf(uneven)).toEqual([...'abcdefg']);
});
