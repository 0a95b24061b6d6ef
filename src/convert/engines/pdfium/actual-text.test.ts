// Clusters of signs that are spelled out once for all that is drawn of them.
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import { generatedChar } from './char-table.ts';

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

test('Latin letters keep the places that the engine tells', async () => {
  expect(await told(cluster('fi', 'MM', 100, 110))).toEqual([
    ['f', 101, 105],
    ['i', 105, 109],
  ]);
});
