// Measures what a scanner or a camera added to a picture, so that only pictures that need it are smoothed.
import type { Grey } from './prepare-grey.ts';

export interface Noise {
  /** Standard deviation of the grain on plain paper, in grey levels. */
  readonly grain: number;
  /** Share of pixels that stand out from all their neighbours. */
  readonly specks: number;
}

/** Pixels looked at, spread over the picture. */
const samples = 200_000;
/** How far a speck stands out from the nearest of its neighbours. */
const speckContrast = 48;
/**
 * The median of a normal distribution's size is this share of its deviation; the mask below widens the deviation of
 * independent grain six times (Immerkaer, Fast Noise Variance Estimation, 1996).
 */
const medianShare = 0.6745;
const maskGain = 6;

export function noiseOf({ width, height, pixels }: Grey): Noise {
  if (width < 16 || height < 16) return { grain: 0, specks: 0 };
  const counts = new Uint32Array(8 * 256 + 1);
  const total = (width - 2) * (height - 2);
  // Not a divisor of the width, or every sample would come from the same columns.
  const step = Math.max(1, Math.floor(total / samples)) | 1;
  let looked = 0;
  let specks = 0;
  for (let index = 0; index < total; index += step) {
    const at = (1 + Math.floor(index / (width - 2))) * width + 1 + (index % (width - 2));
    const [nw, n, ne] = [pixels[at - width - 1], pixels[at - width], pixels[at - width + 1]] as [
      number,
      number,
      number,
    ];
    const [w, middle, e] = [pixels[at - 1], pixels[at], pixels[at + 1]] as [number, number, number];
    const [sw, s, se] = [pixels[at + width - 1], pixels[at + width], pixels[at + width + 1]] as [
      number,
      number,
      number,
    ];
    const rough = Math.abs(nw + ne + sw + se - 2 * (n + w + e + s) + 4 * middle);
    counts[rough] = (counts[rough] as number) + 1;
    looked += 1;
    if (
      middle - Math.max(nw, n, ne, w, e, sw, s, se) > speckContrast ||
      Math.min(nw, n, ne, w, e, sw, s, se) - middle > speckContrast
    ) {
      specks += 1;
    }
  }
  let left = looked / 2;
  let median = 0;
  while (left > 0 && median < counts.length) {
    left -= counts[median] as number;
    median += 1;
  }
  return { grain: Math.max(0, median - 1) / (medianShare * maskGain), specks: specks / Math.max(1, looked) };
}

/** Specks take the middle value of their neighbours; all else, thin strokes too, stays as it is. */
export function withoutSpecks(grey: Grey): Grey {
  const { width, height, pixels } = grey;
  const result = new Uint8Array(pixels);
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const values = new Uint8Array(around.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const middle = pixels[at] as number;
      // Most pixels are like the one beside them.
      if (Math.abs(middle - (pixels[at - 1] as number)) <= speckContrast) continue;
      for (let index = 0; index < around.length; index += 1)
        values[index] = pixels[at + (around[index] as number)] as number;
      values.sort();
      // One neighbour may be a speck as well.
      if (middle - (values[6] as number) > speckContrast || (values[1] as number) - middle > speckContrast) {
        result[at] = ((values[3] as number) + (values[4] as number)) >> 1;
      }
    }
  }
  return { ...grey, pixels: result };
}
