// Cuts the view that is read out of the picture: turned by quarters, levelled and brought to scale in one resampling, so
// that letters lose as little as possible.
import type { Sharp } from 'sharp';
import { loadSharp } from '../pictures/sharp-module.ts';
import type { Raster } from '../raster.ts';
import type { Quarter } from './orientation.ts';
import { quarterTurned } from './prepare-grey.ts';

export interface View {
  readonly turn: Quarter;
  /** Degrees clockwise to turn on top of it. */
  readonly level: number;
  readonly scale: number;
  /** Grey level of what lies outside the picture once it is turned. */
  readonly outside: number;
}

/** Size of the upright picture in its own scale: a levelled one grows to hold its corners. */
export function uprightSize({ width, height }: Raster, { turn, level }: Pick<View, 'turn' | 'level'>) {
  const [w, h] = turn === 90 || turn === 270 ? [height, width] : [width, height];
  if (level === 0) return { width: w, height: h };
  const radians = Math.abs((level * Math.PI) / 180);
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  return { width: Math.ceil(w * cosine + h * sine), height: Math.ceil(w * sine + h * cosine) };
}

export async function viewOf(raster: Raster, view: View): Promise<Raster> {
  const upright = quarterTurned(raster, view.turn);
  const size = uprightSize(raster, view);
  const width = Math.max(1, Math.round(size.width * view.scale));
  const height = Math.max(1, Math.round(size.height * view.scale));
  if (view.level === 0) {
    if (width === upright.width && height === upright.height) return upright;
    return taken((await opened(upright)).resize({ width, height, fit: 'fill', kernel: 'lanczos3' }), upright);
  }
  // Below half the size a plain interpolation would skip pixels: the picture is made smaller first, by an area filter.
  const first = view.scale < 0.7 ? view.scale : 1;
  const source = first === 1 ? upright : await viewOf(upright, { ...view, turn: 0, level: 0, scale: first });
  const scale = view.scale / first;
  const radians = (view.level * Math.PI) / 180;
  const [sine, cosine] = [scale * Math.sin(radians), scale * Math.cos(radians)];
  const { outside: grey } = view;
  const turned = (await opened(source)).affine(
    [
      [cosine, -sine],
      [sine, cosine],
    ],
    { background: { r: grey, g: grey, b: grey }, interpolator: 'bicubic' },
  );
  // The result grows by a pixel or so as numbers round: brought to the size that all boxes are measured in.
  return fitted(await taken(turned, upright), width, height, grey);
}

async function opened({ width, height, channels, pixels }: Raster): Promise<Sharp> {
  const open = await loadSharp();
  return open(pixels, { raw: { width, height, channels }, limitInputPixels: false });
}

async function taken(image: Sharp, like: Raster): Promise<Raster> {
  const grey = like.channels === 1 ? image.toColourspace('b-w') : image;
  const { data, info } = await grey.raw().toBuffer({ resolveWithObject: true });
  // No Buffer: its slice() is a view where that of other arrays is a copy.
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width: info.width, height: info.height, channels: info.channels as 1 | 3, pixels };
}

/** Cut or filled up evenly on all sides. */
function fitted(raster: Raster, width: number, height: number, grey: number): Raster {
  if (raster.width === width && raster.height === height) return raster;
  const { channels } = raster;
  const pixels = new Uint8Array(width * height * channels).fill(grey);
  const left = Math.floor((width - raster.width) / 2);
  const top = Math.floor((height - raster.height) / 2);
  const from = Math.max(0, -left);
  const across = Math.min(width - Math.max(0, left), raster.width - from);
  for (let y = Math.max(0, -top); y < raster.height && y + top < height; y += 1) {
    const start = (y * raster.width + from) * channels;
    pixels.set(raster.pixels.subarray(start, start + across * channels), ((y + top) * width + left + from) * channels);
  }
  return { width, height, channels, pixels };
}
