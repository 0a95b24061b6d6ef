// Tells ink from paper: what differs from its surroundings, whichever of the two is the darker. A coarse view that the
// steps before recognition look at; the recogniser does its own on the full picture.
import { type Grey, levelOver, levelsOf } from './prepare-grey.ts';

export interface Ink {
  readonly width: number;
  readonly height: number;
  /** 1 where there is ink. */
  readonly mask: Uint8Array;
  /** The writing is lighter than what it stands on. */
  readonly light: boolean;
  /** Grey levels between ink and paper, as far as can be told; small means an empty picture. */
  readonly contrast: number;
  /** Grey level of the paper: half of all pixels are darker. */
  readonly paper: number;
}

/** Of the means that a pixel is compared with; several times the thickness of a stroke. */
const reach = 14;
/** Less is grain of the paper. */
const leastContrast = 8;
const inkShare = 0.4;

/** `given` where it is known whether the writing is lighter than what it stands on. */
export function inkOf(grey: Grey, given?: boolean): Ink {
  const { width, height, pixels } = grey;
  const means = localMeans(grey);
  // How far pixels lie below (0..255) and above (256..511) the mean around them.
  const counts = new Uint32Array(512);
  let skew = 0;
  for (let index = 0; index < pixels.length; index += 1) {
    const difference = (pixels[index] as number) - (means[index] as number);
    const slot = difference <= 0 ? -difference : 256 + difference;
    counts[slot] = (counts[slot] as number) + 1;
  }
  for (let level = leastContrast; level < 256; level += 1) {
    const cubed = level ** 3;
    skew += cubed * ((counts[256 + level] as number) - (counts[level] as number));
  }
  const light = given ?? skew > 0;
  const contrast = strongest(counts, light ? 256 : 0, pixels.length);
  const least = Math.max(leastContrast, Math.round(contrast * inkShare));
  const mask = new Uint8Array(pixels.length);
  for (let index = 0; index < pixels.length; index += 1) {
    const difference = (pixels[index] as number) - (means[index] as number);
    if ((light ? difference : -difference) >= least) mask[index] = 1;
  }
  return { width, height, mask, light, contrast, paper: levelOver(levelsOf(grey), 0.5) };
}

/** The difference that only one pixel in two hundred exceeds: a picture with little text still has more ink. */
function strongest(counts: Uint32Array, offset: number, total: number): number {
  let left = total / 200;
  for (let level = 255; level > 0; level -= 1) {
    left -= counts[offset + level] as number;
    if (left < 0) return level;
  }
  return 0;
}

/** Mean over a square around each pixel, cut at the edges. */
function localMeans({ width, height, pixels }: Grey): Uint8Array {
  const means = new Uint8Array(pixels.length);
  // Sums of each column over the rows of the window, which moves down row by row.
  const columns = new Uint32Array(width);
  for (let y = 0; y < Math.min(reach, height); y += 1) addRow(columns, pixels, y * width, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + reach < height) addRow(columns, pixels, (y + reach) * width, 1);
    if (y - reach - 1 >= 0) addRow(columns, pixels, (y - reach - 1) * width, -1);
    const rows = Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(reach, width); x += 1) sum += columns[x] as number;
    for (let x = 0; x < width; x += 1) {
      if (x + reach < width) sum += columns[x + reach] as number;
      if (x - reach - 1 >= 0) sum -= columns[x - reach - 1] as number;
      const across = Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1;
      means[y * width + x] = sum / (rows * across);
    }
  }
  return means;
}

function addRow(columns: Uint32Array, pixels: Uint8Array, from: number, sign: 1 | -1): void {
  for (let x = 0; x < columns.length; x += 1) {
    columns[x] = (columns[x] as number) + sign * (pixels[from + x] as number);
  }
}
