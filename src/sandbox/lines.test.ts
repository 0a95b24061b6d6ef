// The line reader gives the same lines however the bytes are cut, and never holds more than its bound.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineReader } from './lines.ts';

function read(pieces: readonly Uint8Array[], maxBytes = 1_000): { lines: string[]; overflows: number } {
  const lines: string[] = [];
  let overflows = 0;
  const feed = lineReader(
    maxBytes,
    (line) => lines.push(line),
    () => {
      overflows += 1;
    },
  );
  for (const piece of pieces) feed(piece);
  return { lines, overflows };
}

describe('lineReader', () => {
  it('gives the same lines for every way to cut the bytes', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(30)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const cut of cuts) {
          pieces.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        pieces.push(bytes.subarray(at));
        expect(read(pieces).lines).toEqual(lines.map((one) => Buffer.from(one).toString()));
      }),
    );
  });

  it('keeps back a line that has not ended', () => {
    expect(read([Buffer.from('one\ntw')]).lines).toEqual(['one']);
  });

  it('takes a line of exactly the bound', () => {
    expect(read([Buffer.from('12'), Buffer.from('345\n')], 5)).toEqual({ lines: ['12345'], overflows: 0 });
  });

  it('says once that a line is too long, and reads nothing after it', () => {
    expect(read([Buffer.from('ok\n123'), Buffer.from('456'), Buffer.from('7\nmore\n')], 5)).toEqual({
      lines: ['ok'],
      overflows: 1,
    });
  });
});
