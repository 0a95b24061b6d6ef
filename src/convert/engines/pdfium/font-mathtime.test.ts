// Signs of mathematics under the names of letters, fractions and numbers.
import { expect, test } from 'vitest';
import { countedGlyphs, countedSigns, mathTimeSign } from './font-mathtime.ts';
import type { FontProgram } from './font-program.ts';

const withNames = (...names: string[]): FontProgram =>
  ({ glyphs: names.length, nameOf: (glyph: number) => names[glyph] }) as Partial<FontProgram> as FontProgram;

test.each([
  ['AdvMacMthSyN', 'ð1 þ xÞ ¼ 2', '(1 + x) = 2'],
  ['MTSYN', '½0', '[0'],
  ['Times-Roman', 'Þórr, ¼', 'Þórr, ¼'],
])('in %s "%s" reads "%s"', (font, drawn, read) => {
  expect([...drawn].map((sign) => mathTimeSign(sign.charCodeAt(0), font) ?? sign).join('')).toBe(read);
});

test('glyphs named by their number in the symbol font of TeX have codes in that order', () => {
  const program = withNames('.notdef', 'eth', 'C2', 'thorn', 'C0', 'C20');
  expect([...countedSigns(countedGlyphs(program), [2, 3, 4])]).toEqual([
    [2, '−'],
    [3, '×'],
    [4, '≤'],
  ]);
});

test('other names and other codes say nothing', () => {
  expect(countedSigns(countedGlyphs(withNames('.notdef', 'C', 'Cacute', 'C100')), [2, 67]).size).toBe(0);
  expect(countedSigns(countedGlyphs(withNames('.notdef', 'C0')), [3, 67]).size).toBe(0);
});
