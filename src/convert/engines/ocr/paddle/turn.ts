// Cuts a line of print out of a picture and lays it level, at the height a network reads.
import type { Raster } from '../../raster.ts';
import type { TiltedBox } from './tilted-box.ts';

/** Samples of the source that go into one of the result, along each side: enough for print sixteen times as tall. */
const mostSamples = 8;

/**
 * Three planes of `height` rows and `width` columns, blue first, from -1 to 1; what lies outside the picture repeats
 * its edge. `flipped` turns the cut upside down.
 */
export function cutLevel(
  raster: Raster,
  box: TiltedBox,
  width: number,
  height: number,
  flipped: boolean,
): Float32Array {
  const { channels } = raster;
  const size = width * height;
  const planes = new Float32Array(3 * size);
  const angle = flipped ? box.angle + Math.PI : box.angle;
  const stepAlong = box.width / width;
  const stepAcross = box.height / height;
  const samplesAlong = Math.min(mostSamples, Math.max(1, Math.round(stepAlong)));
  const samplesAcross = Math.min(mostSamples, Math.max(1, Math.round(stepAcross)));
  const share = 1 / (samplesAlong * samplesAcross);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let first = 0;
      let second = 0;
      let third = 0;
      for (let j = 0; j < samplesAcross; j++) {
        const v = (row + (j + 0.5) / samplesAcross) * stepAcross - box.height / 2;
        for (let i = 0; i < samplesAlong; i++) {
          const u = (column + (i + 0.5) / samplesAlong) * stepAlong - box.width / 2;
          const x = box.x + u * cos - v * sin - 0.5;
          const y = box.y + u * sin + v * cos - 0.5;
          if (channels === 1) first += sample(raster, x, y, 0);
          else {
            first += sample(raster, x, y, 2);
            second += sample(raster, x, y, 1);
            third += sample(raster, x, y, 0);
          }
        }
      }
      const at = row * width + column;
      planes[at] = (first * share) / 127.5 - 1;
      planes[size + at] = channels === 1 ? (planes[at] as number) : (second * share) / 127.5 - 1;
      planes[2 * size + at] = channels === 1 ? (planes[at] as number) : (third * share) / 127.5 - 1;
    }
  }
  return planes;
}

/** Between the four pixels around a place. */
function sample(raster: Raster, x: number, y: number, channel: number): number {
  const { width, height, channels, pixels } = raster;
  const inX = Math.min(width - 1, Math.max(0, x));
  const inY = Math.min(height - 1, Math.max(0, y));
  const left = Math.floor(inX);
  const top = Math.floor(inY);
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const shareX = inX - left;
  const shareY = inY - top;
  const at = (column: number, row: number): number => pixels[(row * width + column) * channels + channel] as number;
  const upper = at(left, top) * (1 - shareX) + at(right, top) * shareX;
  const lower = at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX;
  return upper * (1 - shareY) + lower * shareY;
}
