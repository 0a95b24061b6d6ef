// Pictures of pages whose text is known, clean or spoilt in the ways scanners and cameras spoil them: what recognisers
// are measured with. The same arguments give the same pixels.
import sharp, { type Sharp } from 'sharp';
import { openPdf } from '../../src/convert/engines/pdfium/document.ts';
import { loadPdfium } from '../../src/convert/engines/pdfium/module.ts';
import { renderPage } from '../../src/convert/engines/pdfium/render.ts';
import type { Raster } from '../../src/convert/engines/raster.ts';
import { headings, paragraphs, tableRows } from './degraded-page-text.ts';
import { pdfOf, Typist } from './pdf-document.ts';
import { randomNumbers } from './random-numbers.ts';

export type PageKind = 'prose' | 'columns' | 'table' | 'small' | 'boxed';

export interface SamplePage {
  readonly raster: Raster;
  /** In the order of reading, words parted by single blanks. */
  readonly text: string;
}

interface Written {
  readonly content: string;
  readonly text: string;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** `number` varies the words and, for prose, the typeface. */
function written(kind: PageKind, number: number): Written {
  const heading = at(headings, number);
  const text = (index: number): string => at(paragraphs, number * 3 + index);
  if (kind === 'columns') {
    const left = new Typist(54, 640, 240).paragraph(text(0), 10, 'F3').paragraph(text(1), 10, 'F3');
    const right = new Typist(324, 640, 240).paragraph(text(2), 10, 'F3').paragraph(text(3), 10, 'F3');
    const top = new Typist(54, 730, 510).heading(heading, 22);
    return {
      content: top.content + left.content + right.content,
      text: [heading, text(0), text(1), text(2), text(3)].join(' '),
    };
  }
  if (kind === 'table') {
    const page = new Typist(72, 720).heading(heading).paragraph(text(0)).table(tableRows).paragraph(text(1));
    return { content: page.content, text: [heading, text(0), ...tableRows.flat(), text(1)].join(' ') };
  }
  if (kind === 'boxed') {
    const page = new Typist(72, 720).paragraph(text(0));
    const box = new Typist(84, page.y - 12, 440).heading(heading).paragraph(text(1));
    const height = page.y - box.y + 4;
    const after = new Typist(72, box.y - 24).paragraph(text(2));
    return {
      content: `${page.content}0.1 0.2 0.5 rg 72 ${box.y} 468 ${height} re f 1 g ${box.content}0 g ${after.content}`,
      text: [text(0), heading, text(1), text(2)].join(' '),
    };
  }
  const size = kind === 'small' ? 8 : 11;
  const font = at(['F3', 'F1', 'F6', 'F4'], number);
  // The widths at hand are Helvetica's; the typewriter's are wider.
  const page = new Typist(72, 720, font === 'F6' ? 360 : 460).heading(heading);
  for (let index = 0; index < 5; index += 1) page.paragraph(text(index), font === 'F6' ? size - 1 : size, font);
  return { content: page.content, text: [heading, ...[0, 1, 2, 3, 4].map(text)].join(' ') };
}

export async function samplePage(kind: PageKind, number: number, dpi: number): Promise<SamplePage> {
  const { content, text } = written(kind, number);
  const bytes = pdfOf([{ content }]);
  const pdfium = await loadPdfium();
  const source = { size: bytes.length, read: (from: number, size: number) => bytes.subarray(from, from + size) };
  const { document } = openPdf(pdfium, source, undefined);
  try {
    const rendered = renderPage(document, {
      index: 0,
      dpi: { least: dpi, most: dpi },
      channels: 3,
      mostPixels: 40_000_000,
    });
    if (rendered === undefined) throw new Error('The page cannot be drawn.');
    const { width, height, channels, pixels } = rendered;
    return { raster: { width, height, channels, pixels, dpi }, text };
  } finally {
    document.close();
  }
}

type Spoil = (raster: Raster) => Promise<Raster>;

const opened = ({ width, height, channels, pixels }: Raster): Sharp =>
  sharp(pixels, { raw: { width, height, channels } });

async function taken(raster: Raster, image: Sharp): Promise<Raster> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return {
    ...raster,
    width: info.width,
    height: info.height,
    channels: info.channels as 1 | 3,
    pixels: new Uint8Array(data),
  };
}

/** Clockwise, on a sheet that grows to hold it; quarter turns are exact. */
export const rotated =
  (degrees: number, background = '#ffffff'): Spoil =>
  (raster) =>
    taken(raster, opened(raster).rotate(degrees, { background }));

export const blurred =
  (sigma: number): Spoil =>
  (raster) =>
    taken(raster, opened(raster).blur(sigma));

/** As a camera or a copier that compresses hard. */
export const compressed =
  (quality: number): Spoil =>
  async (raster) =>
    taken(raster, sharp(await opened(raster).jpeg({ quality }).toBuffer()));

function perPixel(change: (value: number, index: number, raster: Raster) => number): Spoil {
  return async (raster) => {
    const pixels = new Uint8Array(raster.pixels.length);
    for (const [index, value] of raster.pixels.entries()) {
      pixels[index] = Math.min(255, Math.max(0, Math.round(change(value, index, raster))));
    }
    return { ...raster, pixels };
  };
}

/** Grain, of a normal distribution. */
export function grainy(deviation: number, seed = 1): Spoil {
  const random = randomNumbers(seed);
  return perPixel((value) => {
    const spread = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return value + deviation * spread;
  });
}

/** Single pixels that are black or white: this share of them. */
export function speckled(share: number, seed = 1): Spoil {
  const random = randomNumbers(seed);
  return async (raster) => {
    const pixels = new Uint8Array(raster.pixels);
    const { channels } = raster;
    for (let pixel = 0; pixel < raster.width * raster.height; pixel += 1) {
      if (random() < share) pixels.fill(random() < 0.5 ? 0 : 255, pixel * channels, (pixel + 1) * channels);
    }
    return { ...raster, pixels };
  };
}

/** Ink and paper brought together: 0.2 leaves a fifth of the contrast. */
export const faded = (contrast: number): Spoil => perPixel((value) => 150 + (value - 127) * contrast);

export const inverted: Spoil = perPixel((value) => 255 - value);

/** Light falls off from the left edge to the right, and a hand's shadow lies over the lower corner. */
export const shadowed: Spoil = perPixel((value, index, { width, height, channels }) => {
  const pixel = Math.floor(index / channels);
  const x = (pixel % width) / width;
  const y = Math.floor(pixel / width) / height;
  const distance = Math.hypot(x - 1, y - 1);
  return value * (1 - 0.45 * x) * (distance < 0.6 ? 0.55 + 0.45 * Math.max(0, (distance - 0.5) / 0.1) : 1);
});

export async function spoilt(raster: Raster, ...ways: readonly Spoil[]): Promise<Raster> {
  let current = raster;
  for (const way of ways) current = await way(current);
  return current;
}
