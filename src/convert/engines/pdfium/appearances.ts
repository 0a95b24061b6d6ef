// The text of signatures, stamps and fields of no form, which stands in their pictures alone: they are put into the page for
// good, and what the page then says in their places is new.
import type { Box } from '../../layout/page.ts';
import type { TypedText } from './annotations.ts';
import type { PdfDocument } from './document.ts';
import type { Pdfium } from './module.ts';

/** The place of an annotation: on the page as shown, and as the file has it. */
export interface Appearance {
  readonly box: Box;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const mostAppearances = 400;
const longestText = 20_000;
/** FPDFPage_Flatten: for the screen; what it answers when it is done. */
const forScreen = 0;
const flattened = 1;

/** The page is another one afterwards: it must have been read. */
export function readAppearances(
  { pdfium, handle }: PdfDocument,
  index: number,
  page: number,
  text: number,
  appearances: readonly Appearance[],
): TypedText[] {
  const some = appearances.slice(0, mostAppearances);
  if (some.length === 0 || text === 0) return [];
  const { calls } = pdfium;
  const before = some.map((one) => textIn(pdfium, text, one));
  if (calls.FPDFPage_Flatten(page, forScreen) !== flattened) return [];
  const anew = calls.FPDF_LoadPage(handle, index);
  if (anew === 0) return [];
  try {
    const shown = calls.FPDFText_LoadPage(anew);
    if (shown === 0) return [];
    try {
      return some.flatMap((one, at) => {
        const lines = newLines(textIn(pdfium, shown, one), before[at] ?? '');
        return lines.length === 0 ? [] : [{ ...one.box, text: lines.join('\n') }];
      });
    } finally {
      calls.FPDFText_ClosePage(shown);
    }
  } finally {
    calls.FPDF_ClosePage(anew);
  }
}

function textIn(pdfium: Pdfium, text: number, { left, top, right, bottom }: Appearance): string {
  const { calls } = pdfium;
  // Counted in characters of two bytes without a closing zero, where other calls count bytes with it.
  const read = (buffer: number, length: number): number =>
    2 + 2 * calls.FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, length / 2);
  return pdfium.text(read, 'utf16le', longestText);
}

/** What was printed below the annotation before is read with the page. */
function newLines(after: string, before: string): string[] {
  const known = new Set(linesOf(before));
  return linesOf(after).filter((line) => !known.has(line));
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\0]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
