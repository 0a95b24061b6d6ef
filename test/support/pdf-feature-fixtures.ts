// More documents of test/fixtures/pdf: fonts that do not say what they show, pictures, cards, and what is drawn instead of
// written.
import { sfntOf, type TestGlyph } from './font.ts';
import type { PdfFile, PdfRef } from './pdf.ts';
import { pdfText } from './pdf.ts';
import { brokenLines, line, pdfOf, stroke, Typist, textWidth } from './pdf-document.ts';

const river =
  'The mill stands at the end of the valley, where the river bends twice before it reaches the sea, and no road leads there.';

/** Glyphs from the blank to the tilde, in the order of Apple's fonts. */
function latinGlyphs(): TestGlyph[] {
  const names = 'zero one two three four five six seven eight nine'.split(' ');
  const glyphs: TestGlyph[] = ['.notdef', '.null', 'nonmarkingreturn'].map((name) => ({ name, width: 0, blank: true }));
  for (let code = 32; code < 127; code += 1) {
    const sign = String.fromCharCode(code);
    const name =
      code === 32
        ? 'space'
        : /[A-Za-z]/.test(sign)
          ? sign
          : (names[code - 48] ?? `uni00${code.toString(16).toUpperCase()}`);
    glyphs.push({ name, width: Math.round(textWidth(sign, 1000)), code, blank: code === 32 });
  }
  return glyphs;
}

/** A composite font without a map to Unicode (ISO 32000-2, 9.7); codes are glyphs. It may be one the reader is to have. */
function mutedFont(file: PdfFile, program: Buffer | undefined, glyphs: readonly TestGlyph[]): PdfRef {
  const descriptor = file.add({
    Type: '/FontDescriptor',
    FontName: '/ABCDEF+Mill',
    Flags: 4,
    FontBBox: [0, -200, 1000, 900],
    ItalicAngle: 0,
    Ascent: 900,
    Descent: -200,
    CapHeight: 700,
    StemV: 80,
    ...(program === undefined ? {} : { FontFile2: file.stream(program, { Length1: program.length }) }),
  });
  const inner = file.add({
    Type: '/Font',
    Subtype: '/CIDFontType2',
    BaseFont: '/ABCDEF+Mill',
    CIDSystemInfo: { Registry: pdfText('Adobe'), Ordering: pdfText('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, glyphs.map(({ width }) => width)],
    CIDToGIDMap: '/Identity',
  });
  return file.add({
    Type: '/Font',
    Subtype: '/Type0',
    BaseFont: '/ABCDEF+Mill',
    Encoding: '/Identity-H',
    DescendantFonts: [inner],
  });
}

export function mutedFonts(): Buffer {
  const glyphs = latinGlyphs();
  const hex = (text: string): string =>
    Array.from(text, (sign) => (sign.charCodeAt(0) - 29).toString(16).padStart(4, '0')).join('');
  const programs = [
    sfntOf({ glyphs, post: false }),
    sfntOf({ glyphs, cmap: false }),
    sfntOf({ glyphs, cmap: false, post: false }),
    undefined,
  ];
  const texts = ['By its map: ', 'By its names: ', 'By its order: ', 'Not in the file: '].map((text) => text + river);
  return pdfOf([
    (file) => {
      const fonts = programs.map((program) => mutedFont(file, program, glyphs));
      const content = texts.flatMap((text, at) =>
        brokenLines(text, 440, 11).map(
          (one, row) => `BT /M${at} 11 Tf 72 ${700 - 60 * at - 14 * row} Td <${hex(one)}> Tj ET\n`,
        ),
      );
      return {
        content: content.join(''),
        resources: { Font: Object.fromEntries(fonts.map((font, at) => [`M${at}`, font])) },
      };
    },
  ]);
}

/** Two pictures with their captions, an ornament, and a ground for the page; one picture has a text of its own. */
export function figures(): Buffer {
  const shade = (size: number): Buffer =>
    Buffer.from(Uint8Array.from({ length: size * size * 3 }, (_, at) => (at * 7) % 251));
  return pdfOf(
    [
      (file) => {
        const image = (size: number): PdfRef =>
          file.stream(shade(size), {
            Type: '/XObject',
            Subtype: '/Image',
            Width: size,
            Height: size,
            ColorSpace: '/DeviceRGB',
            BitsPerComponent: 8,
          });
        const put = (name: string, x: number, y: number, width: number, height: number): string =>
          `q ${width} 0 0 ${height} ${x} ${y} cm /${name} Do Q\n`;
        const text = new Typist(72, 690).paragraph(river);
        const below = new Typist(72, 400).paragraph('Figure 1. The mill from the river.').paragraph(river);
        return {
          content:
            put('Ground', 0, 0, 612, 792) +
            text.content +
            `/Figure << /MCID 0 >> BDC\n${put('Photo', 72, 430, 200, 150)}EMC\n` +
            put('Dot', 560, 500, 8, 8) +
            below.content,
          resources: { XObject: { Ground: image(2), Photo: image(8), Dot: image(3) } },
          entries: { StructParents: 0 },
        };
      },
    ],
    (file, pages) => {
      const root = file.reserve();
      const figure = file.add({
        Type: '/StructElem',
        S: '/Figure',
        P: root,
        Pg: pages[0] ?? root,
        K: 0,
        Alt: pdfText('A mill with one wheel'),
      });
      file.set(root, { Type: '/StructTreeRoot', K: [figure], ParentTree: { Nums: [0, [figure]] } });
      return { catalog: { StructTreeRoot: root, MarkInfo: { Marked: 'true' } } };
    },
  );
}

/** Three cards side by side, a chapter number over its title, and bullets that are drawn. */
export function leaflet(): Buffer {
  const disc = (x: number, y: number): string => `${x} ${y} 3 3 re f\n`;
  let content = line(72, 740, '7', 30, 'F2') + line(72, 700, 'The wheels of the mill', 24, 'F2');
  const cards = [
    ['The first', 'was broken by the flood', 'that came in the spring'],
    ['The second', 'was sold to a brewer', 'who lives in the town'],
    ['The third', 'is made of larch wood', 'and turns every day'],
  ];
  for (const [at, [head = '', ...lines]] of cards.entries()) {
    const x = 72 + at * 170;
    content += line(x, 630, head, 15, 'F2');
    for (const [row, text] of lines.entries()) content += line(x, 608 - row * 14, text, 11);
  }
  content += line(72, 540, 'Whoever comes is asked to', 11);
  for (const [at, text] of ['close the gate', 'keep the dog on a lead', 'leave the wheel alone'].entries()) {
    content += disc(74, 516 - at * 16) + line(86, 514 - at * 16, text, 11);
  }
  return pdfOf([{ content }], { plain: true });
}

/** A table of contents with dots, on a page that is called iv. */
export function contents(): Buffer {
  const entries = [
    ['The mill', '1'],
    ['Its stones', '12'],
    ['Its wheels', '27'],
    ['The miller', '40'],
    ['The flood', '58'],
    ['What is left', '73'],
  ];
  let content = line(72, 700, 'Contents', 20, 'F2');
  for (const [at, [title = '', page = '']] of entries.entries()) {
    content += line(72, 660 - at * 15, `${title} ${'. '.repeat(40)}${page}`, 11);
  }
  return pdfOf([{ content }], {
    plain: true,
    catalog: { PageLabels: { Nums: [0, { S: '/r', St: 4 }] } },
  });
}

/** A ruled table whose heads run upwards, with a column that nobody has filled in. */
export function turnedHeads(): Buffer {
  const xs = [72, 200, 240, 280, 320];
  const ys = [700, 600, 580, 560, 540];
  let content = '';
  for (const y of ys) content += stroke(xs[0] ?? 0, y, xs.at(-1) ?? 0, y);
  for (const x of xs) content += stroke(x, ys[0] ?? 0, x, ys.at(-1) ?? 0);
  content += line(76, 606, 'Sack', 10, 'F2');
  for (const [at, head] of ['Wheat flour', 'Rye flour', 'Oat flour'].entries()) {
    content += `BT /F2 10 Tf 0 1 -1 0 ${223 + at * 40} 606 Tm (${head}) Tj ET\n`;
  }
  const rows = [
    ['Small', '12', '', '9'],
    ['Large', '24', '', '18'],
    ['Bulk', '90', '', '70'],
  ];
  for (const [at, row] of rows.entries()) {
    for (const [column, text] of row.entries()) content += line((xs[column] ?? 0) + 4, 586 - at * 20, text, 10);
  }
  const quoted = new Typist(120, 440, 380).paragraph(`${river} ${river} ${river}`, 11, 'F5');
  const around = new Typist(72, 500).paragraph(`What the miller says is in her book: ${river} ${river}`);
  const after = new Typist(72, quoted.y).paragraph(`Nobody has asked her since. ${river} ${river}`);
  return pdfOf([{ content: content + around.content + quoted.content + after.content }], { plain: true });
}
