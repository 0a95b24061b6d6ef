// PDFium as a wasm module: loaded once per process, called through its raw exports. Nothing above this folder knows it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Failure } from '../../../core/failure.ts';
import { withMemoryLimit } from './wasm-memory.ts';

/** The exports that are used; pointers and handles are numbers, booleans are 0 or 1. */
export interface PdfiumCalls {
  malloc(size: number): number;
  free(pointer: number): void;
  FPDF_LoadCustomDocument(access: number, password: number): number;
  FPDF_GetLastError(): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_GetSecurityHandlerRevision(document: number): number;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDF_GetPageSizeByIndexF(document: number, index: number, size: number): number;
  FPDFPage_GetRotation(page: number): number;
  FPDF_GetPageBoundingBox(page: number, rectangle: number): number;
  FPDF_GetPageLabel(document: number, index: number, buffer: number, length: number): number;
  FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;

  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(text: number): void;
  FPDFText_CountChars(text: number): number;
  FPDFText_GetUnicode(text: number, index: number): number;
  FPDFText_GetTextObject(text: number, index: number): number;
  FPDFText_HasUnicodeMapError(text: number, index: number): number;
  FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number;
  FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  FPDFText_GetFontSize(text: number, index: number): number;
  FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  FPDFText_GetBoundedText(
    text: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
    buffer: number,
    length: number,
  ): number;

  FPDFTextObj_GetFont(object: number): number;
  FPDFTextObj_GetTextRenderMode(object: number): number;
  FPDFFont_GetBaseFontName(font: number, buffer: number, length: number): number;
  FPDFFont_GetFlags(font: number): number;
  FPDFFont_GetWeight(font: number): number;
  FPDFFont_GetItalicAngle(font: number, angle: number): number;
  FPDFFont_GetIsEmbedded(font: number): number;
  FPDFFont_GetFontData(font: number, buffer: number, length: number, needed: number): number;

  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFPageObj_GetMarkedContentID(object: number): number;
  FPDFPageObj_CountMarks(object: number): number;
  FPDFPageObj_GetMark(object: number, index: number): number;
  FPDFPageObjMark_GetParamValueType(mark: number, key: number): number;
  FPDFPageObj_GetFillColor(object: number, r: number, g: number, b: number, a: number): number;
  FPDFPageObj_GetStrokeWidth(object: number, width: number): number;
  FPDFFormObj_CountObjects(object: number): number;
  FPDFFormObj_GetObject(object: number, index: number): number;
  FPDFPath_CountSegments(path: number): number;
  FPDFPath_GetPathSegment(path: number, index: number): number;
  FPDFPageObj_GetClipPath(object: number): number;
  FPDFClipPath_CountPaths(clip: number): number;
  FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  FPDFClipPath_GetPathSegment(clip: number, path: number, segment: number): number;
  FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  FPDFPathSegment_GetType(segment: number): number;
  FPDFPathSegment_GetClose(segment: number): number;
  FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;

  FPDFLink_Enumerate(page: number, position: number, link: number): number;
  FPDFLink_GetAnnotRect(link: number, rectangle: number): number;
  FPDFLink_GetAction(link: number): number;
  FPDFAction_GetType(action: number): number;
  FPDFAction_GetDest(document: number, action: number): number;
  FPDFAction_GetURIPath(document: number, action: number, buffer: number, length: number): number;
  FPDFDest_GetDestPageIndex(document: number, destination: number): number;

  PDFiumExt_OpenFormFillInfo(): number;
  PDFiumExt_InitFormFillEnvironment(document: number, info: number): number;
  PDFiumExt_ExitFormFillEnvironment(form: number): void;
  PDFiumExt_CloseFormFillInfo(info: number): void;
  FPDFPage_GetAnnotCount(page: number): number;
  FPDFPage_GetAnnot(page: number, index: number): number;
  FPDFPage_CloseAnnot(annotation: number): void;
  FPDFPage_Flatten(page: number, use: number): number;
  FPDFAnnot_GetSubtype(annotation: number): number;
  FPDFAnnot_GetFlags(annotation: number): number;
  FPDFAnnot_GetRect(annotation: number, rectangle: number): number;
  FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number;
  FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
  FPDFAnnot_GetFormFieldValue(form: number, annotation: number, buffer: number, length: number): number;
  FPDFAnnot_IsChecked(form: number, annotation: number): number;

  FPDF_StructTree_GetForPage(page: number): number;
  FPDF_StructTree_Close(tree: number): void;
  FPDF_StructTree_CountChildren(tree: number): number;
  FPDF_StructTree_GetChildAtIndex(tree: number, index: number): number;
  FPDF_StructElement_GetType(element: number, buffer: number, length: number): number;
  FPDF_StructElement_GetAltText(element: number, buffer: number, length: number): number;
  FPDF_StructElement_CountChildren(element: number): number;
  FPDF_StructElement_GetChildAtIndex(element: number, index: number): number;
  FPDF_StructElement_GetChildMarkedContentID(element: number, index: number): number;
  FPDF_StructElement_GetMarkedContentIdCount(element: number): number;
  FPDF_StructElement_GetMarkedContentIdAtIndex(element: number, index: number): number;

  FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  FPDFBookmark_GetTitle(bookmark: number, buffer: number, length: number): number;
  FPDFBookmark_GetDest(document: number, bookmark: number): number;
  FPDFBookmark_GetAction(bookmark: number): number;

  FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): number;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void;
  FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    left: number,
    top: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void;
  FPDFImageObj_GetImageFilterCount(image: number): number;
  FPDFImageObj_GetImageFilter(image: number, index: number, buffer: number, length: number): number;
  FPDFImageObj_GetImageDataRaw(image: number, buffer: number, length: number): number;
  FPDFImageObj_GetImageMetadata(image: number, page: number, metadata: number): number;
  FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
}

/** What emscripten gives around the exports. */
interface Runtime {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: PdfiumCalls;
  addFunction(run: (...args: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

export class Pdfium {
  readonly calls: PdfiumCalls;
  /** Room for the results of one call: rectangles, matrices, colours. */
  readonly scratch: number;
  readonly #runtime: Runtime;
  #view: DataView;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.calls = runtime.wasmExports;
    this.scratch = this.calls.malloc(scratchBytes);
    this.#view = new DataView(runtime.HEAPU8.buffer);
  }

  /** The module's memory; taken anew after every call that may have made it grow. */
  get view(): DataView {
    if (this.#view.buffer !== this.#runtime.HEAPU8.buffer) this.#view = new DataView(this.#runtime.HEAPU8.buffer);
    return this.#view;
  }

  get memory(): Uint8Array {
    return this.#runtime.HEAPU8;
  }

  /** The same as numbers, for loops over many: it has no length any more once the memory has grown. */
  get floats(): Float32Array {
    return new Float32Array(this.#runtime.HEAPU8.buffer);
  }

  /** A float of the scratch area, by its place there. */
  float(index: number): number {
    return this.view.getFloat32(this.scratch + index * 4, true);
  }

  integer(index: number): number {
    return this.view.getUint32(this.scratch + index * 4, true);
  }

  /** A callback for the module, as `iiii` and such; give the pointer back with `forget`. */
  callback(run: (...args: number[]) => number, signature: string): number {
    return this.#runtime.addFunction(run, signature);
  }

  forget(pointer: number): void {
    this.#runtime.removeFunction(pointer);
  }

  /** A zero-ended UTF-8 string in the module's memory, for the length of one call. */
  withText<T>(text: string, run: (pointer: number) => T): T {
    const bytes = Buffer.from(`${text}\0`, 'utf8');
    const pointer = this.calls.malloc(bytes.length);
    try {
      this.memory.set(bytes, pointer);
      return run(pointer);
    } finally {
      this.calls.free(pointer);
    }
  }

  /**
   * A text that the module writes into a buffer: `call` gets the buffer and its length and returns the bytes it needs,
   * its closing zero counted. A buffer that is too small is left as it was, so a long text is fetched whole and then cut.
   */
  text(call: (buffer: number, length: number) => number, encoding: 'utf16le' | 'utf8', most = longestText): string {
    const needed = call(0, 0);
    const zero = encoding === 'utf16le' ? 2 : 1;
    if (needed <= zero || needed > largestText) return '';
    const pointer = this.calls.malloc(needed);
    if (pointer === 0) return '';
    try {
      // What the call does not write must not be what stood there before.
      this.memory.fill(0, pointer, pointer + needed);
      const used = Math.min(call(pointer, needed), needed) - zero;
      const memory = this.memory;
      const length = Math.max(0, Math.min(used, most - (most % zero)));
      return Buffer.from(memory.buffer, memory.byteOffset + pointer, length).toString(encoding);
    } finally {
      this.calls.free(pointer);
    }
  }
}

const scratchBytes = 256;
/** Titles, names and addresses are short; what is longer is cut. */
const longestText = 64 * 1024;
/** In bytes: nothing that is fetched whole is larger. */
const largestText = 16 * 2 ** 20;

/** What PDFium may hold: the largest real documents need half of it. */
const mostMemory = 320 * 2 ** 20;

let loading: Promise<Pdfium> | undefined;

/** The module, loaded when it is first needed and kept. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= load();
  return loading;
}

/**
 * Runs a call into the module. A trap or an end of its memory leaves it in no known state: it is thrown away, and the
 * document that did it fails by code.
 */
export function guarded<T>(pdfium: Pdfium, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (!isTrap(error)) throw error;
    loading = undefined;
    if (pdfium.memory.length > 0.9 * mostMemory) {
      throw new Failure('DOCUMENT_LIMIT', {
        details: `Reading the PDF takes more than ${mostMemory} bytes of memory.`,
        facts: { limit: 'memory', value: mostMemory },
        cause: error,
      });
    }
    throw new Failure('CORRUPTED_FILE', { details: 'The PDF is damaged and cannot be read.', cause: error });
  }
}

/** A trap of wasm, or emscripten's own way out, which has no class of its own. */
function isTrap(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && (error.name === 'RuntimeError' || /^Aborted|memory/i.test(error.message)))
  );
}

async function load(): Promise<Pdfium> {
  const { init } = await import('@embedpdf/pdfium');
  const wasmPath = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasmBinary = withMemoryLimit(readFileSync(wasmPath), mostMemory);
  const module = await init({
    wasmBinary: wasmBinary.buffer.slice(
      wasmBinary.byteOffset,
      wasmBinary.byteOffset + wasmBinary.length,
    ) as ArrayBuffer,
    // It would write its last words to standard error by itself.
    print: () => undefined,
    printErr: () => undefined,
  });
  module.PDFiumExt_Init();
  return new Pdfium(module.pdfium as unknown as Runtime);
}
