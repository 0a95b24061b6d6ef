// The suggestions of the command line: near misses are found, anything else is left alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestWord } from './nearest-word.ts';

const known = ['pages', 'page-markers', 'password', 'password-file', 'quiet', 'no-clean-html'];

describe('nearestWord', () => {
  it.each([
    ['pags', 'pages'],
    ['pagse', 'pages'],
    ['passwrd', 'password'],
    ['Quiet', 'quiet'],
    ['page-mark', 'page-markers'],
    ['no-clean-htm', 'no-clean-html'],
  ])('finds for %s the word %s', (typed, meant) => {
    expect(nearestWord(typed, known)).toBe(meant);
  });

  it.each(['', 'zzzzz', 'x', 'a'.repeat(100_000)])('finds nothing for what is not near', (typed) => {
    expect(nearestWord(typed, known)).toBeUndefined();
  });
});

describe('editDistance', () => {
  it('counts a swap of neighbours as one', () => {
    expect(editDistance('ab', 'ba')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('is zero only for equal words, symmetric, and at most the longer length', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });
});
