// Properties with names instead of fixed numbers: which numbers this file gives them ([MS-OXMSG] 2.2.3).
import { asBuffer } from '../../containers/as-buffer.ts';
import type { OleStorage } from '../../containers/ole.ts';

/** The sets that fields are shown from, by the first part of their GUID ([MS-OXPROPS] 1.3.2). */
export const propertySets = {
  appointment: 0x00062002,
  task: 0x00062003,
  address: 0x00062004,
  common: 0x00062008,
  journal: 0x0006200a,
} as const;

const mostEntries = 20_000;

export class NamedProperties {
  readonly #numbers = new Map<string, number>();

  /** `root` is the root of the file: messages inside others use its table too. */
  constructor(root: OleStorage) {
    const names = root.storage('__nameid_version1.0');
    const read = (stream: string): Buffer =>
      asBuffer(names?.stream(stream)?.read(0, mostEntries * 16) ?? new Uint8Array(0));
    const sets = read('__substg1.0_00020102');
    const entries = read('__substg1.0_00030102');
    for (let at = 0; at + 8 <= entries.length; at += 8) {
      const kind = entries.readUInt16LE(at + 4);
      // Entries whose lowest bit is set are named by a string.
      if ((kind & 1) === 1) continue;
      // 2.2.3.1.2: the first two sets are known ones, the others are listed.
      const place = ((kind >> 1) - 3) * 16;
      if (place < 0 || place + 16 > sets.length) continue;
      const key = `${sets.readUInt32LE(place)}:${entries.readUInt32LE(at)}`;
      if (!this.#numbers.has(key)) this.#numbers.set(key, 0x8000 + entries.readUInt16LE(at + 6));
    }
  }

  get(set: number, id: number): number | undefined {
    return this.#numbers.get(`${set}:${id}`);
  }
}
