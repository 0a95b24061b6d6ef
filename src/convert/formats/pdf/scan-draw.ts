// Draws pages for reading, at the density their own pictures have. A trap while drawing costs the picture, not the page:
// the session is opened again and the page keeps what its text says.
import { Failure } from '../../../core/failure.ts';
import { type RenderedPage, type RenderRequest, renderPage } from '../../engines/pdfium/render.ts';
import type { Box } from '../../layout/page.ts';
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

/** The picture, or why there is none. */
export async function draw(session: PdfSession, request: DrawRequest): Promise<RenderedPage | Failure> {
  try {
    const picture = session.use((document) => renderPage(document, request));
    return picture ?? new Failure('CORRUPTED_FILE', { details: 'The page cannot be drawn.' });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await session.reopen();
    return error;
  }
}
