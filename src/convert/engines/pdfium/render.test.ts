// Pages drawn as pictures: where things stand, how large the picture is, and that no page makes it larger than allowed.
import { expect, test } from 'vitest';
import { line, type MakePage, pdfOf } from '../../../../test/support/pdf-document.ts';
import { drawImage, imageIn, pictureOf } from '../../../../test/support/pdf-scan.ts';
import { bytesSource } from '../../input.ts';
import { openPdf, type PdfDocument } from './document.ts';
import { loadPdfium } from './module.ts';
import { type RenderedPage, type RenderRequest, renderPage } from './render.ts';

async function render(page: MakePage, request: Partial<RenderRequest> = {}): Promise<RenderedPage> {
  const pdfium = await loadPdfium();
  const { document } = openPdf(pdfium, bytesSource(pdfOf([page])), undefined);
  try {
    const picture = drawn(document, request);
    if (picture === undefined) throw new Error('nothing was drawn');
    return picture;
  } finally {
    document.close();
  }
}

const drawn = (document: PdfDocument, request: Partial<RenderRequest>): RenderedPage | undefined =>
  renderPage(document, {
    index: 0,
    dpi: { least: 72, most: 72 },
    channels: 1,
    mostPixels: 10_000_000,
    ...request,
  });

/** Samples of the pixel at a point of the picture. */
const at = ({ pixels, width, channels }: RenderedPage, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
];

// A red square of 100 points, its upper left corner at 50, 92 from the top left of the page.
const square = { content: '1 0 0 rg 50 600 100 100 re f\n' };

test('a page is drawn on white, in grey', async () => {
  const picture = await render(square);
  expect([picture.width, picture.height, picture.dpi]).toEqual([612, 792, 72]);
  expect(at(picture, 10, 10)).toEqual([255]);
  expect(at(picture, 100, 150)).toEqual([77]);
  expect(at(picture, 100, 85)).toEqual([255]);
});

test('colours keep their order', async () => {
  expect(at(await render(square, { channels: 3 }), 100, 150)).toEqual([255, 0, 0]);
});

test('a region is drawn alone, at its place', async () => {
  const region = { left: 140, top: 90, right: 240, bottom: 190 };
  const picture = await render(square, { region, dpi: { least: 144, most: 144 } });
  expect([picture.width, picture.height]).toEqual([200, 200]);
  expect(picture.region).toEqual(region);
  expect(at(picture, 10, 30)).toEqual([77]);
  expect(at(picture, 30, 30)).toEqual([255]);
});

test('a page that is shown turned is drawn as it is shown', async () => {
  const picture = await render({ ...square, entries: { Rotate: 90 } });
  expect([picture.width, picture.height]).toEqual([792, 612]);
  expect(at(picture, 792 - 642, 100)).toEqual([255]);
  expect(at(picture, 642, 100)).toEqual([77]);
});

test('annotations are drawn with the page', async () => {
  const picture = await render((file) => ({
    content: '',
    annotations: [
      {
        Type: '/Annot',
        Subtype: '/Stamp',
        Rect: [50, 600, 150, 700],
        F: 4,
        AP: { N: file.stream('0 g 0 0 100 100 re f', { Type: '/XObject', Subtype: '/Form', BBox: [0, 0, 100, 100] }) },
      },
    ],
  }));
  expect(at(picture, 100, 150)).toEqual([0]);
});

test('no page is drawn larger than allowed', async () => {
  const mostPixels = 1_000_000;
  for (const [width, height] of [
    [10_000, 10_000],
    [14_400, 2],
    [3, 14_400],
  ] as const) {
    const picture = await render(
      { content: line(0, 0, 'x'), width, height },
      { dpi: { least: 300, most: 300 }, mostPixels },
    );
    expect(picture.width * picture.height).toBeLessThanOrEqual(mostPixels);
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(30_000);
    expect(picture.pixels).toHaveLength(picture.width * picture.height);
  }
});

test('a scan is drawn at its own density, within bounds', async () => {
  const scan = await pictureOf(line(20, 20, 'Hello'), 110, { width: 200, height: 100 });
  const page: MakePage = (file) => ({
    content: drawImage('Scan', [100, 100, 300, 200]),
    resources: { XObject: { Scan: imageIn(file, scan) } },
  });
  expect((await render(page, { dpi: { least: 72, most: 300 } })).dpi).toBeCloseTo(110, 0);
  expect((await render(page, { dpi: { least: 150, most: 300 } })).dpi).toBeCloseTo(150, 0);
  expect((await render(page, { dpi: { least: 72, most: 100 } })).dpi).toBeCloseTo(100, 0);
  // Where the region has no picture, it is drawn, and drawn well.
  const region = { left: 0, top: 0, right: 100, bottom: 100 };
  expect((await render(page, { dpi: { least: 72, most: 300 }, region })).dpi).toBeCloseTo(300, 0);
});

test('what is not on the page cannot be drawn', async () => {
  const pdfium = await loadPdfium();
  const { document } = openPdf(pdfium, bytesSource(pdfOf([square])), undefined);
  expect(drawn(document, { region: { left: 700, top: 0, right: 800, bottom: 10 } })).toBeUndefined();
  expect(drawn(document, { region: { left: Number.NaN, top: 0, right: 8, bottom: 10 } })).toBeUndefined();
  expect(drawn(document, { index: 7 })).toBeUndefined();
  document.close();
});
