// One page of a PDF as plain data: characters with boxes and styles, in points from the top left of the page as shown.
import type { Box, LinkArea, TextStyle } from '../../layout/page.ts';
import { tellClustersOnce } from './actual-text.ts';
import { type Annotations, readAnnotations } from './annotations.ts';
import { readAppearances } from './appearances.ts';
import { levelHeights, trimHeights, withDescents } from './char-heights.ts';
import { type CharInk, inkOfFormulas } from './char-ink.ts';
import {
  type CharTable,
  emptyChars,
  generatedChar,
  isRightToLeft,
  nothingRecovered,
  unmappedChar,
  withColumns,
} from './char-table.ts';
import type { PdfDocument } from './document.ts';
import { recoverUnknown } from './font-unknown.ts';
import { type Graphics, readGraphics } from './graphics.ts';
import { pageLabel } from './labels.ts';
import { readLinks } from './links.ts';
import type { Pdfium } from './module.ts';
import { type PageStructure, readStructure } from './structure.ts';
import { withSuperiorFigures } from './superior-figures.ts';
import { StyleTable } from './text-styles.ts';
import { rescaleTiny } from './unscaled-type.ts';

export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly chars: CharTable;
  readonly styles: readonly TextStyle[];
  /** Only of pages with signs of mathematics. */
  readonly ink?: CharInk | undefined;
  readonly graphics: Graphics;
  readonly links: readonly LinkArea[];
  readonly annotations: Annotations;
  /** Undefined where the document is not tagged. */
  readonly structure: PageStructure | undefined;
  /** What it is called in print, where that is not its number. */
  readonly label?: string | undefined;
}

/** A page holds at most so many characters; what is more is told by the caller. */
const mostChars = 1_000_000;

/** One plain character in this many is asked whether its code is known. */
const unmappedSample = 8;

/** How page space becomes the space of the page as shown. */
export class PageSpace {
  readonly width: number;
  readonly height: number;
  readonly #left: number;
  readonly #bottom: number;
  readonly #right: number;
  readonly #top: number;
  readonly turns: number;

  constructor(pdfium: Pdfium, page: number) {
    const { calls, scratch } = pdfium;
    this.width = calls.FPDF_GetPageWidthF(page);
    this.height = calls.FPDF_GetPageHeightF(page);
    this.turns = ((calls.FPDFPage_GetRotation(page) % 4) + 4) % 4;
    const known = calls.FPDF_GetPageBoundingBox(page, scratch) !== 0;
    const [w, h] = this.turns % 2 === 0 ? [this.width, this.height] : [this.height, this.width];
    this.#left = known ? pdfium.float(0) : 0;
    this.#top = known ? pdfium.float(1) : h;
    this.#right = known ? pdfium.float(2) : w;
    this.#bottom = known ? pdfium.float(3) : 0;
  }

  x(x: number, y: number): number {
    if (this.turns === 0) return x - this.#left;
    if (this.turns === 1) return y - this.#bottom;
    if (this.turns === 2) return this.#right - x;
    return this.#top - y;
  }

  /** A rectangle of page space as shown; its corners may be given in any order. */
  box(left: number, top: number, right: number, bottom: number): Box {
    const [x0, x1] = [this.x(left, bottom), this.x(right, top)];
    const [y0, y1] = [this.y(left, bottom), this.y(right, top)];
    return { left: Math.min(x0, x1), right: Math.max(x0, x1), top: Math.min(y0, y1), bottom: Math.max(y0, y1) };
  }

  y(x: number, y: number): number {
    if (this.turns === 0) return this.#top - y;
    if (this.turns === 1) return x - this.#left;
    if (this.turns === 2) return y - this.#bottom;
    return this.#right - x;
  }
}

export function readPage(document: PdfDocument, index: number): PdfPage | undefined {
  const { pdfium, handle } = document;
  const { calls } = pdfium;
  const page = calls.FPDF_LoadPage(handle, index);
  if (page === 0) return undefined;
  try {
    const space = new PageSpace(pdfium, page);
    const text = calls.FPDFText_LoadPage(page);
    try {
      const { typed, comments, fields, pictured } = readAnnotations(document, page, space);
      const { chars, styles, ink } = readChars(document, page, text, space);
      const graphics = readGraphics(pdfium, page, space);
      const links = readLinks(document, page, space);
      const structure = readStructure(pdfium, page);
      const shown = readAppearances(document, index, page, text, pictured);
      return {
        number: index + 1,
        width: space.width,
        height: space.height,
        chars,
        styles,
        ink,
        graphics,
        links,
        annotations: { typed: shown.length === 0 ? typed : [...typed, ...shown], comments, fields },
        structure,
        label: pageLabel(document, index),
      };
    } finally {
      if (text !== 0) calls.FPDFText_ClosePage(text);
    }
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

function readChars(
  document: PdfDocument,
  page: number,
  text: number,
  space: PageSpace,
): Pick<PdfPage, 'chars' | 'styles' | 'ink'> {
  const { pdfium } = document;
  const { calls, scratch } = pdfium;
  const count = text === 0 ? 0 : Math.min(mostChars, Math.max(0, calls.FPDFText_CountChars(text)));
  const chars = emptyChars(count);
  let unknown = false;
  const styles = new StyleTable(pdfium, space, document);
  let object = -1;
  let style = 0;
  // Hardly any page is turned, and there are thousands of characters on each.
  const isFlat = space.turns === 0;
  const [originX, originY] = [space.x(0, 0), space.y(0, 0)];
  let { floats } = pdfium;
  const place = scratch >> 2;
  for (let at = 0; at < count; at += 1) {
    const code = calls.FPDFText_GetUnicode(text, at);
    chars.code[at] = code;
    const current = calls.FPDFText_GetTextObject(text, at);
    let isFirst = false;
    if (current !== 0 && current !== object) {
      const last = style;
      object = current;
      style = styles.of(text, at, current);
      isFirst = style !== last;
    }
    chars.style[at] = style;
    if (current === 0) chars.flags[at] = generatedChar;
    // A sample of the plain ones, and the first of each look, finds the fonts that know nothing; single ligatures have codes outside of ASCII.
    else if (
      (isFirst ||
        at % unmappedSample === 0 ||
        code < 32 ||
        code > 126 ||
        (at > 0 && isRightToLeft(chars.code[at - 1] as number))) &&
      calls.FPDFText_HasUnicodeMapError(text, at) === 1
    ) {
      chars.flags[at] = unmappedChar;
      unknown = true;
    }
    if (calls.FPDFText_GetLooseCharBox(text, at, scratch) === 0) continue;
    if (floats.length === 0) floats = pdfium.floats;
    const left = floats[place] as number;
    const top = floats[place + 1] as number;
    const right = floats[place + 2] as number;
    const bottom = floats[place + 3] as number;
    if (isFlat) {
      chars.left[at] = Math.min(left, right) + originX;
      chars.right[at] = Math.max(left, right) + originX;
      chars.top[at] = originY - Math.max(top, bottom);
      chars.bottom[at] = originY - Math.min(top, bottom);
      continue;
    }
    const x0 = space.x(left, bottom);
    const x1 = space.x(right, top);
    const y0 = space.y(left, bottom);
    const y1 = space.y(right, top);
    chars.left[at] = Math.min(x0, x1);
    chars.right[at] = Math.max(x0, x1);
    chars.top[at] = Math.min(y0, y1);
    chars.bottom[at] = Math.max(y0, y1);
  }
  const drawn = { pdfium, text, chars, styles: styles.all, space };
  rescaleTiny(drawn);
  trimHeights(drawn);
  levelHeights(drawn);
  const recovered = unknown ? recoverUnknown(document, text, chars, styles.all) : nothingRecovered;
  const known = withColumns(chars, { recovered });
  const settled = styles.settled(known);
  const looks = withDescents({ pdfium, text, chars, styles: settled, space });
  if (isFlat) tellClustersOnce(pdfium, page, chars, (at) => calls.FPDFText_GetTextObject(text, at));
  const read = { pdfium, text, chars: known, styles: looks, space };
  return { chars: read.chars, styles: withSuperiorFigures(read), ink: inkOfFormulas(read) };
}
