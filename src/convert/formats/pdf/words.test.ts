// Words from the places of characters, where no space is drawn between them.
import { expect, test } from 'vitest';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { plainStyle } from '../../layout/page.ts';
import { pageWords } from './words.ts';

const size = 10;

/** One line in one font: every letter five points wide, with so much white after each word and each letter. */
function pageWith(texts: readonly string[], wordGap: number, letterGap: number): PdfPage {
  const codes: number[] = [];
  const lefts: number[] = [];
  let x = 20;
  for (const text of texts) {
    for (const sign of text) {
      codes.push(sign.charCodeAt(0));
      lefts.push(x);
      x += 5 + letterGap;
    }
    x += wordGap - letterGap;
  }
  const count = codes.length;
  return {
    number: 1,
    width: 100_000,
    height: 100,
    chars: {
      count,
      code: Uint32Array.from(codes),
      left: Float32Array.from(lefts),
      right: Float32Array.from(lefts, (left) => left + 5),
      top: new Float32Array(count).fill(20),
      bottom: new Float32Array(count).fill(30),
      style: new Uint16Array(count),
      flags: new Uint8Array(count),
      recovered: new Map(),
    },
    styles: [{ ...plainStyle, size }],
    graphics: { rules: [], fills: [], images: [] } as unknown as PdfPage['graphics'],
    links: [],
    annotations: { typed: [], comments: [] },
    structure: undefined,
  };
}

const texts = Array.from({ length: 60 }, (_, at) => ['district', 'court', 'final'][at % 3] as string);
const words = (page: PdfPage): string[] => pageWords(page).words.map(({ text }) => text);

test('narrow white parts words where letters stand close throughout', () => {
  expect(words(pageWith(texts, 1.3, 0.1))).toEqual(texts);
});

test('the same white between spaced letters parts none', () => {
  expect(words(pageWith(texts, 1.3, 1.3))).toEqual([texts.join('')]);
});

test('a few letters say nothing of how a font is set', () => {
  expect(words(pageWith(texts.slice(0, 3), 1.3, 0.1))).toEqual(['districtcourtfinal']);
});
