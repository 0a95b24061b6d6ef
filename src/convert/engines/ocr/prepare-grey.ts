// Grey pictures: made from colour, and made small for the steps that only look.
import type { Raster } from '../raster.ts';
import type { PixelBox } from './port.ts';

export interface Grey extends Raster {
  readonly channels: 1;
}

/** ITU-R BT.601 in 256ths, the weights every other step of the house uses. */
export function greyOf(raster: Raster): Grey {
  const { width, height, pixels } = raster;
  if (raster.channels === 1) return { width, height, channels: 1, pixels };
  const grey = new Uint8Array(width * height);
  for (let to = 0, from = 0; to < grey.length; to += 1, from += 3) {
    const red = pixels[from] as number;
    const green = pixels[from + 1] as number;
    const blue = pixels[from + 2] as number;
    grey[to] = (77 * red + 150 * green + 29 * blue + 128) >> 8;
  }
  return { width, height, channels: 1, pixels: grey };
}

/** Each pixel the mean of a square of `factor` x `factor`; what is left over at the right and the bottom is dropped. */
export function reduced(grey: Grey, factor: number): Grey {
  if (factor <= 1) return grey;
  const width = Math.max(1, Math.floor(grey.width / factor));
  const height = Math.max(1, Math.floor(grey.height / factor));
  const pixels = new Uint8Array(width * height);
  const across = Math.min(factor, grey.width);
  const down = Math.min(factor, grey.height);
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let row = y * factor; row < y * factor + down; row += 1) {
      let from = row * grey.width;
      for (let x = 0; x < width; x += 1) {
        let sum = 0;
        for (let k = 0; k < across; k += 1) sum += grey.pixels[from + k] as number;
        sums[x] = (sums[x] as number) + sum;
        from += factor;
      }
    }
    const area = across * down;
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = (sums[x] as number) / area;
  }
  return { width, height, channels: 1, pixels };
}

/** How many pixels of a picture, or of a part of it, have each level. */
export function levelsOf({ width, height, pixels }: Raster, part?: PixelBox): Uint32Array {
  const { left, top, right, bottom } = part ?? { left: 0, top: 0, right: width, bottom: height };
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const value = pixels[at] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
  return counts;
}

/** The level that this share of all pixels is darker than, or as dark as. */
export function levelOver(counts: Uint32Array, share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share;
  let level = 0;
  for (; level < 255; level += 1) {
    left -= counts[level] as number;
    if (left < 0) break;
  }
  return level;
}

/** Turned clockwise by whole quarters. */
export function quarterTurned(raster: Raster, degrees: 0 | 90 | 180 | 270): Raster {
  if (degrees === 0) return raster;
  const { width, height, channels, pixels } = raster;
  const turned = new Uint8Array(pixels.length);
  const [outWidth, outHeight] = degrees === 180 ? [width, height] : [height, width];
  // Where the first pixel of the result comes from, and the steps to its right and lower neighbours.
  const [start, right, down] =
    degrees === 90
      ? [(height - 1) * width, -width, 1]
      : degrees === 180
        ? [height * width - 1, -1, -width]
        : [width - 1, width, -1];
  let to = 0;
  for (let y = 0; y < outHeight; y += 1) {
    let from = start + y * down;
    for (let x = 0; x < outWidth; x += 1) {
      for (let channel = 0; channel < channels; channel += 1) {
        turned[to] = pixels[from * channels + channel] as number;
        to += 1;
      }
      from += right;
    }
  }
  return { ...raster, width: outWidth, height: outHeight, pixels: turned };
}
