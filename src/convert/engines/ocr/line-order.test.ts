// Checks that lines found later come to stand where a reader would meet them.
import { describe, expect, it } from 'vitest';
import { numberLines } from './line-order.ts';
import type { OcrWord } from './port.ts';

const word = (text: string, left: number, top: number, line: number, width = 100): OcrWord => ({
  text,
  confidence: 0.9,
  left,
  top,
  right: left + width,
  bottom: top + 20,
  line,
});
const read = (words: readonly OcrWord[]): string[] => {
  const lines = new Map<number, string[]>();
  for (const { line, text } of words) lines.set(line, [...(lines.get(line) ?? []), text]);
  expect([...lines.keys()]).toEqual([...lines.keys()].map((_, i) => i));
  return [...lines.values()].map((texts) => texts.join(' '));
};

describe('numberLines', () => {
  it('closes gaps in the numbers and puts words in order', () => {
    expect(read(numberLines([word('b', 120, 0, 4), word('a', 0, 0, 4), word('c', 0, 40, 9)], []))).toEqual([
      'a b',
      'c',
    ]);
  });

  it('puts a line between those above and below it', () => {
    const words = [word('first', 0, 0, 0), word('third', 0, 80, 1)];
    expect(read(numberLines(words, [[word('second', 0, 40, -1)]]))).toEqual(['first', 'second', 'third']);
  });

  it('puts a cell after the one to its left', () => {
    const words = [word('name', 0, 0, 0), word('other', 0, 40, 1)];
    expect(read(numberLines(words, [[word('7', 300, 2, -1)], [word('12', 300, 42, -1)]]))).toEqual([
      'name',
      '7',
      'other',
      '12',
    ]);
  });

  it('stays in its own column', () => {
    const left = [0, 40, 80].map((top, i) => word(`left ${i}`, 0, top, i, 300));
    const right = [0, 80].map((top, i) => word(`right ${i}`, 400, top, 3 + i, 300));
    const lines = read(numberLines([...left, ...right], [[word('found', 400, 41, -1, 300)]]));
    // Beside a line of the other column, but under and over lines of its own.
    expect(lines.indexOf('found')).toBe(lines.indexOf('right 0') + 1);
  });

  it('orders lines by place where there are no others', () => {
    const found = [[word('low', 0, 90, -1)], [word('right', 200, 0, -1)], [word('left', 0, 1, -1)]];
    expect(read(numberLines([], found))).toEqual(['left', 'right', 'low']);
  });
});
