// Loops are seen, and prose is not taken for one.
import { expect, test } from 'vitest';
import { compressionRatio, repeatedWords } from './repetition.ts';

const times = (words: readonly number[], count: number): number[] => Array.from({ length: count }, () => words).flat();

test('a run that stands at the end again and again is a loop', () => {
  expect(repeatedWords([9, 8, ...times([1], 25)])).toBe(24);
  expect(repeatedWords([9, 8, ...times([1, 2, 3, 4, 5], 5)])).toBe(20);
});

test('what people do repeat is none', () => {
  expect(repeatedWords(times([1], 10))).toBe(0);
  expect(repeatedWords(times([1, 2, 3, 4, 5, 6, 7, 8], 3))).toBe(0);
  expect(repeatedWords([...times([1], 30), 2])).toBe(0);
  expect(repeatedWords([])).toBe(0);
});

test('text that repeats itself compresses well', () => {
  const prose = 'It was a bright cold day, and the clocks in the square were striking thirteen as he came home.';
  expect(compressionRatio(prose)).toBeLessThan(2);
  expect(compressionRatio('and then he said so '.repeat(10))).toBeGreaterThan(2.4);
  expect(compressionRatio('')).toBe(0);
});
