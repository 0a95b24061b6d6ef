// What is put into a spool comes out again, from memory and from disk alike.
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cleanup } from './cleanup.ts';
import { Spool } from './spool.ts';

const cleanup = new Cleanup({ on: () => {}, off: () => {}, exit: () => {} });

describe('Spool', () => {
  it('gives back every byte at every place, whatever its memory', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, fc.nat(80), fc.nat(500), fc.nat(500), (written, memory, offset, length) => {
        const spool = new Spool(cleanup, memory);
        for (const piece of written) spool.write(piece);
        const whole = Buffer.concat(written);
        expect(spool.size).toBe(whole.length);
        expect(Buffer.concat([...spool.pieces()]).equals(whole)).toBe(true);
        const source = spool.source();
        expect(source.size).toBe(whole.length);
        expect(Buffer.from(source.read(offset, length)).equals(whole.subarray(offset, offset + length))).toBe(true);
        spool.close();
      }),
    );
  });

  it('leaves no named file behind, even while it is open', () => {
    const spools = () => readdirSync(tmpdir()).filter((name) => /^docmill-[0-9a-f]{16}$/.test(name));
    const before = spools();
    const spool = new Spool(cleanup, 10);
    spool.write(Buffer.alloc(100));
    expect(spools()).toEqual(before);
    spool.close();
  });
});
