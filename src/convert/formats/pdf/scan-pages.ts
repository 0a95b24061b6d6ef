// The pages of a PDF in their order, each with the text it carries or the text that was read in its picture. Pictures are
// handed to the engine ahead of the page that is waited for, as many as it reads at one time.
import { Failure } from '../../../core/failure.ts';
import { type PdfPage, readPage } from '../../engines/pdfium/page.ts';
import type { ReadContext } from '../../format.ts';
import type { PageContent } from '../../layout/page.ts';
import { wantsPage } from '../../options.ts';
import { OcrDesk } from './ocr-desk.ts';
import { PageMaker, type PendingPage } from './scan-page.ts';
import type { PdfSession } from './session.ts';

/** Pages that are ready and wait for one before them. */
const mostWaiting = 32;

export interface ReadPages {
  readonly pages: AsyncGenerator<PageContent>;
  /** Why the picture of a page could not be read, where one could not. */
  readonly failure: () => Failure | undefined;
  /** How many pages were left out as damaged. */
  readonly damaged: () => number;
}

export function pagesOf(
  session: PdfSession,
  outline: ReadonlyMap<number, ReadonlyMap<string, number>>,
  context: ReadContext,
): ReadPages {
  const desk = new OcrDesk(context);
  const maker = new PageMaker(session, desk, outline, context);
  let damaged = 0;
  const pages = inOrder(session, desk, maker, context, () => {
    damaged += 1;
  });
  return { pages, failure: () => maker.failure, damaged: () => damaged };
}

async function* inOrder(
  session: PdfSession,
  desk: OcrDesk,
  maker: PageMaker,
  context: ReadContext,
  leaveOut: () => void,
): AsyncGenerator<PageContent> {
  const waiting: PendingPage[] = [];
  for (let index = 0; index < session.pages; index += 1) {
    if (!wantsPage(context.options, index + 1)) continue;
    if (context.signal.aborted) throw new Failure('PROCESSING_TIMEOUT', { cause: context.signal.reason });
    context.progress(index - waiting.length, session.pages);
    const page = await pageOf(session, index, context);
    if (page === 'over' || page === undefined) leaveOut();
    if (page === 'over') break;
    if (page === undefined) continue;
    waiting.push(await maker.start(page));
    while (waiting.length > 0 && (desk.isIdle || !desk.isFree || waiting.length >= mostWaiting)) {
      yield await (waiting.shift() as PendingPage).done;
    }
  }
  for (const page of waiting) yield await page.done;
  maker.end();
}

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
