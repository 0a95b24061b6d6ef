// JSON values as written: the same as JSON.parse sees, digits kept, any chunking, any depth.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../core/failure.ts';
import { defaultLimits, type Limits } from '../../../core/limits.ts';
import { JsonScanner } from './scanner.ts';
import { type JsonValue, jsonText, member, readValue } from './value.ts';

interface Read {
  readonly value: JsonValue;
  readonly deviations: string[];
  readonly deep: number;
}

function parse(chunks: Iterable<string>, limits: Partial<Limits> = {}): Read {
  const deviations: string[] = [];
  let deep = 0;
  const scanner = new JsonScanner(chunks, { longestToken: 2 ** 20, onDeviation: (what) => deviations.push(what) });
  const settings = { limits: { ...defaultLimits, ...limits }, onDeep: () => (deep += 1) };
  const value = readValue(scanner, scanner.next(), settings);
  if (scanner.next() !== 'end') throw scanner.failure('There is more than one value.');
  return { value, deviations, deep };
}

const failureOf = (text: string, limits: Partial<Limits> = {}): Failure => {
  try {
    parse([text], limits);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

const pieces = (text: string, sizes: Iterator<number>): string[] => {
  const all: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes.next().value as number;
    all.push(text.slice(at, at + size));
    at += size;
  }
  return all;
};

describe('JSON values', () => {
  it('are what JSON.parse sees, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (text, sizes) => {
        const { value, deviations } = parse(pieces(text, sizes));
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(text));
        expect(deviations).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('keep digits, duplicate keys and harmless prototypes', () => {
    const text = '{"a":12345678901234567890,"a":1.10,"b":-0.0e+05,"__proto__":{"x":1},"constructor":null}';
    const { value } = parse([text]);
    expect(jsonText(value)).toBe(text);
    expect(member(value, '__proto__')).toMatchObject({ kind: 'object', keys: ['x'] });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('decode escapes, and mend halves of surrogate pairs', () => {
    expect(parse(['"\\u0041\\n\\/\\ud83d\\ude00\\ud83dx"']).value).toBe('A\n/\u{1F600}\uFFFDx');
  });

  it.each([
    ['[1,2,]', ['trailing commas'], '[1,2]'],
    ["{a: 'b'}", ['keys without quotes', 'strings in single quotes'], '{"a":"b"}'],
    ['/* c */ [1] // end', ['comments'], '[1]'],
    ['[NaN, +1, .5, 0x1F, None]', ['numbers or words that JSON does not know'], '[NaN,+1,.5,0x1F,None]'],
    ['"a\\qb\tc"', ['control characters inside strings', 'unknown escapes in strings'], '"aqb\\tc"'],
  ])('forgive %s and say so', (text, deviations, written) => {
    const read = parse([text]);
    expect(read.deviations).toEqual(deviations);
    expect(jsonText(read.value)).toBe(written);
  });

  it.each([
    ['{"a":1,\n "b" 2}', 2, 7],
    ['[1 2]', 1, 5],
    ['[1,\n\n', 3, 1],
    ['{"a":}', 1, 7],
    ['[hello]', 1, 7],
    ['"never\nclosed"', 1, 1],
    ['[@]', 1, 2],
    ['[}', 1, 3],
  ])('refuse %j with its place', (text, line, column) => {
    const failure = failureOf(text);
    expect(failure.code).toBe('CORRUPTED_FILE');
    expect(failure.facts).toEqual({ line, column });
  });

  it('of any depth end as text below the limit', () => {
    const deep = 200_000;
    const { value, deep: told } = parse([`${'['.repeat(deep)}1${']'.repeat(deep)}`]);
    expect(told).toBe(1);
    let at: JsonValue | undefined = value;
    for (let level = 0; level < defaultLimits.depth; level += 1) {
      at = typeof at === 'object' && at.kind === 'array' ? at.items[0] : undefined;
    }
    expect(at).toMatchObject({ kind: 'raw' });
    expect(typeof at === 'object' && at.kind === 'raw' && at.text.length).toBe(2 * (deep - defaultLimits.depth) + 1);
  });

  it('stop at the limits of nodes and of text', () => {
    expect(failureOf(`[${'1,'.repeat(50)}1]`, { liveNodes: 20 }).facts).toMatchObject({ limit: 'liveNodes' });
    expect(failureOf(`"${'a'.repeat(2 ** 21)}`).code).toBe('DOCUMENT_LIMIT');
    const text = `${'['.repeat(300)}${']'.repeat(300)}`;
    expect(failureOf(text, { wholeFileBytes: 100 }).facts).toMatchObject({ limit: 'wholeFileBytes' });
  });
});
