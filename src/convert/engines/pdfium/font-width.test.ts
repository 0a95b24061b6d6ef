// Fonts without names whose letters are all as wide.
import { expect, test } from 'vitest';
import { plainStyle } from '../../layout/page.ts';
import type { CharTable } from './char-table.ts';
import { evenlyWide } from './font-width.ts';

const text = 'the quick brown fox jumps over it';
const tableOf = (width: (sign: string) => number, letters: string): CharTable => {
  const count = letters.length;
  const left = Float32Array.from({ length: count }, (_, at) => 10 * at);
  return {
    count,
    code: Uint32Array.from(letters, (sign) => sign.charCodeAt(0)),
    left,
    right: left.map((x, at) => x + width(letters.charAt(at))),
    top: new Float32Array(count),
    bottom: new Float32Array(count).fill(10),
    style: new Uint16Array(count),
    flags: new Uint8Array(count),
    recovered: new Map(),
  };
};
const look = (font: string) => [{ ...plainStyle, font }];

test('a typewriter is told by its widths', () => {
  expect(
    evenlyWide(
      tableOf(() => 6, text),
      look('?1'),
    ),
  ).toEqual(new Set([0]));
  expect(
    evenlyWide(
      tableOf((sign) => (sign === 'i' ? 3 : 6), text),
      look('?1'),
    ),
  ).toEqual(new Set());
});

test('fonts with names and a few letters are not judged', () => {
  expect(
    evenlyWide(
      tableOf(() => 6, text),
      look('Serif'),
    ),
  ).toEqual(new Set());
  expect(
    evenlyWide(
      tableOf(() => 6, 'abc'),
      look('?1'),
    ),
  ).toEqual(new Set());
});
