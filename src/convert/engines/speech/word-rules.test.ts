// The rules for moments between words, on a vocabulary small enough to see through.
import { describe, expect, test } from 'vitest';
import type { Vocabulary } from './vocabulary.ts';
import { applyRules, drawn, likeliest, logSumExp } from './word-rules.ts';

/** 0-4 words, 5 the end, 6 start, 7 transcribe, 8 nobody speaks, 9 without moments, from 10 moments. */
const vocabulary: Vocabulary = {
  endOfText: 5,
  startOfTranscript: 6,
  transcribe: 7,
  noSpeech: 8,
  noTimestamps: 9,
  firstTimestamp: 10,
  languages: new Map(),
  suppressed: [4, 6, 7, 8],
  suppressedFirst: [0, 5],
  textOf: (tokens) => tokens.join(' '),
};
const size = 10 + 100;

function allowedAfter(written: readonly number[], scores: ReadonlyMap<number, number> = new Map()): number[] {
  // Words far likelier than moments, unless the case says otherwise.
  const logits = Float32Array.from({ length: size }, (_, at) => scores.get(at) ?? (at < 10 ? 10 : -10));
  applyRules(logits, written, vocabulary);
  return [...logits.keys()].filter((at) => logits[at] !== Number.NEGATIVE_INFINITY);
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe('what may follow', () => {
  test('nothing: a moment within the first second', () => {
    expect(allowedAfter([])).toEqual(range(10, 61));
  });
  test('the first moment: a word or the end, and no second moment', () => {
    expect(allowedAfter([10])).toEqual([0, 1, 2, 3, 5]);
  });
  test('a word: words, the end, and moments later than the last', () => {
    expect(allowedAfter([20, 1])).toEqual([0, 1, 2, 3, 5, ...range(21, size)]);
  });
  test('the moment that ends a phrase: the next one, not earlier, or the end', () => {
    expect(allowedAfter([20, 1, 40])).toEqual([5, ...range(40, size)]);
  });
  test('a pair of moments: words', () => {
    expect(allowedAfter([20, 1, 40, 40])).toEqual([0, 1, 2, 3, 5]);
  });
  test('moments that together outweigh the likeliest word: moments alone', () => {
    const scores = new Map(range(0, size).map((at) => [at, at < 10 ? 2 : 0]));
    expect(allowedAfter([20, 1], scores)).toEqual(range(21, size));
  });
});

test('the likeliest words come with their probabilities', () => {
  const logits = Float32Array.of(1, 3, Number.NEGATIVE_INFINITY, 2);
  const total = Math.log(Math.exp(1) + Math.exp(3) + Math.exp(2));
  expect(logSumExp(logits)).toBeCloseTo(total, 5);
  expect(likeliest(logits, 2).map(({ token }) => token)).toEqual([1, 3]);
  expect(likeliest(logits, 2)[0]?.logProbability).toBeCloseTo(3 - total, 5);
  expect(logSumExp(new Float32Array(3).fill(Number.NEGATIVE_INFINITY))).toBe(Number.NEGATIVE_INFINITY);
});

test('draws follow the probabilities and never fall on what is ruled out', () => {
  const logits = Float32Array.of(Math.log(1), Math.log(3), Number.NEGATIVE_INFINITY);
  const shares = range(0, 100).map((at) => drawn(logits, 1, (at + 0.5) / 100).token);
  expect(shares.filter((token) => token === 0)).toHaveLength(25);
  expect(shares.filter((token) => token === 1)).toHaveLength(75);
  expect(drawn(logits, 1, 0.999999999).token).toBe(1);
});
