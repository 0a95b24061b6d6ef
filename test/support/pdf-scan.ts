// Scans for tests: pages drawn by PDFium itself and put into a PDF as a picture, with a text layer over it or none, and
// fonts that show one letter and say another. Pictures are run-length coded, so that files do not depend on zlib.
import { openPdf } from '../../src/convert/engines/pdfium/document.ts';
import { loadPdfium } from '../../src/convert/engines/pdfium/module.ts';
import { renderPage } from '../../src/convert/engines/pdfium/render.ts';
import type { Raster } from '../../src/convert/engines/raster.ts';
import { bytesSource } from '../../src/convert/input.ts';
import type { PdfDict, PdfFile, PdfRef } from './pdf.ts';
import { type MakePage, pdfOf } from './pdf-document.ts';

export interface PageSize {
  readonly width?: number;
  readonly height?: number;
}

/** What page content looks like, in grey. */
export async function pictureOf(
  content: string,
  dpi = 150,
  { width = 612, height = 792 }: PageSize = {},
): Promise<Raster> {
  const pdfium = await loadPdfium();
  const { document } = openPdf(pdfium, bytesSource(pdfOf([{ content, width, height }])), undefined);
  try {
    const dots = { least: dpi, most: dpi };
    const picture = renderPage(document, { index: 0, dpi: dots, channels: 1, mostPixels: 20_000_000 });
    if (picture === undefined) throw new Error('the page was not drawn');
    return picture;
  } finally {
    document.close();
  }
}

/** The picture as an image of the file, one bit a pixel as scanners make them. */
export function imageIn(file: PdfFile, { width, height, pixels }: Raster, entries: PdfDict = {}): PdfRef {
  const stride = Math.ceil(width / 8);
  const bits = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 0) > 140)
        bits[y * stride + (x >> 3)] = (bits[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return file.add(
    {
      Type: '/XObject',
      Subtype: '/Image',
      Width: width,
      Height: height,
      ColorSpace: '/DeviceGray',
      BitsPerComponent: 1,
      Filter: '/RunLengthDecode',
      ...entries,
    },
    runLength(bits),
  );
}

/** ISO 32000-2, 7.4.5. */
export function runLength(bytes: Uint8Array): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at]) run += 1;
    if (run > 1) {
      out.push(257 - run, bytes[at] ?? 0);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < bytes.length && end - at < 128 && bytes[end] !== bytes[end + 1]) end += 1;
    out.push(end - at - 1, ...bytes.subarray(at, end));
    at = end;
  }
  return Buffer.from([...out, 128]);
}

/** A page that shows the picture all over and `over` on top of it. */
export function scanPage(picture: Raster, over = '', { width = 612, height = 792 }: PageSize = {}): MakePage {
  return (file) => ({
    width,
    height,
    content: `${drawImage('Scan', [0, 0, width, height])}${over}`,
    resources: { XObject: { Scan: imageIn(file, picture) } },
  });
}

/** Operators that draw an image of the resources into a rectangle. */
export function drawImage(name: string, [left, bottom, right, top]: readonly [number, number, number, number]): string {
  return `q ${right - left} 0 0 ${top - bottom} ${left} ${bottom} cm /${name} Do Q\n`;
}

/** Content whose text is there and not to be seen. */
export const invisible = (content: string): string => `3 Tr\n${content}0 Tr\n`;

/** Helvetica that shows each letter and claims it is another one, as broken converters write it (9.10.3). */
export function lyingFont(file: PdfFile): PdfRef {
  // Seven and 26 have no divisor in common: every letter is claimed once.
  return claimingFont(file, 97, (code) => (((code - 97) * 7 + 3) % 26) + 97);
}

/** Helvetica that claims all its signs to be spaces, so that nobody may copy them. */
export const silentFont = (file: PdfFile): PdfRef => claimingFont(file, 33, () => 0xa0);

/** Times that does not know what its signs are. */
export const unknownFont = (file: PdfFile): PdfRef => claimingFont(file, 33, () => 0xfffd, '/Times-Bold');

/** From one code up to the last letter. */
function claimingFont(file: PdfFile, first: number, claim: (code: number) => number, base = '/Helvetica'): PdfRef {
  const codes = Array.from({ length: 123 - first }, (_, at) => first + at);
  const rows = codes.map((code) => `<${hex(code)}> <${hex(claim(code)).padStart(4, '0')}>`);
  const map = [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Lying def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
  return file.add({
    Type: '/Font',
    Subtype: '/Type1',
    BaseFont: base,
    Encoding: '/WinAnsiEncoding',
    ToUnicode: file.stream(map, {}, true),
  });
}

const hex = (code: number): string => code.toString(16);
