// A picture that comes again in its place is known by its data; another one, or letters drawn over it, make it new.
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/support/pdf-document.ts';
import { drawImage, imageIn } from '../../../../test/support/pdf-scan.ts';
import { readPage } from '../../engines/pdfium/page.ts';
import { bytesSource } from '../../input.ts';
import { pageContent } from './page-content.ts';
import { openSession } from './session.ts';
import { SilentPictures } from './silent-pictures.ts';

type Place = readonly [left: number, bottom: number, right: number, top: number];
const corner: Place = [450, 700, 550, 750];
const raster = (grey: number) =>
  ({ width: 20, height: 10, channels: 1, pixels: new Uint8Array(200).fill(grey) }) as const;

/** The keys of the picture on each page, pages given by the grey of its picture, its place and what is drawn besides. */
async function keys(...pages: readonly (readonly [grey: number, place: Place, over?: string])[]) {
  const pdf = pdfOf(
    pages.map(([grey, place, over = '']) => (file) => ({
      content: drawImage('P', place) + over,
      resources: { XObject: { P: imageIn(file, raster(grey)) } },
    })),
  );
  const session = await openSession(bytesSource(pdf), undefined);
  try {
    const silent = new SilentPictures(session);
    const found: (string | undefined)[] = [];
    for (const [index] of pages.entries()) {
      const page = session.use((document) => readPage(document, index));
      if (page === undefined) throw new Error('no page');
      const { content } = pageContent(page, undefined);
      found.push(await silent.keyOf(content, content.images[0] ?? { left: 0, top: 0, right: 0, bottom: 0 }));
    }
    return { silent, found };
  } finally {
    session.close();
  }
}

test('the same picture in the same place has one key, and is silent once it was said to be', async () => {
  const { silent, found } = await keys([120, corner], [120, corner]);
  expect(found[0]).toBeDefined();
  expect(found[1]).toBe(found[0]);
  expect(silent.has(found[1])).toBe(false);
  silent.add(found[0]);
  expect(silent.has(found[1])).toBe(true);
});

test.each([
  ['another picture', [200, corner, '']],
  ['another place', [120, [50, 700, 150, 750], '']],
  [
    'much that is drawn over it',
    [120, corner, '455 710 m 1 0 0 rg\n'.concat('460 710 20 20 re f\n470 715 9 9 re f\n')],
  ],
] as const)('%s has another key', async (_name, other) => {
  const { found } = await keys([120, corner], other);
  expect(found[1]).toBeDefined();
  expect(found[1]).not.toBe(found[0]);
});

test('what has no key is never silent', async () => {
  const { silent } = await keys([120, corner]);
  silent.add(undefined);
  expect(silent.has(undefined)).toBe(false);
});
