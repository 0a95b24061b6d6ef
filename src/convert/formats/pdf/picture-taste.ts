// A taste of a picture with much print: the part of it that holds the most is read first, and where that is neither running
// text nor a table, the rest is not read. Windows of programs and maps full of labels take longest, and say nothing.
import type { OcrReading, PrintedLine } from '../../engines/ocr/port.ts';
import type { Raster } from '../../engines/raster.ts';
import { withoutNoise } from '../../layout/ocr-noise.ts';
import { median } from '../../layout/sorted.ts';
import { soundsLikeText } from './picture-prose.ts';

/** Lines from which on a part is read first: it takes a fraction of the time. */
const fewest = 20;
/** How many lines are tasted, with the white between them. */
const tasted = 5;
const pitch = 1.3;
/** Radians: lines that run across; share of the lines that do. */
const level = 0.1;
const mostlyLevel = 0.8;

/** The rows of the picture between two of its lines that hold the most print; undefined where all of it may as well be read. */
export function tasteOf(picture: Raster, lines: readonly PrintedLine[] | undefined): Raster | undefined {
  const across = lines?.filter(({ angle }) => Math.abs(angle) <= level) ?? [];
  if (lines === undefined || across.length < Math.max(fewest, mostlyLevel * lines.length)) return undefined;
  const sorted = across
    .map(({ y, width, height }) => ({
      top: y - height / 2,
      bottom: y + height / 2,
      print: width / Math.max(1, height),
    }))
    .sort((one, other) => one.top - other.top);
  const reach = tasted * pitch * median(sorted.map(({ top, bottom }) => bottom - top));
  let best: { readonly top: number; readonly bottom: number; readonly print: number } | undefined;
  for (const { top } of sorted) {
    const within = sorted.filter((line) => line.top >= top && line.bottom <= top + reach);
    const print = within.reduce((sum, line) => sum + line.print, 0);
    if (print <= (best?.print ?? 0)) continue;
    best = { top, bottom: Math.max(...within.map(({ bottom }) => bottom)), print };
  }
  return best === undefined ? undefined : rowsOf(picture, best.top - 2, best.bottom + 2);
}

/** True where what was tasted is worth reading on. */
export const tastesOfText = ({ words }: OcrReading): boolean => soundsLikeText(withoutNoise(words).words);

function rowsOf(picture: Raster, from: number, to: number): Raster {
  const top = Math.max(0, Math.floor(from));
  const bottom = Math.min(picture.height, Math.ceil(to));
  const row = picture.width * picture.channels;
  const { width, channels, dpi } = picture;
  const pixels = picture.pixels.slice(top * row, bottom * row);
  return { width, height: bottom - top, channels, pixels, ...(dpi === undefined ? {} : { dpi }) };
}
