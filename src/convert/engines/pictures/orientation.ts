// The eight ways a camera was held (EXIF 2.32, tag 0x0112): a raster brought upright, and a place on it brought back to
// the picture as it is stored.
import type { PixelBox } from '../ocr/port.ts';
import type { Raster } from '../raster.ts';

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** For each way: are rows and columns swapped, and which axis of the stored picture runs backwards. */
const turns: Record<Orientation, readonly [swapped: boolean, backX: boolean, backY: boolean]> = {
  1: [false, false, false],
  2: [false, true, false],
  3: [false, true, true],
  4: [false, false, true],
  5: [true, false, false],
  6: [true, false, true],
  7: [true, true, true],
  8: [true, true, false],
};

export function oriented(raster: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return raster;
  const { width, height, channels, pixels } = raster;
  const [swapped, backX, backY] = turns[orientation];
  const across = swapped ? height : width;
  const down = swapped ? width : height;
  const turned = new Uint8Array(pixels.length);
  let to = 0;
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const alongX = swapped ? y : x;
      const alongY = swapped ? x : y;
      let from = ((backY ? height - 1 - alongY : alongY) * width + (backX ? width - 1 - alongX : alongX)) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        turned[to] = pixels[from] as number;
        to += 1;
        from += 1;
      }
    }
  }
  return { ...raster, width: across, height: down, pixels: turned };
}

/** A place on the stored picture as it is on the upright one, both in shares of their sides. */
export function uprightShare(box: PixelBox, orientation: Orientation): PixelBox {
  const [swapped, backX, backY] = turns[orientation];
  const [left, right] = backX ? [1 - box.right, 1 - box.left] : [box.left, box.right];
  const [top, bottom] = backY ? [1 - box.bottom, 1 - box.top] : [box.top, box.bottom];
  return swapped ? { left: top, top: left, right: bottom, bottom: right } : { left, top, right, bottom };
}

/** A place on the upright picture as it is on the stored one, whose size is given. */
export function storedPlace(box: PixelBox, orientation: Orientation, width: number, height: number): PixelBox {
  const [swapped, backX, backY] = turns[orientation];
  const [left, top, right, bottom] = swapped
    ? [box.top, box.left, box.bottom, box.right]
    : [box.left, box.top, box.right, box.bottom];
  return {
    left: backX ? width - right : left,
    right: backX ? width - left : right,
    top: backY ? height - bottom : top,
    bottom: backY ? height - top : bottom,
  };
}
