// The link areas of a page and the outline of a document (ISO 32000-2, 12.3.3 and 12.5.6.5).
import type { LinkArea } from '../../layout/page.ts';
import type { PdfDocument } from './document.ts';
import type { PageSpace } from './page.ts';

export interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 1; 0 where it is not known. */
  readonly page: number;
}

const mostLinks = 10_000;
const mostEntries = 20_000;
const deepestEntry = 20;
/** Entries from which on the pages are listed, and how many of them. */
const manyEntries = 50;
const mostListed = 20_000;
/** FPDFAction_GetType. */
const goTo = 1;
const uri = 3;

/** Links with their addresses; where one leads into the document there is nothing to write, and its place is all it has. */
export function readLinks({ pdfium, handle }: PdfDocument, page: number, space: PageSpace): LinkArea[] {
  const { calls, scratch } = pdfium;
  const links: LinkArea[] = [];
  // The position in the list stands in the first number, the link in the second.
  pdfium.view.setInt32(scratch, 0, true);
  for (let seen = 0; seen < mostLinks && calls.FPDFLink_Enumerate(page, scratch, scratch + 4) !== 0; seen += 1) {
    const link = pdfium.integer(1);
    if (calls.FPDFLink_GetAnnotRect(link, scratch + 16) === 0) continue;
    const box = space.box(pdfium.float(4), pdfium.float(5), pdfium.float(6), pdfium.float(7));
    const action = calls.FPDFLink_GetAction(link);
    if (action === 0 || calls.FPDFAction_GetType(action) !== uri) {
      links.push(box);
      continue;
    }
    const position = pdfium.view.getInt32(scratch, true);
    const url = pdfium.text((buffer, length) => calls.FPDFAction_GetURIPath(handle, action, buffer, length), 'utf8');
    if (url !== '') links.push({ url, ...box });
    pdfium.view.setInt32(scratch, position, true);
  }
  return links;
}

/**
 * The engine finds the page of an entry by going through the tree of pages, unless it has met the page before: for a long
 * outline it is made to meet all of them, once and in order.
 */
function listPages({ pdfium, handle, pages }: PdfDocument): void {
  const { calls, scratch } = pdfium;
  for (let at = 0; at < Math.min(pages, mostListed); at += 1) calls.FPDF_GetPageSizeByIndexF(handle, at, scratch);
}

/** The outline in reading order; circles in a damaged one end at the limits. */
export function readOutline(document: PdfDocument): OutlineEntry[] {
  const { pdfium, handle } = document;
  const { calls } = pdfium;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const waiting: { readonly bookmark: number; readonly level: number }[] = [
    { bookmark: calls.FPDFBookmark_GetFirstChild(handle, 0), level: 1 },
  ];
  for (let top = waiting.pop(); top !== undefined && entries.length < mostEntries; top = waiting.pop()) {
    const { bookmark, level } = top;
    if (bookmark === 0 || level > deepestEntry || seen.has(bookmark)) continue;
    seen.add(bookmark);
    const title = pdfium
      .text((buffer, length) => calls.FPDFBookmark_GetTitle(bookmark, buffer, length), 'utf16le', 4096)
      .trim();
    let target = calls.FPDFBookmark_GetDest(handle, bookmark);
    if (target === 0) {
      const action = calls.FPDFBookmark_GetAction(bookmark);
      if (action !== 0 && calls.FPDFAction_GetType(action) === goTo) target = calls.FPDFAction_GetDest(handle, action);
    }
    const index = target === 0 ? -1 : calls.FPDFDest_GetDestPageIndex(handle, target);
    if (title !== '') {
      entries.push({ title, level, page: index + 1 });
      if (entries.length === manyEntries) listPages(document);
    }
    waiting.push({ bookmark: calls.FPDFBookmark_GetNextSibling(handle, bookmark), level });
    waiting.push({ bookmark: calls.FPDFBookmark_GetFirstChild(handle, bookmark), level: level + 1 });
  }
  return entries;
}
