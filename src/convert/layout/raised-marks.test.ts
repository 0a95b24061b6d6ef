// Marks above and below the line: by the line that letters stand on, which fonts with other boxes share.
import { expect, test } from 'vitest';
import { line, pdfOf } from '../../../test/support/pdf-document.ts';
import { convert } from '../index.ts';

const rest = line(72, 560, 'Nothing else on this page is of any interest to anybody who reads it, now or later.', 12);

async function markdown(content: string): Promise<string> {
  return (await convert(pdfOf([{ content: content + rest }]))).markdown.split('\n')[0] as string;
}

/** Pieces of one line: each with its font, its size and how far it is lifted. */
function pieces(...parts: readonly (readonly [text: string, font: string, size: number, lift: number])[]): string {
  const shown = parts.map(([text, font, size, lift]) => `/${font} ${size} Tf ${lift} Ts (${text}) Tj`);
  return `BT 72 600 Td ${shown.join(' ')} ET\n`;
}

test.each([
  [
    'lowered a little',
    pieces(['Water is H', 'F1', 12, 0], ['2', 'F1', 7, -1], ['O as they say', 'F1', 12, 0]),
    'Water is H<sub>2</sub>O as they say',
  ],
  [
    'lowered, in a font of its own',
    pieces(['the sum of x', 'F3', 12, 0], ['i', 'F5', 8, -2], [' and y', 'F3', 12, 0]),
    'the sum of x<sub>*i*</sub> and y',
  ],
  [
    'raised',
    pieces(['two acres of m', 'F1', 12, 0], ['2', 'F1', 7, 4], [' each', 'F1', 12, 0]),
    'two acres of m<sup>2</sup> each',
  ],
  [
    'smaller on the line',
    pieces(['written by the ', 'F1', 12, 0], ['NATO', 'F1', 9, 0], [' of old', 'F1', 12, 0]),
    'written by the NATO of old',
  ],
  [
    'in code that is smaller',
    pieces(['call the ', 'F3', 12, 0], ['hay', 'F6', 9, 0], [' of today', 'F3', 12, 0]),
    'call the `hay` of today',
  ],
])('a mark %s', async (_name, content, expected) => {
  expect(await markdown(content)).toBe(expected);
});

test('the bullet of an item is no mark, however small and high it is', async () => {
  const bullet = 'BT /F1 5 Tf 72 603 Td (\\225) Tj ET\n';
  expect(await markdown(bullet + line(84, 600, 'some hay of the last year', 12))).toBe('- some hay of the last year');
});
