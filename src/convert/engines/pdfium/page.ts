// One page of a PDF as plain data: characters with boxes and styles, in points from the top left of the page as shown.
import type { Box, LinkArea, TextStyle } from '../../layout/page.ts';
import { type Annotations, readAnnotations } from './annotations.ts';
import { readAppearances } from './appearances.ts';
import type { PdfDocument } from './document.ts';
import { recoverUnknown } from './font-unknown.ts';
import { isBoldByName } from './font-weight.ts';
import { evenlyWide, nameless } from './font-width.ts';
import { type Graphics, readGraphics } from './graphics.ts';
import { pageLabel } from './labels.ts';
import { readLinks } from './links.ts';
import type { Pdfium } from './module.ts';
import { type PageStructure, readStructure } from './structure.ts';

/** The characters of a page in the order the file draws them, as columns of numbers. */
export interface CharTable {
  readonly count: number;
  readonly code: Uint32Array;
  readonly left: Float32Array;
  readonly top: Float32Array;
  readonly right: Float32Array;
  readonly bottom: Float32Array;
  /** Index into `styles`. */
  readonly style: Uint16Array;
  /** 1: the engine put it there (a space or line end between words). 2: its code could not be mapped to Unicode. */
  readonly flags: Uint8Array;
  /** Texts that were read from the font program where the PDF does not say what a character means. */
  readonly recovered: ReadonlyMap<number, string>;
}

export interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly chars: CharTable;
  readonly styles: readonly TextStyle[];
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
/** Distinct looks on one page; more share the last one. */
const mostStyles = 65_535;

/** One plain character in this many is asked whether its code is known. */
const unmappedSample = 8;

export const generatedChar = 1;
export const unmappedChar = 2;

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
      const { typed, comments, pictured } = readAnnotations(document, page, space);
      const read = {
        number: index + 1,
        width: space.width,
        height: space.height,
        ...readChars(document, text, space),
        graphics: readGraphics(pdfium, page, space),
        links: readLinks(document, page, space),
        structure: readStructure(pdfium, page),
        label: pageLabel(document, index),
      };
      const shown = readAppearances(document, index, page, text, pictured);
      return { ...read, annotations: { typed: shown.length === 0 ? typed : [...typed, ...shown], comments } };
    } finally {
      if (text !== 0) calls.FPDFText_ClosePage(text);
    }
  } finally {
    calls.FPDF_ClosePage(page);
  }
}

function readChars(document: PdfDocument, text: number, space: PageSpace): Pick<PdfPage, 'chars' | 'styles'> {
  const { pdfium } = document;
  const { calls, scratch } = pdfium;
  const count = text === 0 ? 0 : Math.min(mostChars, Math.max(0, calls.FPDFText_CountChars(text)));
  const chars = {
    count,
    code: new Uint32Array(count),
    left: new Float32Array(count),
    top: new Float32Array(count),
    right: new Float32Array(count),
    bottom: new Float32Array(count),
    style: new Uint16Array(count),
    flags: new Uint8Array(count),
    recovered: nothing,
  };
  let unknown = false;
  const styles = new StyleTable(pdfium, space);
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
    if (current !== 0 && current !== object) {
      object = current;
      style = styles.of(text, at, current);
    }
    chars.style[at] = style;
    if (current === 0) chars.flags[at] = generatedChar;
    // A sample of the plain ones finds the fonts that know nothing; single ligatures have codes outside of ASCII.
    else if (
      (at % unmappedSample === 0 || code < 32 || code > 126) &&
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
  const recovered = unknown ? recoverUnknown(document, text, chars, styles.all) : nothing;
  return { chars: { ...chars, recovered }, styles: styles.settled(chars) };
}

const nothing: ReadonlyMap<number, string> = new Map();

interface FontFacts {
  readonly name: string;
  readonly bold: boolean;
  /** Bold by its weight alone. */
  readonly heavy: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
}

/** ISO 32000-2, table 121: the flags of a font descriptor. */
const fixedPitch = 1;
const italicFlag = 1 << 6;
const forceBold = 1 << 18;

const plainMatrix = [1, 0, 0, 1] as const;

function isSame(one: readonly number[], other: readonly number[]): boolean {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

class StyleTable {
  readonly all: TextStyle[] = [];
  readonly #pdfium: Pdfium;
  readonly #space: PageSpace;
  readonly #fonts = new Map<number, FontFacts>();
  readonly #known = new Map<string, number>();
  /** Those that are bold by their weight alone. */
  readonly #heavy = new Set<number>();
  /** Font, size, matrix, colour, mode and content of the object that is looked at, and of the one before it. */
  #look = new Array<number>(12).fill(0);
  #lastLook = new Array<number>(12).fill(0);
  #last = -1;

  constructor(pdfium: Pdfium, space: PageSpace) {
    this.#pdfium = pdfium;
    this.#space = space;
  }

  /** The look of one character, of which its text object gives all but the size. */
  of(text: number, at: number, object: number): number {
    const pdfium = this.#pdfium;
    const { calls, scratch } = pdfium;
    const look = this.#look;
    look[0] = calls.FPDFTextObj_GetFont(object);
    look[1] = calls.FPDFText_GetFontSize(text, at);
    const hasMatrix = calls.FPDFText_GetMatrix(text, at, scratch) !== 0;
    const { view } = pdfium;
    for (let entry = 0; entry < 4; entry += 1)
      look[2 + entry] = hasMatrix ? view.getFloat32(scratch + 4 * entry, true) : (plainMatrix[entry] as number);
    const hasColour = calls.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0;
    for (let part = 0; part < 4; part += 1)
      look[6 + part] = hasColour ? pdfium.view.getUint32(scratch + 4 * part, true) : part === 3 ? 255 : 0;
    look[10] = calls.FPDFTextObj_GetTextRenderMode(object);
    look[11] = calls.FPDFPageObj_GetMarkedContentID(object);
    // Lines of one look are many objects, one after the other.
    if (this.#last >= 0 && isSame(look, this.#lastLook)) return this.#last;
    this.#last = this.#indexOf(look);
    [this.#look, this.#lastLook] = [this.#lastLook, look];
    return this.#last;
  }

  #indexOf(look: readonly number[]): number {
    const [fontHandle = 0, raw = 0, a = 0, b = 0, c = 0, d = 0, red = 0, green = 0, blue = 0, alpha = 0] = look;
    const [mode = 0, content = -1] = look.slice(10);
    const font = this.#font(fontHandle);
    const size = Math.abs(raw) * (Math.hypot(c, d) || 1);
    const colour = (red << 16) | (green << 8) | blue;
    // A size below nothing turns the text round.
    const turn = raw < 0 ? 180 : 0;
    let angle = Math.round((-Math.atan2(b, a) * 180) / Math.PI + turn + this.#space.turns * 90);
    angle = ((angle % 360) + 360) % 360;
    const rounded = Math.round(size * 100) / 100;
    const invisible = mode === 3 || mode === 7 || alpha === 0;
    const key = `${font.name}|${font.bold || font.heavy}|${rounded}|${colour}|${angle}|${invisible}|${content}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.all.length >= mostStyles) return mostStyles - 1;
    const { name, bold, heavy, italic, monospace } = font;
    if (heavy && !bold) this.#heavy.add(this.all.length);
    this.all.push({
      font: name,
      size: rounded,
      bold: bold || heavy,
      italic,
      monospace,
      colour,
      angle,
      invisible,
      content,
    });
    this.#known.set(key, this.all.length - 1);
    return this.all.length - 1;
  }

  /** The looks of the page once all its characters are known. */
  settled(chars: CharTable): TextStyle[] {
    const evenly = evenlyWide(chars, this.all);
    // Where most of the text is bold by its weight alone, weights say nothing.
    let heavy = 0;
    if (this.#heavy.size > 0) for (const style of chars.style) if (this.#heavy.has(style)) heavy += 1;
    const isHeavy = heavy >= 0.5 * chars.count;
    if (evenly.size === 0 && !isHeavy) return this.all;
    return this.all.map((style, at) => ({
      ...style,
      bold: style.bold && !(isHeavy && this.#heavy.has(at)),
      monospace: style.monospace || evenly.has(at),
    }));
  }

  #font(font: number): FontFacts {
    const known = this.#fonts.get(font);
    if (known !== undefined) return known;
    const facts =
      font === 0
        ? { name: '', bold: false, heavy: false, italic: false, monospace: false }
        : fontFacts(this.#pdfium, font);
    this.#fonts.set(font, facts);
    return facts;
  }
}

function fontFacts(pdfium: Pdfium, font: number): FontFacts {
  const { calls, scratch } = pdfium;
  // A subset's name begins with six letters and a plus (ISO 32000-2, 9.9.2).
  const given = pdfium
    .text((buffer, length) => calls.FPDFFont_GetBaseFontName(font, buffer, length), 'utf8', 512)
    .replace(/^[A-Z]{6}\+/, '');
  const name = given === '' ? `${nameless}${font}` : given;
  const flags = Math.max(0, calls.FPDFFont_GetFlags(font));
  const weight = calls.FPDFFont_GetWeight(font);
  const named = isBoldByName(name);
  pdfium.view.setInt32(scratch, 0, true);
  const slanted = calls.FPDFFont_GetItalicAngle(font, scratch) !== 0 && pdfium.view.getInt32(scratch, true) !== 0;
  return {
    name,
    bold: named === true,
    heavy: named === undefined && (weight >= 600 || (flags & forceBold) !== 0),
    italic: slanted || (flags & italicFlag) !== 0 || /italic|oblique|slant/i.test(name),
    monospace:
      (flags & fixedPitch) !== 0 ||
      /mono|nimbusmon|courier|consol|menlo|typewriter|(?:^|[-+])cmtt|^(?:sf|lm)tt/i.test(name),
  };
}
