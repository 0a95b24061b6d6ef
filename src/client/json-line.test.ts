// A line of JSON is JSON, one line, and says what was put in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLine } from './json-line.ts';

const lineOf = (...args: Parameters<typeof jsonLine>): string => Buffer.concat([...jsonLine(...args)]).toString();

describe('jsonLine', () => {
  it('carries any text, however it is cut into pieces', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 1 }),
        fc.constantFrom('"', '\\', '\n', '\u0000', '\u001f', '\u2028', '😀'),
      ),
    });
    fc.assert(
      fc.property(text, fc.nat(20), (markdown, size) => {
        const bytes = Buffer.from(markdown);
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size + 1) pieces.push(bytes.subarray(at, at + size + 1));
        const line = lineOf({ file: 'a' }, pieces, { n: 1 });
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(line)).toEqual({ file: 'a', markdown: bytes.toString(), n: 1 });
      }),
    );
  });

  it('leaves the Markdown out, or has nothing behind it', () => {
    expect(lineOf({ a: 1 }, undefined, { b: 2 })).toBe('{"a":1,"b":2}\n');
    expect(lineOf({ a: 1 }, undefined, {})).toBe('{"a":1}\n');
    expect(lineOf({ a: 1 }, [], {})).toBe('{"a":1,"markdown":""}\n');
  });
});
