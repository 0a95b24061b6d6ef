// Phrases between moments, and from where the next window has to listen again.
import { expect, test } from 'vitest';
import { phrasesOf } from './phrases.ts';
import type { Vocabulary } from './vocabulary.ts';

const vocabulary = {
  firstTimestamp: 1000,
  textOf: (tokens: readonly number[]) =>
    tokens
      .filter((token) => token < 1000)
      .map((token) => ` ${String.fromCharCode(token)}`)
      .join(''),
} as Vocabulary;

/** Letters are words, numbers are seconds. */
function cut(written: string, frames = 3000) {
  const words = written.split(' ').map((one) => ({
    token: /\d/.test(one) ? 1000 + Number(one) * 50 : one.charCodeAt(0),
    logProbability: Math.log(0.5),
  }));
  const { phrases, done } = phrasesOf(words, frames, vocabulary);
  return { texts: phrases.map(({ start, end, text }) => `${start / 100}-${end / 100}${text}`), done: done / 100 };
}

test('every closed phrase has its times', () => {
  expect(cut('0 a b 2 2 c 5')).toEqual({ texts: ['0-2 a b', '2-5 c'], done: 30 });
});

test('a phrase that was cut off is heard again', () => {
  expect(cut('0 a b 20 20')).toEqual({ texts: ['0-20 a b'], done: 20 });
  expect(cut('0 a b 20 20 c d')).toEqual({ texts: ['0-20 a b'], done: 20 });
});

test('a single phrase without an end fills the window: hearing it again would change nothing', () => {
  expect(cut('0 a b')).toEqual({ texts: ['0-30 a b'], done: 30 });
});

test('a window always moves on', () => {
  expect(cut('0 a 0.5 0.5 c').done).toBe(30);
  expect(cut('0').done).toBe(30);
});

test('moments beyond the sound end with it', () => {
  expect(cut('0 a 12', 800)).toEqual({ texts: ['0-8 a'], done: 8 });
});

test('what has no letter is not a phrase', () => {
  expect(cut('0 _ . 4 4 a 6').texts).toEqual(['4-6 a']);
});

test('confidence is the mean probability of a word', () => {
  const words = [1000, 97, 1050].map((token) => ({ token, logProbability: Math.log(token === 97 ? 0.8 : 0.1) }));
  expect(phrasesOf(words, 3000, vocabulary).phrases[0]?.confidence).toBeCloseTo(0.8, 6);
});
