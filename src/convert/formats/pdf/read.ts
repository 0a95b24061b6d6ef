// Reads PDF files: page by page through PDFium into words, lines and pictures, which the layout of all pages makes into blocks.
import { Failure } from '../../../core/failure.ts';
import type { Block } from '../../document/tree.ts';
import type { PdfDocument } from '../../engines/pdfium/document.ts';
import { type OutlineEntry, readOutline } from '../../engines/pdfium/links.ts';
import type { Read, ReadContext } from '../../format.ts';
import { analysePage, type PageItems } from '../../layout/analyse-page.ts';
import { ListJoiner, NumberedRun } from '../../layout/continued-lists.ts';
import { withoutFurniture } from '../../layout/furniture.ts';
import { joinedPages } from '../../layout/joined-pages.ts';
import { LineNumbers } from '../../layout/line-numbers.ts';
import { outlineKey, type PageContent } from '../../layout/page.ts';
import { countHeadings, pageBlocks } from '../../layout/page-blocks.ts';
import { RunningMemory } from '../../layout/running-memory.ts';
import { pagesOfSpread } from '../../layout/spreads.ts';
import { TypeCensus } from '../../layout/type-census.ts';
import { FigureKeeper } from './figures.ts';
import { withoutPrivateSigns } from './private-signs.ts';
import { pagesOf } from './scan-pages.ts';
import { openSession } from './session.ts';

/** Pages that are held at one time: sizes of type and repeated lines are counted over them. */
const heldPages = 32;
/** Pages that one table may hold back until it ends. */
const mostCarried = 128;

export const read: Read = async function* (input, context) {
  const session = await openSession(input.source, context.options.password);
  if (session.repaired)
    context.warn(
      'file-repaired',
      'The table of objects in the PDF is missing or wrong; the pages that were found without it were read.',
    );
  try {
    session.use((document) => describe(document, context));
    const outline = session.use(outlineByPage);
    const census = new TypeCensus();
    const running = new Set<string>();
    const memory = { running: new RunningMemory(), numbers: new NumberedRun(), lists: new ListJoiner(), carried: [] };
    const { pages, failure, damaged } = pagesOf(session, outline, context);
    let held: PageItems[] = [];
    let blocks = 0;
    const counted = function* (isLast: boolean): Generator<Block> {
      for (const block of written({ held, isLast }, census, running, memory, context)) {
        if (block.type !== 'comment') blocks += 1;
        yield block;
      }
    };
    const figures = new FigureKeeper(session, context);
    const lineNumbers = new LineNumbers();
    let numbered = 0;
    for await (const given of pages) {
      const clean = await figures.keep({ ...given, words: withoutPrivateSigns(given.words) });
      const content = lineNumbers.without(clean);
      if (content.words.length < clean.words.length) numbered += 1;
      census.add(content.words);
      held.push(...pagesOfSpread(content).map(analysePage));
      if (held.length < heldPages) continue;
      yield* counted(false);
      held = [];
    }
    yield* counted(true);
    yield* memory.lists.end();
    const reason = failure();
    if (blocks === 0 && reason !== undefined) throw unreadable(reason);
    if (blocks === 0 && damaged() > 0)
      throw new Failure('CORRUPTED_FILE', {
        details: `Of its pages, ${damaged()} of ${session.pages} could not be read, and the others are empty.`,
      });
    tellRunning(running, context);
    if (numbered > 0)
      context.warn('line-numbers-dropped', `The numbers of lines in the margins of ${numbered} pages were left out.`);
    figures.end();
  } finally {
    session.close();
  }
};

/** No page gave anything, and at least one because its picture could not be read. */
function unreadable(reason: Failure): Failure {
  return new Failure('OCR_FAILED', { details: reason.details ?? reason.message, cause: reason });
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
  const entries = readOutline(document);
  if (isStair(entries)) return pages;
  for (const { title, level, page } of entries) {
    const key = outlineKey(title);
    if (key === '') continue;
    const titles = pages.get(page) ?? new Map<string, number>();
    if (!titles.has(key)) titles.set(key, level);
    pages.set(page, titles);
  }
  return pages;
}

/** Entries of an outline in which hardly one stands beside another: each is below the one before, by mistake. */
const fewestSteps = 8;
function isStair(entries: readonly OutlineEntry[]): boolean {
  const levels = new Set(entries.map(({ level }) => level));
  return levels.size >= fewestSteps && levels.size > 0.2 * entries.length;
}

/** What a part of the pages leaves for the next. */
interface Memory {
  readonly running: RunningMemory;
  readonly numbers: NumberedRun;
  readonly lists: ListJoiner;
  /** Pages whose last paragraph or table may go on. */
  carried: readonly PageItems[];
}

function* written(
  { held, isLast }: { readonly held: readonly PageItems[]; readonly isLast: boolean },
  census: TypeCensus,
  running: Set<string>,
  memory: Memory,
  context: ReadContext,
): Generator<Block> {
  const furniture = withoutFurniture(held, memory.running, census.body);
  for (const text of furniture.texts) running.add(text);
  const joined = joinedPages(furniture.pages, census, memory.carried);
  for (const page of joined.slice(memory.carried.length)) countHeadings(page, census);
  const pages = isLast ? joined : joined.slice(0, lastFilled(joined));
  memory.carried = joined.slice(pages.length);
  let marked = 0;
  for (const [at, page] of pages.entries()) {
    // The two pages of a spread are one of the file.
    if (context.options.pageMarkers && page.content.number !== marked) {
      marked = page.content.number;
      yield* memory.lists.push({ type: 'comment', value: markerOf(page.content) }, false);
    }
    let opens = true;
    for (const block of pageBlocks(page, census, memory.numbers, joined[at + 1])) {
      yield* memory.lists.push(block, opens);
      opens = false;
    }
  }
}

/** The last page that something is left on: those after it went on with it. Too many of them are written as they are. */
function lastFilled(pages: readonly PageItems[]): number {
  const at = pages.findLastIndex(({ items }) => items.length > 0);
  return at < pages.length - mostCarried ? pages.length : Math.max(0, at);
}

const markerOf = ({ number, label }: PageContent): string =>
  label === undefined ? `page ${number}` : `page ${number}: ${label}`;
