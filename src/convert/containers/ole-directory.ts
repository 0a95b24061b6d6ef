// The directory of an OLE compound file ([MS-CFB] 2.2 to 2.6), and the names in its root for recognising messages and
// old Office documents. Chains are followed a bounded number of steps, whatever the file claims.

import type { ByteSource } from '../input.ts';
import { asBuffer } from './as-buffer.ts';

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const maxDirectorySectors = 4_096;
const maxDifatSectors = 1_024;
/** Numbers from here on are not sectors but marks (end of chain, free). */
export const maxSector = 0xfffffffa;
const entryBytes = 128;
const none = 0xffffffff;

export function isOle(head: Uint8Array): boolean {
  return head.length >= 8 && signature.equals(head.subarray(0, 8));
}

/** Names of the storages and streams in the root, or undefined when the file is damaged beyond that. */
export function listOleRoot(source: ByteSource): readonly string[] | undefined {
  const header = asBuffer(source.read(0, 512));
  if (header.length < 512 || !isOle(header)) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 2 ** shift;
  const entries = readOleEntries(source, header, sectorBytes, sectorTable(source, header, sectorBytes));
  const root = entries[0];
  if (root === undefined || root.kind !== 5) return undefined;
  return childNames(entries, root.child);
}

export interface OleEntry {
  readonly name: string;
  /** 0 unused, 1 storage, 2 stream, 5 root. */
  readonly kind: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  /** First sector of the content and its bytes. */
  readonly start: number;
  readonly size: number;
}

export function readOleEntries(
  source: ByteSource,
  header: Buffer,
  sectorBytes: number,
  next: (sector: number) => number,
): OleEntry[] {
  const entries: OleEntry[] = [];
  let sector = header.readUInt32LE(48);
  for (let steps = 0; steps < maxDirectorySectors && sector < maxSector; steps += 1) {
    const bytes = asBuffer(source.read((sector + 1) * sectorBytes, sectorBytes));
    if (bytes.length === 0) break;
    for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) entries.push(entryAt(bytes, at));
    sector = next(sector);
  }
  return entries;
}

function entryAt(bytes: Buffer, at: number): OleEntry {
  // The length counts the final zero character.
  const length = Math.max(0, Math.min(64, bytes.readUInt16LE(at + 64)) - 2);
  return {
    name: bytes.toString('utf16le', at, at + length - (length % 2)),
    kind: bytes[at + 66] ?? 0,
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    start: bytes.readUInt32LE(at + 116),
    // 2.6.1: the upper half is not used in files with small sectors and may be rubbish there.
    size: bytes.readUInt32LE(at + 120),
  };
}

/** A lookup in the FAT; of the table itself, which may be large, only the sector looked at last is held. */
export function sectorTable(source: ByteSource, header: Buffer, sectorBytes: number): (sector: number) => number {
  const perSector = sectorBytes / 4;
  const fatSectors: number[] = [];
  for (let at = 76; at < 512; at += 4) fatSectors.push(header.readUInt32LE(at));
  let difat = header.readUInt32LE(68);
  for (let steps = 0; steps < maxDifatSectors && difat < maxSector; steps += 1) {
    const bytes = asBuffer(source.read((difat + 1) * sectorBytes, sectorBytes));
    if (bytes.length < sectorBytes) break;
    for (let at = 0; at < sectorBytes - 4; at += 4) fatSectors.push(bytes.readUInt32LE(at));
    difat = bytes.readUInt32LE(sectorBytes - 4);
  }
  let held: { readonly table: number; readonly bytes: Buffer } | undefined;
  return (sector) => {
    const table = fatSectors[Math.floor(sector / perSector)] ?? none;
    if (table >= maxSector) return none;
    if (held?.table !== table) {
      held = { table, bytes: asBuffer(source.read((table + 1) * sectorBytes, sectorBytes)) };
    }
    const at = (sector % perSector) * 4;
    return at + 4 > held.bytes.length ? none : held.bytes.readUInt32LE(at);
  };
}

/** Children of a storage are a binary tree of siblings; a damaged one may be a circle. */
function childNames(entries: readonly OleEntry[], top: number): string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const waiting = [top];
  while (waiting.length > 0) {
    const index = waiting.pop() as number;
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    names.push(entry.name);
    waiting.push(entry.right, entry.left);
  }
  return names;
}
