// A picture of a page as a file: the JPEG data as it is in the PDF where one image fills the place, else the place drawn.
import { createHash } from 'node:crypto';
import { type Box, heightOf, liesIn, meet, widthOf } from '../../layout/page.ts';
import { pngOf } from '../png.ts';
import type { PdfDocument } from './document.ts';
import { eachImage } from './graphics.ts';
import type { Pdfium } from './module.ts';
import { PageSpace } from './page.ts';
import { renderPage } from './render.ts';

export interface PictureFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** A larger JPEG is drawn instead, which bounds it. */
const largestJpeg = 32 * 2 ** 20;
/** Dots per inch and pixels of a picture that is drawn. */
const dpi = { least: 96, most: 200 };
const mostPixels = 4_000_000;
/** Bytes of images that are gone through to know them again, and what each counts for at least. */
const mostKeyed = 16 * 2 ** 20;
const leastKeyed = 2 ** 15;
/** In points: how far an image may differ from the place it is said to fill. */
const tolerance = 2;
/** FPDFImageObj_GetImageMetadata: grey and RGB, with or without a profile; what else JPEG data may hold is drawn. */
const plainColours = new Set([1, 2, 4, 5, 7]);

/** Undefined where nothing can be had. Traps are the caller's. */
export function pictureFile(document: PdfDocument, index: number, place: Box): PictureFile | undefined {
  const jpeg = jpegAt(document, index, place);
  if (jpeg !== undefined) return { bytes: jpeg, mediaType: 'image/jpeg' };
  const drawn = renderPage(document, { index, region: place, dpi, channels: 3, mostPixels });
  return drawn === undefined ? undefined : { bytes: pngOf(drawn), mediaType: 'image/png' };
}

function jpegAt({ pdfium, handle }: PdfDocument, index: number, place: Box): Uint8Array | undefined {
  const { calls } = pdfium;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  try {
    let found = 0;
    let others = 0;
    eachImage(pdfium, page, new PageSpace(pdfium, page), (object, box, isUpright) => {
      if (isUpright && fills(box, place)) found = object;
      else if (liesIn(box, place)) others += 1;
    });
    return found === 0 || others > 0 ? undefined : jpegData(pdfium, found, page);
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

function fills(box: Box, place: Box): boolean {
  return (
    liesIn(box, place) &&
    Math.abs(widthOf(box) - widthOf(place)) <= tolerance &&
    Math.abs(heightOf(box) - heightOf(place)) <= tolerance
  );
}

/** The data of an image that only the JPEG filter stands before. */
function jpegData(pdfium: Pdfium, image: number, page: number): Uint8Array | undefined {
  const { calls, scratch } = pdfium;
  if (calls.FPDFImageObj_GetImageFilterCount(image) !== 1) return undefined;
  const filter = pdfium.text(
    (buffer, length) => calls.FPDFImageObj_GetImageFilter(image, 0, buffer, length),
    'utf8',
    64,
  );
  if (filter !== 'DCTDecode') return undefined;
  if (calls.FPDFImageObj_GetImageMetadata(image, page, scratch) === 0) return undefined;
  // FPDF_IMAGEOBJ_METADATA: width, height, two densities, bits per pixel, colour space.
  if (!plainColours.has(pdfium.integer(5))) return undefined;
  const bytes = rawData(pdfium, image, largestJpeg, (data) => data.slice());
  return bytes !== undefined && bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined;
}

/** The bytes of an image as they stand in the file, which are the engine's and gone afterwards. */
function rawData<T>(pdfium: Pdfium, image: number, most: number, use: (bytes: Uint8Array) => T): T | undefined {
  const { calls } = pdfium;
  const size = calls.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (size === 0 || size > most) return undefined;
  const pointer = calls.malloc(size);
  if (pointer === 0) return undefined;
  try {
    if (calls.FPDFImageObj_GetImageDataRaw(image, pointer, size) !== size) return undefined;
    return use(pdfium.memory.subarray(pointer, pointer + size));
  } finally {
    calls.free(pointer);
  }
}

/** What tells the images of a place from others: their data and where each stands in it; undefined where it is too much. */
export function picturesKey({ pdfium, handle }: PdfDocument, index: number, place: Box): string | undefined {
  const { calls } = pdfium;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  try {
    const key = createHash('sha1');
    let left = mostKeyed;
    eachImage(pdfium, page, new PageSpace(pdfium, page), (image, box) => {
      if (left <= 0 || !meet(box, place)) return;
      const taken = rawData(pdfium, image, left, (bytes) => {
        key.update(`${Math.round(box.left - place.left)} ${Math.round(box.top - place.top)} ${bytes.length} `);
        key.update(bytes);
        return bytes.length + leastKeyed;
      });
      left = taken === undefined ? 0 : left - taken;
    });
    return left <= 0 ? undefined : key.digest('base64');
  } finally {
    calls.FPDF_ClosePage(page);
  }
}
