// Old-style digits, small capitals, raised letters and pieces of brackets by Adobe's places for them.
import { expect, test } from 'vitest';
import { adobeSign } from './adobe-signs.ts';

const shown = (codes: readonly number[], font = 'SFXC1000'): string =>
  codes.map((code) => adobeSign(code, font) ?? '?').join('');

test('old-style digits are digits, small capitals letters', () => {
  expect(shown([0xf732, 0xf730, 0xf731, 0xf735])).toBe('2015');
  expect(shown([0xf761, 0xf77a, 0xf7e4, 0xf7ff])).toBe('azäÿ');
  expect(shown([0xf724, 0xf726, 0xf73f])).toBe('$&?');
});

test('raised and lowered signs are what they are elsewhere', () => {
  expect(shown([0xf6dc, 0xf6de, 0xf6e4, 0xf6e9, 0xf6f3])).toBe('1—$at');
  expect(shown([0xf6d9, 0xf6da, 0xf6db])).toBe('©®™');
  expect(shown([0xf6fd, 0xf6fe, 0xf6ff])).toBe('š˜ž');
});

test('pieces of brackets are those of Unicode', () => {
  expect(shown([0xf8eb, 0xf8ed, 0xf8ee, 0xf8f1, 0xf8f6, 0xf8fe])).toBe('⎛⎝⎡⎧⎞⎭');
});

test('other places say nothing, nor do fonts of pictures', () => {
  expect(shown([0xf6dd, 0xf700, 0xf790, 0xf800, 0xf8e4, 0xf8ff, 0xe000])).toBe('???????');
  expect(shown([0xf730, 0xf7a0], 'FontAwesome5Free-Solid')).toBe('??');
});
