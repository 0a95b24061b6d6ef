// Windows bitmaps ([MS-WMF] 2.2.2.9, and the headers of OS/2): the decoder has no reader for them. All depths, both run
// length codes, colour masks, from the bottom up or from the top down.
import { asBuffer } from '../../containers/as-buffer.ts';

export interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: 1 | 2 | 4 | 8 | 16 | 24 | 32;
  readonly compression: 'none' | 'rle4' | 'rle8' | 'masks';
  readonly masks: readonly [red: number, green: number, blue: number];
  readonly paletteAt: number;
  readonly paletteEntry: 3 | 4;
  readonly paletteSize: number;
  readonly pixelsAt: number;
  readonly dpi?: number;
}

export interface BitmapPixels {
  /** Red, green and blue. */
  readonly pixels: Uint8Array;
  /** The file ends before its last row. */
  readonly cut: boolean;
}

const defaultMasks = new Map<number, readonly [number, number, number]>([
  [16, [0x7c00, 0x3e0, 0x1f]],
  [32, [0xff0000, 0xff00, 0xff]],
]);
const compressions = new Map<number, BitmapHeader['compression']>([
  [0, 'none'],
  [1, 'rle8'],
  [2, 'rle4'],
  [3, 'masks'],
  [6, 'masks'],
]);

/** Undefined where the header makes no sense. */
export function bitmapHeader(given: Uint8Array): BitmapHeader | undefined {
  const bytes = asBuffer(given);
  if (bytes.length < 26 || bytes.toString('latin1', 0, 2) !== 'BM') return undefined;
  const size = bytes.readUInt32LE(14);
  const old = size === 12;
  if (!old && (size < 16 || size > 4096 || bytes.length < 14 + size || bytes.length < 54)) return undefined;
  const width = old ? bytes.readUInt16LE(18) : bytes.readInt32LE(18);
  const tall = old ? bytes.readUInt16LE(20) : bytes.readInt32LE(22);
  const bits = bytes.readUInt16LE(old ? 24 : 28);
  const compression = compressions.get(old || size < 20 ? 0 : bytes.readUInt32LE(30));
  const height = Math.abs(tall);
  if (width < 1 || height < 1 || compression === undefined || ![1, 2, 4, 8, 16, 24, 32].includes(bits))
    return undefined;
  if ((compression === 'rle8' && bits !== 8) || (compression === 'rle4' && bits !== 4)) return undefined;
  if (compression === 'masks' && bits !== 16 && bits !== 32) return undefined;
  let masks = defaultMasks.get(bits) ?? [0, 0, 0];
  // The masks stand in the header from version 2 on, after a header of version 1, at the same place.
  if (compression === 'masks' && bytes.length >= 66)
    masks = [bytes.readUInt32LE(54), bytes.readUInt32LE(58), bytes.readUInt32LE(62)];
  const paletteAt = 14 + size + (compression === 'masks' && size === 40 ? 12 : 0);
  const pixelsAt = bytes.readUInt32LE(10);
  const entry = old ? 3 : 4;
  const declared = old || size < 36 ? 0 : bytes.readUInt32LE(46);
  const room = Math.max(0, Math.floor((Math.min(pixelsAt, bytes.length) - paletteAt) / entry));
  const most = bits <= 8 ? 2 ** bits : 0;
  const metre = old || size < 40 ? 0 : bytes.readInt32LE(38);
  return {
    width,
    height,
    topDown: tall < 0,
    bits: bits as BitmapHeader['bits'],
    compression,
    masks,
    paletteAt,
    paletteEntry: entry,
    paletteSize: Math.min(most, declared === 0 ? most : declared, room),
    pixelsAt,
    ...(metre > 0 ? { dpi: Math.round(metre * 0.0254) } : {}),
  };
}

/** The caller has checked that the picture is not too large to hold. */
export function bitmapPixels(given: Uint8Array, header: BitmapHeader): BitmapPixels {
  const bytes = asBuffer(given);
  const { width, height, topDown } = header;
  const pixels = new Uint8Array(width * height * 3).fill(255);
  const rowAt = (row: number): number => (topDown ? row : height - 1 - row) * width * 3;
  if (header.compression === 'rle4' || header.compression === 'rle8') {
    return { pixels, cut: !runLengths(bytes, header, pixels, rowAt) };
  }
  const stride = Math.floor((width * header.bits + 31) / 32) * 4;
  const put = rowReader(bytes, header, pixels);
  let cut = false;
  for (let row = 0; row < height; row += 1) {
    const from = header.pixelsAt + row * stride;
    // The padding of the last row is often left out.
    const whole = from + Math.ceil((width * header.bits) / 8) <= bytes.length;
    if (!whole) {
      cut = true;
      break;
    }
    put(from, rowAt(row));
  }
  return { pixels, cut };
}

function rowReader(bytes: Buffer, header: BitmapHeader, pixels: Uint8Array): (from: number, to: number) => void {
  const { width, bits } = header;
  if (bits <= 8) {
    const palette = paletteOf(bytes, header);
    const perByte = 8 / bits;
    const mask = 2 ** bits - 1;
    return (from, to) => {
      for (let x = 0; x < width; x += 1) {
        const byte = bytes[from + Math.floor(x / perByte)] as number;
        const index = (byte >> (8 - bits * ((x % perByte) + 1))) & mask;
        pixels.set(palette.subarray(3 * index, 3 * index + 3), to + 3 * x);
      }
    };
  }
  if (bits === 24) {
    return (from, to) => {
      for (let x = 0; x < 3 * width; x += 3) {
        pixels[to + x] = bytes[from + x + 2] as number;
        pixels[to + x + 1] = bytes[from + x + 1] as number;
        pixels[to + x + 2] = bytes[from + x] as number;
      }
    };
  }
  const channels = header.masks.map(channelOf);
  return (from, to) => {
    for (let x = 0; x < width; x += 1) {
      const value = bits === 16 ? bytes.readUInt16LE(from + 2 * x) : bytes.readUInt32LE(from + 4 * x);
      for (let at = 0; at < 3; at += 1) pixels[to + 3 * x + at] = (channels[at] as (value: number) => number)(value);
    }
  };
}

/** A colour's bits moved down and stretched to eight. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  let shift = 0;
  while (((mask >>> shift) & 1) === 0) shift += 1;
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Colours that the file does not hold are black, as programs show them. */
function paletteOf(bytes: Buffer, { bits, paletteAt, paletteEntry, paletteSize }: BitmapHeader): Uint8Array {
  const palette = new Uint8Array(3 * 2 ** bits);
  for (let at = 0; at < paletteSize; at += 1) {
    const from = paletteAt + at * paletteEntry;
    palette[3 * at] = bytes[from + 2] ?? 0;
    palette[3 * at + 1] = bytes[from + 1] ?? 0;
    palette[3 * at + 2] = bytes[from] ?? 0;
  }
  return palette;
}

/** Pairs of a count and a value, with escapes for line ends, jumps and literal runs; false where the end is missing. */
function runLengths(bytes: Buffer, header: BitmapHeader, pixels: Uint8Array, rowAt: (row: number) => number): boolean {
  const { width, height } = header;
  const palette = paletteOf(bytes, header);
  const nibbles = header.compression === 'rle4';
  let x = 0;
  let row = 0;
  /** So many pixels from here, of which those beyond the edge are counted but not looked at. */
  const put = (many: number, indexAt: (at: number) => number): void => {
    const to = rowAt(row) + 3 * x;
    for (let at = 0; at < Math.min(many, width - x); at += 1) {
      const index = 3 * indexAt(at);
      pixels.set(palette.subarray(index, index + 3), to + 3 * at);
    }
    x += many;
  };
  const nibble = (byte: number, at: number): number => (at % 2 === 0 ? byte >> 4 : byte & 15);
  for (let at = header.pixelsAt; at + 1 < bytes.length; ) {
    const count = bytes[at] as number;
    const value = bytes[at + 1] as number;
    at += 2;
    if (count > 0) {
      put(count, (one) => (nibbles ? nibble(value, one) : value));
    } else if (value === 0) {
      x = 0;
      row += 1;
    } else if (value === 1) return true;
    else if (value === 2) {
      x += bytes[at] ?? 0;
      row += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      const length = nibbles ? Math.ceil(value / 2) : value;
      if (at + length > bytes.length) return false;
      const from = at;
      put(value, (one) => {
        return nibbles ? nibble(bytes[from + (one >> 1)] as number, one) : (bytes[from + one] as number);
      });
      at += length + (length % 2);
    }
    if (row >= height) return true;
  }
  return false;
}
