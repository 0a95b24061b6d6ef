// Brings a picture to the size a network wants, as one plane of numbers per colour, averaging where it gets smaller.
import type { Raster } from '../../raster.ts';

/** What turns a sample of 0..255 into what a network was trained on: (sample / 255 - mean) / deviation. */
export interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

/** Three planes, blue first: the order these networks were trained with. A grey picture fills all three alike. */
export function resample(raster: Raster, width: number, height: number, scales: readonly Scale[]): Float32Array {
  const planes = new Float32Array(3 * width * height);
  const across = taps(raster.width, width);
  const down = taps(raster.height, height);
  const narrow = new Float32Array(width * raster.height);
  for (let plane = 0; plane < 3; plane++) {
    const channel = raster.channels === 1 ? 0 : 2 - plane;
    if (plane === 0 || raster.channels === 3) shrinkRows(raster, channel, across, narrow, width);
    const { mean, deviation } = scales[plane] ?? { mean: 0, deviation: 1 };
    stackRows(narrow, down, planes.subarray(plane * width * height), width, 1 / (255 * deviation), mean / deviation);
  }
  return planes;
}

/** For each place of the result: where its weights begin, in the source and in the list, and the list itself. */
interface Taps {
  readonly begin: Int32Array;
  readonly count: Int32Array;
  readonly offset: Int32Array;
  readonly weights: Float32Array;
}

/** A triangle as wide as one place of the result, or of the source where that is wider. */
function taps(from: number, to: number): Taps {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  const most = Math.ceil(reach) * 2 + 1;
  const begin = new Int32Array(to);
  const count = new Int32Array(to);
  const offset = new Int32Array(to);
  const weights = new Float32Array(to * most);
  for (let i = 0; i < to; i++) {
    const middle = (i + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(from - 1, Math.floor(middle + reach));
    begin[i] = first;
    offset[i] = i * most;
    count[i] = Math.max(1, Math.min(most, last - first + 1));
    let total = 0;
    for (let k = 0; k < (count[i] as number); k++) {
      const weight = Math.max(1e-6, 1 - Math.abs(first + k - middle) / reach);
      weights[i * most + k] = weight;
      total += weight;
    }
    for (let k = 0; k < (count[i] as number); k++) weights[i * most + k] = (weights[i * most + k] as number) / total;
  }
  return { begin, count, offset, weights };
}

function shrinkRows(raster: Raster, channel: number, across: Taps, narrow: Float32Array, width: number): void {
  const { pixels, channels } = raster;
  const { begin, count, offset, weights } = across;
  for (let y = 0; y < raster.height; y++) {
    const row = y * raster.width * channels + channel;
    for (let x = 0; x < width; x++) {
      let value = 0;
      let at = row + (begin[x] as number) * channels;
      let weight = offset[x] as number;
      for (const end = weight + (count[x] as number); weight < end; weight++) {
        value += (pixels[at] as number) * (weights[weight] as number);
        at += channels;
      }
      narrow[y * width + x] = value;
    }
  }
}

function stackRows(
  narrow: Float32Array,
  down: Taps,
  plane: Float32Array,
  width: number,
  factor: number,
  shift: number,
): void {
  const height = down.begin.length;
  for (let y = 0; y < height; y++) {
    const result = plane.subarray(y * width, (y + 1) * width);
    result.fill(-shift);
    for (let k = 0; k < (down.count[y] as number); k++) {
      const weight = (down.weights[(down.offset[y] as number) + k] as number) * factor;
      const row = ((down.begin[y] as number) + k) * width;
      for (let x = 0; x < width; x++) result[x] = (result[x] as number) + (narrow[row + x] as number) * weight;
    }
  }
}
