// Builds Outlook messages for tests from a readable listing. Keys are property tags in hex, and may say in words what they
// are: "0037001F subject". Values are text, numbers, dates (systime), or what `file`, `base64`, `hex` or `rtf` name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OleTree, oleOf } from './ole.ts';

type Value =
  | string
  | number
  | boolean
  | { readonly file: string }
  | { readonly base64: string }
  | { readonly hex: string }
  | { readonly rtf: string };

export interface MsgListing {
  readonly properties: Readonly<Record<string, Value>>;
  readonly recipients?: readonly Readonly<Record<string, Value>>[];
  readonly attachments?: readonly {
    readonly properties: Readonly<Record<string, Value>>;
    readonly message?: MsgListing;
  }[];
  /** Named properties of the file: numbers from 8000 on, as [first part of the set's GUID, number], both in hex. */
  readonly named?: readonly (readonly [set: string, id: string])[];
}

/** The listing message.json in a folder, with the files it refers to. */
export function msgFolder(folder: string): Buffer {
  const listing = JSON.parse(readFileSync(join(folder, 'message.json'), 'utf8')) as MsgListing;
  return msgOf(listing, (name) => readFileSync(join(folder, name)));
}

export const isMsgFolder = (folder: string): boolean => existsSync(join(folder, 'message.json'));

export function msgOf(listing: MsgListing, file: (name: string) => Uint8Array = noFiles): Buffer {
  return oleOf({ ...messageTree(listing, 32, file), '__nameid_version1.0': namedTree(listing.named ?? []) });
}

function noFiles(name: string): Uint8Array {
  throw new Error(`no file ${name}`);
}

function messageTree(listing: MsgListing, header: number, file: (name: string) => Uint8Array): OleTree {
  const { recipients = [], attachments = [] } = listing;
  const tree: Record<string, Uint8Array | OleTree> = { ...propertyTree(listing.properties, header, file) };
  for (const [index, recipient] of recipients.entries()) {
    tree[`__recip_version1.0_#${hex8(index)}`] = propertyTree(recipient, 8, file);
  }
  for (const [index, { properties, message }] of attachments.entries()) {
    tree[`__attach_version1.0_#${hex8(index)}`] = {
      ...propertyTree(properties, 8, file),
      ...(message === undefined ? {} : { '__substg1.0_3701000D': messageTree(message, 24, file) }),
    };
  }
  return tree;
}

function propertyTree(
  properties: Readonly<Record<string, Value>>,
  header: number,
  file: (name: string) => Uint8Array,
): OleTree {
  const tree: Record<string, Uint8Array> = {};
  const entries: Buffer[] = [Buffer.alloc(header)];
  for (const [key, value] of Object.entries(properties)) {
    const tag = key.slice(0, 8).toUpperCase();
    const type = tag.slice(4);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(Number.parseInt(tag, 16), 0);
    entry.writeUInt32LE(6, 4);
    if (type === '0003') entry.writeInt32LE(Number(value), 8);
    else if (type === '0005') entry.writeDoubleLE(Number(value), 8);
    else if (type === '000B') entry.writeUInt16LE(value === true ? 1 : 0, 8);
    else if (type === '0040') {
      entry.writeBigUInt64LE(BigInt(Date.parse(String(value)) + 11_644_473_600_000) * 10_000n, 8);
    } else {
      const bytes = contentOf(value, type, file);
      entry.writeUInt32LE(bytes.length, 8);
      tree[`__substg1.0_${tag}`] = bytes;
    }
    entries.push(entry);
  }
  return { ...tree, '__properties_version1.0': Buffer.concat(entries) };
}

function contentOf(value: Value, type: string, file: (name: string) => Uint8Array): Uint8Array {
  if (typeof value !== 'object') return Buffer.from(String(value), type === '001F' ? 'utf16le' : 'utf8');
  if ('file' in value) return file(value.file);
  if ('base64' in value) return Buffer.from(value.base64, 'base64');
  return 'hex' in value ? Buffer.from(value.hex.replaceAll(' ', ''), 'hex') : packedRtf(value.rtf);
}

/** [MS-OXRTFCP] 2.2: compressed with literals only. */
export function packedRtf(rtf: string): Buffer {
  const raw = Buffer.from(rtf, 'latin1');
  const pieces: Buffer[] = [];
  for (let at = 0; at < raw.length; at += 8) pieces.push(Buffer.from([0]), raw.subarray(at, at + 8));
  const body = Buffer.concat(pieces);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(body.length + 12, 0);
  header.writeUInt32LE(raw.length, 4);
  header.writeUInt32LE(0x75465a4c, 8);
  return Buffer.concat([header, body]);
}

function namedTree(named: readonly (readonly [string, string])[]): OleTree {
  const sets = [...new Set(named.map(([set]) => set))];
  const guids = sets.map((set) => {
    const guid = Buffer.from('0000000000000000c000000000000046', 'hex');
    guid.writeUInt32LE(Number.parseInt(set, 16), 0);
    return guid;
  });
  const entries = named.map(([set, id], index) => {
    const entry = Buffer.alloc(8);
    entry.writeUInt32LE(Number.parseInt(id, 16), 0);
    entry.writeUInt16LE((sets.indexOf(set) + 3) << 1, 4);
    entry.writeUInt16LE(index, 6);
    return entry;
  });
  return {
    '__substg1.0_00020102': Buffer.concat(guids),
    '__substg1.0_00030102': Buffer.concat(entries),
    '__substg1.0_00040102': new Uint8Array(0),
  };
}

const hex8 = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');
