// Marks that hang far out on hand-made pages: what they number, and what they leave alone.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../test/support/page-words.ts';
import { analysePage } from './analyse-page.ts';
import { withHangingMarks } from './hanging-marks.ts';
import { lineText } from './lines.ts';
import { blockText } from './paragraphs.ts';
import { segmentsOf } from './segments.ts';

const at = (text: string, left: number, top: number) => setLines([text], { left, top });
const textsOf = (words: ReturnType<typeof at>): string[] => withHangingMarks(segmentsOf(words)).map(lineText);

test('each mark comes before the words on its line, a chapter before its first section', () => {
  const words = [
    ...at('II.', 30, 100),
    ...at('A.', 60, 100),
    ...at('Of the making of roads', 100, 100),
    ...at('2.1', 60, 120),
    ...at('Of gravel', 110, 120),
  ];
  expect(textsOf(words)).toEqual(['II. A. Of the making of roads', '2.1 Of gravel']);
});

test('numbers without a sign, and marks with nothing beside them, stay', () => {
  expect(textsOf([...at('12', 30, 100), ...at('apples', 100, 100)])).toEqual(['12', 'apples']);
  expect(textsOf([...at('3.', 30, 100), ...at('far away', 300, 100), ...at('below', 60, 140)])).toEqual([
    '3.',
    'far away',
    'below',
  ]);
});

test('no gutter parts the letters of an outline from what they stand for', () => {
  const lines = ['A.', 'B.', 'C.', 'D.', 'E.'].flatMap((letter, row) => [
    ...at(letter, 40, 100 + 40 * row),
    ...at(`The clause ${row} is set far from its letter and runs on`, 100, 100 + 40 * row),
    ...at('over a second line of the page.', 100, 112 + 40 * row),
  ]);
  const texts = analysePage(pageOf(lines)).items.flatMap((one) => (one.kind === 'text' ? [blockText(one.block)] : []));
  expect(texts[0]).toBe('A. The clause 0 is set far from its letter and runs on over a second line of the page.');
  expect(texts).toHaveLength(5);
});
