// The chunks of a WAV file: RIFF, its 64-bit forms RF64 and BW64 (EBU Tech 3306, ITU-R BS.2088) and big-endian RIFX.
import { asBuffer } from '../../containers/as-buffer.ts';
import type { ByteSource } from '../../input.ts';

export interface Chunk {
  readonly id: string;
  readonly from: number;
  /** Up to where its content is in the file, whatever the header says. */
  readonly to: number;
  /** The header promises more than there is. */
  readonly cut: boolean;
}

const mostChunks = 10_000;
/** What a recorder writes that does not know the length yet. */
const unknownSizes: ReadonlySet<number> = new Set([0, 0xffffffff, 0x80000000, 0x7fffffff, 0x7ffff000]);
const usualIds = /^(?:data|LIST|fmt |id3 |ID3 |fact)$/;

export interface WavChunks {
  readonly chunks: readonly Chunk[];
  readonly littleEndian: boolean;
}

export function wavChunks(source: ByteSource): WavChunks {
  const littleEndian = asBuffer(source.read(0, 4)).toString('latin1') !== 'RIFX';
  const chunks: Chunk[] = [];
  let longData: number | undefined;
  for (let at = 12; chunks.length < mostChunks && at + 8 <= source.size; ) {
    const head = asBuffer(source.read(at, 8));
    const id = head.toString('latin1', 0, 4);
    if (!/^[ -~]{4}$/.test(id)) break;
    const declared = littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4);
    const from = at + 8;
    if (id === 'ds64') longData = wholeNumber(asBuffer(source.read(from + 8, 8)));
    const size = id === 'data' && declared === 0xffffffff ? (longData ?? declared) : declared;
    const unknown = id === 'data' && unknownSizes.has(size) && !(size === 0 && usualIds.test(nameAt(source, from)));
    const to = unknown ? source.size : Math.min(source.size, from + size);
    chunks.push({ id, from, to, cut: !unknown && from + size > source.size });
    // Some writers leave out the byte that pads a chunk to an even length.
    at = to + (size % 2 === 1 && !usualIds.test(nameAt(source, to)) ? 1 : 0);
    if (to >= source.size) break;
  }
  return { chunks, littleEndian };
}

const nameAt = (source: ByteSource, at: number): string => asBuffer(source.read(at, 4)).toString('latin1');

function wholeNumber(bytes: Buffer): number | undefined {
  if (bytes.length < 8) return undefined;
  const value = Number(bytes.readBigUInt64LE(0));
  return value > 0 && Number.isSafeInteger(value) ? value : undefined;
}
