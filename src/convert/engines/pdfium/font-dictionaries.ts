// What a PDF itself says of the codes of a font: the names that its encoding gives them and its table of characters. PDFium
// heeds neither the names in fonts that are pictures of letters (Type 3) nor tables that break a rule.
import { inflateSync } from 'node:zlib';
import type { PdfDocument } from './document.ts';
import { type FileObjects, fileObjects } from './file-objects.ts';
import { textOfGlyphName } from './font-glyph-names.ts';
import { readToUnicode } from './font-to-unicode.ts';
import { isDictionary, isReference, type PdfDictionary, type PdfSyntax, parsePdf } from './pdf-syntax.ts';

export interface SeenCode {
  readonly code: number;
  /** In thousandths of the type size; 0 where it is not known. */
  readonly width: number;
}

interface FileFont {
  /** Empty for those of pictures. */
  readonly name: string;
  readonly isPictures: boolean;
  readonly names: ReadonlyMap<number, string>;
  /** In thousandths of the type size. */
  readonly widths: ReadonlyMap<number, number>;
  /** The number of its table of characters. */
  readonly table: number | undefined;
}

const largestTable = 4 * 2 ** 20;
/** Fonts of one name and like widths that are compared: files put together of many have hundreds. */
const mostAlike = 16;
/** Share of the codes that may be of another width than the file says, and of those whose names must say something. */
const mostUnlike = 0.1;
const leastNamed = 0.8;

export class FontDictionaries {
  readonly #document: PdfDocument;
  #fonts: readonly FileFont[] | undefined;
  #byName: Map<string, FileFont[]> | undefined;
  #tables: ReadonlyMap<number, ReadonlyMap<number, string>> | undefined;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** The texts of codes in a font of this name, which a font of pictures has not; only what is beyond doubt. */
  texts(name: string, seen: readonly SeenCode[]): Map<number, string> {
    const widths = new Map(seen.map(({ code, width }) => [code, width]));
    const called = this.#called(name);
    const readings: Map<number, string>[] = [];
    for (const font of called) {
      const isOnly = called.length === 1 && name !== '';
      if (isOnly || agrees(font, widths)) readings.push(this.#read(font, widths.keys()));
      if (readings.length === mostAlike) break;
    }
    const [first, ...others] = readings;
    const texts = new Map<number, string>();
    for (const [code, text] of first ?? [])
      if (others.every((other) => other.get(code) === text)) texts.set(code, text);
    return texts;
  }

  #called(name: string): readonly FileFont[] {
    this.#fonts ??= fontsOf(fileObjects(this.#document, new Set()));
    if (this.#byName === undefined) {
      this.#byName = new Map();
      for (const font of this.#fonts) {
        const known = this.#byName.get(bareName(font.name));
        if (known === undefined) this.#byName.set(bareName(font.name), [font]);
        else known.push(font);
      }
    }
    return this.#byName.get(bareName(name)) ?? [];
  }

  #read(font: FileFont, given: Iterable<number>): Map<number, string> {
    const texts = new Map<number, string>();
    const codes = new Set(given);
    const table = font.table === undefined ? undefined : this.#table(font.table);
    for (const code of codes) {
      const text = table?.get(code) ?? textOfGlyphName(font.names.get(code) ?? '');
      if (text !== undefined) texts.set(code, text);
    }
    // Names that are numbers in disguise, as dvips gives them, mean something now and then by chance.
    return font.isPictures && texts.size < leastNamed * codes.size ? new Map() : texts;
  }

  #table(number: number): ReadonlyMap<number, string> | undefined {
    if (this.#tables === undefined) {
      const wanted = new Set((this.#fonts ?? []).flatMap(({ table }) => table ?? []));
      const { streams } = fileObjects(this.#document, wanted);
      this.#tables = new Map(
        [...streams].map(([at, { entries, bytes }]) => [at, readToUnicode(plain(entries, bytes))]),
      );
    }
    return this.#tables.get(number);
  }
}

/** A subset's name begins with six letters and a plus, which the engine leaves out. */
const bareName = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

function agrees({ widths }: FileFont, seen: ReadonlyMap<number, number>): boolean {
  let unlike = 0;
  for (const [code, width] of seen) {
    if (width <= 0) continue;
    const own = widths.get(code);
    if (own !== undefined && Math.abs(own - width) <= Math.max(6, 0.015 * own)) continue;
    unlike += 1;
    if (unlike > mostUnlike * seen.size) return false;
  }
  return true;
}

function fontsOf({ values }: FileObjects): FileFont[] {
  const parsed = new Map<number, PdfSyntax | undefined>();
  const follow = (value: PdfSyntax | undefined): PdfSyntax | undefined => {
    if (!isReference(value)) return value;
    if (!parsed.has(value.object)) parsed.set(value.object, parsePdf(values.get(value.object) ?? ''));
    return parsed.get(value.object);
  };
  const fonts: FileFont[] = [];
  for (const [number, text] of values) {
    if (!/\/Subtype\s*\/(?:Type[013]|TrueType|MMType1)\b/.test(text)) continue;
    const entries = follow({ object: number });
    if (isDictionary(entries)) fonts.push(fontOf(entries, follow));
  }
  return fonts;
}

type Follow = (value: PdfSyntax | undefined) => PdfSyntax | undefined;

function fontOf(entries: PdfDictionary, follow: Follow): FileFont {
  const isPictures = entries.get('/Subtype') === '/Type3';
  const encoding = follow(entries.get('/Encoding'));
  const table = entries.get('/ToUnicode');
  const name = follow(entries.get('/BaseFont'));
  const inner = asList(follow(entries.get('/DescendantFonts')))[0];
  const descendant = follow(inner);
  return {
    name: typeof name === 'string' && !isPictures ? name.slice(1) : '',
    isPictures,
    names: isDictionary(encoding) ? namesIn(asList(follow(encoding.get('/Differences')))) : new Map(),
    widths: isDictionary(descendant)
      ? widthsOfIds(asList(follow(descendant.get('/W'))), numberOr(follow(descendant.get('/DW')), 1000), follow)
      : widthsOfCodes(entries, isPictures, follow),
    table: isReference(table) ? table.object : undefined,
  };
}

const asList = (value: PdfSyntax | undefined): readonly PdfSyntax[] => (Array.isArray(value) ? value : []);
const numberOr = (value: PdfSyntax | undefined, other: number): number => (typeof value === 'number' ? value : other);

/** ISO 32000-2, 9.6.5.1: a code, and the names from that one on. */
function namesIn(differences: readonly PdfSyntax[]): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const one of differences) {
    if (typeof one === 'number') code = one;
    else if (typeof one === 'string') {
      names.set(code, one.slice(1));
      code += 1;
    }
  }
  return names;
}

function widthsOfCodes(entries: PdfDictionary, isPictures: boolean, follow: Follow): Map<number, number> {
  const first = numberOr(follow(entries.get('/FirstChar')), 0);
  const matrix = asList(follow(entries.get('/FontMatrix')));
  // Pictures are drawn in units of their own (9.6.4).
  const unit = isPictures ? numberOr(matrix[0], 0.001) * 1000 : 1;
  const widths = asList(follow(entries.get('/Widths')));
  return new Map(widths.map((width, at) => [first + at, numberOr(follow(width), 0) * unit]));
}

/** 9.7.4.3: `c [w1 w2 …]` or `first last w`. Every other id is as wide as the default. */
function widthsOfIds(list: readonly PdfSyntax[], usual: number, follow: Follow): ReadonlyMap<number, number> {
  const widths = new WidthsWithDefault(usual);
  for (let at = 0; at + 1 < list.length; ) {
    const first = numberOr(list[at], 0);
    const next = follow(list[at + 1]);
    if (Array.isArray(next)) {
      for (const [place, width] of next.entries()) widths.set(first + place, numberOr(width, usual));
      at += 2;
      continue;
    }
    const last = Math.min(numberOr(next, 0), 65_535);
    for (let id = first; id <= last; id += 1) widths.set(id, numberOr(list[at + 2], usual));
    at += 3;
  }
  return widths;
}

class WidthsWithDefault extends Map<number, number> {
  readonly #usual: number;

  constructor(usual: number) {
    super();
    this.#usual = usual;
  }

  override get(id: number): number {
    return super.get(id) ?? this.#usual;
  }
}

function plain(entries: string, bytes: Buffer): string {
  if (!/\/Filter\b/.test(entries)) return bytes.toString('latin1');
  try {
    return inflateSync(bytes, { maxOutputLength: largestTable }).toString('latin1');
  } catch {
    return '';
  }
}
