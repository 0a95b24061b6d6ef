// The entries of a ZIP file: from its central directory or, where that is damaged, from the local headers themselves
// (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.5.3).

import { limitFailure } from '../document/budget.ts';
import { type ByteSource, chunks } from '../input.ts';
import { asBuffer } from './as-buffer.ts';
import { findZipDirectory, zipName } from './zip-directory.ts';

export interface ZipEntry {
  /** As written, with forward slashes. */
  readonly name: string;
  /** 0 stored, 8 deflated; nothing else is read. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedSize: number;
  /** What the file claims; a check, never a size to allocate by. */
  readonly size: number;
  /** Undefined where the entry was recovered and its checksum is not known. */
  readonly crc: number | undefined;
  /** Of the local header. */
  readonly offset: number;
}

const directoryMark = 0x02014b50;
const localMark = 0x04034b50;
/** Bytes of a directory: names may be long, but 64 MB of them is no document. */
const maxDirectoryBytes = 64 * 2 ** 20;
/** How much of a damaged file is searched for local headers. */
const searchedBytes = 512 * 2 ** 20;
const unknown32 = 0xffffffff;

export function readZipEntries(
  source: ByteSource,
  limit: number,
): { readonly entries: readonly ZipEntry[]; readonly recovered: boolean } {
  const place = findZipDirectory(source);
  const listed = place === undefined ? [] : directoryEntries(source, place.offset, place.size, limit);
  if (listed.length > 0) return { entries: listed, recovered: false };
  return { entries: localEntries(source, limit), recovered: true };
}

function directoryEntries(source: ByteSource, offset: number, size: number, limit: number): ZipEntry[] {
  const directory = asBuffer(source.read(offset, Math.min(size, maxDirectoryBytes)));
  // Bytes put before the archive shift every offset in it: the first local header tells by how much.
  const shift = archiveShift(source, directory);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === directoryMark; ) {
    if (entries.length >= limit) throw limitFailure('archiveEntries', limit);
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const end = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
    if (at + 46 + nameLength > directory.length) break;
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    entries.push(directoryEntry(directory, at, zipName(directory, at + 46, nameLength), extra, shift));
    at = end;
  }
  return entries.filter((entry) => !entry.name.endsWith('/'));
}

function directoryEntry(directory: Buffer, at: number, name: string, extra: Buffer, shift: number): ZipEntry {
  let size = directory.readUInt32LE(at + 24);
  let packedSize = directory.readUInt32LE(at + 20);
  let offset = directory.readUInt32LE(at + 42);
  const large = zip64Field(extra);
  if (large !== undefined) {
    // 4.5.3: the field holds, in this order, only those that did not fit.
    let next = 0;
    const take = (): number => {
      const value = next + 8 <= large.length ? Number(large.readBigUInt64LE(next)) : 0;
      next += 8;
      return Number.isSafeInteger(value) ? value : 0;
    };
    if (size === unknown32) size = take();
    if (packedSize === unknown32) packedSize = take();
    if (offset === unknown32) offset = take();
  }
  return {
    name,
    method: directory.readUInt16LE(at + 10),
    encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    packedSize,
    size,
    crc: directory.readUInt32LE(at + 16),
    offset: offset + shift,
  };
}

function zip64Field(extra: Buffer): Buffer | undefined {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) return extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}

function archiveShift(source: ByteSource, directory: Buffer): number {
  if (directory.length < 46) return 0;
  const first = directory.readUInt32LE(42);
  if (first === unknown32 || isLocalHeader(source, first)) return 0;
  const nameLength = directory.readUInt16LE(28);
  const name = directory.subarray(46, 46 + nameLength);
  const head = asBuffer(source.read(0, 2 ** 20));
  for (let at = head.indexOf('PK\x03\x04', 0, 'latin1'); at >= 0; at = head.indexOf('PK\x03\x04', at + 4, 'latin1')) {
    if (head.subarray(at + 30, at + 30 + nameLength).equals(name)) return at - first;
  }
  return 0;
}

function isLocalHeader(source: ByteSource, offset: number): boolean {
  const mark = asBuffer(source.read(offset, 4));
  return mark.length === 4 && mark.readUInt32LE(0) === localMark;
}

/** Entries of a file that lost its directory: every local header, its content up to the next record. */
function localEntries(source: ByteSource, limit: number): ZipEntry[] {
  const marks = recordOffsets(source, limit);
  const entries: ZipEntry[] = [];
  for (const [index, offset] of marks.entries()) {
    const header = asBuffer(source.read(offset, 30));
    if (header.length < 30 || header.readUInt32LE(0) !== localMark) continue;
    const nameLength = header.readUInt16LE(26);
    const name = zipName(asBuffer(source.read(offset + 30, nameLength)), 0, nameLength);
    if (name === '' || name.endsWith('/')) continue;
    const start = offset + 30 + nameLength + header.readUInt16LE(28);
    const declared = header.readUInt32LE(18);
    const next = marks[index + 1] ?? source.size;
    const packedSize = declared > 0 && declared !== unknown32 ? declared : Math.max(0, next - start);
    entries.push({
      name,
      method: header.readUInt16LE(8),
      encrypted: (header.readUInt16LE(6) & 1) === 1,
      packedSize: Math.min(packedSize, Math.max(0, source.size - start)),
      size: header.readUInt32LE(22),
      crc: undefined,
      offset,
    });
  }
  return entries;
}

/** Where records begin: `PK` and one of the marks of a local header, data descriptor, directory entry or end record. */
function recordOffsets(source: ByteSource, limit: number): number[] {
  const offsets: number[] = [];
  let done = 0;
  let carry = Buffer.alloc(0);
  for (const piece of chunks(source, 0, Math.min(source.size, searchedBytes))) {
    const bytes = Buffer.concat([carry, asBuffer(piece)]);
    const base = done - carry.length;
    for (let at = bytes.indexOf('PK', 0, 'latin1'); at >= 0 && at + 4 <= bytes.length; ) {
      const mark = bytes.readUInt16LE(at + 2);
      if (mark === 0x0403 || mark === 0x0807 || mark === 0x0201 || mark === 0x0605) {
        if (offsets.length >= limit * 2) throw limitFailure('archiveEntries', limit);
        offsets.push(base + at);
      }
      at = bytes.indexOf('PK', at + 2, 'latin1');
    }
    done += piece.length;
    carry = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 3)));
  }
  return offsets;
}
