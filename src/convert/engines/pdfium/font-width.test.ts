// Fonts whose letters are all as wide, with names and without.
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

test('a font with a name is one by many letters, and on later pages by its name', () => {
  const known = new Set<string>();
  const judge = (letters: string, width = (_sign: string) => 6, font = 'mplus1mn'): number =>
    evenlyWide(tableOf(width, letters), look(font), known).size;
  expect(judge('swimmer')).toBe(0);
  expect(judge(text, (sign) => (sign === 'i' ? 3 : 6), 'Serif')).toBe(0);
  expect(judge(`${text}漢字`, () => 6, 'Mincho')).toBe(0);
  expect([...known]).toEqual([]);
  expect(judge(text)).toBe(1);
  expect([...known]).toEqual(['mplus1mn']);
  expect(judge('r0')).toBe(1);
  expect(judge('r0', () => 6, 'Serif')).toBe(0);
});

test('signs of private use, and those that cannot be told, are no ideographs', () => {
  const sized = (letters: string) =>
    evenlyWide(
      tableOf((sign) => (sign > '~' ? 10 : 6), letters),
      look('?1'),
    ).size;
  expect(sized(`${text}漢`)).toBe(0);
  expect(sized(`${text}\ue001`)).toBe(1);
  expect(sized(`${text}\ufffd`)).toBe(1);
});

test('a few letters without a name are not judged', () => {
  expect(
    evenlyWide(
      tableOf(() => 6, 'abc'),
      look('?1'),
    ),
  ).toEqual(new Set());
});

test('few letters are enough where a narrow and a wide one are among them, slanted ones too', () => {
  expect(
    evenlyWide(
      tableOf((sign) => (sign === 'w' ? 5.9 : 5.2), 'swimer'),
      look('?1'),
    ),
  ).toEqual(new Set([0]));
  expect(
    evenlyWide(
      tableOf(() => 5.2, 'saver'),
      look('?1'),
    ),
  ).toEqual(new Set());
});

test('looks of one font are judged together, and signs as wide as its letters belong to it', () => {
  const table = tableOf(() => 5.2, `${text}''`);
  const styles = [look('?1'), look('?1'), look('?2'), look('?3')].flat();
  table.style.set([1, 1, 1], 0);
  table.style.set([2, 2], text.length);
  expect(evenlyWide(table, styles)).toEqual(new Set([0, 1, 2]));
});

test('many slanted letters without a wide one among them', () => {
  const letters = 'xlab years post diagnosis ylab';
  const slanted = tableOf((sign) => (sign === 'l' ? 5.3 : 6.1), letters);
  expect(evenlyWide(slanted, look('?1'))).toEqual(new Set([0]));
  const condensed = tableOf((sign) => (sign === 'l' || sign === 'i' ? 2 : 4), letters);
  expect(evenlyWide(condensed, look('?1'))).toEqual(new Set());
});

test('a word is enough where all its signs are as wide, a capital and a narrow letter among them', () => {
  const evenly = (letters: string) =>
    evenlyWide(
      tableOf(() => 6, letters),
      look('?1'),
    ).size;
  expect(evenly('Mutex<T>')).toBe(1);
  expect(evenly('Arc<T>')).toBe(1);
  expect(evenly('cone')).toBe(0);
  const uneven = tableOf((sign) => (sign === 't' ? 4 : 6), 'Mutex<T>');
  expect(evenlyWide(uneven, look('?1')).size).toBe(0);
});
