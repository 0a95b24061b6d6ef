// The part of a large, mostly empty picture that shows something, so that engines are not asked to read a wall: a receipt
// on a table, a stamp on a sheet, a file that lost most of its pixels.
import type { Raster } from '../../engines/raster.ts';

export interface ContentArea {
  readonly raster: Raster;
  /** Where it stands on the picture. */
  readonly left: number;
  readonly top: number;
}

/** Smaller pictures are read as they are. */
const leastPixels = 2_000_000;
/** A picture that is filled more than this is read as it is: its margins tell where columns stand. */
const mostFilled = 0.3;
/** What differs less than this from the corner is the ground. */
const sameGround = 12;
const margin = 40;

export function contentArea(raster: Raster): ContentArea {
  const whole = { raster, left: 0, top: 0 };
  const { width, height, channels, pixels } = raster;
  if (width * height < leastPixels) return whole;
  // A damaged picture begins with what is left of it, so that its last pixel is the ground as often as its first.
  const ground = pixels.subarray(pixels.length - channels);
  let [left, top, right, bottom] = [width, height, -1, -1];
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += channels) {
      // Between the edges found so far on a row that is known to hold something there is nothing to learn.
      if (y === bottom && x > left && x < right) {
        at += (right - 1 - x) * channels;
        x = right - 1;
        continue;
      }
      if (!differs(pixels, at, ground)) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return whole;
  left = Math.max(0, left - margin);
  top = Math.max(0, top - margin);
  right = Math.min(width, right + 1 + margin);
  bottom = Math.min(height, bottom + 1 + margin);
  if ((right - left) * (bottom - top) > mostFilled * width * height) return whole;
  return { raster: cut(raster, left, top, right - left, bottom - top), left, top };
}

function differs(pixels: Uint8Array, at: number, ground: Uint8Array): boolean {
  for (let channel = 0; channel < ground.length; channel += 1) {
    if (Math.abs((pixels[at + channel] as number) - (ground[channel] as number)) > sameGround) return true;
  }
  return false;
}

function cut(raster: Raster, left: number, top: number, width: number, height: number): Raster {
  const { channels } = raster;
  const pixels = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * raster.width + left) * channels;
    pixels.set(raster.pixels.subarray(from, from + width * channels), y * width * channels);
  }
  return { ...raster, width, height, pixels };
}
