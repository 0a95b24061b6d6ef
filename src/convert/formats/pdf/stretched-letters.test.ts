// Strokes between Arabic letters that fill a line, drawn as signs without a meaning.
import { expect, test } from 'vitest';
import { unmappedChar } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

type Sign = readonly [sign: string, left: number, right: number];

/** A question mark is a sign without a meaning. */
function read(...signs: readonly Sign[]): string {
  const count = signs.length;
  const page = {
    number: 1,
    width: 600,
    height: 100,
    chars: {
      count,
      code: Uint32Array.from(signs, ([sign]) => sign.codePointAt(0) as number),
      left: Float32Array.from(signs, ([, left]) => left),
      right: Float32Array.from(signs, ([, , right]) => right),
      top: new Float32Array(count).fill(20),
      bottom: new Float32Array(count).fill(32),
      style: new Uint16Array(count),
      flags: Uint8Array.from(signs, ([sign]) => (sign === '?' ? unmappedChar : 0)),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size: 10 }],
    graphics: { rules: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [] },
    structure: undefined,
  };
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
