// Characters whose meaning a PDF does not say, read from the font program itself. Only fonts that have such characters are
// looked into; what a program does not say stays as it was.
import { createHash } from 'node:crypto';
import type { PdfDocument } from './document.ts';
import { FontDictionaries } from './font-dictionaries.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import { countedGlyphs, countedSigns } from './font-mathtime.ts';
import { appleGlyphs, standardStrings } from './font-name-tables.ts';
import { readsLikeText } from './font-order.ts';
import type { FontProgram } from './font-program.ts';
import { largestProgram, readFontProgram } from './font-program.ts';
import { isTexText, type TexEncoding, texEncoding, texTexts } from './font-tex.ts';
import type { Pdfium } from './module.ts';
import { baseFontName } from './text-styles.ts';

/** One character without meaning. */
export interface UnknownChar {
  /** Its place among the characters of the page. */
  readonly at: number;
  /** The code in the PDF, which stands where its Unicode should be. */
  readonly code: number;
  /** In thousandths of the type size; 0 where it is not known. */
  readonly width: number;
  /** It stands alone at the beginning of a line. */
  readonly opensLine: boolean;
  /** The character after it. */
  readonly next: number;
}

/** What is known of the fonts of one document, by the bytes of their programs. */
export class FontMeanings {
  readonly #fonts = new Map<string, FontReading>();
  readonly #pdfium: Pdfium;
  readonly #dictionaries: FontDictionaries;
  /** Of the text fonts that have no program, as their ligatures told. */
  #tex: TexEncoding | undefined;

  constructor(document: PdfDocument) {
    this.#pdfium = document.pdfium;
    this.#dictionaries = new FontDictionaries(document);
  }

  /** The texts of such characters by their places; those that stay unknown are not among them. */
  read(font: number, unknown: readonly UnknownChar[]): Map<number, string> {
    const texts = new Map<number, string>();
    const reading = this.#readingOf(font);
    const known = reading.texts(unknown, () => this.#texTexts(unknown));
    // A bullet may be a guess.
    const isOpen = ({ code }: UnknownChar): boolean => /^[\ufffd•]$/.test(known.get(code) ?? '\ufffd');
    if (reading.isGuess ? !isTexText(unknown) : unknown.some(isOpen)) {
      const name = baseFontName(this.#pdfium, font);
      for (const [code, text] of this.#dictionaries.texts(name, unknown)) known.set(code, text);
    }
    for (const { at, code } of unknown) {
      const text = known.get(code);
      if (text !== undefined) texts.set(at, text);
    }
    return texts;
  }

  #texTexts(unknown: readonly UnknownChar[]): Map<number, string> {
    if (!isTexText(unknown)) return new Map();
    const own = texEncoding(unknown);
    this.#tex ??= own;
    const encoding = own ?? this.#tex;
    return encoding === undefined ? new Map() : texTexts(unknown, encoding, own !== undefined);
  }

  #readingOf(font: number): FontReading {
    return (
      withProgram(this.#pdfium, font, (bytes) => {
        const key = createHash('sha1').update(bytes).digest('base64');
        const known = this.#fonts.get(key);
        if (known !== undefined) return known;
        const reading = new FontReading(readFontProgram(bytes.slice()));
        if (this.#fonts.size < mostFonts) this.#fonts.set(key, reading);
        return reading;
      }) ?? new FontReading(undefined)
    );
  }
}

const mostFonts = 2_000;
/** What stands before commands. */
const prompts: ReadonlySet<number> = new Set(Array.from('$#%>', (sign) => sign.charCodeAt(0)));
/** Text kept to judge a guess by. */
const longestSample = 4_000;
/** How much wider than it is a letter seems that leans over. */
const mostLeaning = 1.15;
/** Glyphs gone through to find one by its width. */
const mostGlyphs = 4_096;
/** Glyphs of a font of spaces. */
const mostBlank = 16;

/** How far the order of a subset is believed, and that of a font which is not in the file. */
const lastAscii = '~';
const lastSign = '\uffff';

type GlyphOf = (code: number) => number | undefined;

class FontReading {
  readonly #program: FontProgram | undefined;
  readonly #widths = new Map<number, number>();
  #sample = '';
  #trusted = false;
  readonly #bullets = new Set<number>();
  #odd: readonly OddGlyph[] | undefined;
  /** Of glyphs that are named by a number. */
  #numbered: readonly number[] | undefined;
  /** What its glyphs show by their names. */
  #drawn: ReadonlySet<string> | undefined;

  constructor(program: FontProgram | undefined) {
    this.#program = program;
  }

  /** Without a program what a code means is guessed from the text that it stands in. */
  get isGuess(): boolean {
    return this.#program === undefined;
  }

  /** `withoutProgram` guesses for fonts that have none. */
  texts(unknown: readonly UnknownChar[], withoutProgram: () => Map<number, string>): Map<number, string> {
    const program = this.#program;
    if (program === undefined) {
      // In a font of letters the signs of ASCII are what they are, wherever they stand.
      const isTex = isTexText(unknown);
      const signs = isTex ? unknown.filter(({ code }) => code < 33 || code > 126) : unknown;
      const texts = withoutProgram();
      // Codes of a composite font that is not in the file are glyphs of the one the reader is to have.
      if (texts.size === 0 && !isTex) this.#guess(appleGlyphs, lastSign, unknown, texts);
      return this.#bulleted(signs, texts);
    }
    const texts = new Map<number, string>();
    for (const { code, width } of unknown) if (width > 0) this.#widths.set(code, width);
    const codes = new Set(unknown.map(({ code }) => code));
    this.#numbered ??= countedGlyphs(program);
    const counted = countedSigns(this.#numbered, codes);
    if (counted.size === codes.size) return counted;
    const { glyphOf, isComposite } = this.#glyphs(program);
    for (const code of codes) {
      const glyph = glyphOf(code);
      const text = glyph === undefined ? undefined : program.isBlank(glyph) ? ' ' : program.textOf(glyph);
      if (text !== undefined) texts.set(code, text);
    }
    // Where codes make words as they are, only those beside the letters may stand for something else.
    const isText = isTexText(unknown);
    for (const code of codes) {
      const isLetter =
        isText && code > 32 && code < 127 && this.#mayDraw(program, String.fromCharCode(code), codes.size);
      const found = texts.has(code) || isLetter ? [] : this.#byWidth(program, code);
      const text = found.length === 1 ? found[0] : (this.#bracketOf(found, code) ?? ligatureOf(found, code, unknown));
      if (text !== undefined) texts.set(code, text);
    }
    if (texts.size < 0.2 * codes.size) this.#guess(program.usualOrder, lastAscii, unknown, texts);
    // The codes of a composite font are no characters; what shows as one would be a wrong one.
    else if (isComposite) for (const code of codes) if (!texts.has(code)) texts.set(code, '\ufffd');
    // A code that would be taken for white space although something is drawn.
    const unread = [...codes].filter((code) => code < 32 && !texts.has(code));
    const shown = unread.length > 0 && drawsNothing(program) ? ' ' : '\ufffd';
    for (const code of unread) texts.set(code, shown);
    return this.#bulleted(unknown, texts);
  }

  /** Signs and unknown codes that only ever stand alone at the beginning of lines are bullets, whatever they look like. */
  #bulleted(unknown: readonly UnknownChar[], texts: Map<number, string>): Map<number, string> {
    for (const code of bulletCodes(unknown)) this.#bullets.add(code);
    for (const code of this.#bullets) {
      const text = texts.get(code);
      if (text === undefined && prompts.has(code)) continue;
      if (text === undefined || !/[\p{L}\d\s]|\p{Ps}|\p{Pe}|\p{Sm}|\||‖/u.test(text)) texts.set(code, '•');
    }
    return texts;
  }

  /**
   * A simple font's codes go through its encoding, those of a composite one are character ids (ISO 32000-2, 9.6 and 9.7);
   * the PDF's own dictionary is asked only where nothing else helps, so the widths decide which it is, or that it is neither.
   */
  #glyphs(program: FontProgram): { readonly glyphOf: GlyphOf; readonly isComposite: boolean } {
    const simple: GlyphOf = (code) => program.glyphOfCode(code);
    const composite: GlyphOf = (code) => program.glyphOfCid(code);
    let [asSimple, asComposite, isWide] = [0, 0, false];
    for (const code of this.#widths.keys()) {
      if (code > 255) isWide = true;
      if (this.#agrees(program, code, simple(code))) asSimple += 1;
      if (this.#agrees(program, code, composite(code))) asComposite += 1;
    }
    // Letters that lean over their width seem wider; most do not.
    const enough = 0.5 * this.#widths.size;
    if (asComposite >= enough && (isWide || asComposite > asSimple)) return { glyphOf: composite, isComposite: true };
    return { glyphOf: asSimple >= enough && !isWide ? simple : () => undefined, isComposite: false };
  }

  #agrees(program: FontProgram, code: number, glyph: number | undefined): boolean {
    if (glyph === undefined) return false;
    const seen = this.#widths.get(code);
    const own = program.widthOf(glyph);
    return seen === undefined || own === undefined || Math.abs(seen - own) <= Math.max(6, 0.015 * own);
  }

  /** Codes that the PDF's own encoding gives to a named glyph (`f_i`): the meanings in the font that are as wide. */
  #byWidth(program: FontProgram, code: number): string[] {
    const seen = this.#widths.get(code);
    if (seen === undefined || code > 255) return [];
    this.#odd ??= oddGlyphs(program);
    const exact = this.#odd.filter(({ width }) => isAsWide(width, seen));
    // The last letter of `ff` leans over its width, and seems the wider for it; what another code is exactly is not meant.
    const others = [...this.#widths.values()];
    const leaning = ({ width, text }: OddGlyph): boolean =>
      text.length > 1 && width < seen && seen < mostLeaning * width && !others.some((other) => isAsWide(width, other));
    const found = exact.length > 0 ? exact : this.#odd.filter(leaning);
    const texts = [...new Set(found.map(({ text }) => text))];
    // Ligatures stand before the letters in the encodings of TeX; small capitals, as wide by chance, among them.
    const ligatures = code < 32 ? texts.filter((text) => text.length > 1) : [];
    return ligatures.length > 0 ? ligatures : texts;
  }

  /** Brackets are as wide as each other, and of two codes the first opens. */
  #bracketOf(found: readonly string[], code: number): string | undefined {
    const [open, close] = [found.find((text) => /^\p{Ps}$/u.test(text)), found.find((text) => /^\p{Pe}$/u.test(text))];
    if (found.length !== 2 || open === undefined || close === undefined) return undefined;
    const width = this.#widths.get(code) ?? 0;
    const codes = [...this.#widths].filter(([, other]) => isAsWide(width, other)).map(([one]) => one);
    if (codes.length !== 2) return undefined;
    return code === Math.min(...codes) ? open : close;
  }

  /** False where the glyphs of the font have names, enough for so many codes, and none of them is the name of this sign. */
  #mayDraw(program: FontProgram, sign: string, codes: number): boolean {
    this.#drawn ??= new Set(
      Array.from({ length: Math.min(mostGlyphs, program.glyphs) }, (_, glyph) => program.textOf(glyph) ?? ''),
    );
    return this.#drawn.has(sign) || this.#drawn.size <= codes;
  }

  /** Many subsets keep the glyphs in the order of the whole font, whose beginning, plain ASCII, is known for common fonts. */
  #guess(order: readonly string[], last: string, unknown: readonly UnknownChar[], texts: Map<number, string>): void {
    const guessed = new Map<number, string>();
    for (const { code } of unknown) {
      const name = order[code];
      const text = name === undefined ? undefined : textOfGlyphName(name);
      guessed.set(code, text !== undefined && text <= last ? text : '\ufffd');
      if (this.#sample.length < longestSample) this.#sample += guessed.get(code);
    }
    this.#trusted ||= readsLikeText(this.#sample);
    if (this.#trusted) for (const [code, text] of guessed) texts.set(code, text);
  }
}

/** A font of its own for spaces, where one code does not tell which of its glyphs is meant. */
function drawsNothing(program: FontProgram): boolean {
  if (program.glyphs < 2 || program.glyphs > mostBlank) return false;
  for (let glyph = 1; glyph < program.glyphs; glyph += 1) if (!program.isBlank(glyph)) return false;
  return true;
}

/** `fi` and `fl` are often equally wide: no word has a consonant after `fl`, and few have nothing but vowels after `fi`. */
function ligatureOf(found: readonly string[], code: number, unknown: readonly UnknownChar[]): string | undefined {
  if (found.length !== 2 || !found.includes('fi') || !found.includes('fl')) return undefined;
  const after = unknown.filter((one) => one.code === code).map(({ next }) => String.fromCodePoint(next));
  if (after.some((sign) => /[^\Waeiouy\d_]/i.test(sign))) return 'fi';
  return after.length > 2 && after.every((sign) => /[aeiouy]/i.test(sign)) ? 'fl' : undefined;
}

const isAsWide = (width: number, seen: number): boolean => Math.abs(width - seen) <= 1.5;

interface OddGlyph {
  readonly width: number;
  readonly text: string;
}

/** Glyphs whose names PDF readers do not know; what has a plain name would have been known. */
function oddGlyphs(program: FontProgram): OddGlyph[] {
  const odd: OddGlyph[] = [];
  for (let glyph = 1; glyph < Math.min(mostGlyphs, program.glyphs); glyph += 1) {
    const text = isOddName(program.nameOf(glyph)) ? program.textOf(glyph) : undefined;
    const width = text === undefined ? undefined : program.widthOf(glyph);
    if (text !== undefined && width !== undefined) odd.push({ width, text });
  }
  return odd;
}

const plainNames = new Set(standardStrings);

/** A name that is more than the name of a character: a ligature, a variant, a sign of mathematics. */
const isOddName = (name: string | undefined): boolean => name !== undefined && !plainNames.has(name);

function bulletCodes(unknown: readonly UnknownChar[]): Set<number> {
  const counts = new Map<number, { all: number; opening: number }>();
  for (const { code, opensLine } of unknown) {
    const count = counts.get(code) ?? { all: 0, opening: 0 };
    count.all += 1;
    if (opensLine) count.opening += 1;
    counts.set(code, count);
  }
  return new Set([...counts].filter(([, { all, opening }]) => all >= 2 && opening === all).map(([code]) => code));
}

/** The bytes of an embedded program for the length of one call; undefined where there is none. */
function withProgram<T>(pdfium: Pdfium, font: number, run: (bytes: Uint8Array) => T): T | undefined {
  const { calls, scratch } = pdfium;
  if (calls.FPDFFont_GetIsEmbedded(font) !== 1) return undefined;
  pdfium.view.setUint32(scratch, 0, true);
  if (calls.FPDFFont_GetFontData(font, 0, 0, scratch) === 0) return undefined;
  const size = pdfium.integer(0);
  if (size === 0 || size > largestProgram) return undefined;
  const pointer = calls.malloc(size);
  if (pointer === 0) return undefined;
  try {
    if (calls.FPDFFont_GetFontData(font, pointer, size, scratch) === 0) return undefined;
    return run(pdfium.memory.subarray(pointer, pointer + size));
  } finally {
    calls.free(pointer);
  }
}
