// Documents for tests in a few lines: pages with text and lines in the standard fonts, and what hangs on a catalog
// (outline, form fields, structure), written by the writer of PDF files.
import { type PdfDict, PdfFile, type PdfRef, type PdfValue, pdfText, type SaveOptions } from './pdf.ts';

/** The short names of fonts in page content. */
export const standardFonts: Readonly<Record<string, string>> = {
  F1: 'Helvetica',
  F2: 'Helvetica-Bold',
  F3: 'Times-Roman',
  F4: 'Times-Bold',
  F5: 'Times-Italic',
  F6: 'Courier',
};

export interface PageParts {
  /** Operators, in the encoding of the file; or made with the file at hand. */
  readonly content: string | Uint8Array;
  readonly width?: number;
  readonly height?: number;
  readonly annotations?: readonly PdfValue[];
  /** More entries of the page and of its resources. */
  readonly entries?: PdfDict;
  readonly resources?: PdfDict;
}

export interface DocumentParts extends SaveOptions {
  /** More entries of the catalog, and of the document information. */
  readonly catalog?: PdfDict;
  readonly info?: PdfDict;
  readonly plain?: boolean;
}

/** Pages are made with the file at hand, for what they refer to. */
export type MakePage = PageParts | ((file: PdfFile, pages: readonly PdfRef[]) => PageParts);

/** Pages that hang on one node of the page tree; a test may hang more on the file before it is saved. */
export function pdfOf(
  pages: readonly MakePage[],
  parts: DocumentParts | ((file: PdfFile, pages: readonly PdfRef[]) => DocumentParts) = {},
): Buffer {
  const file = new PdfFile();
  const fonts = Object.fromEntries(
    Object.entries(standardFonts).map(([name, font]) => [
      name,
      file.add({ Type: '/Font', Subtype: '/Type1', BaseFont: `/${font}`, Encoding: '/WinAnsiEncoding' }),
    ]),
  );
  const root = file.reserve();
  const tree = file.reserve();
  const refs = pages.map(() => file.reserve());
  const given = typeof parts === 'function' ? parts(file, refs) : parts;
  for (const [at, make] of pages.entries()) {
    const page = typeof make === 'function' ? make(file, refs) : make;
    const { Font, ...resources } = page.resources ?? {};
    file.set(refs[at] ?? tree, {
      Type: '/Page',
      Parent: tree,
      MediaBox: [0, 0, page.width ?? 612, page.height ?? 792],
      Resources: { Font: { ...fonts, ...(Font as PdfDict | undefined) }, ...resources },
      Contents: file.stream(page.content, {}, given.plain),
      ...(page.annotations === undefined ? {} : { Annots: page.annotations }),
      ...page.entries,
    });
  }
  file.set(tree, { Type: '/Pages', Kids: refs, Count: refs.length });
  file.set(root, { Type: '/Catalog', Pages: tree, ...given.catalog });
  const info = given.info === undefined ? {} : { Info: file.add(given.info) };
  return file.save(root, { ...given, trailer: { ...info, ...given.trailer } });
}

const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

/** One line of text with its foot at x and y. */
export function line(x: number, y: number, text: string, size = 11, font = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET\n`;
}

/** A thin line. */
export function stroke(x0: number, y0: number, x1: number, y1: number): string {
  return `0.5 w ${x0} ${y0} m ${x1} ${y1} l S\n`;
}

/** Widths of Helvetica from the blank to the tilde, in thousandths of the size; near enough to break lines of any font. */
const widths =
  `278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
  584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667
  611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500
  722 500 500 500 334 260 334 584`
    .split(/\s+/)
    .map(Number);

export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += widths[text.charCodeAt(at) - 32] ?? 556;
  return (sum * size) / 1000;
}

/** Lines of one paragraph, no wider than asked. */
export function brokenLines(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && textWidth(longer, size) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return current === '' ? lines : [...lines, current];
}

/** Writes from top to bottom, as a typist would. */
export class Typist {
  content = '';
  y: number;
  readonly #left: number;
  readonly #width: number;

  constructor(left = 72, top = 680, width = 468) {
    this.#left = left;
    this.y = top;
    this.#width = width;
  }

  heading(text: string, size = 18): this {
    this.y -= size;
    this.content += line(this.#left, this.y, text, size, 'F2');
    this.y -= size * 0.9;
    return this;
  }

  paragraph(text: string, size = 11, font = 'F1', indent = 0): this {
    for (const one of brokenLines(text, this.#width - indent, size)) {
      this.content += line(this.#left + indent, this.y, one, size, font);
      this.y -= size * 1.25;
    }
    this.y -= size * 0.9;
    return this;
  }

  /** A table with all its rules. */
  table(rows: readonly (readonly string[])[], columnWidth = 110, rowHeight = 18): this {
    const columns = Math.max(...rows.map((row) => row.length));
    const right = this.#left + columns * columnWidth;
    const top = this.y + rowHeight - 5;
    for (const [at, row] of rows.entries()) {
      for (const [column, text] of row.entries()) {
        this.content += line(this.#left + column * columnWidth + 4, this.y, text, 10, at === 0 ? 'F2' : 'F1');
      }
      this.y -= rowHeight;
    }
    const bottom = top - rows.length * rowHeight;
    for (let at = 0; at <= rows.length; at += 1) {
      this.content += stroke(this.#left, top - at * rowHeight, right, top - at * rowHeight);
    }
    for (let at = 0; at <= columns; at += 1) {
      this.content += stroke(this.#left + at * columnWidth, top, this.#left + at * columnWidth, bottom);
    }
    this.y -= 12;
    return this;
  }
}

/** A link area over a rectangle. */
export function linkTo(action: PdfDict, rectangle: readonly [number, number, number, number]): PdfDict {
  return { Type: '/Annot', Subtype: '/Link', Rect: rectangle, Border: [0, 0, 0], A: action };
}

/** ISO 32000-2, 12.6.4.8: bytes, not text. */
export const uriAction = (url: string): PdfDict => ({ S: '/URI', URI: { bytes: Buffer.from(url, 'utf8') } });

/** An outline of one level; each entry leads to the page of the same place. */
export function outlineOf(file: PdfFile, titles: readonly string[], pages: readonly PdfRef[]): PdfRef {
  const root = file.reserve();
  const entries = titles.map(() => file.reserve());
  for (const [at, entry] of entries.entries()) {
    const [before, after, page] = [entries[at - 1], entries[at + 1], pages[at % pages.length]];
    file.set(entry, {
      Title: pdfText(titles[at] ?? ''),
      Parent: root,
      ...(before === undefined ? {} : { Prev: before }),
      ...(after === undefined ? {} : { Next: after }),
      ...(page === undefined ? {} : { Dest: [page, '/Fit'] }),
    });
  }
  file.set(root, {
    Type: '/Outlines',
    ...(entries[0] === undefined ? {} : { First: entries[0] }),
    ...(entries.at(-1) === undefined ? {} : { Last: entries.at(-1) as PdfRef }),
    Count: titles.length,
  });
  return root;
}

/** A text field with its value and no picture of it, as many programs leave it (12.7.5.3). */
export function textField(file: PdfFile, name: string, value: string, rectangle: readonly number[]): PdfRef {
  return file.add({
    Type: '/Annot',
    Subtype: '/Widget',
    FT: '/Tx',
    T: pdfText(name),
    V: pdfText(value),
    DA: pdfText('/F1 10 Tf 0 g'),
    Rect: rectangle,
    F: 4,
  });
}

/** A signature or a stamp: what it says is in its picture alone (12.5.5). */
export function pictured(file: PdfFile, kind: PdfDict, lines: readonly string[], rectangle: readonly number[]): PdfRef {
  const [left = 0, bottom = 0, right = 0, top = 0] = rectangle;
  const font = file.add({ Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica', Encoding: '/WinAnsiEncoding' });
  const picture = file.stream(lines.map((text, at) => line(2, top - bottom - 10 - 10 * at, text, 8)).join(''), {
    Type: '/XObject',
    Subtype: '/Form',
    BBox: [0, 0, right - left, top - bottom],
    Resources: { Font: { F1: font } },
  });
  return file.add({ Type: '/Annot', ...kind, Rect: rectangle, F: 4, AP: { N: picture } });
}

export interface TaggedPart {
  /** The standard structure type, such as H1, P, L, Table (14.8.4). */
  readonly tag: string;
  readonly content: string;
}

/** A page whose parts are marked, and the structure tree that names them (14.7). */
export function taggedPdf(parts: readonly TaggedPart[]): Buffer {
  const content = parts.map(({ tag, content: inner }, at) => `/${tag} << /MCID ${at} >> BDC\n${inner}EMC\n`).join('');
  return pdfOf([{ content, entries: { StructParents: 0, Tabs: '/S' } }], (file, pages) => {
    const root = file.reserve();
    const whole = file.reserve();
    const elements = parts.map(({ tag }, at) =>
      file.add({ Type: '/StructElem', S: `/${tag}`, P: whole, Pg: pages[0] ?? whole, K: at }),
    );
    file.set(whole, { Type: '/StructElem', S: '/Document', P: root, K: elements });
    file.set(root, { Type: '/StructTreeRoot', K: whole, ParentTree: { Nums: [0, elements] } });
    return { catalog: { StructTreeRoot: root, MarkInfo: { Marked: 'true' }, Lang: pdfText('en-GB') } };
  });
}
