// Spaces between letters of one word.
import { expect, test } from 'vitest';
import { type PlacedSign, pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import { pageWords } from './words.ts';

/** A sign, how far it stands from the last letter, and how wide it is. */
type Sign = readonly [sign: string, gap: number, width: number];

/** One line in type of ten points. A space stands after the last letter, and the next letter where its own gap says. */
function lineOf(signs: readonly Sign[], flags = 0): string[] {
  const placed: PlacedSign[] = [];
  let pen = 20;
  for (const [sign, gap, width] of signs) {
    const [left, right] = [pen + gap, pen + gap + width];
    placed.push({ sign, left, right, top: 20, bottom: 30, flags: sign === ' ' && width === 0 ? flags : 0 });
    if (sign !== ' ') pen = right;
  }
  const page = pageOfSigns(placed, { width: 100_000 });
  return pageWords(page).words.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text));
}

const letters = (text: string, first = 0): Sign[] => [...text].map((sign, at) => [sign, at === 0 ? first : 0, 5]);

/** Words with a drawn space between each two. */
const words = (text: string): Sign[] =>
  text
    .split(' ')
    .flatMap((word, at) => [...(at === 0 ? [] : [[' ', 0, 2.5] as const]), ...letters(word, at === 0 ? 0 : 2.5)]);

test('a kern between two letters is no space, however the engine sees it', () => {
  expect(lineOf([...letters('P'), [' ', 0.3, 0], ...letters('age', 0.3)])).toEqual(['Page']);
  expect(lineOf([...letters('see'), [' ', 2, 0], ...letters('page', 2)])).toEqual(['see', ' page']);
});

test('a space of no width that was drawn, with no kern, parts words', () => {
  expect(lineOf([...letters('Words'), [' ', 0, 0], ...letters('that')])).toEqual(['Words', ' that']);
});

test('letters that lean over each other have narrow spaces', () => {
  const leaning = (text: string, first: number): Sign[] =>
    [...text].map((sign, at) => [sign, at === 0 ? first : -0.4, 5]);
  expect(lineOf([...leaning('Journal', 0), [' ', 0.3, 0], ...leaning('of', 0.3)])).toEqual(['Journal', ' of']);
});

test('a drawn space that the next letter is set back over parts no word, where others do', () => {
  const line = [...words('it may be that a word is for once cut by what it is giv'), [' ', 0, 2.5] as const];
  expect(lineOf([...line, ...letters('en', -0.2)]).at(-1)).toBe(' given');
  expect(lineOf([...letters('giv'), [' ', 0, 2.5], ...letters('en', -0.2)])).toEqual(['giv', ' en']);
});

test('in a font that draws its spaces, guesses right between letters are none', () => {
  const guessed = words('will hold a public hearing in accordance').flatMap((sign, at, all): Sign[] =>
    at === 0 || sign[0] === ' ' || all[at - 1]?.[0] === ' '
      ? [sign]
      : [
          [' ', 0, 0],
          [sign[0], 0.7, 5],
        ],
  );
  expect(lineOf(guessed, generatedChar).join('')).toBe('will hold a public hearing in accordance');
});
