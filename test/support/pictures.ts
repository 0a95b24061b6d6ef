// Pictures made by hand for tests: the containers of PNG, GIF, TIFF and BMP with any header one likes, and lines of text
// drawn from a small alphabet of blocks.
import { crc32, deflateSync } from 'node:zlib';

export function pngOf(
  header: {
    readonly width: number;
    readonly height: number;
    readonly depth?: number;
    readonly colour?: number;
    readonly interlaced?: boolean;
  },
  data: Uint8Array,
  chunks: readonly (readonly [type: string, body: Uint8Array])[] = [],
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(header.width, 0);
  head.writeUInt32BE(header.height, 4);
  head.set([header.depth ?? 8, header.colour ?? 0, 0, 0, header.interlaced === true ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    ...chunks.map(([type, body]) => pngChunk(type, body)),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, body: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(body, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** Rows without a filter, compressed. */
export function pngRows(rows: readonly Uint8Array[]): Buffer {
  return deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])));
}

/** A GIF of one colour after the other; without its end where `endless`. */
export function gifOf(width: number, height: number, frames: number, endless = false): Buffer {
  const head = Buffer.alloc(13 + 6 + 19);
  head.write('GIF89a', 0, 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  head[10] = 0x80;
  head.set([0, 0, 0, 255, 255, 255], 13);
  head.set([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0], 19);
  const frame = Buffer.alloc(10 + 1 + 5);
  frame[0] = 0x2c;
  frame.writeUInt16LE(1, 5);
  frame.writeUInt16LE(1, 7);
  // One pixel: clear, colour, end, in codes of three bits.
  frame.set([2, 2, 0x44, 0x01, 0], 10);
  const one = frame.subarray(0, 15);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => one), ...(endless ? [] : [Buffer.from([0x3b])])]);
}

type TiffEntry = readonly [tag: number, type: 3 | 4, value: number];

/** Directories of a TIFF one after the other; `next` says which follows each, by number, -1 for none. */
export function tiffOf(
  directories: readonly (readonly TiffEntry[])[],
  next: (at: number) => number,
  data: Uint8Array,
): Buffer {
  const dataAt = 8;
  const starts: number[] = [];
  let at = dataAt + data.length + (data.length % 2);
  for (const entries of directories) {
    starts.push(at);
    at += 2 + 12 * entries.length + 4;
  }
  const bytes = Buffer.alloc(at);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(starts[0] ?? 0, 4);
  bytes.set(data, dataAt);
  for (const [index, entries] of directories.entries()) {
    let from = starts[index] as number;
    bytes.writeUInt16LE(entries.length, from);
    from += 2;
    for (const [tag, type, value] of entries) {
      bytes.writeUInt16LE(tag, from);
      bytes.writeUInt16LE(type, from + 2);
      bytes.writeUInt32LE(1, from + 4);
      bytes.writeUInt32LE(value, from + 8);
      from += 12;
    }
    bytes.writeUInt32LE(starts[next(index)] ?? 0, from);
  }
  return bytes;
}

/** The directory of a grey picture in one strip at byte 8. */
export const tiffPage = (width: number, height: number, stripBytes = width * height): TiffEntry[] => [
  [256, 4, width],
  [257, 4, height],
  [258, 3, 8],
  [259, 3, 1],
  [262, 3, 1],
  [273, 4, 8],
  [277, 3, 1],
  [278, 4, height],
  [279, 4, stripBytes],
];

export interface BitmapParts {
  readonly width: number;
  /** Negative: from the top down. */
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  readonly palette?: readonly (readonly [red: number, green: number, blue: number])[];
  readonly masks?: readonly number[];
  readonly pixelsAt?: number;
  readonly dpi?: number;
}

export function bitmapOf(parts: BitmapParts, pixels: Uint8Array): Buffer {
  const { palette = [], masks = [] } = parts;
  const pixelsAt = 54 + 4 * masks.length + 4 * palette.length;
  const head = Buffer.alloc(pixelsAt);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(pixelsAt + pixels.length, 2);
  head.writeUInt32LE(parts.pixelsAt ?? pixelsAt, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(parts.width, 18);
  head.writeInt32LE(parts.height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(parts.bits, 28);
  head.writeUInt32LE(parts.compression ?? 0, 30);
  if (parts.dpi !== undefined) head.writeInt32LE(Math.round(parts.dpi / 0.0254), 38);
  head.writeUInt32LE(palette.length, 46);
  for (const [at, mask] of masks.entries()) head.writeUInt32LE(mask, 54 + 4 * at);
  for (const [at, [red, green, blue]] of palette.entries()) {
    head.set([blue, green, red, 0], 54 + 4 * masks.length + 4 * at);
  }
  return Buffer.concat([head, pixels]);
}
