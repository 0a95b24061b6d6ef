// Content wrapped in signatures: definite and indefinite lengths, pieces, and what is something else.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrapPkcs7 } from './pkcs7.ts';

const element = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const open = (tag: number, ...parts: Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);
const name = (hex: string): Buffer => element(6, Buffer.from(hex, 'hex'));
const signed = name('2a864886f70d010702');
const data = name('2a864886f70d010701');
const start = [element(2, Buffer.from([1])), element(0x31)];
const text = (value: string): Buffer => element(4, Buffer.from(value));
const contentOf = (bytes: Uint8Array): string => {
  const wrapped = unwrapPkcs7(bytes);
  return wrapped.kind === 'content' ? Buffer.from(wrapped.bytes).toString() : wrapped.kind;
};

test('one string', () => {
  const inner = element(0x30, data, element(0xa0, text('x'.repeat(300))));
  expect(contentOf(element(0x30, signed, element(0xa0, element(0x30, ...start, inner, element(0x31)))))).toBe(
    'x'.repeat(300),
  );
});

test('pieces, lengths left open', () => {
  const inner = open(0x30, data, open(0xa0, open(0x24, text('ab'), open(0x24, text('c')), text('d'))));
  expect(contentOf(open(0x30, signed, open(0xa0, open(0x30, ...start, inner))))).toMatch(/^abc/);
});

test('signatures alone, encrypted content, anything else', () => {
  expect(contentOf(element(0x30, signed, element(0xa0, element(0x30, ...start, element(0x30, data)))))).toBe(
    'signature',
  );
  expect(contentOf(element(0x30, name('2a864886f70d010703'), element(0xa0)))).toBe('encrypted');
  expect(contentOf(Buffer.from('Content-Type: text/plain'))).toBe('unknown');
});

test('any bytes are told apart without a failure', () => {
  const head = element(0x30, signed, element(0xa0, element(0x30, ...start)));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(40), (bytes, keep) => {
      expect(['content', 'signature', 'encrypted', 'unknown']).toContain(
        unwrapPkcs7(Buffer.concat([head.subarray(0, keep), bytes])).kind,
      );
    }),
  );
});
