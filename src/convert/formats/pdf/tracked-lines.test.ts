// Lines with the same white after each letter.
import { expect, test } from 'vitest';
import { generatedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

/** One line in type of ten points: letters of five points, the white before each, and a space where the engine guesses one. */
function wordsOf(signs: readonly (readonly [sign: string, white: number])[]): string[] {
  const [codes, lefts, rights, flags]: [number[], number[], number[], number[]] = [[], [], [], []];
  let pen = 20;
  for (const [sign, white] of signs) {
    if (white > 2) {
      codes.push(32);
      lefts.push(pen);
      rights.push(pen);
      flags.push(generatedChar);
    }
    codes.push(sign.charCodeAt(0));
    lefts.push(pen + white);
    pen += white + 5;
    rights.push(pen);
    flags.push(0);
  }
  const count = codes.length;
  const page: PdfPage = {
    number: 1,
    width: 1000,
    height: 100,
    chars: {
      count,
      code: Uint32Array.from(codes),
      left: Float32Array.from(lefts),
      right: Float32Array.from(rights),
      top: new Float32Array(count).fill(20),
      bottom: new Float32Array(count).fill(30),
      style: new Uint16Array(count),
      flags: Uint8Array.from(flags),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size: 10 }],
    graphics: { rules: [], dashes: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [] },
    structure: undefined,
  };
  return pageWords(page).words.map(({ text }) => text);
}

const line = (text: string, letter: number, word: number): [string, number][] =>
  text
    .split(' ')
    .flatMap((one, at) =>
      [...one].map((sign, place): [string, number] => [sign, place > 0 ? letter : at > 0 ? word : 0]),
    );

test('more white than all letters have is between words, however much all have', () => {
  expect(wordsOf(line('se na nej', 3, 10.8))).toEqual(['se', 'na', 'nej']);
  expect(wordsOf(line('set wide', 5.4, 14))).toEqual(['set', 'wide']);
});

test('two letters that stand close are no reason to part the others', () => {
  const signs = line('Prichazi', 3.1, 0);
  (signs[2] as [string, number])[1] = 0;
  expect(wordsOf(signs)).toEqual(['Prichazi']);
});

test('letters with uneven white stay apart', () => {
  const uneven = [...'abcdefg'].map((sign, at): [string, number] => [sign, 3 + 1.5 * (at % 4)]);
  expect(wordsOf(uneven)).toEqual([...'abcdefg']);
});
