// Strokes between Arabic letters that fill a line, drawn as signs without a meaning.
import { expect, test } from 'vitest';
import { pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import { unmappedChar } from '../../engines/pdfium/char-table.ts';
import { pageWords } from './words.ts';

type Sign = readonly [sign: string, left: number, right: number];

/** A question mark is a sign without a meaning. */
function read(...signs: readonly Sign[]): string {
  const page = pageOfSigns(
    signs.map(([sign, left, right]) => ({
      sign,
      left,
      right,
      top: 20,
      bottom: 32,
      flags: sign === '?' ? unmappedChar : 0,
    })),
  );
  return pageWords(page)
    .words.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text))
    .join('');
}

test('strokes that reach into the letters beside them are left out', () => {
  expect(read(['ب', 20, 26], ['?', 17.9, 20.1], ['ه', 12, 18])).toBe('به');
  expect(read(['ب', 20, 26], ['<', 17.9, 20.1], ['<', 15.9, 18], ['ه', 10, 16])).toBe('به');
});

test('letters that are not known and signs between words stay', () => {
  expect(read(['ب', 20, 26], ['?', 13.9, 20.1], ['ه', 8, 14])).toBe('ب?ه');
  expect(read(['ب', 22, 28], ['<', 17.5, 19.5], ['ه', 9, 15])).toContain('<');
});
