// What the codes of fonts with large signs mean.
import { expect, test } from 'vitest';
import { formulaPage, type Setting } from '../../../../../test/support/formula-page.ts';
import { signReader } from './signs.ts';

const large = (text: string, more: Partial<Setting> = {}): Setting => ({
  text,
  left: 50,
  base: 100,
  font: 'CMEX10',
  below: 2,
  width: 1.2,
  ...more,
});

function read(settings: readonly Setting[], recovered: ReadonlyMap<number, string> = new Map()): string[] {
  const page = formulaPage(settings);
  const signAt = signReader({ ...page, chars: { ...page.chars, recovered } });
  return Array.from({ length: page.chars.count }, (_, at) => signAt(at).sign);
}

test('codes of the extension font are its own', () => {
  expect(read([large('XZ\u0012\u000c')])).toEqual(['∑', '∫', '(', '|']);
});

test('where a program has numbered the glyphs anew, their names count', () => {
  expect(
    read(
      [large('\u0005\u000c')],
      new Map([
        [0, '|'],
        [1, '∑'],
      ]),
    ),
  ).toEqual(['|', '∑']);
});

test('where the file says what they mean, that counts', () => {
  expect(read([large('∑[]')])).toEqual(['∑', '[', ']']);
});

test('without a word of either, brackets are told by how narrow they are', () => {
  expect(read([large('[', { width: 0.4 }), large('[', { left: 80 })])).toEqual(['[', '⋃']);
});

test('digits of the symbol font are none, letters beyond the first plane are whole, and unknown signs are said to be', () => {
  const symbols: Setting = { text: '06', left: 50, base: 100, font: 'CMSY10' };
  expect(read([symbols])).toEqual(['′', '\u0338']);
  expect(read([{ text: '\ud835\udc65', left: 50, base: 100, font: 'CambriaMath' }])).toHaveLength(1);
  expect(read([large('Å', { font: 'Yhcmex' })])).toEqual(['\uFFFD']);
});
