// Paragraphs end at pauses, and where they grow long at the end of a sentence.
import { expect, test } from 'vitest';
import { ParagraphBuilder, type SpokenParagraph } from './paragraphs.ts';
import { clockTime } from './times.ts';

function paragraphsOf(...said: readonly (readonly [start: number, end: number, text: string, confidence?: number])[]) {
  const builder = new ParagraphBuilder();
  const all: (SpokenParagraph | undefined)[] = said.map(([start, end, text, confidence = 1]) =>
    builder.add({ start, end, text, confidence }),
  );
  return [...all, builder.finish()].filter((one) => one !== undefined);
}

test('a pause parts, a breath does not', () => {
  const [one, two] = paragraphsOf([0, 2, ' Hello there.'], [2.8, 4, ' How are you?'], [5.5, 7, ' Fine.']);
  expect(one).toMatchObject({ start: 0, end: 4, text: 'Hello there. How are you?' });
  expect(two).toMatchObject({ start: 5.5, end: 7, text: 'Fine.' });
});

test('scripts without spaces get none', () => {
  expect(paragraphsOf([0, 2, '今日は'], [2, 4, '晴れです。'])[0]?.text).toBe('今日は晴れです。');
});

test('long speech is parted at the end of a sentence', () => {
  const said = Array.from({ length: 30 }, (_, at) => [at * 9, at * 9 + 9, at % 4 === 3 ? ' end.' : ' and on'] as const);
  const lengths = paragraphsOf(...said).map(({ start, end }) => end - start);
  expect(lengths).toEqual([108, 108, 54]);
  expect(paragraphsOf(...said.map(([start, end]) => [start, end, ' on'] as const)).length).toBe(2);
});

test('confidence counts by letters', () => {
  expect(paragraphsOf([0, 1, 'abc', 0.9], [1, 2, 'd', 0.5])[0]?.confidence).toBeCloseTo(0.8, 6);
});

test('times', () => {
  expect([0, 7.9, 65, 3600, 3725].map((one) => clockTime(one))).toEqual(['0:00', '0:07', '1:05', '1:00:00', '1:02:05']);
  expect([5, 725, 36_005].map((one) => clockTime(one, true))).toEqual(['00:05', '12:05', '10:00:05']);
});
