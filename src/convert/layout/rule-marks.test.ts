// Edges of cells that were read as letters are taken out; letters beside an edge stay.
import { expect, test } from 'vitest';
import type { OcrRule, OcrWord } from '../engines/ocr/port.ts';
import { withoutRuleMarks } from './rule-marks.ts';

const word = (text: string, left: number, right: number, top = 100, bottom = 120): OcrWord => ({
  text,
  left,
  right,
  top,
  bottom,
  confidence: 0.9,
  line: 0,
});
const down = (x: number): OcrRule => ({ left: x, right: x + 2, top: 90, bottom: 130, horizontal: false });
const across = (y: number): OcrRule => ({ left: 0, right: 500, top: y, bottom: y + 2, horizontal: true });
const texts = (words: readonly OcrWord[]): string[] => words.map((one) => one.text);

test('a bar on a line goes, one that is none stays', () => {
  expect(texts(withoutRuleMarks([word('|', 50, 52), word('I', 200, 203)], [down(50)]))).toEqual(['I']);
});

test('a bar at the edge of a word goes, with its place', () => {
  const [left] = withoutRuleMarks([word('||220', 50, 100)], [down(50), down(55)]);
  expect(left).toMatchObject({ text: '220', left: 57 });
  const [right] = withoutRuleMarks([word("Model'|", 50, 100)], [down(98)]);
  expect(right).toMatchObject({ text: "Model'", right: 98 });
});

test('a letter beside a line stays', () => {
  const words = [word('Invoice', 56, 120)];
  expect(withoutRuleMarks(words, [down(50)])).toBe(words);
});

test('a dash on a line goes, one between words stays', () => {
  const words = [word('—', 40, 60, 119, 123), word('-', 300, 310, 108, 111)];
  expect(texts(withoutRuleMarks(words, [across(120)]))).toEqual(['-']);
});
