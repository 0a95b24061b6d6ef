// Checks the decoding of a network's answer on rows written by hand.
import { describe, expect, it } from 'vitest';
import { decodeCtc } from './ctc.ts';

const characters = ['', 'a', 'b', ' '];

/** One row per step: the class that leads and by how much; the rest is shared out evenly. */
const rows = (...steps: readonly (readonly [number, number])[]): Float32Array =>
  Float32Array.from(steps.flatMap(([best, value]) => characters.map((_, i) => (i === best ? value : (1 - value) / 3))));

const decode = (...steps: readonly (readonly [number, number])[]) =>
  decodeCtc(rows(...steps), steps.length, characters);

describe('decodeCtc', () => {
  it('makes one character of equal neighbours, with its surest step', () => {
    expect(decode([1, 0.5], [1, 0.75], [1, 0.625])).toEqual([{ text: 'a', probability: 0.75, from: 0, to: 2 }]);
  });

  it('parts equal characters at an empty step', () => {
    const read = decode([1, 1], [0, 1], [1, 1], [2, 1], [3, 1], [2, 1]);
    expect(read.map(({ text }) => text).join('')).toBe('aab b');
    expect(read.map(({ from }) => from)).toEqual([0, 2, 3, 4, 5]);
  });

  it('gives nothing for empty steps, and nothing for none', () => {
    expect(decode([0, 0.9], [0, 0.9])).toEqual([]);
    expect(decode()).toEqual([]);
  });
});
