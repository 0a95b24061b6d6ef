// Compressed RTF: the examples of [MS-OXRTFCP] section 3, and streams that lie about their size.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedRtf } from '../../../../test/support/msg.ts';
import { Failure } from '../../../core/failure.ts';
import { decompressRtf } from './compressed-rtf.ts';

const unpacked = (hex: string): string =>
  Buffer.from(decompressRtf(Buffer.from(hex.replaceAll(' ', ''), 'hex'), 1_000_000)).toString('latin1');

test('3.1.1, a text with references into the first dictionary', () => {
  const hex =
    '2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 20 68 65 6c 09 00 20 ' +
    '62 77 05 b0 6c 64 7d 0a 80 0f a0';
  expect(unpacked(hex)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
});

test('3.1.2, a reference that reads what it writes', () => {
  const hex = '1a 00 00 00 1c 00 00 00 4c 5a 46 75 e2 d4 4b 51 41 00 04 20 57 58 59 5a 0d 6e 7d 01 0e b0';
  expect(unpacked(hex)).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
});

test('content that is not compressed', () => {
  expect(unpacked('10 00 00 00 04 00 00 00 4d 45 4c 41 00 00 00 00 7b 7d 61 62')).toBe('{}ab');
});

test('literals only, any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9000 }), (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      expect(Buffer.from(decompressRtf(packedRtf(text), 1_000_000)).toString('latin1')).toBe(text);
    }),
  );
});

test('a declared size of two gigabytes costs nothing', () => {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt32LE(0x7fffffff, 0);
  bytes.writeUInt32LE(0x7fffffff, 4);
  bytes.writeUInt32LE(0x75465a4c, 8);
  expect(decompressRtf(bytes, 1_000_000).length).toBeLessThan(20);
});

test('what is no such stream, and what grows too large', () => {
  expect(decompressRtf(packedRtf('a'.repeat(100_000)), 100_000).length).toBe(100_000);
  expect(() => unpacked('00 01 02')).toThrow(Failure);
  expect(() => decompressRtf(packedRtf('a'.repeat(100_001)), 100_000)).toThrow(Failure);
});
