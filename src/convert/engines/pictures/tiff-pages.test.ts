// Pages of TIFF files: counted without the decoder, shown one by one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tiffOf, tiffPage } from '../../../../test/support/pictures.ts';
import { tiffPages } from './tiff-pages.ts';

const data = Buffer.alloc(16, 255);
const page = (width: number) => tiffPage(width, 4);

test('pages are counted, reduced copies are not', () => {
  const thumbnail = [[254, 4, 1] as const, ...page(2)];
  const pages = tiffPages(tiffOf([page(4), thumbnail, page(3)], (at) => (at < 2 ? at + 1 : -1), data));
  expect(pages.count).toBe(2);
});

test('a circle is cut', () => {
  expect(tiffPages(tiffOf([page(4)], () => 0, data)).count).toBe(1);
  expect(tiffPages(tiffOf([page(4), page(3)], (at) => 1 - at, data)).count).toBe(2);
});

test('each page is shown as the only one', () => {
  const file = tiffOf([page(4), page(3)], (at) => (at === 0 ? 1 : -1), data);
  const pages = tiffPages(file);
  for (const at of [1, 0]) {
    const shown = tiffPages(Buffer.from(pages.show(at)));
    expect(shown.count).toBe(1);
  }
  // The file itself is not written to.
  expect(tiffPages(file).count).toBe(2);
});

test('any bytes end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
      fc.uint8Array({ maxLength: 200 }),
      (head, rest) => {
        const pages = tiffPages(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
        expect(pages.show(0).length).toBe(4 + rest.length);
      },
    ),
  );
});
