// Checks which parts of a line are read again.
import { describe, expect, it } from 'vitest';
import { doubtfulStretches, type PlacedWord } from './doubt.ts';

const word = (text: string, confidence: number, from: number, to: number): PlacedWord => ({
  word: { text, confidence, left: from, top: 0, right: to, bottom: 1, line: 0 },
  from,
  to,
});
const summary = (placed: readonly PlacedWord[], length: number): [number, number, string][] =>
  doubtfulStretches(placed, length).map(({ from, to, words }) => [from, to, words.map(({ text }) => text).join(' ')]);

describe('doubtfulStretches', () => {
  it('leaves a line alone that Tesseract is sure of', () => {
    expect(summary([word('The', 0.96, 0.3, 2), word('end', 0.95, 2.4, 4)], 4.3)).toEqual([]);
  });

  it('takes an unsure word with the room up to its neighbours', () => {
    const line = [word('The', 0.96, 0.3, 2), word('qnick', 0.5, 2.4, 5), word('brown', 0.96, 5.4, 19)];
    expect(summary(line, 19.3)).toEqual([[2, 5.4, 'qnick']]);
  });

  it('takes room in which words may have been passed over, at the ends and between', () => {
    const line = [word('one', 0.96, 2, 12), word('two', 0.96, 14, 23)];
    expect(summary(line, 25)).toEqual([
      [0, 2, ''],
      [12, 14, ''],
      [23, 25, ''],
    ]);
  });

  it('takes the whole of a line that holds no word, or few sure ones', () => {
    expect(summary([], 5)).toEqual([[0, 5, '']]);
    const line = [word('a', 0.96, 0.3, 1), word('bb', 0.3, 1.5, 5), word('cc', 0.2, 5.2, 9)];
    expect(summary(line, 9.3)).toEqual([[0, 9.3, 'a bb cc']]);
  });

  it('doubts words that are too long to be one', () => {
    const line = [word('spacestodisseminate', 0.97, 0.3, 8), word('and', 0.96, 8.4, 10), word('more', 0.96, 10.4, 30)];
    expect(summary(line, 30.3)).toEqual([[0, 8.4, 'spacestodisseminate']]);
  });
});
