// What news agencies write into pictures (IPTC-IIM 4.2, record 2): title, caption, keywords, author.
import { asBuffer } from '../../containers/as-buffer.ts';
import { clean, narrow } from './exif-tags.ts';

export interface IptcRecords {
  readonly title?: string;
  readonly headline?: string;
  readonly caption?: string;
  readonly keywords?: string;
  readonly author?: string;
}

const mostRecords = 1_000;
const mostBytes = 1 << 20;
const names = new Map<number, keyof IptcRecords>([
  [5, 'title'],
  [105, 'headline'],
  [120, 'caption'],
  [25, 'keywords'],
  [80, 'author'],
]);

export function iptcRecords(given: Uint8Array): IptcRecords {
  const bytes = asBuffer(given.subarray(0, mostBytes));
  const found = new Map<keyof IptcRecords, string[]>();
  // Programs wrap the records in resources of their own (8BIM); the first tag marker of record 2 is where they begin.
  let at = bytes.indexOf(Buffer.from([0x1c, 0x02]));
  for (let count = 0; at >= 0 && at + 5 <= bytes.length && count < mostRecords; count += 1) {
    if (bytes[at] !== 0x1c) break;
    const length = bytes.readUInt16BE(at + 3);
    // The extended form holds more than 32 kB, which none of these is.
    if (length >= 0x8000) break;
    const name = bytes[at + 1] === 2 ? names.get(bytes[at + 2] as number) : undefined;
    const value = clean(narrow(bytes.subarray(at + 5, at + 5 + length)));
    if (name !== undefined && value !== '') found.set(name, [...(found.get(name) ?? []), value]);
    at += 5 + length;
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, [...new Set(values)].join(', ')]));
}
