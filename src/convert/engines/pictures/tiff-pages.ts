// The pages of a TIFF (TIFF 6.0, section 2, and BigTIFF): found by walking its directories once, so that a chain that is
// endless or a circle costs nothing, and shown to the decoder one at a time as a file of a single page.
import { asBuffer } from '../../containers/as-buffer.ts';

export interface TiffPages {
  /** Full pages; reduced copies of them do not count. */
  readonly count: number;
  /** The file with this page, from 0, as its only one. The same bytes are changed and given again for the next page. */
  show(page: number): Uint8Array;
}

interface Directory {
  readonly at: number;
  /** Where it says which directory follows. */
  readonly nextAt: number;
  readonly reduced: boolean;
}

/** Directories looked at; a fax of more pages than this is no document. */
const mostDirectories = 100_000;
const subfileType = 254;

export function tiffPages(given: Uint8Array): TiffPages {
  const source = asBuffer(given);
  const little = source.toString('latin1', 0, 2) === 'II';
  const big = (little ? source[2] : source[3]) === 43;
  const directories = walk(source, little, big);
  const full = directories.filter((one) => !one.reduced);
  const pages = full.length > 0 ? full : directories;
  let copy: Buffer | undefined;
  return {
    count: Math.max(1, pages.length),
    show(page) {
      const wanted = pages[page];
      // One page in one directory is the file as it is, also where it makes no sense: the decoder will say so.
      if (wanted === undefined || (directories.length === 1 && !isCircle(source, wanted, little, big))) return given;
      copy ??= withoutChain(source, directories, big);
      writeOffset(copy, big ? 8 : 4, wanted.at, little, big);
      return copy;
    },
  };
}

function walk(bytes: Buffer, little: boolean, big: boolean): Directory[] {
  const found: Directory[] = [];
  const seen = new Set<number>();
  const entrySize = big ? 20 : 12;
  let at = readOffset(bytes, big ? 8 : 4, little, big);
  while (at >= 8 && at < bytes.length && !seen.has(at) && found.length < mostDirectories) {
    seen.add(at);
    const count = big ? readOffset(bytes, at, little, big) : readShort(bytes, at, little);
    const first = at + (big ? 8 : 2);
    const nextAt = first + count * entrySize;
    if (count === 0 || nextAt > bytes.length) break;
    let reduced = false;
    // Entries stand in the order of their tags, and this is the lowest there is.
    for (let entry = 0; entry < Math.min(count, 4); entry += 1) {
      const from = first + entry * entrySize;
      if (readShort(bytes, from, little) === subfileType)
        reduced = (readShort(bytes, valueAt(from, little, big), little) & 1) === 1;
    }
    found.push({ at, nextAt, reduced });
    at = readOffset(bytes, nextAt, little, big);
  }
  return found;
}

/** The low half of a LONG that stands in its entry. */
const valueAt = (entry: number, little: boolean, big: boolean): number => entry + (big ? 12 : 8) + (little ? 0 : 2);

function isCircle(bytes: Buffer, { nextAt }: Directory, little: boolean, big: boolean): boolean {
  return readOffset(bytes, nextAt, little, big) !== 0;
}

function withoutChain(source: Buffer, directories: readonly Directory[], big: boolean): Buffer {
  const copy = Buffer.from(source);
  for (const { nextAt } of directories) copy.fill(0, nextAt, nextAt + (big ? 8 : 4));
  return copy;
}

function readShort(bytes: Buffer, at: number, little: boolean): number {
  if (at + 2 > bytes.length) return 0;
  return little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
}

/** 0 where there is no room for it, or where it is larger than any file. */
function readOffset(bytes: Buffer, at: number, little: boolean, big: boolean): number {
  if (at + (big ? 8 : 4) > bytes.length) return 0;
  if (!big) return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  const value = little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at);
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : Number(value);
}

function writeOffset(bytes: Buffer, at: number, value: number, little: boolean, big: boolean): void {
  if (big && little) bytes.writeBigUInt64LE(BigInt(value), at);
  else if (big) bytes.writeBigUInt64BE(BigInt(value), at);
  else if (little) bytes.writeUInt32LE(value, at);
  else bytes.writeUInt32BE(value, at);
}
