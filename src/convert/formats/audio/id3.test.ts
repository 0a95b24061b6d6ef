// Tags of every version and encoding, and tags that claim to be larger than the file.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../../input.ts';
import { readId3, readId3v1 } from './id3.ts';

const sevenBits = (size: number): number[] => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
const plain = (size: number): number[] => [24, 16, 8, 0].map((shift) => (size >> shift) & 0xff);

function tag(
  version: number,
  frames: readonly Uint8Array[],
  { flags = 0, size }: { flags?: number; size?: number } = {},
): Buffer {
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, flags, ...sevenBits(size ?? body.length)]), body]);
}
function frame(version: number, id: string, encoding: number, content: Uint8Array): Buffer {
  const body = Buffer.concat([Uint8Array.of(encoding), content]);
  const size = version === 4 ? sevenBits(body.length) : plain(body.length);
  return Buffer.concat([Buffer.from(id), Buffer.from(version === 2 ? size.slice(1) : [...size, 0, 0]), body]);
}
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const read = (bytes: Uint8Array): [string, string][] => [...readId3(bytesSource(bytes)).tags];

describe('text', () => {
  test.each<[string, number, string, number, Uint8Array, string]>([
    ['Latin 1 in 2.2', 2, 'TT2', 0, Buffer.from('Größe', 'latin1'), 'Größe'],
    ['UTF-16 in 2.3', 3, 'TIT2', 1, Buffer.from('\ufeffПесня', 'utf16le'), 'Песня'],
    ['UTF-16 with the other mark', 3, 'TIT2', 1, utf16be('\ufeff歌'), '歌'],
    ['UTF-16 without mark in 2.4', 4, 'TIT2', 2, utf16be('Ωδή'), 'Ωδή'],
    ['UTF-8 in 2.4', 4, 'TIT2', 3, Buffer.from('Ça va 🎵\0'), 'Ça va 🎵'],
    ['UTF-8 that calls itself Latin 1', 3, 'TIT2', 0, Buffer.from('naïve'), 'naïve'],
    ['several values', 4, 'TIT2', 3, Buffer.from('One\0Two'), 'One, Two'],
  ])('%s', (_title, version, id, encoding, content, expected) => {
    expect(read(tag(version, [frame(version, id, encoding, content)]))).toEqual([['title', expected]]);
  });
});

test('all fields, an extended header and padding', () => {
  const frames = ['TIT2:T', 'TPE1:A', 'TALB:L', 'TDRC:2024-05-06', 'TCON:(17)Rock', 'TXXX:x'].map((one) => {
    const [id = '', text = ''] = one.split(':');
    return frame(4, id, 3, Buffer.from(text));
  });
  const comment = frame(4, 'COMM', 3, Buffer.from('eng\0said so'));
  const machine = frame(4, 'COMM', 3, Buffer.from('engiTunNORM\0 0000'));
  const extended = Buffer.from([0, 0, 0, 6, 1, 0]);
  const file = tag(4, [extended, machine, ...frames, comment, Buffer.alloc(64)], { flags: 0x40 });
  expect(read(file)).toEqual([
    ['title', 'T'],
    ['artist', 'A'],
    ['album', 'L'],
    ['date', '2024-05-06'],
    ['genre', 'Rock'],
    ['comment', 'said so'],
  ]);
});

test('zeros put in to hide sync words are taken out', () => {
  // 2.3 hides them in the whole tag, and sizes count what it was before.
  const image = Buffer.concat([
    frame(3, 'APIC', 0, Buffer.from([0xff, 0xe0, 1])),
    frame(3, 'TIT2', 0, Buffer.from('After')),
  ]);
  const hidden = Buffer.from([...image].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
  expect(read(tag(3, [hidden], { flags: 0x80 }))).toEqual([['title', 'After']]);
});

test('plain sizes in version 2.4, as some programs write them', () => {
  const long = Buffer.alloc(300, 0x61);
  const wrong = Buffer.concat([Buffer.from('TIT2'), Buffer.from([...plain(long.length + 1), 0, 0, 3]), long]);
  expect(new Map(read(tag(4, [wrong, frame(4, 'TPE1', 3, Buffer.from('B'))]))).get('artist')).toBe('B');
});

test('tags in a row are all read, and the sound begins after them', () => {
  const [one, two] = [tag(3, [frame(3, 'TIT2', 0, Buffer.from('A'))]), tag(4, [frame(4, 'TPE1', 3, Buffer.from('B'))])];
  const { tags, end } = readId3(bytesSource(Buffer.concat([one, two, Buffer.alloc(500)])));
  expect([...tags]).toEqual([
    ['title', 'A'],
    ['artist', 'B'],
  ]);
  expect(end).toBe(one.length + two.length);
});

test('a tag larger than the file leaves the file to be searched', () => {
  const file = Buffer.concat([
    tag(3, [frame(3, 'TIT2', 0, Buffer.from('A'))], { size: 2 ** 28 - 1 }),
    Buffer.alloc(100),
  ]);
  expect(readId3(bytesSource(file)).end).toBe(10);
});

test('version 1 stands at the end', () => {
  const old = Buffer.alloc(128);
  old.write('TAG', 0);
  old.write('Title', 3, 'latin1');
  old.write('Künstler', 33, 'latin1');
  old.write('1999', 93);
  const { tags, end } = readId3v1(bytesSource(Buffer.concat([Buffer.alloc(50), old])));
  expect([...tags]).toEqual([
    ['title', 'Title'],
    ['artist', 'Künstler'],
    ['date', '1999'],
  ]);
  expect(end).toBe(50);
});

test('any bytes after the letters ID3 are survived', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(2, 3, 4), (bytes, version) => {
      const file = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version]), bytes]);
      const { end } = readId3(bytesSource(file));
      expect(end).toBeLessThanOrEqual(Math.max(10, file.length));
      readId3v1(bytesSource(file));
    }),
  );
});
