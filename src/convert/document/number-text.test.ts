// Numbers in the formats of lists: what is written reads back as the same number.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberText } from './number-text.ts';

const digits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function fromRoman(text: string): number {
  const values = Array.from(text, (letter) => digits[letter] ?? Number.NaN);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

test('Roman numerals read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3999 }), (value) => {
      expect(fromRoman(numberText(value, 'lowerRoman'))).toBe(value);
      expect(numberText(value, 'upperRoman')).toBe(numberText(value, 'lowerRoman').toUpperCase());
    }),
  );
});

test('letters repeat after z', () => {
  expect([1, 26, 27, 28, 52, 53].map((value) => numberText(value, 'lowerLetter'))).toEqual([
    'a',
    'z',
    'aa',
    'bb',
    'zz',
    'aaa',
  ]);
  expect(numberText(0, 'upperLetter')).toBe('0');
});

test('letters of style sheets go on with aa and ab', () => {
  expect([1, 26, 27, 28, 52, 53, 702, 703].map((value) => numberText(value, 'upperAlpha')).join(' ')).toBe(
    'A Z AA AB AZ BA ZZ AAA',
  );
  expect(numberText(0, 'lowerAlpha')).toBe('0');
});

test('ordinals, leading zeros, circles, and formats that are not known', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map((value) => numberText(value, 'ordinal')).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 112th',
  );
  expect(numberText(7, 'decimalZero')).toBe('07');
  expect(numberText(3, 'decimalEnclosedCircle')).toBe('③');
  expect(numberText(5, 'none')).toBe('');
  expect(numberText(5, 'hebrew2')).toBe('5');
});

test('a hostile value stays short', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom('lowerRoman', 'upperLetter', 'lowerAlpha', 'russianLower', 'ordinal'),
      (value, format) => {
        expect(numberText(value, format).length).toBeLessThan(30);
      },
    ),
  );
});
