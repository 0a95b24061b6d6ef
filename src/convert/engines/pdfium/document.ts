// One PDF opened by PDFium: read from its source as needed, closed once. Errors are told by code.
import { Failure } from '../../../core/failure.ts';
import type { ByteSource } from '../../input.ts';
import type { Pdfium } from './module.ts';
import { withTrailer } from './repair.ts';

/** FPDF_GetLastError. */
const needsPassword = 4;
const unknownSecurity = 5;
/** Bytes handed over in one call of the reader. */
const accessBytes = 12;

export interface PdfDocument {
  readonly pdfium: Pdfium;
  readonly handle: number;
  readonly pages: number;
  /** The file itself. */
  readonly source: ByteSource;
  /** The form environment, 0 where the document has no form. */
  readonly form: number;
  /** Names of fonts whose letters were all as wide on some page. */
  readonly typewriters: Set<string>;
  /** Names of fonts that have set ideographs on some page. */
  readonly eastern: Set<string>;
  close(): void;
}

export interface OpenedPdf {
  readonly document: PdfDocument;
  /** Its end was missing and was made up. */
  readonly repaired: boolean;
}

export function openPdf(pdfium: Pdfium, source: ByteSource, password: string | undefined): OpenedPdf {
  let document: PdfDocument | undefined;
  let failure: unknown;
  try {
    document = openSource(pdfium, source, password);
    if (hasFirstPage(document)) return { document, repaired: false };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CORRUPTED_FILE') throw error;
    failure = error;
  }
  const mended = openMended(pdfium, source, password, document === undefined);
  if (mended !== undefined) {
    document?.close();
    return { document: mended, repaired: true };
  }
  if (document === undefined) throw failure;
  return { document, repaired: false };
}

/** With a table of its objects made anew, which takes the place of a wrong one only where it leads to a first page. */
function openMended(
  pdfium: Pdfium,
  source: ByteSource,
  password: string | undefined,
  isLastResort: boolean,
): PdfDocument | undefined {
  const whole = withTrailer(source);
  if (whole === undefined) return undefined;
  try {
    const document = openSource(pdfium, whole, password);
    if (isLastResort || hasFirstPage(document)) return document;
    document.close();
    return undefined;
  } catch (error) {
    if (isLastResort || !(error instanceof Failure)) throw error;
    return undefined;
  }
}

/** A table that is wrong may lead to a document, but not to its pages. */
const hasFirstPage = ({ pdfium, handle, pages }: PdfDocument): boolean =>
  pages > 0 && pdfium.calls.FPDF_GetPageSizeByIndexF(handle, 0, pdfium.scratch) !== 0;

function openSource(pdfium: Pdfium, source: ByteSource, password: string | undefined): PdfDocument {
  const { calls } = pdfium;
  // FPDF_FILEACCESS: length, reader, parameter.
  const access = calls.malloc(accessBytes);
  const reader = pdfium.callback((_parameter, position, buffer, size) => {
    const offset = Number(position) >>> 0;
    const bytes = source.read(offset, Number(size) >>> 0);
    pdfium.memory.set(bytes, Number(buffer) >>> 0);
    return bytes.length === Number(size) >>> 0 ? 1 : 0;
  }, 'iiiii');
  const close = (): void => {
    pdfium.forget(reader);
    calls.free(access);
  };
  pdfium.view.setUint32(access, source.size, true);
  pdfium.view.setUint32(access + 4, reader, true);
  pdfium.view.setUint32(access + 8, 0, true);
  let error = 0;
  for (const candidate of passwordForms(password)) {
    const handle = pdfium.withText(candidate, (text) => calls.FPDF_LoadCustomDocument(access, text));
    if (handle !== 0) {
      const info = calls.PDFiumExt_OpenFormFillInfo();
      const form = info === 0 ? 0 : calls.PDFiumExt_InitFormFillEnvironment(handle, info);
      return {
        pdfium,
        handle,
        form,
        typewriters: new Set(),
        eastern: new Set(),
        source,
        pages: calls.FPDF_GetPageCount(handle),
        close: () => {
          if (form !== 0) calls.PDFiumExt_ExitFormFillEnvironment(form);
          if (info !== 0) calls.PDFiumExt_CloseFormFillInfo(info);
          calls.FPDF_CloseDocument(handle);
          close();
        },
      };
    }
    error = calls.FPDF_GetLastError();
    if (error !== needsPassword) break;
  }
  close();
  throw openFailure(error, password);
}

/** ISO 32000-2, 7.6.4.3: older files take PDFDocEncoding, revision 6 the text after SASLprep; the empty one is tried too. */
function passwordForms(password: string | undefined): Set<string> {
  if (password === undefined) return new Set(['']);
  return new Set([password, password.normalize('NFKC'), '']);
}

function openFailure(error: number, password: string | undefined): Failure {
  if (error === needsPassword && password === undefined) return new Failure('PASSWORD_REQUIRED');
  if (error === needsPassword) {
    return new Failure('PASSWORD_REQUIRED', {
      field: 'password',
      message: 'The password does not open the file.',
      suggestion: 'Check the password and send the file again.',
    });
  }
  if (error === unknownSecurity) {
    return new Failure('UNSUPPORTED_FORMAT', {
      details: 'The PDF is protected by a security handler other than a password.',
      suggestion: 'Save a copy without protection and send that.',
    });
  }
  return new Failure('CORRUPTED_FILE', { details: 'The file begins like a PDF but cannot be opened as one.' });
}
