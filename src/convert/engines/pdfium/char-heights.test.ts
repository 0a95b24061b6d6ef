// Boxes of characters: as tall as their type, whatever box their font claims to need.
import { expect, test } from 'vitest';
import { line, type MakePage, pdfOf } from '../../../../test/support/pdf-document.ts';
import { readFirstPage } from '../../../../test/support/pdf-first-page.ts';
import { convert } from '../../index.ts';
import { bytesSource } from '../../input.ts';
import type { PdfPage } from './page.ts';

/** A page of two fonts with a box each, as programs write it that look at the few glyphs they use first. */
const pageWith =
  (content: string, box: readonly number[]): MakePage =>
  (file) => {
    const font = (name: string) =>
      file.add({
        ...{ Type: '/Font', Subtype: '/TrueType', BaseFont: `/${name}`, Encoding: '/WinAnsiEncoding' },
        FontDescriptor: {
          ...{ Type: '/FontDescriptor', FontName: `/${name}`, Flags: 32, FontBBox: [...box] },
          ...{ Ascent: 928, Descent: -235, CapHeight: 720, ItalicAngle: 0, StemV: 80 },
        },
      });
    return { content, resources: { Font: { Text: font('Helvetica'), Code: font('Courier') } } };
  };

const read = (page: MakePage): Promise<PdfPage> => readFirstPage(pdfOf([page]));

const reaches = ({ chars }: PdfPage): string[] => [
  ...new Set(
    Array.from(chars.code.keys())
      .filter((at) => (chars.code[at] as number) > 32)
      .map((at) => `${(chars.top[at] as number).toFixed(1)} ${(chars.bottom[at] as number).toFixed(1)}`),
  ),
];

const lowBox = [0, -14, 560, 560];
const wholeBox = [-50, -220, 1000, 900];
const sentence = line(72, 600, 'a page of quick brown types, sphinx and Jay', 10, 'Text');

test('letters that stick out of the box of their font are as tall as those that do not', async () => {
  const uneven = reaches(await read(pageWith(sentence, lowBox)));
  expect(uneven).toHaveLength(1);
  const [top, bottom] = (uneven[0] as string).split(' ').map(Number) as [number, number];
  expect(792 - 600 - top).toBeCloseTo(9, 1);
  expect(bottom - (792 - 600)).toBeCloseTo(2.5, 1);
});

test('boxes that hold their letters stay as they are', async () => {
  const [reach, ...others] = reaches(await read(pageWith(sentence, wholeBox)));
  expect(others).toEqual([]);
  expect(reach).toBe('183.0 194.2');
});

test.each([lowBox, wholeBox])(
  'words of a smaller type stand on the line of the others in a box of %i %i %i %i',
  async (...box) => {
    const content =
      line(72, 600, 'The values of the', 10.5, 'Text') +
      line(158, 600, '__future__', 9, 'Code') +
      line(216, 600, 'module are known to everybody who reads it.', 10.5, 'Text');
    const { markdown } = await convert({ source: bytesSource(pdfOf([pageWith(content, box)])), name: 'a.pdf' });
    expect(markdown).toBe('The values of the `__future__` module are known to everybody who reads it.\n');
  },
);
