// Transfer encodings give back what was encoded, and read damaged content as far as it goes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedSize, decodeTransfer } from './transfer-encoding.ts';

const decoded = (text: string, encoding: string): string =>
  Buffer.from(decodeTransfer(Buffer.from(text, 'latin1'), encoding)).toString('latin1');

test('base64 of any bytes, in lines', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const lines = Buffer.from(bytes)
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n');
      expect(Buffer.from(decodeTransfer(Buffer.from(lines), 'Base64'))).toEqual(Buffer.from(bytes));
      expect(decodedSize(Buffer.from(lines), 'base64')).toBe(bytes.length);
    }),
  );
});

test('quoted-printable of any bytes, with soft line ends anywhere', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 20 }), (bytes, every) => {
      const codes = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
      const text = codes.map((code, at) => (at % every === 0 ? `=\r\n${code}` : code)).join('');
      expect(Buffer.from(decodeTransfer(Buffer.from(text), 'quoted-printable'))).toEqual(Buffer.from(bytes));
    }),
  );
});

describe('damage', () => {
  test.each([
    ['quoted-printable', 'a =3D b  \r\nc=\r\nd=C3=A9 = =ZZ end=', 'a = b\r\ncd\xc3\xa9 = =ZZ end'],
    ['base64', 'QUJD\r\nRE VG!?R0g=', 'ABCDEFGH'],
    ['base64', 'QQ==QkM=RA==', 'ABCD'],
    ['x-uuencode', 'begin 644 a\r\n#0V%T\r\n`\r\nend\r\n', 'Cat'],
    ['8bit', 'as it is =41', 'as it is =41'],
  ])('%s', (encoding, text, meant) => {
    expect(decoded(text, encoding)).toBe(meant);
  });
});
