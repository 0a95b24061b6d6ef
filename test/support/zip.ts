// Writes small ZIP packages for tests, so that fixtures can be kept as readable parts instead of binary files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Kept as it is, as the first part of a book must be. */
  readonly stored?: boolean;
}

/** Content too long to hold, deflated by the caller. */
export interface PackedPart {
  readonly name: string;
  readonly packed: Uint8Array;
  readonly crc: number;
  readonly size: number;
}

/** Parts by name: their content, or content that is deflated already. */
export type ZipParts = Readonly<Record<string, string | Uint8Array | Omit<PackedPart, 'name'>>>;

/** The parts as one package; the same parts give the same bytes. */
export function zipOf(parts: readonly (ZipPart | PackedPart)[] | ZipParts): Buffer {
  const list: readonly (ZipPart | PackedPart)[] = Array.isArray(parts)
    ? (parts as readonly (ZipPart | PackedPart)[])
    : Object.entries(parts as ZipParts).map(([name, content]) =>
        typeof content === 'object' && 'packed' in content ? { ...content, name } : { name, content },
      );
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of list) {
    const { name } = part;
    const stored = 'stored' in part && part.stored === true;
    const { packed, crc, size } = 'packed' in part ? part : packedPart(part);
    const label = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(label.length, 22);
    pieces.push(Buffer.from('PK\x03\x04', 'latin1'), fields, label, Buffer.from(packed));
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, entry, label);
    offset += 4 + fields.length + label.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  // More than fit are counted modulo 65 536, as writers without ZIP64 do; readers go by the directory itself.
  end.writeUInt16LE(list.length % 65_536, 8);
  end.writeUInt16LE(list.length % 65_536, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, listing, end]);
}

function packedPart({ name, content, stored }: ZipPart): PackedPart {
  const bytes = Buffer.from(content as string);
  return { name, packed: stored === true ? bytes : deflateRawSync(bytes), crc: crc32(bytes), size: bytes.length };
}

/** A folder of parts as one package; `mimetype` comes first and is stored, as EPUB OCF 3.3, 4.2.2 has it. */
export function zipFolder(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return zipOf(names.map((name) => ({ name, content: readFileSync(join(folder, name)), stored: name === 'mimetype' })));
}

function rank(name: string): number {
  return name === 'mimetype' ? 0 : name === '[Content_Types].xml' ? 1 : 2;
}
