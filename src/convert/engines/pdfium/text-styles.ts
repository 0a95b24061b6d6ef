// How the characters of a page look: fonts, sizes as shown, weight and slant, whether the font has them or they are made of
// a plain one.
import type { TextStyle } from '../../layout/page.ts';
import type { CharTable } from './char-table.ts';
import type { PdfDocument } from './document.ts';
import { isSlantedByName, isTypewriterByName } from './font-slant.ts';
import { isBoldByName } from './font-weight.ts';
import { evenlyWide, isIdeograph, nameless } from './font-width.ts';
import type { Pdfium } from './module.ts';
import type { PageSpace } from './page.ts';

/** Distinct looks on one page; more share the last one. */
const mostStyles = 65_535;
/** Of those, the ones that are found again without being written out. */
const mostRecent = 12;

interface FontFacts {
  readonly name: string;
  readonly bold: boolean;
  /** Bold by its weight alone. */
  readonly heavy: boolean;
  readonly italic: boolean;
  readonly monospace: boolean;
  /** That by its flags alone. */
  readonly fixed: boolean;
}

interface RecentLook {
  readonly look: number[];
  /** Its place among all looks of the page. */
  readonly index: number;
}

/** ISO 32000-2, table 121: the flags of a font descriptor. */
const fixedPitch = 1;
const italicFlag = 1 << 6;
const forceBold = 1 << 18;

const plainMatrix = [1, 0, 0, 1] as const;

/** The mode in which letters are filled and their outlines drawn (ISO 32000-2, table 104): a plain font made bold. */
const filledAndDrawn = 2;
/** The mode of text that is neither filled nor drawn, nor clips. */
const unpainted = 3;
/** In parts of the type size: the pen that thickens letters; a thinner one shows nothing. */
const leastPen = 0.015;
/** Tangent of the angle at which upright letters are slanted to look italic. */
const leastSlant = 0.15;

/** What a text matrix makes of type: how many times as tall it is, across its line, and how far it leans. */
function shapeOf(a: number, b: number, c: number, d: number): { height: number; slant: number } {
  const area = Math.abs(a * d - b * c);
  const along = Math.hypot(a, b);
  if (area === 0 || along === 0) return { height: Math.hypot(c, d) || 1, slant: 0 };
  return { height: area / along, slant: (a * c + b * d) / (a * d - b * c) };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

export class StyleTable {
  readonly all: TextStyle[] = [];
  readonly #pdfium: Pdfium;
  readonly #space: PageSpace;
  readonly #typewriters: Set<string>;
  readonly #easternFonts: Set<string>;
  readonly #fonts = new Map<number, FontFacts>();
  readonly #known = new Map<string, number>();
  /** Those that are bold by their weight alone. */
  readonly #heavy = new Set<number>();
  /** Those that are of a typewriter by their flags alone. */
  readonly #fixed = new Set<number>();
  /** Font, size, matrix, colour, mode, content and pen of the object that is looked at. */
  #look = new Array<number>(13).fill(0);
  /** The looks that came last: the objects of a line change between a few. */
  readonly #recent: RecentLook[] = [];
  #latest = 0;

  /** `typewriters` are the fonts that pages before have shown to have letters of one width, `eastern` those with ideographs. */
  constructor(
    pdfium: Pdfium,
    space: PageSpace,
    { typewriters, eastern }: Pick<PdfDocument, 'typewriters' | 'eastern'>,
  ) {
    this.#pdfium = pdfium;
    this.#space = space;
    this.#typewriters = typewriters;
    this.#easternFonts = eastern;
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
    look[12] =
      look[10] === filledAndDrawn && calls.FPDFPageObj_GetStrokeWidth(object, scratch) !== 0 ? pdfium.float(0) : 0;
    const recent = this.#recent;
    for (let step = 0; step < recent.length; step += 1) {
      const place = (this.#latest + recent.length - step) % recent.length;
      const one = recent[place] as RecentLook;
      if (!isSame(look, one.look)) continue;
      if (step > 1) this.#latest = place;
      return one.index;
    }
    const index = this.#indexOf(look);
    this.#latest = recent.length < mostRecent ? recent.length : (this.#latest + 1) % mostRecent;
    this.#look = recent[this.#latest]?.look ?? new Array<number>(13).fill(0);
    recent[this.#latest] = { look, index };
    return index;
  }

  #indexOf(look: readonly number[]): number {
    const [fontHandle = 0, raw = 0, a = 0, b = 0, c = 0, d = 0, red = 0, green = 0, blue = 0, alpha = 0] = look;
    const [mode = 0, content = -1, pen = 0] = look.slice(10);
    const font = this.#font(fontHandle);
    const { height, slant } = shapeOf(a, b, c, d);
    const size = Math.abs(raw) * height;
    const thickened = pen >= leastPen * size;
    const italic = font.italic || slant >= leastSlant;
    const colour = (red << 16) | (green << 8) | blue;
    // A size below nothing turns the text round.
    const turn = raw < 0 ? 180 : 0;
    let angle = Math.round((-Math.atan2(b, a) * 180) / Math.PI + turn + this.#space.turns * 90);
    angle = ((angle % 360) + 360) % 360;
    const rounded = Math.round(size * 100) / 100;
    // Letters that only clip (7) are seen by what is painted through them, as shades of colour are.
    const invisible = mode === unpainted || alpha === 0;
    const heavy = font.heavy || thickened;
    const key = `${font.name}|${font.bold || heavy}|${italic}|${rounded}|${colour}|${angle}|${invisible}|${content}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.all.length >= mostStyles) return mostStyles - 1;
    const { name, bold, monospace } = font;
    if (heavy && !bold) this.#heavy.add(this.all.length);
    if (font.fixed) this.#fixed.add(this.all.length);
    this.all.push({
      font: name,
      size: rounded,
      descent: undefined,
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
    const evenly = evenlyWide(chars, this.all, this.#typewriters);
    const eastern = this.#eastern(chars);
    const isPlain = this.#heavy.size === 0 ? () => false : this.#weightless(chars, eastern);
    // All signs of such a font are as wide as each other, letters among them or not.
    const isFixed = (at: number): boolean => this.#fixed.has(at) && eastern.has(at);
    if (evenly.size === 0 && this.#heavy.size === 0 && eastern.size === 0) return this.all;
    return this.all.map((style, at) => ({
      ...style,
      bold: style.bold && !isPlain(at),
      monospace: (style.monospace && !isFixed(at)) || evenly.has(at),
    }));
  }

  /** Looks in fonts that have shown ideographs, on this page or before. */
  #eastern({ count, code, style }: CharTable): ReadonlySet<number> {
    for (let at = 0; at < count; at += 1) {
      if (isIdeograph(code[at] as number)) this.#easternFonts.add((this.all[style[at] as number] as TextStyle).font);
    }
    const looks = new Set<number>();
    if (this.#easternFonts.size > 0)
      for (const [at, { font }] of this.all.entries()) if (this.#easternFonts.has(font)) looks.add(at);
    return looks;
  }

  /** Where most of the text, or of the text in fonts with ideographs, is bold by its weight alone, weights say nothing there. */
  #weightless({ count, style }: CharTable, eastern: ReadonlySet<number>): (at: number) => boolean {
    let [heavy, own, heavyOwn] = [0, 0, 0];
    for (let at = 0; at < count; at += 1) {
      const look = style[at] as number;
      const isHeavy = this.#heavy.has(look);
      if (isHeavy) heavy += 1;
      if (!eastern.has(look)) continue;
      own += 1;
      if (isHeavy) heavyOwn += 1;
    }
    const isMost = heavy >= 0.5 * count;
    return (at) => this.#heavy.has(at) && (isMost || (eastern.has(at) && heavyOwn >= 0.5 * own));
  }

  #font(font: number): FontFacts {
    const known = this.#fonts.get(font);
    if (known !== undefined) return known;
    const facts =
      font === 0
        ? { name: '', bold: false, heavy: false, italic: false, monospace: false, fixed: false }
        : fontFacts(this.#pdfium, font);
    this.#fonts.set(font, facts);
    return facts;
  }
}

/** Families that have no letters of one width. */
const proportional =
  /^(?:arial|book ?antiqua|calibri|cambria|century|garamond|georgia|helvetica|palatino|segoe ?ui|tahoma|times|trebuchet|verdana)/i;

export const baseFontName = (pdfium: Pdfium, font: number): string =>
  pdfium.text((buffer, length) => pdfium.calls.FPDFFont_GetBaseFontName(font, buffer, length), 'utf8', 512);

function fontFacts(pdfium: Pdfium, font: number): FontFacts {
  const { calls, scratch } = pdfium;
  // A subset's name begins with six letters and a plus (ISO 32000-2, 9.9.2).
  const given = baseFontName(pdfium, font).replace(/^[A-Z]{6}\+/, '');
  const name = given === '' ? `${nameless}${font}` : given;
  const flags = Math.max(0, calls.FPDFFont_GetFlags(font));
  const weight = calls.FPDFFont_GetWeight(font);
  const named = isBoldByName(name);
  const isTypewriter = isTypewriterByName(name);
  const isFixed = (flags & fixedPitch) !== 0 && !proportional.test(name);
  pdfium.view.setInt32(scratch, 0, true);
  const slanted = calls.FPDFFont_GetItalicAngle(font, scratch) !== 0 && pdfium.view.getInt32(scratch, true) !== 0;
  return {
    name,
    bold: named === true,
    heavy: named === undefined && (weight >= 600 || (flags & forceBold) !== 0),
    italic: slanted || (flags & italicFlag) !== 0 || isSlantedByName(name),
    monospace: isTypewriter || isFixed,
    // Where all widths that a font gives are the same, as of the dots in contents, the engine takes it for a typewriter.
    fixed: isFixed && !isTypewriter,
  };
}
