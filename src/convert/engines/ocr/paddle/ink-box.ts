// Draws a box in to the ink it holds, as Tesseract draws its boxes: layout compares the heights and gaps of words.
import type { Raster } from '../../raster.ts';
import type { PixelBox } from '../port.ts';

/** A row or column with less ink than this share of its length is empty: dust, not print. */
const leastInk = 0.03;
/** Between the darkest and the lightest grey; a box with less contrast stays as it is. */
const leastContrast = 24;
/** Empty rows between a letter and its dot, in parts of the line's height; lines above and below stand further off. */
const rowGap = 0.1;
/** Empty columns that part two words, in parts of the height of their ink. */
const wordGap = 0.12;

/** How much ink each row and each column of an area holds. */
export interface InkProfile {
  readonly left: number;
  readonly top: number;
  readonly rows: Uint32Array;
  readonly columns: Uint32Array;
}

/** Undefined where the area has no size or no contrast. */
export function inkProfile(raster: Raster, box: PixelBox): InkProfile | undefined {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  const width = Math.min(raster.width, Math.ceil(box.right)) - left;
  const height = Math.min(raster.height, Math.ceil(box.bottom)) - top;
  if (width < 2 || height < 2) return undefined;
  const area = greyArea(raster, left, top, width, height);
  const ink = inkOf(area);
  if (!ink) return undefined;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if ((area[at] as number) < ink.threshold !== ink.dark) continue;
      rows[y] = (rows[y] as number) + 1;
      columns[x] = (columns[x] as number) + 1;
    }
  }
  return { left, top, rows, columns };
}

/**
 * `core` is the stretch from the middle of the first letter to that of the last: from there the box reaches out to the
 * first gap on either side.
 */
export function inkBox(
  raster: Raster,
  box: PixelBox,
  core: { readonly left: number; readonly right: number },
): PixelBox {
  const profile = inkProfile(raster, box);
  if (!profile) return box;
  const { left, top, rows, columns } = profile;
  const middle = rows.length >> 1;
  const least = Math.max(1, columns.length * leastInk);
  const fromY = reach(rows, middle, -1, rows.length * rowGap, least);
  const toY = reach(rows, middle, 1, rows.length * rowGap, least) + 1;
  // Ink above or below the middle only, such as quotes: all there is.
  if (toY - fromY < 2) return box;
  const empty = Math.max(1, (toY - fromY) * leastInk);
  const gap = Math.max(2, (toY - fromY) * wordGap);
  const fromX = reach(columns, Math.round(core.left) - left, -1, gap, empty);
  const toX = reach(columns, Math.round(core.right) - left, 1, gap, empty) + 1;
  if (toX <= fromX) return box;
  return { left: left + fromX, top: top + fromY, right: left + toX, bottom: top + toY };
}

function greyArea(raster: Raster, left: number, top: number, width: number, height: number): Uint8Array {
  const { channels, pixels } = raster;
  const area = new Uint8Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    // Green stands for all three colours: it holds most of the brightness.
    let from = ((top + y) * raster.width + left) * channels + (channels === 3 ? 1 : 0);
    for (let x = 0; x < width; x++, from += channels) area[to++] = pixels[from] as number;
  }
  return area;
}

/** Halfway between the darkest and the lightest; paper is what there is more of. */
function inkOf(area: Uint8Array): { threshold: number; dark: boolean } | undefined {
  const shades = new Uint32Array(256);
  for (const shade of area) shades[shade] = (shades[shade] as number) + 1;
  const dark = quantile(shades, area.length * 0.02);
  const light = quantile(shades, area.length * 0.98);
  if (light - dark < leastContrast) return undefined;
  const threshold = (dark + light) / 2;
  let darker = 0;
  for (let shade = 0; shade < threshold; shade++) darker += shades[shade] as number;
  return { threshold, dark: darker * 2 <= area.length };
}

function quantile(shades: Uint32Array, count: number): number {
  let sum = 0;
  for (let shade = 0; shade < shades.length; shade++) {
    sum += shades[shade] as number;
    if (sum > count) return shade;
  }
  return shades.length - 1;
}

/** The last inked place outwards from `start` before a gap. */
export function reach(inked: Uint32Array, start: number, step: 1 | -1, gap: number, least: number): number {
  let last = Math.min(inked.length - 1, Math.max(0, start));
  for (let x = last; x >= 0 && x < inked.length && Math.abs(x - last) <= gap; x += step) {
    if ((inked[x] as number) >= least) last = x;
  }
  return last;
}
