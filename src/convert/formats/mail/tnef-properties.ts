// The list of properties inside winmail.dat ([MS-OXTNEF] 2.1.3.4): numbers are passed over, strings and bytes are kept.

export interface TnefValue {
  readonly type: number;
  readonly bytes: Buffer;
}

export type TnefProperties = ReadonlyMap<number, TnefValue>;

/** Bytes of the types that have a size, padded to four. */
const sizes: ReadonlyMap<number, number> = new Map([
  [0x0001, 4],
  [0x0002, 4],
  [0x0003, 4],
  [0x0004, 4],
  [0x0005, 8],
  [0x0006, 8],
  [0x0007, 8],
  [0x000a, 4],
  [0x000b, 4],
  [0x0014, 8],
  [0x0040, 8],
  [0x0048, 16],
]);
const variable = new Set([0x000d, 0x001e, 0x001f, 0x0102]);
const firstNamed = 0x8000;
const severalValues = 0x1000;

/** What can be read of the list: it ends at a type that is not known, or where its bytes end. */
export function tnefProperties(bytes: Buffer): TnefProperties {
  const found = new Map<number, TnefValue>();
  let at = 4;
  const count = bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
  for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
    const type = bytes.readUInt16LE(at);
    const id = bytes.readUInt16LE(at + 2);
    at = id < firstNamed ? at + 4 : afterName(bytes, at + 4);
    const size = sizes.get(type & ~severalValues);
    const several = (type & severalValues) !== 0;
    if (size !== undefined && !several) {
      at += size;
      continue;
    }
    if (at + 4 > bytes.length || (size === undefined && !variable.has(type & ~severalValues))) break;
    const values = bytes.readUInt32LE(at);
    at += 4;
    if (size !== undefined) {
      at += values * size;
      continue;
    }
    for (let value = 0; value < values && at + 4 <= bytes.length; value += 1) {
      const length = Math.min(bytes.readUInt32LE(at), bytes.length - at - 4);
      if (!found.has(id)) found.set(id, { type, bytes: bytes.subarray(at + 4, at + 4 + length) });
      at += 4 + padded(length);
    }
  }
  return found;
}

/** A named property: its set, then a number or a name. */
function afterName(bytes: Buffer, at: number): number {
  if (at + 24 > bytes.length) return bytes.length;
  const kind = bytes.readUInt32LE(at + 16);
  return kind === 0 ? at + 24 : at + 24 + padded(bytes.readUInt32LE(at + 20));
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;
