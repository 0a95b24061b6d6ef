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
