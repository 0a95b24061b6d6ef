// A page of a PDF, or a part of it, as a picture: what engines that read pictures are handed where the text says nothing.
import { type Box, heightOf, widthOf } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import type { PdfDocument } from './document.ts';
import type { Pdfium } from './module.ts';
import { pictureDensity } from './render-density.ts';

export interface RenderRequest {
  /** From 0. */
  readonly index: number;
  /** In points of the page as shown; all of it where left out. */
  readonly region?: Box;
  /** Dots per inch: as many as the pictures there have, within these bounds, and `most` where there are none. */
  readonly dpi: { readonly least: number; readonly most: number };
  readonly channels: Raster['channels'];
  /** A picture that would have more is made with fewer dots per inch. */
  readonly mostPixels: number;
}

export interface RenderedPage extends Raster {
  /** What was drawn: the wanted region as far as it lies on the page, in whole pixels. */
  readonly region: Box;
  readonly dpi: number;
}

/** FPDFBitmap_CreateEx: three bytes a pixel, blue first. */
const bgr = 2;
/** FPDF_RenderPageBitmap. */
const drawAnnotations = 1;
const white = 0xffffffff;
const pointsPerInch = 72;
/** A page longer than this in one direction is drawn, but smaller than asked. */
const longestSide = 30_000;

/** Undefined where the page cannot be loaded or the region is empty. Traps are the caller's, as for every call. */
export function renderPage(document: PdfDocument, request: RenderRequest): RenderedPage | undefined {
  const { pdfium, handle } = document;
  const { calls } = pdfium;
  const page = calls.FPDF_LoadPage(handle, request.index);
  if (page === 0) return undefined;
  try {
    const width = calls.FPDF_GetPageWidthF(page);
    const height = calls.FPDF_GetPageHeightF(page);
    const region = onPage(request.region, width, height);
    if (region === undefined) return undefined;
    const { least, most } = request.dpi;
    const own = least < most ? pictureDensity(pdfium, page, region) : undefined;
    const dpi = Math.min(most, Math.max(least, own ?? most));
    const frame = frameOf(region, dpi, request.mostPixels, width, height);
    const pixels = drawn(document, page, frame, request.channels);
    const scale = pointsPerInch / frame.dpi;
    return {
      width: frame.width,
      height: frame.height,
      channels: request.channels,
      pixels,
      dpi: frame.dpi,
      region: {
        left: frame.left * scale,
        top: frame.top * scale,
        right: (frame.left + frame.width) * scale,
        bottom: (frame.top + frame.height) * scale,
      },
    };
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

/** Nothing stands on the page, neither drawn nor laid over it. */
export function isBlank({ pdfium, handle }: PdfDocument, index: number): boolean {
  const { calls } = pdfium;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return true;
  try {
    return calls.FPDFPage_CountObjects(page) <= 0 && calls.FPDFPage_GetAnnotCount(page) <= 0;
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

/** A window, in pixels, onto the page drawn whole at that size. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly pageWidth: number;
  readonly pageHeight: number;
  readonly dpi: number;
}

function onPage(region: Box | undefined, width: number, height: number): Box | undefined {
  const box = {
    left: Math.max(0, region?.left ?? 0),
    top: Math.max(0, region?.top ?? 0),
    right: Math.min(width, region?.right ?? width),
    bottom: Math.min(height, region?.bottom ?? height),
  };
  // Written so that what is not a number is refused as well.
  return widthOf(box) > 0 && heightOf(box) > 0 && Number.isFinite(widthOf(box) * heightOf(box)) ? box : undefined;
}

function frameOf(region: Box, dpi: number, mostPixels: number, width: number, height: number): Frame {
  const perPoint = Math.min(
    dpi / pointsPerInch,
    Math.sqrt(mostPixels / (widthOf(region) * heightOf(region))),
    longestSide / Math.max(width, height),
  );
  const pixels = (points: number): number => Math.max(1, Math.floor(points * perPoint));
  return {
    left: Math.floor(region.left * perPoint),
    top: Math.floor(region.top * perPoint),
    width: pixels(widthOf(region)),
    height: pixels(heightOf(region)),
    pageWidth: Math.max(1, Math.round(width * perPoint)),
    pageHeight: Math.max(1, Math.round(height * perPoint)),
    dpi: perPoint * pointsPerInch,
  };
}

function drawn({ pdfium, form }: PdfDocument, page: number, frame: Frame, channels: Raster['channels']): Uint8Array {
  const { calls } = pdfium;
  const { width, height, left, top, pageWidth, pageHeight } = frame;
  // Rows of a bitmap begin at multiples of four bytes.
  const stride = Math.ceil((width * 3) / 4) * 4;
  const buffer = allocate(pdfium, stride * height);
  try {
    const bitmap = calls.FPDFBitmap_CreateEx(width, height, bgr, buffer, stride);
    if (bitmap === 0) throw new RangeError('no memory for the bitmap of a page');
    try {
      calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
      calls.FPDF_RenderPageBitmap(bitmap, page, -left, -top, pageWidth, pageHeight, 0, drawAnnotations);
      if (form !== 0) calls.FPDF_FFLDraw(form, bitmap, page, -left, -top, pageWidth, pageHeight, 0, drawAnnotations);
      return samples(pdfium.memory.subarray(buffer, buffer + stride * height), stride, width, height, channels);
    } finally {
      calls.FPDFBitmap_Destroy(bitmap);
    }
  } finally {
    calls.free(buffer);
  }
}

/** The end of the module's memory is told like a trap. */
function allocate(pdfium: Pdfium, bytes: number): number {
  const pointer = pdfium.calls.malloc(bytes);
  if (pointer === 0) throw new RangeError(`no memory for ${bytes} bytes of a page's picture`);
  return pointer;
}

function samples(
  bitmap: Uint8Array,
  stride: number,
  width: number,
  height: number,
  channels: Raster['channels'],
): Uint8Array {
  const pixels = new Uint8Array(width * height * channels);
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    let from = row * stride;
    for (let column = 0; column < width; column += 1, from += 3) {
      const blue = bitmap[from] as number;
      const green = bitmap[from + 1] as number;
      const red = bitmap[from + 2] as number;
      if (channels === 1) {
        // ITU-R BT.601 in 256ths.
        pixels[to] = (77 * red + 150 * green + 29 * blue + 128) >> 8;
        to += 1;
      } else {
        pixels[to] = red;
        pixels[to + 1] = green;
        pixels[to + 2] = blue;
        to += 3;
      }
    }
  }
  return pixels;
}
