// Pages of a PDF, and pictures, as people see them beside the Markdown: how large each is, and one of them drawn. What is
// drawn is bounded in pixels whatever the document declares.
import { Failure } from '../core/failure.ts';
import { defaultLimits } from '../core/limits.ts';
import type { PdfDocument } from './engines/pdfium/document.ts';
import { renderPage } from './engines/pdfium/render.ts';
import { openPicture } from './engines/pictures/decode.ts';
import type { Orientation } from './engines/pictures/orientation.ts';
import { loadSharp } from './engines/pictures/sharp-module.ts';
import type { Raster } from './engines/raster.ts';
import { openSession } from './formats/pdf/session.ts';
import { formatByName } from './formats.ts';
import { type DocumentInput, wholeContent } from './input.ts';
import { sniff } from './sniff.ts';

export interface PageSize {
  /** From 1. */
  readonly page: number;
  /** In the unit of the boxes of its blocks: points of a PDF as shown, pixels of a picture as stored. */
  readonly width: number;
  readonly height: number;
  /** How the stored picture is turned to stand upright (EXIF). */
  readonly orientation: Orientation;
}

export interface DrawnPages {
  readonly format: string;
  readonly pages: readonly PageSize[];
  readonly png?: Uint8Array;
}

interface DrawingRequest {
  readonly page?: number;
  readonly mostWidth: number;
  readonly password?: string | undefined;
}

/** A page is not drawn larger than paper is printed for a screen; small ones stay small. */
const mostDpi = 200;
/** A strip of paper as long as a till roll is drawn narrower. */
const mostPixels = 6_000_000;
/** Sizes of more pages than this are not told. */
export const mostPages = 10_000;

export async function drawPages(input: DocumentInput, request: DrawingRequest): Promise<DrawnPages> {
  const format = (await sniff(input)).format.name;
  if (format === 'pdf') return { format, ...(await drawPdf(input, request)) };
  if (formatByName(format)?.group === 'Images') return { format, ...(await drawPicture(input, request)) };
  throw new Failure('UNSUPPORTED_FORMAT', { details: 'Only PDFs and images have pages that can be shown.' });
}

async function drawPdf({ source }: DocumentInput, request: DrawingRequest): Promise<Omit<DrawnPages, 'format'>> {
  const session = await openSession(source, request.password);
  try {
    const count = Math.min(session.pages, mostPages);
    if (request.page === undefined) return { pages: session.use((document) => sizesOf(document, count)) };
    const index = request.page - 1;
    if (index >= session.pages) throw noPage(session.pages);
    const raster = session.use((document) => {
      const [size] = sizesOf(document, 1, index);
      const dpi = Math.min(mostDpi, (request.mostWidth * 72) / Math.max(1, size?.width ?? 0));
      return renderPage(document, { index, dpi: { least: dpi, most: dpi }, channels: 3, mostPixels });
    });
    if (raster === undefined) throw new Failure('CORRUPTED_FILE', { details: 'The page cannot be drawn.' });
    return { pages: [], png: await pngOf(raster, request.mostWidth) };
  } finally {
    session.close();
  }
}

function sizesOf({ pdfium, handle }: PdfDocument, count: number, from = 0): PageSize[] {
  return Array.from({ length: count }, (_, at) => {
    const found = pdfium.calls.FPDF_GetPageSizeByIndexF(handle, from + at, pdfium.scratch) !== 0;
    const [width, height] = found ? [pdfium.float(0), pdfium.float(1)] : [0, 0];
    return { page: from + at + 1, width, height, orientation: 1 as const };
  });
}

async function drawPicture(input: DocumentInput, request: DrawingRequest): Promise<Omit<DrawnPages, 'format'>> {
  const limits = { ...defaultLimits, rasterPixels: Math.min(defaultLimits.rasterPixels, mostPixels) };
  const picture = await openPicture(wholeContent(input.source, limits.wholeFileBytes), limits);
  const { page } = request;
  if (page !== undefined && page > picture.frames) throw noPage(picture.frames);
  const pages: PageSize[] = [];
  for await (const frame of picture.rasters((number) => page === undefined || number === page)) {
    const { number, width, height, orientation, raster } = frame;
    if (page === undefined) pages.push({ page: number, width, height, orientation });
    else if (raster !== undefined) return { pages, png: await pngOf(raster, request.mostWidth) };
  }
  if (page === undefined) return { pages };
  throw new Failure('CORRUPTED_FILE', { details: 'The page cannot be drawn.' });
}

async function pngOf({ width, height, channels, pixels }: Raster, mostWidth: number): Promise<Uint8Array> {
  const open = await loadSharp();
  return open(pixels, { raw: { width, height, channels } })
    .resize({ width: mostWidth, withoutEnlargement: true })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

const noPage = (pages: number): Failure =>
  new Failure('REQUEST_002', { field: 'page', details: `The document has ${pages} pages.` });
