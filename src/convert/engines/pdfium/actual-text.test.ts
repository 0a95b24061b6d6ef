// Clusters of signs that are spelled out once for all that is drawn of them.
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import { generatedChar } from './char-table.ts';
import type { PdfPage } from './page.ts';

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** These signs at their places, spelled out as the text. */
const cluster = (text: string, drawn: string, ...places: readonly number[]): string =>
  [
    `/Span <</ActualText <feff${utf16(text)}>>> BDC`,
    ...places.map((x, at) => `BT /F1 12 Tf ${x} 600 Td (${drawn[at]}) Tj ET`),
    'EMC',
  ].join('\n');

async function told(...clusters: readonly string[]): Promise<[text: string, left: number, right: number][]> {
  const { chars } = await readFirstPage(pdfOf([{ content: clusters.join('\n') }]));
  const found: [string, number, number][] = [];
  for (let at = 0; at < chars.count; at += 1) {
    if (chars.flags[at] === generatedChar) continue;
    const [left, right] = [chars.left[at] as number, chars.right[at] as number];
    found.push([String.fromCodePoint(chars.code[at] as number), Math.round(left), Math.round(right)]);
  }
  return found;
}

test('a cluster is as wide as all that is drawn of it', async () => {
  expect(await told(cluster('\u092b\u093e', 'MM', 100, 110))).toEqual([
    ['\u092b', 101, 110],
    ['\u093e', 110, 119],
  ]);
});

test('clusters whose signs overlap are told once each', async () => {
  const signs = await told(cluster('\u0e17\u0e31', 'ab', 100, 112), cluster('\u0e22\u0e4c', 'cd', 108, 116));
  expect(signs.map(([sign]) => sign).join('')).toBe('\u0e17\u0e31\u0e22\u0e4c');
});

test('a mark has the place of its letter', async () => {
  expect(await told(cluster('\u0e17\u0e31\u0e19', 'Mii', 100, 104, 110))).toEqual([
    ['\u0e17', 101, 106],
    ['\u0e31', 101, 106],
    ['\u0e19', 106, 112],
  ]);
});

test('a cluster stands where its letter does, whatever is drawn first', async () => {
  const raised = 'BT /F1 12 Tf 100 606 Td (i) Tj 2 -6 Td (M) Tj ET';
  const content = `/Span <</ActualText <feff${utf16('\u0e17\u0e31')}>>> BDC ${raised} EMC`;
  const [{ chars }, plain] = (await Promise.all(
    [content, 'BT /F1 12 Tf 102 600 Td (M) Tj ET'].map((one) => readFirstPage(pdfOf([{ content: one }]))),
  )) as [PdfPage, PdfPage];
  expect(chars.bottom[0]).toBeCloseTo(plain.chars.bottom[0] as number, 0);
});

test('Latin letters keep the places that the engine tells', async () => {
  expect(await told(cluster('fi', 'MM', 100, 110))).toEqual([
    ['f', 101, 105],
    ['i', 105, 109],
  ]);
});
