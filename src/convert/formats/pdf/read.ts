// Reads PDF files: page by page through PDFium into words, lines and pictures, which the layout of all pages makes into blocks.
import { Failure } from '../../../core/failure.ts';
import type { Block } from '../../document/tree.ts';
import { openPdf, type PdfDocument } from '../../engines/pdfium/document.ts';
import { readOutline } from '../../engines/pdfium/links.ts';
import { guarded, loadPdfium } from '../../engines/pdfium/module.ts';
import { readPage } from '../../engines/pdfium/page.ts';
import type { Read, ReadContext } from '../../format.ts';
import { analysePage, type PageItems } from '../../layout/analyse-page.ts';
import { joinContinued } from '../../layout/continued.ts';
import { withoutFurniture } from '../../layout/furniture.ts';
import { TypeCensus } from '../../layout/headings.ts';
import { outlineKey } from '../../layout/page.ts';
import { countHeadings, pageBlocks } from '../../layout/page-blocks.ts';
import { wantsPage } from '../../options.ts';
import { pageContent } from './page-content.ts';

/** Pages that are held at one time: sizes of type and repeated lines are counted over them. */
const heldPages = 1_000;
/** Characters without a known meaning for each word: more than this, and the text is not to be trusted. */
const garbled = 1;

export const read: Read = async function* (input, context) {
  const pdfium = await loadPdfium();
  const document = guarded(() => openPdf(pdfium, input.source, context.options.password));
  let broken = false;
  let begun = false;
  try {
    guarded(() => describe(document, context));
    const outline = guarded(() => outlineByPage(document));
    const census = new TypeCensus();
    let held: PageItems[] = [];
    for (let index = 0; index < document.pages; index += 1) {
      if (!wantsPage(context.options, index + 1)) continue;
      if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
      context.progress(index, document.pages);
      let page: PageItems | undefined;
      try {
        page = guarded(() => understood(document, index, outline, context));
      } catch (error) {
        // A trap takes the module with it: what was read before is kept, the rest cannot be had.
        broken = true;
        if (!(error instanceof Failure) || (held.length === 0 && !begun)) throw error;
        context.warn('page-unreadable', `Page ${index + 1} is damaged; it and all pages after it were left out.`, {
          kind: 'page',
          page: index + 1,
        });
        break;
      }
      if (page !== undefined) held.push(page);
      if (held.length < heldPages) continue;
      begun = true;
      yield* written(held, census, context);
      held = [];
    }
    yield* written(held, census, context);
  } finally {
    // After a trap the module is gone, and the document with it.
    if (!broken) guarded(() => document.close());
  }
};

function describe(document: PdfDocument, context: ReadContext): void {
  const { pdfium, handle } = document;
  const meta = (tag: string): string =>
    pdfium
      .withText(tag, (name) =>
        pdfium.text((buffer, length) => pdfium.calls.FPDF_GetMetaText(handle, name, buffer, length), 'utf16le', 2_048),
      )
      .replace(/\s+/g, ' ')
      .trim();
  const title = meta('Title');
  const author = meta('Author');
  context.describe({
    pages: document.pages,
    ...(title === '' ? {} : { title }),
    ...(author === '' ? {} : { author }),
  });
}

/** Titles of the outline by the page they lead to. */
function outlineByPage(document: PdfDocument): Map<number, Map<string, number>> {
  const pages = new Map<number, Map<string, number>>();
  for (const { title, level, page } of readOutline(document)) {
    const key = outlineKey(title);
    if (key === '') continue;
    const titles = pages.get(page) ?? new Map<string, number>();
    if (!titles.has(key)) titles.set(key, level);
    pages.set(page, titles);
  }
  return pages;
}

function understood(
  document: PdfDocument,
  index: number,
  outline: ReadonlyMap<number, ReadonlyMap<string, number>>,
  context: ReadContext,
): PageItems | undefined {
  const page = readPage(document, index);
  const origin = { kind: 'page', page: index + 1 } as const;
  if (page === undefined) {
    context.warn('page-unreadable', `Page ${index + 1} is damaged and was left out.`, origin);
    return undefined;
  }
  const { content, hidden, unmapped } = pageContent(page, outline.get(index + 1));
  if (hidden > 0)
    context.warn('hidden-text', `${hidden} characters on page ${index + 1} are not shown and were left out.`, origin);
  if (unmapped > garbled * content.words.length && unmapped > 20) {
    context.warn(
      'garbled-text',
      `The text of page ${index + 1} may be wrong: its fonts do not say what their characters mean.`,
      origin,
    );
  }
  if (content.words.length === 0 && content.images.length > 0) {
    context.warn('page-without-text', `Page ${index + 1} is a picture without a text layer; it needs OCR.`, origin);
  }
  return analysePage(content);
}

function* written(held: readonly PageItems[], census: TypeCensus, context: ReadContext): Generator<Block> {
  const furniture = withoutFurniture(held);
  if (furniture.texts.length > 0) {
    const shown = furniture.texts
      .slice(0, 5)
      .map((text) => `"${text.slice(0, 80)}"`)
      .join(', ');
    context.warn('running-text', `Texts that repeat in the margins of pages were left out: ${shown}.`);
  }
  const pages = joinContinued(furniture.pages);
  for (const page of pages) census.add(page.content.words);
  for (const page of pages) countHeadings(page, census);
  for (const page of pages) {
    if (context.options.pageMarkers) yield { type: 'comment', value: `page ${page.content.number}` };
    yield* pageBlocks(page, census);
  }
}
