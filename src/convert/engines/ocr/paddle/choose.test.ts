// Checks who is believed where two readings differ.
import { describe, expect, it } from 'vitest';
import type { OcrWord } from '../port.ts';
import { chooseWords, folded, type RivalWord } from './choose.ts';

const box = (left: number, right: number) => ({ left, top: 0, right, bottom: 10 });
const theirs = (text: string, confidence: number, left: number, right: number): OcrWord => ({
  text,
  confidence,
  line: 3,
  ...box(left, right),
});
const ours = (text: string, confidence: number, left: number, right: number): RivalWord => ({
  text,
  confidence,
  ...box(left, right),
});
const texts = (words: readonly OcrWord[]): string => words.map(({ text }) => text).join(' ');

describe('chooseWords', () => {
  it('believes the surer of the two, word by word', () => {
    const chosen = chooseWords(
      [theirs('qnick', 0.5, 0, 40), theirs('brown', 0.85, 50, 90)],
      [ours('quick', 0.95, 1, 41), ours('brawn', 0.7, 51, 89)],
      3,
    );
    expect(texts(chosen)).toBe('quick brown');
    expect(chosen.map(({ line }) => line)).toEqual([3, 3]);
  });

  it('believes a reading less that has lost letters', () => {
    const lost = [ours('Gran', 0.9, 0, 30), ours("er's", 0.9, 70, 100)];
    expect(texts(chooseWords([theirs("Grandmother's", 0.66, 0, 100)], lost, 3))).toBe("Grandmother's");
  });

  it('keeps the minus of an amount that the surer reading overlooked', () => {
    const chosen = chooseWords([theirs('—157', 0.4, 0, 60)], [ours('1.57', 0.9, 14, 60)], 3);
    expect(chosen).toMatchObject([{ text: '—1.57', left: 0, right: 60 }]);
    expect(texts(chooseWords([theirs('—asx', 0.4, 0, 60)], [ours('1.57', 0.9, 14, 60)], 3))).toBe('1.57');
  });

  it('is sure of what both read, and keeps the richer alphabet', () => {
    const chosen = chooseWords([theirs('“naïve”', 0.6, 0, 60)], [ours('"naive"', 0.7, 0, 60)], 3);
    expect(chosen).toMatchObject([{ text: '“naïve”', confidence: 0.98 }]);
  });

  it('takes the spaces Tesseract left out', () => {
    const chosen = chooseWords([theirs('it’sto', 0.4, 0, 70)], [ours("it's", 0.9, 0, 40), ours('to', 0.9, 48, 70)], 3);
    expect(chosen).toMatchObject([
      { text: 'it’s', left: 0, right: 40 },
      { text: 'to', left: 48, right: 70 },
    ]);
  });

  it('keeps what only one of them saw, in place', () => {
    const chosen = chooseWords([theirs('b', 0.5, 30, 40)], [ours('a', 0.9, 0, 10), ours('c', 0.9, 60, 70)], 3);
    expect(texts(chosen)).toBe('a b c');
  });

  it('weighs a word against all the words in its place', () => {
    expect(texts(chooseWords([theirs('in', 0.8, 0, 20), theirs('g', 0.3, 21, 30)], [ours('ing', 0.9, 0, 30)], 3))).toBe(
      'ing',
    );
  });
});

it('folds what a poorer alphabet cannot tell apart', () => {
  expect(folded('“Größe” – ﬁn… l’été')).toBe('"GroBe" - fin... l\'ete');
});
