// Bold words of a picture: told by their strokes against those of the page, a line at a time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boldWords } from './ocr-weight.ts';

type Given = readonly [text: string, stroke: number | undefined, size?: number];

const wordsOf = (lines: readonly (readonly Given[])[]) =>
  lines.flatMap((line, number) =>
    line.map(([text, stroke, size = 10]) => ({
      word: {
        text,
        line: number,
        confidence: 1,
        left: 0,
        top: 0,
        right: 1,
        bottom: 1,
        ...(stroke === undefined ? {} : { stroke }),
      },
      size,
    })),
  );
const boldOf = (lines: readonly (readonly Given[])[]): string => {
  const words = wordsOf(lines);
  return words
    .filter((_, at) => boldWords(words)[at])
    .map(({ word }) => word.text)
    .join(' ');
};
const plain = Array.from({ length: 6 }, (_, at): Given[] => [
  ['ordinary', 2 + 0.02 * at],
  ['words', 1.95],
  ['of a', 2.1],
  ['paragraph', 2],
]);

test('a line with thicker strokes is bold, short words and bullets in it too', () => {
  expect(
    boldOf([
      ...plain,
      [
        ['3', 2.5],
        ['Training', 2.9],
        ['of', 2.4],
        ['Networks', 2.8],
      ],
    ]),
  ).toBe('3 Training of Networks');
  expect(
    boldOf([
      ...plain,
      [
        ['•', 5],
        ['ordinary', 2],
        ['words', 2.1],
      ],
    ]),
  ).toBe('');
});

test('a bold beginning ends where the strokes do, and one word that is a little thicker is no change', () => {
  expect(
    boldOf([
      ...plain,
      [
        ['Instruction', 2.9],
        ['tuning.', 2.8],
        ['In', 2],
        ['the', 2.1],
        ['second', 2],
        ['stage', 2],
      ],
    ]),
  ).toBe('Instruction tuning.');
  expect(
    boldOf([
      ...plain,
      [
        ['some', 2],
        ['thing', 2.5],
        ['else', 2],
        ['follows', 2],
      ],
    ]),
  ).toBe('');
});

test('large type has thick strokes by itself, and may be bold all the same', () => {
  expect(
    boldOf([
      ...plain,
      [
        ['Chapter', 4, 20],
        ['Seven', 4.1, 20],
      ],
    ]),
  ).toBe('');
  expect(
    boldOf([
      ...plain,
      [
        ['Chapter', 5.8, 20],
        ['Seven', 5.9, 20],
      ],
    ]),
  ).toBe('Chapter Seven');
});

test('white on black, uneven pages and pages of few words say nothing', () => {
  expect(
    boldOf([
      ...plain,
      [
        ['Inverted', 7],
        ['letters', 8],
      ],
    ]),
  ).toBe('');
  expect(boldOf(plain.map((line, at) => (at % 2 ? line : line.map(([text]): Given => [text, 2.9]))))).toBe('');
  expect(
    boldOf([
      [
        ['One', 2],
        ['line', 3],
      ],
    ]),
  ).toBe('');
  expect(boldOf(plain.map((line) => line.map(([text]): Given => [text, undefined])))).toBe('');
});

test('the same print at another scale has the same weights', () => {
  const line = fc.array(
    fc.tuple(fc.constantFrom('a', 'word', 'longer-word'), fc.double({ min: 1, max: 6, noNaN: true })),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom(0.5, 2, 4), (lines, by) => {
      const scaled = wordsOf(lines.map((one) => one.map(([text, stroke]): Given => [text, stroke * by, 10 * by])));
      expect(boldWords(scaled)).toEqual(boldWords(wordsOf(lines)));
    }),
  );
});
