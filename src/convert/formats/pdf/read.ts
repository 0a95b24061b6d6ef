// Reads PDF files: page by page through PDFium into words, lines and pictures, which the layout of all pages makes into blocks.
import { Failure } from '../../../core/failure.ts';
import type { Block } from '../../document/tree.ts';
import type { PdfDocument } from '../../engines/pdfium/document.ts';
import { readOutline } from '../../engines/pdfium/links.ts';
import { type PdfPage, readPage } from '../../engines/pdfium/page.ts';
import type { Read, ReadContext } from '../../format.ts';
import { analysePage, type PageItems } from '../../layout/analyse-page.ts';
import { joinContinued } from '../../layout/continued.ts';
import { joinTables } from '../../layout/continued-tables.ts';
import { withoutFurniture } from '../../layout/furniture.ts';
import { TypeCensus } from '../../layout/headings.ts';
import { outlineKey } from '../../layout/page.ts';
import { countHeadings, pageBlocks } from '../../layout/page-blocks.ts';
import { wantsPage } from '../../options.ts';
import { pageContent } from './page-content.ts';
import { openSession, type PdfSession } from './session.ts';

/** Pages that are held at one time: sizes of type and repeated lines are counted over them. */
const heldPages = 32;
/** Characters without a known meaning for each word: more than this, and the text is not to be trusted. */
const garbled = 1;

export const read: Read = async function* (input, context) {
  const session = await openSession(input.source, context.options.password);
  if (session.repaired)
    context.warn('file-repaired', 'The end of the PDF is missing; the pages that are there were read.');
  try {
    session.use((document) => describe(document, context));
    const outline = session.use(outlineByPage);
    const census = new TypeCensus();
    const running = new Set<string>();
    let held: PageItems[] = [];
    for (let index = 0; index < session.pages; index += 1) {
      if (!wantsPage(context.options, index + 1)) continue;
      if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
      context.progress(index, session.pages);
      const page = await pageOf(session, index, context);
      if (page === 'over') break;
      if (page !== undefined) held.push(understood(page, outline, census, context));
      if (held.length < heldPages) continue;
      yield* written(held, census, running, context);
      held = [];
    }
    yield* written(held, census, running, context);
    tellRunning(running, context);
  } finally {
    session.close();
  }
};

/** One page; undefined when it cannot be read, `over` when none after it can be. */
async function pageOf(session: PdfSession, index: number, context: ReadContext): Promise<PdfPage | 'over' | undefined> {
  const origin = { kind: 'page', page: index + 1 } as const;
  try {
    const page = session.use((document) => readPage(document, index));
    if (page === undefined) context.warn('page-unreadable', `Page ${index + 1} is damaged and was left out.`, origin);
    return page;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A document of this one page has nothing else to give.
    if (session.pages === 1) throw error;
    const goesOn = await session.reopen();
    const rest = goesOn ? 'was left out' : 'and all pages after it were left out';
    context.warn('page-unreadable', `Page ${index + 1} cannot be read and ${rest}: ${error.message}`, origin);
    return goesOn ? undefined : 'over';
  }
}

function tellRunning(running: ReadonlySet<string>, context: ReadContext): void {
  if (running.size === 0) return;
  const shown = [...running].slice(0, 5).map((text) => `"${text.slice(0, 80)}"`);
  context.warn('running-text', `Texts that repeat in the margins of pages were left out, such as ${shown.join(', ')}.`);
}

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
  page: PdfPage,
  outline: ReadonlyMap<number, ReadonlyMap<string, number>>,
  census: TypeCensus,
  context: ReadContext,
): PageItems {
  const { number } = page;
  const origin = { kind: 'page', page: number } as const;
  const { content, hidden, unmapped } = pageContent(page, outline.get(number));
  if (hidden > 0)
    context.warn('hidden-text', `${hidden} characters on page ${number} are not shown and were left out.`, origin);
  if (unmapped > garbled * content.words.length && unmapped > 20) {
    context.warn(
      'garbled-text',
      `The text of page ${number} may be wrong: its fonts do not say what their characters mean.`,
      origin,
    );
  }
  if (content.words.length === 0 && content.images.length > 0) {
    context.warn('page-without-text', `Page ${number} is a picture without a text layer; it needs OCR.`, origin);
  }
  census.add(content.words);
  return analysePage(content);
}

function* written(
  held: readonly PageItems[],
  census: TypeCensus,
  running: Set<string>,
  context: ReadContext,
): Generator<Block> {
  const furniture = withoutFurniture(held);
  for (const text of furniture.texts) running.add(text);
  const pages = joinContinued(joinTables(furniture.pages));
  for (const page of pages) countHeadings(page, census);
  for (const page of pages) {
    if (context.options.pageMarkers) yield { type: 'comment', value: `page ${page.content.number}` };
    yield* pageBlocks(page, census);
  }
}
