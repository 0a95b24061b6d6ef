// Draws pages for reading, at the density their own pictures have. A trap while drawing costs the picture, not the page:
// the session is opened again and the page keeps what its text says.
import { Failure } from '../../../core/failure.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';
import { isBlank, type RenderedPage, type RenderRequest, renderPage } from '../../engines/pdfium/render.ts';
import type { Box } from '../../layout/page.ts';
import { areaOf, clipped } from './picture-regions.ts';
import type { PdfSession } from './session.ts';

/** Enough to see whether there is anything, and whether it may be text. */
export const glance = { least: 72, most: 72 } as const;
export const look = { least: 150, most: 150 } as const;
/** Scans are read at their own density up to 300 dpi, where engines read best; what is drawn, at that. */
export const scanned = { least: 72, most: 300 } as const;
export const drawn = { least: 300, most: 300 } as const;

export interface DrawRequest {
  readonly index: number;
  readonly region?: Box;
  readonly dpi: RenderRequest['dpi'];
  readonly channels: RenderRequest['channels'];
  readonly mostPixels: number;
}

/** How often what is drawn would cover the page: pages made to take minutes are not drawn. */
const mostLayers = 200;

/** Why a page is not to be drawn at all; undefined where it is. */
export function refusal({ width, height, graphics }: PdfPage): Failure | undefined {
  const frame = { left: 0, top: 0, right: width, bottom: height };
  let area = 0;
  for (const fill of graphics.fills) area += areaOf(clipped(fill, frame));
  for (const image of graphics.images) area += areaOf(clipped(image, frame));
  if (area <= mostLayers * width * height) return undefined;
  return new Failure('DOCUMENT_LIMIT', { details: 'Drawing the page takes too long.' });
}

/** Nothing is drawn on the page; told without drawing it. */
export async function isEmpty(session: PdfSession, { number, graphics }: PdfPage): Promise<boolean> {
  if (graphics.images.length + graphics.fills.length + graphics.rules.length > 0) return false;
  try {
    return session.use((document) => isBlank(document, number - 1));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await session.reopen();
    return true;
  }
}

/** The picture, or why there is none; undefined where the page has no room to draw on. */
export async function draw(session: PdfSession, request: DrawRequest): Promise<RenderedPage | Failure | undefined> {
  try {
    return session.use((document) => renderPage(document, request));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await session.reopen();
    return error;
  }
}
