// Buttons and boxes that are printed as letters over each other.
import { expect, test } from 'vitest';
import { plainStyle, type Word } from '../../layout/page.ts';
import { withDrawnControls } from './drawn-controls.ts';

const wordAt = (text: string, left: number, colour = 0): Word => ({
  text,
  style: { ...plainStyle, colour },
  spaced: colour === 0,
  order: left,
  rightToLeft: false,
  left,
  right: left + 8,
  top: 0,
  bottom: 8,
});
const stack = (letters: string, left: number): Word[] => [...letters].map((letter, at) => wordAt(letter, left, at));
const texts = (words: readonly Word[]): string[] => withDrawnControls(words).map(({ text }) => text);

test.each([
  ['nmlkj', '☐'],
  ['nmlkji', '☒'],
  ['gfedc', '☐'],
  ['gfedcb', '☒'],
])('%s is %s', (letters, sign) => {
  const words = [
    ...stack(letters, 10),
    { ...wordAt('Yes', 20), spaced: false },
    ...stack(letters, 60),
    wordAt('No', 70),
  ];
  expect(texts(words)).toEqual([sign, 'Yes', sign, 'No']);
  expect(withDrawnControls(words)[1]?.spaced).toBe(true);
});

test('letters beside each other are letters', () => {
  const words = [...'nmlkj'].map((letter, at) => wordAt(letter, 10 + 10 * at));
  expect(withDrawnControls(words)).toBe(words);
  expect(texts(stack('nml', 10))).toEqual(['n', 'm', 'l']);
});
