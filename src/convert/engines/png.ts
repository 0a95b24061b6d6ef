// A raster as a PNG file (ISO/IEC 15948), for pictures that have no file of their own.
import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colour types of the header: grey, and red-green-blue. */
const colourTypes = { 1: 0, 3: 2 } as const;

export function pngOf({ width, height, channels, pixels }: Raster): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colourTypes[channels];
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1);
    // Each byte less the one a pixel before it: flat areas become zeros.
    rows[to] = 1;
    for (let at = 0; at < stride; at += 1) {
      const value = pixels[row * stride + at] as number;
      rows[to + 1 + at] = at < channels ? value : value - (pixels[row * stride + at - channels] as number);
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
