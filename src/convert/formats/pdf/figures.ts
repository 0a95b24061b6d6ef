// The pictures of a page that belong to what it says: found here, kept when images are asked for, else left to their text.
import { createHash } from 'node:crypto';
import { Failure } from '../../../core/failure.ts';
import type { PictureBox } from '../../engines/pdfium/graphics.ts';
import { pictureFile } from '../../engines/pdfium/page-pictures.ts';
import type { ReadContext } from '../../format.ts';
import { type Box, type Figure, heightOf, liesIn, type PageContent, type Word, widthOf } from '../../layout/page.ts';
import { areaOf, PictureCover } from './picture-regions.ts';
import type { PdfSession } from './session.ts';

/** In points: smaller pictures are ornaments. */
const narrowest = 40;
const lowest = 30;
/** Share of the page from which on a picture is its ground, or a scan of it. */
const ground = 0.6;
/** Words on a picture from which on it is the ground of a text. */
const groundWords = 40;
/** Shares of the page's height where letterheads and running titles stand. */
const margin = 0.12;
const mostFigures = 200;
/** Regions and tagged pictures looked at. */
const mostRegions = 500;
const mostTagged = 5_000;

/** Figures of a page, not yet kept; pictures that touch each other are one. */
export function figuresOf(
  page: { readonly width: number; readonly height: number },
  images: readonly PictureBox[],
  words: readonly Word[],
  alts: ReadonlyMap<number, string> | undefined,
): Figure[] {
  if (images.length === 0) return [];
  const apart = images.filter((image) => areaOf(image) < ground * page.width * page.height);
  const figures: Figure[] = [];
  const tagged = images.filter((image) => alts?.has(image.content ?? -1) === true).slice(0, mostTagged);
  for (const box of new PictureCover(page.width, page.height, apart).regions().slice(0, mostRegions)) {
    if (figures.length >= mostFigures) break;
    if (!isFigure(box, page) || isBehind(box, words)) continue;
    const named = tagged.find((image) => liesIn(image, box));
    figures.push({ ...box, alt: cleanAlt(alts?.get(named?.content ?? -1)), url: '' });
  }
  return figures;
}

function isFigure(box: Box, { width, height }: { readonly width: number; readonly height: number }): boolean {
  if (widthOf(box) < narrowest || heightOf(box) < lowest) return false;
  if (box.bottom < margin * height || box.top > (1 - margin) * height) return false;
  return widthOf(box) * heightOf(box) < ground * width * height;
}

function isBehind(box: Box, words: readonly Word[]): boolean {
  let count = 0;
  for (const word of words) {
    if (liesIn(word, box)) count += 1;
    if (count >= groundWords) return true;
  }
  return false;
}

/** Programs write names of files where an author wrote nothing. */
function cleanAlt(alt: string | undefined): string {
  const text = (alt ?? '').replace(/\s+/g, ' ').trim();
  return /^\S*\.(?:png|jpe?g|gif|tiff?|bmp|eps|emf|wmf|svg|pdf)$/i.test(text) ? '' : text;
}

/** Keeps the figures of a document; the same picture on many pages is kept once. */
export class FigureKeeper {
  readonly #session: PdfSession;
  readonly #context: ReadContext;
  readonly #urls = new Map<string, string>();
  #leftOut = 0;

  constructor(session: PdfSession, context: ReadContext) {
    this.#session = session;
    this.#context = context;
  }

  /** The page with those figures that have a file or a text. */
  async keep(content: PageContent): Promise<PageContent> {
    const { figures } = content;
    if (figures === undefined || figures.length === 0) return content;
    const kept: Figure[] = [];
    for (const figure of figures) {
      const url = this.#context.options.extractImages ? await this.#url(content, figure) : '';
      if (url !== '' || figure.alt !== '') kept.push({ ...figure, url });
    }
    return { ...content, figures: kept };
  }

  /** Told once all pages are read. */
  end(): void {
    if (this.#leftOut === 0) return;
    this.#context.warn('image-not-extracted', `${this.#leftOut} images were not kept: there are too many.`);
  }

  async #url(content: PageContent, figure: Figure): Promise<string> {
    const place = content.shown?.(figure) ?? figure;
    try {
      const file = this.#session.use((document) => pictureFile(document, content.number - 1, place));
      if (file === undefined) return '';
      const key = createHash('sha1').update(file.bytes).digest('base64');
      const known = this.#urls.get(key);
      if (known !== undefined) return known;
      if (this.#urls.size >= this.#context.limits.images) {
        this.#leftOut += 1;
        return '';
      }
      const url = this.#context.saveImage(file) ?? '';
      this.#urls.set(key, url);
      return url;
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'INTERNAL') throw error;
      if (error.code !== 'CORRUPTED_FILE' && error.facts?.limit !== 'memory') throw error;
      this.#context.warn('image-unreadable', `An image of page ${content.number} is damaged and was left out.`, {
        kind: 'page',
        page: content.number,
      });
      if (!(await this.#session.reopen())) throw error;
      return '';
    }
  }
}
