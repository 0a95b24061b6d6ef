// One PDF while it is read. A trap inside PDFium costs the page it came from: the module is loaded anew, the file opened
// again, and reading goes on.
import { Failure } from '../../../core/failure.ts';
import { type OpenedPdf, openPdf, type PdfDocument } from '../../engines/pdfium/document.ts';
import { guarded, loadPdfium } from '../../engines/pdfium/module.ts';
import type { ByteSource } from '../../input.ts';

/** Traps in one document before it is given up. */
const mostTraps = 3;

export class PdfSession {
  readonly repaired: boolean;
  readonly pages: number;
  readonly #source: ByteSource;
  readonly #password: string | undefined;
  /** Undefined after a trap, until it is opened again. */
  #document: PdfDocument | undefined;
  #traps = 0;

  constructor(source: ByteSource, password: string | undefined, { document, repaired }: OpenedPdf) {
    this.#source = source;
    this.#password = password;
    this.#document = document;
    this.repaired = repaired;
    this.pages = document.pages;
  }

  /** Calls the engine. A trap is thrown as its Failure; `reopen` then makes the session fit to go on. */
  use<T>(run: (document: PdfDocument) => T): T {
    const document = this.#document;
    if (document === undefined) throw new Failure('INTERNAL', { cause: 'the PDF is used after a trap' });
    let done = false;
    try {
      const result = guarded(document.pdfium, () => run(document));
      done = true;
      return result;
    } finally {
      if (!done) this.#document = undefined;
    }
  }

  /** After a trap: false when there were too many of them. */
  async reopen(): Promise<boolean> {
    this.#traps += 1;
    if (this.#traps > mostTraps) return false;
    this.#document = (await opened(this.#source, this.#password)).document;
    return true;
  }

  close(): void {
    const document = this.#document;
    this.#document = undefined;
    if (document !== undefined) guarded(document.pdfium, () => document.close());
  }
}

export async function openSession(source: ByteSource, password: string | undefined): Promise<PdfSession> {
  return new PdfSession(source, password, await opened(source, password));
}

async function opened(source: ByteSource, password: string | undefined): Promise<OpenedPdf> {
  const pdfium = await loadPdfium();
  return guarded(pdfium, () => openPdf(pdfium, source, password));
}
