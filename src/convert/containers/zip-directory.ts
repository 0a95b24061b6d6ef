// Reads only the names in a ZIP file, for recognising what kind of package it is: nothing is inflated, and what is read
// is bounded however many entries the file claims (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16).

import type { ByteSource } from '../input.ts';
import { asBuffer } from './as-buffer.ts';

/** The end record may be followed by a comment of up to 65 535 bytes. */
const tailBytes = 66 * 1024;
/** Names looked at; the parts that tell a package's kind are few, and writers put them near one end or the other. */
const maxNames = 20_000;
const maxDirectoryBytes = 4 * 2 ** 20;
const maxLocalBytes = 64 * 1024;
const maxStoredBytes = 256;

export interface ZipListing {
  /** Names in the order of the directory, with forward slashes. */
  readonly names: readonly string[];
  /** False when the directory is damaged and the names come from the first local headers. */
  readonly complete: boolean;
  /** Content of a first entry called `mimetype` when it is stored as is (EPUB OCF 3.3, 4.2.2). */
  readonly mimetype?: string;
}

export function listZip(source: ByteSource): ZipListing | undefined {
  const names = directoryNames(source);
  const head = asBuffer(source.read(0, maxLocalBytes));
  const local = localNames(head);
  if (names === undefined && local.length === 0) return undefined;
  const mimetype = storedMimetype(head);
  return {
    names: names ?? local,
    complete: names !== undefined,
    ...(mimetype === undefined ? {} : { mimetype }),
  };
}

function directoryNames(source: ByteSource): string[] | undefined {
  const end = findZipDirectory(source);
  if (end === undefined) return undefined;
  const directory = asBuffer(source.read(end.offset, Math.min(end.size, maxDirectoryBytes)));
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && names.length < maxNames; ) {
    if (directory.readUInt32LE(at) !== 0x02014b50) break;
    const nameLength = directory.readUInt16LE(at + 28);
    if (at + 46 + nameLength > directory.length) break;
    names.push(zipName(directory, at + 46, nameLength));
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names.length === 0 ? undefined : names;
}

/** Where the central directory stands and how long it is. */
export function findZipDirectory(source: ByteSource): { offset: number; size: number } | undefined {
  const tailStart = Math.max(0, source.size - tailBytes);
  const tail = asBuffer(source.read(tailStart, tailBytes));
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue;
    const found = placed(source, tailStart + at, tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16));
    if (found !== undefined) return found;
    const large = zip64Record(source, tail, at);
    if (large !== undefined) return placed(source, large.end, large.size, large.offset);
  }
  return undefined;
}

/** The directory stands right before the end record; when bytes were put before the archive, its offset is short by them. */
function placed(
  source: ByteSource,
  end: number,
  size: number,
  offset: number,
): { offset: number; size: number } | undefined {
  for (const start of [offset, end - size]) {
    if (start < 0 || start + 46 > source.size) continue;
    const mark = asBuffer(source.read(start, 4));
    if (mark.length === 4 && mark.readUInt32LE(0) === 0x02014b50) {
      return { offset: start, size: Math.max(0, Math.min(size, source.size - start)) };
    }
  }
  return undefined;
}

function zip64Record(
  source: ByteSource,
  tail: Buffer,
  at: number,
): { end: number; size: number; offset: number } | undefined {
  if (at < 20 || tail.readUInt32LE(at - 20) !== 0x07064b50) return undefined;
  const where = Number(tail.readBigUInt64LE(at - 12));
  if (!Number.isSafeInteger(where) || where + 56 > source.size) return undefined;
  const record = asBuffer(source.read(where, 56));
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) return undefined;
  const size = Number(record.readBigUInt64LE(40));
  const offset = Number(record.readBigUInt64LE(48));
  return Number.isSafeInteger(size) && Number.isSafeInteger(offset) ? { end: where, size, offset } : undefined;
}

/** What can be told of a file that was cut off: names in the local headers, as far as sizes are given there. */
function localNames(head: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 30 <= head.length && names.length < maxNames; ) {
    if (head.readUInt32LE(at) !== 0x04034b50) break;
    const nameLength = head.readUInt16LE(at + 26);
    if (at + 30 + nameLength > head.length) break;
    names.push(zipName(head, at + 30, nameLength));
    at += 30 + nameLength + head.readUInt16LE(at + 28) + head.readUInt32LE(at + 18);
  }
  return names;
}

function storedMimetype(head: Buffer): string | undefined {
  if (head.length < 38 || head.readUInt32LE(0) !== 0x04034b50 || head.readUInt16LE(8) !== 0) return undefined;
  const nameLength = head.readUInt16LE(26);
  if (zipName(head, 30, nameLength) !== 'mimetype') return undefined;
  const start = 30 + nameLength + head.readUInt16LE(28);
  const size = Math.min(head.readUInt32LE(18), maxStoredBytes);
  // Writers that stream leave the size out here; the type then ends where the next record begins.
  const content = head.toString('latin1', start, start + (size === 0 ? maxStoredBytes : size));
  return /^[\x21-\x7e]{3,120}?(?=PK|\s|$)/.exec(content)?.[0];
}

export function zipName(bytes: Buffer, start: number, length: number): string {
  return bytes.toString('utf8', start, start + length).replaceAll('\\', '/');
}
