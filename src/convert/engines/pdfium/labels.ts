// What a page is called in print (ISO 32000-2, 12.4.2): `iv` where it is the fourth sheet of the front matter.
import type { PdfDocument } from './document.ts';

const longestLabel = 64;

/** Undefined where the document does not name its pages, or by their numbers only. */
export function pageLabel({ pdfium, handle }: PdfDocument, index: number): string | undefined {
  const label = pdfium
    .text((buffer, length) => pdfium.calls.FPDF_GetPageLabel(handle, index, buffer, length), 'utf16le', longestLabel)
    .replace(/[\s-]+/g, ' ')
    .trim();
  return label === '' || label === String(index + 1) || !/^[\p{L}\p{N}. ]+$/u.test(label) ? undefined : label;
}
