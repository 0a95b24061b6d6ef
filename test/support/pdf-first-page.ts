// The first page of a PDF as PDFium reads it.
import { openPdf } from '../../src/convert/engines/pdfium/document.ts';
import { loadPdfium } from '../../src/convert/engines/pdfium/module.ts';
import { type PdfPage, readPage } from '../../src/convert/engines/pdfium/page.ts';
import { bytesSource } from '../../src/convert/input.ts';

export async function readFirstPage(pdf: Buffer): Promise<PdfPage> {
  const { document } = openPdf(await loadPdfium(), bytesSource(pdf), undefined);
  try {
    const page = readPage(document, 0);
    if (page === undefined) throw new Error('no page');
    return page;
  } finally {
    document.close();
  }
}
