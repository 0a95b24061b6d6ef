// Marks over and under letters, behind the letters they are drawn at, and nothing between them that was not drawn.
import { expect, test } from 'vitest';
import { pageOfSigns } from '../../../../test/support/pdf-chars.ts';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { pageWords } from './words.ts';

type Sign = readonly [sign: string, left: number, right?: number, top?: number];

/** Signs with their places in the order of the engine; a space without a width is a gap that the engine saw. */
function pageOf(signs: readonly Sign[]): PdfPage {
  return pageOfSigns(
    signs.map(([sign, left, right = sign === ' ' ? left : left + 6, top = 20]) => {
      const flags = sign === ' ' && right === left ? generatedChar : 0;
      return { sign, left, right, top, bottom: top + 12, flags };
    }),
  );
}

const read = (...signs: readonly Sign[]): string =>
  pageWords(pageOf(signs))
    .words.map(({ text, spaced }, at) => (at > 0 && spaced ? ` ${text}` : text))
    .join('');

const spaced = (text: string): string => [...text].join(' ');

test('a mark that is told at the end of its line goes to its letter', () => {
  const ko = ['ก', 10] as const;
  expect(read(ko, ['น', 16], ['ด', 22], [' ', 28], ['ี', 11, 15.5])).toBe('กีนด');
  expect(read(ko, ['น', 16], [' ', 22, 25], ['ด', 25], [' ', 31], ['ี', 11, 15.5])).toBe('กีน ด');
});

test('a mark that stands over the letter before it stays, however far it reaches', () => {
  expect(read(['ก', 10], ['ี', 12, 17], ['น', 16])).toBe('กีน');
  expect(read(['ก', 10], [' ', 16], ['ี', 12, 16], [' ', 16], ['น', 16])).toBe('กีน');
});

test('marks that share one place go together', () => {
  expect(read(['င', 10], ['န', 16], ['ပ', 22], [' ', 28], ['်', 11, 13], ['့', 13, 15])).toBe('င့်နပ'.normalize('NFC'));
});

test('a mark that a program moved away from the end of a word is no word', () => {
  expect(read(['ร', 10], [' ', 20], ['์', 19, 22], [' ', 22, 25], ['ก', 25])).toBe('ร์ ก');
});

test('a gap within a word of such letters is none, and a wide one is', () => {
  expect(read(['क', 10], [' ', 16], ['ा', 17, 19], [' ', 19], ['म', 20])).toBe('काम');
  expect(read(['क', 10], [' ', 16], ['म', 19])).toBe('क म');
});

test('Latin letters around them are as they are', () => {
  expect(read(['ก', 10], [' ', 16], ['a', 19], ['b', 25], [' ', 31], ['c', 34])).toBe('ก ab c');
});

test('the vowel am is one sign, and a tone stands over a vowel', () => {
  expect(read(['จ', 10], ['ํ', 12, 16], ['า', 16])).toBe('จำ');
  expect(read(['น', 10], ['ํ', 12, 16], ['้', 12, 16], ['า', 16])).toBe('น้ำ');
  expect(spaced(read(['ท', 10], ['้', 12, 16], ['ั', 12, 16], ['ง', 16]))).toBe(spaced('ทั้ง'));
  expect(read(['ຄ', 10], ['ໍ', 12, 16], ['າ', 16])).toBe('ຄຳ');
});

test('accents of Latin letters become one sign with them', () => {
  expect(read(['e', 10], ['\u0302', 10, 16], ['\u0301', 10, 16], ['n', 16])).toBe('\u1ebfn');
});

test('where a line may end is no space', () => {
  expect(read(['ក', 10], ['\u200b', 16, 16], ['ខ', 16])).toBe('កខ');
  expect(read(['a', 10], ['\u200b', 16, 16], ['b', 16])).toBe('ab');
});
