// winmail.dat: attachments, bodies, and bytes that only begin like one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packedRtf } from '../../../../test/support/msg.ts';
import { testContext } from '../../../../test/support/read-blocks.ts';
import { tnefParts } from './tnef-body.ts';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const attribute = (level: number, id: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, Buffer.alloc(2)]);
const list = (...values: Uint8Array[]): Buffer => Buffer.concat([u32(values.length), ...values]);
const tnef = (...parts: Uint8Array[]): Buffer => Buffer.concat([u32(0x223e9f78), Buffer.alloc(2), ...parts]);

/** A value of variable size: type and number, how many, how long. */
const tagged = (id: number, type: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([
    u32(id * 0x10000 + type),
    u32(1),
    u32(bytes.length),
    bytes,
    Buffer.alloc((4 - (bytes.length % 4)) % 4),
  ]);
const number = Buffer.concat([Buffer.from([3, 0, 0x05, 0x37]), u32(1)]);
const named = Buffer.concat([Buffer.from([3, 0, 0, 0x80]), Buffer.alloc(16), u32(0), u32(1), u32(7)]);

test('attachments with their long names, and a body in RTF', () => {
  const bytes = tnef(
    attribute(1, 0x00069007, Buffer.concat([u32(1251), u32(0)])),
    attribute(1, 0x00069003, list(number, named, tagged(0x1009, 0x0102, packedRtf('{\\rtf1\\ansi\\fromtext hello}')))),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from([0xef, 0xeb, 0xe0, 0xed, 0])),
    attribute(2, 0x0006800f, Buffer.from('a,b')),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from('SHORT~1.CSV\0')),
    attribute(2, 0x0006800f, Buffer.from('c')),
    attribute(2, 0x00069005, list(number, tagged(0x3707, 0x001f, Buffer.from('long name.csv\0', 'utf16le')))),
  );
  const parts = tnefParts(bytes, testContext());
  expect(parts?.body).toEqual([{ kind: 'text', text: 'hello' }]);
  expect(parts?.attachments.map(({ name, size }) => [name, size])).toEqual([
    ['план', 3],
    ['long name.csv', 1],
  ]);
});

test('an HTML body', () => {
  const bytes = tnef(attribute(1, 0x00069003, list(tagged(0x1013, 0x0102, Buffer.from('<p>é</p>')))));
  expect(tnefParts(bytes, testContext())?.body).toEqual([{ kind: 'html', html: '<p>é</p>' }]);
});

test('other bytes', () => {
  expect(tnefParts(Buffer.from('plain'), testContext())).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(0x00069003, 0x00069005, 0x00018010), (bytes, id) => {
      const wild = tnef(attribute(2, 0x00069002, Buffer.alloc(2)), attribute(1, id, bytes), bytes);
      expect(tnefParts(wild, testContext())?.attachments.length).toBeGreaterThanOrEqual(1);
    }),
  );
});
