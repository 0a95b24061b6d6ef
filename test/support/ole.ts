// Writes small OLE compound files for tests ([MS-CFB]), so that messages can be built in code and fixtures kept
// as readable text.

/** A storage: streams and storages by name. */
export interface OleTree {
  readonly [name: string]: Uint8Array | OleTree;
}

interface Entry {
  readonly name: string;
  readonly kind: 1 | 2 | 5;
  readonly content: Uint8Array;
  readonly children: number[];
  left: number;
  right: number;
  child: number;
  start: number;
}

const miniBytes = 64;
const miniCutoff = 4096;
const none = 0xffffffff;
const endOfChain = 0xfffffffe;
const fatSector = 0xfffffffd;

export function oleOf(tree: OleTree): Buffer {
  // Large sectors where the header's list of the table would not do for small ones.
  const sectorBytes = bytesIn(tree) < 6_000_000 ? 512 : 4096;
  const entries: Entry[] = [];
  addEntry(entries, 'Root Entry', tree, 5);
  const sectors: Buffer[] = [];
  const fat: number[] = [];
  const store = (content: Uint8Array): number => {
    if (content.length === 0) return endOfChain;
    const first = sectors.length;
    for (let at = 0; at < content.length; at += sectorBytes) {
      sectors.push(padded(content.subarray(at, at + sectorBytes), sectorBytes));
      fat.push(at + sectorBytes < content.length ? sectors.length : endOfChain);
    }
    return first;
  };

  const mini: Buffer[] = [];
  const miniFat: number[] = [];
  for (const entry of entries) {
    if (entry.kind !== 2) continue;
    if (entry.content.length >= miniCutoff) entry.start = store(entry.content);
    else if (entry.content.length > 0) {
      entry.start = miniFat.length;
      const count = Math.ceil(entry.content.length / miniBytes);
      mini.push(padded(entry.content, count * miniBytes));
      for (let at = 0; at < count; at += 1) miniFat.push(at + 1 < count ? miniFat.length + 1 : endOfChain);
    }
  }
  const miniStream = Buffer.concat(mini);
  const miniStart = store(miniStream);
  const miniTable = store(numbers(miniFat, sectorBytes));
  const directory = store(
    padded(
      Buffer.concat(
        entries.map((entry, index) => entryBytes(entry, index === 0 ? [miniStart, miniStream.length] : undefined)),
      ),
      Math.ceil((entries.length * 128) / sectorBytes) * sectorBytes,
    ),
  );

  // The table lists its own sectors too.
  let fatCount = 0;
  while (fatCount * (sectorBytes / 4) < fat.length + fatCount) fatCount += 1;
  const fatStart = sectors.length;
  for (let at = 0; at < fatCount; at += 1) fat.push(fatSector);
  const table = numbers(fat, fatCount * sectorBytes);
  for (let at = 0; at < fatCount; at += 1) sectors.push(table.subarray(at * sectorBytes, (at + 1) * sectorBytes));

  const header = Buffer.alloc(sectorBytes);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  for (const [at, value] of [
    [24, 0x3e],
    [26, sectorBytes === 512 ? 3 : 4],
    [28, 0xfffe],
    [30, Math.log2(sectorBytes)],
    [32, 6],
  ] as const) {
    header.writeUInt16LE(value, at);
  }
  header.writeUInt32LE(fatCount, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(miniCutoff, 56);
  header.writeUInt32LE(miniFat.length === 0 ? endOfChain : miniTable, 60);
  header.writeUInt32LE(miniFat.length === 0 ? 0 : Math.ceil((miniFat.length * 4) / sectorBytes), 64);
  header.writeUInt32LE(endOfChain, 68);
  for (let at = 0; at < 109; at += 1) header.writeUInt32LE(at < fatCount ? fatStart + at : none, 76 + at * 4);
  return Buffer.concat([header, ...sectors]);
}

function bytesIn(tree: OleTree): number {
  return Object.values(tree).reduce<number>(
    (sum, one) => sum + (one instanceof Uint8Array ? one.length : bytesIn(one)),
    0,
  );
}

function addEntry(entries: Entry[], name: string, content: Uint8Array | OleTree, kind: Entry['kind']): number {
  const stream = content instanceof Uint8Array;
  const entry: Entry = {
    name,
    kind,
    content: stream ? content : new Uint8Array(0),
    children: [],
    left: none,
    right: none,
    child: none,
    start: kind === 2 ? endOfChain : 0,
  };
  const index = entries.push(entry) - 1;
  if (stream) return index;
  for (const [key, value] of Object.entries(content)) {
    entry.children.push(addEntry(entries, key, value, value instanceof Uint8Array ? 2 : 1));
  }
  // 2.6.4: siblings are ordered by length, then by their capital letters.
  entry.children.sort((a, b) => compareNames((entries[a] as Entry).name, (entries[b] as Entry).name));
  entry.child = balanced(entries, entry.children);
  return index;
}

function balanced(entries: Entry[], sorted: readonly number[]): number {
  if (sorted.length === 0) return none;
  const middle = sorted.length >> 1;
  const top = entries[sorted[middle] as number] as Entry;
  top.left = balanced(entries, sorted.slice(0, middle));
  top.right = balanced(entries, sorted.slice(middle + 1));
  return sorted[middle] as number;
}

function compareNames(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a.toUpperCase() < b.toUpperCase() ? -1 : 1;
}

function entryBytes(entry: Entry, mini: readonly [number, number] | undefined): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(entry.name.slice(0, 31), 'utf16le');
  bytes.writeUInt16LE((Math.min(31, entry.name.length) + 1) * 2, 64);
  bytes[66] = entry.kind;
  bytes[67] = 1;
  bytes.writeUInt32LE(entry.left, 68);
  bytes.writeUInt32LE(entry.right, 72);
  bytes.writeUInt32LE(entry.child, 76);
  bytes.writeUInt32LE(mini?.[0] ?? entry.start, 116);
  bytes.writeUInt32LE(mini?.[1] ?? entry.content.length, 120);
  return bytes;
}

function numbers(values: readonly number[], step: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((values.length * 4) / step) * step, 0xff);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function padded(content: Uint8Array, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set(content);
  return bytes;
}
