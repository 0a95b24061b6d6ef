// The one reader of OLE compound files (messages, encrypted Office documents): storages and streams by name, content read
// where it is asked for ([MS-CFB]). Chains are bounded by the file itself, whatever it declares.
import { Failure } from '../../core/failure.ts';
import type { ByteSource } from '../input.ts';
import { asBuffer } from './as-buffer.ts';
import { isOle, maxSector, type OleEntry, readOleEntries, sectorTable } from './ole-directory.ts';

const miniSectorBytes = 64;

export class OleStream implements ByteSource {
  readonly name: string;
  readonly size: number;
  readonly #sectors: readonly number[];
  readonly #sectorBytes: number;
  readonly #sectorAt: (sector: number, from: number, length: number) => Uint8Array;

  constructor(
    name: string,
    size: number,
    sectors: readonly number[],
    sectorBytes: number,
    sectorAt: (sector: number, from: number, length: number) => Uint8Array,
  ) {
    this.name = name;
    this.size = Math.min(size, sectors.length * sectorBytes);
    this.#sectors = sectors;
    this.#sectorBytes = sectorBytes;
    this.#sectorAt = sectorAt;
  }

  read(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + Math.max(0, length));
    if (offset < 0 || offset >= end) return new Uint8Array(0);
    const bytes = Buffer.alloc(end - offset);
    for (let at = offset; at < end; ) {
      const index = Math.floor(at / this.#sectorBytes);
      const from = at % this.#sectorBytes;
      const wanted = this.#runBytes(index, from, end - at);
      bytes.set(this.#sectorAt(this.#sectors[index] as number, from, wanted), at - offset);
      at += wanted;
    }
    return bytes;
  }

  /** Sectors that follow one another in the file are read at once. */
  #runBytes(index: number, from: number, wanted: number): number {
    let last = index;
    let bytes = this.#sectorBytes - from;
    while (bytes < wanted && this.#sectors[last + 1] === (this.#sectors[last] as number) + 1) {
      last += 1;
      bytes += this.#sectorBytes;
    }
    return Math.min(bytes, wanted);
  }
}

export class OleStorage {
  readonly name: string;
  readonly #file: OleFile;
  readonly #children: ReadonlyMap<string, OleEntry>;

  constructor(file: OleFile, entry: OleEntry, children: readonly OleEntry[]) {
    this.name = entry.name;
    this.#file = file;
    const byName = new Map<string, OleEntry>();
    // 2.6.4: names are compared without regard to case; the first of two counts.
    for (const child of children) {
      const key = child.name.toLowerCase();
      if (!byName.has(key)) byName.set(key, child);
    }
    this.#children = byName;
  }

  /** Names of what is in it, in the order of the directory. */
  get names(): readonly string[] {
    return [...this.#children.values()].map((entry) => entry.name);
  }

  stream(name: string): OleStream | undefined {
    const entry = this.#children.get(name.toLowerCase());
    return entry?.kind === 2 ? this.#file.streamOf(entry) : undefined;
  }

  storage(name: string): OleStorage | undefined {
    const entry = this.#children.get(name.toLowerCase());
    return entry?.kind === 1 ? this.#file.storageOf(entry) : undefined;
  }
}

export class OleFile {
  readonly root: OleStorage;
  readonly #source: ByteSource;
  readonly #entries: readonly OleEntry[];
  readonly #sectorBytes: number;
  readonly #next: (sector: number) => number;
  readonly #miniCutoff: number;
  readonly #firstMiniFat: number;
  readonly #rootEntry: OleEntry;
  #mini: { readonly stream: OleStream; readonly table: OleStream } | undefined;

  constructor(source: ByteSource) {
    const header = asBuffer(source.read(0, 512));
    const shift = header.length === 512 && isOle(header) ? header.readUInt16LE(30) : 0;
    if (shift !== 9 && shift !== 12) throw damaged('The header of the compound file cannot be read.');
    this.#source = source;
    this.#sectorBytes = 2 ** shift;
    this.#next = sectorTable(source, header, this.#sectorBytes);
    this.#miniCutoff = header.readUInt32LE(56);
    this.#firstMiniFat = header.readUInt32LE(60);
    this.#entries = readOleEntries(source, header, this.#sectorBytes, this.#next);
    const [root] = this.#entries;
    if (root?.kind !== 5) throw damaged('The directory of the compound file cannot be read.');
    this.#rootEntry = root;
    this.root = this.storageOf(root);
  }

  storageOf(entry: OleEntry): OleStorage {
    const children: OleEntry[] = [];
    const seen = new Set<number>();
    // In-order walk of the sibling tree, which in a damaged file may be a circle.
    const waiting: { readonly index: number; readonly opened: boolean }[] = [{ index: entry.child, opened: false }];
    for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
      const child = this.#entries[top.index];
      if (child === undefined || child.kind === 0) continue;
      if (top.opened) {
        children.push(child);
        continue;
      }
      if (seen.has(top.index)) continue;
      seen.add(top.index);
      waiting.push({ index: child.right, opened: false });
      waiting.push({ index: top.index, opened: true });
      waiting.push({ index: child.left, opened: false });
    }
    return new OleStorage(this, entry, children);
  }

  streamOf(entry: OleEntry): OleStream {
    if (entry.size >= this.#miniCutoff) return this.#chained(entry.name, entry.start, entry.size);
    this.#mini ??= {
      stream: this.#chained('', this.#rootEntry.start, this.#rootEntry.size),
      table: this.#chained('', this.#firstMiniFat, this.#source.size),
    };
    const { stream, table } = this.#mini;
    const sectors = chain(entry.start, Math.min(entry.size, stream.size), miniSectorBytes, (sector) => {
      const bytes = asBuffer(table.read(sector * 4, 4));
      return bytes.length < 4 ? maxSector : bytes.readUInt32LE(0);
    });
    return new OleStream(entry.name, entry.size, sectors, miniSectorBytes, (sector, from, length) =>
      stream.read(sector * miniSectorBytes + from, length),
    );
  }

  #chained(name: string, start: number, size: number): OleStream {
    const sectors = chain(start, Math.min(size, this.#source.size), this.#sectorBytes, this.#next);
    return new OleStream(name, size, sectors, this.#sectorBytes, (sector, from, length) =>
      this.#source.read((sector + 1) * this.#sectorBytes + from, length),
    );
  }
}

/** The sectors of a stream: no more than its size needs, and no more than the file has. */
function chain(start: number, size: number, sectorBytes: number, next: (sector: number) => number): number[] {
  const sectors: number[] = [];
  const most = Math.ceil(size / sectorBytes);
  for (let sector = start; sector < maxSector && sectors.length < most; sector = next(sector)) sectors.push(sector);
  return sectors;
}

function damaged(details: string): Failure {
  return new Failure('CORRUPTED_FILE', { details });
}
