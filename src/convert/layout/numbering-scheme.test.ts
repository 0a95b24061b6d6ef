// Levels of headings that a document numbers in a way of its own.
import { describe, expect, test } from 'vitest';
import { NumberingScheme } from './numbering-scheme.ts';

function levels(headings: readonly string[]): (number | undefined)[] {
  const scheme = new NumberingScheme();
  for (const heading of headings) scheme.note(heading);
  return headings.map((heading) => scheme.levelOf(heading));
}

describe('appendices with letters', () => {
  test('are chapters, and what is numbered below them stands one lower for each number', () => {
    expect(levels(['A Reference', 'A.1 Commands', 'A.1.1 Of one word', 'Appendix B', 'B.1. Tables'])).toEqual([
      1, 2, 3, 1, 2,
    ]);
  });

  test('are told by what is below them: a title may begin with a letter too', () => {
    expect(levels(['A Guide to Mills', '1 Wheels', 'A Reference', 'A.1 Commands'])).toEqual([
      undefined,
      undefined,
      1,
      2,
    ]);
    expect(levels(['A Guide to Mills', '1 Wheels'])).toEqual([undefined, undefined]);
    expect(levels(['B.3 Prompts', 'B.4 Tuning'])).toEqual([undefined, undefined]);
  });
});

test('Roman numbers, letters and figures are levels of their own', () => {
  expect(levels(['I. Mills', 'A. Wheels', '1. Of water', 'II. Stones'])).toEqual([1, 2, 3, 1]);
});
