// What a picture says stands at its place and by itself: the text around it is what it would be without it.
import { expect, test } from 'vitest';
import { type MakePage, line as typed } from '../../../../test/support/pdf-document.ts';
import { outcome } from '../../../../test/support/pdf-ocr-outcome.ts';
import { drawImage, imageIn, pictureOf } from '../../../../test/support/pdf-scan.ts';
import { readingOf, type Script } from '../../../../test/support/scripted-ocr.ts';

const sentences = [
  'The mill stands at the end of the',
  'valley, where the river bends twice',
  'before it reaches the sea, and every',
  'morning the miller opens the gates,',
  'whatever the weather may be.',
];
const after = 'Nobody knows who built it.';
const said = [
  'there is no crossing in a',
  'storm, and tickets stay',
  'valid for seven days or',
  'until the ferry leaves the',
  'north bank of the river',
];
const picture = await pictureOf(typed(20, 100, 'Some ink on paper', 20), 150, { width: 220, height: 120 });

/** Text on the left, the picture beside it. */
const page: MakePage = (file) => ({
  content: [
    ...sentences.map((text, at) => typed(72, 700 - 14 * at, text, 11)),
    typed(72, 560, after, 11),
    drawImage('Picture', [219, 615, 439, 735]),
  ].join('\n'),
  resources: { XObject: { Picture: imageIn(file, picture) } },
});

test.each([5, 9, 14])('beside text, in letters %d pixels high', async (size) => {
  const script: Script = (raster) => readingOf(raster, said, { size: (size * raster.height) / 100 });
  const { markdown } = await outcome([page], script);
  const blocks = markdown.trim().split('\n\n');
  expect(blocks.filter((block) => block !== said.join(' '))).toEqual([sentences.join(' '), after]);
  expect(blocks).toHaveLength(3);
});

test('large letters in it are no heading', async () => {
  const script: Script = (raster) => {
    const head = readingOf(raster, ['No Crossing Today'], { size: raster.height / 8 });
    const text = readingOf(raster, ['', '', '', '', ...said], { size: raster.height / 24 });
    return { ...text, words: [...head.words, ...text.words.map((word) => ({ ...word, line: word.line + 1 }))] };
  };
  const { markdown } = await outcome([page], script);
  expect(markdown).not.toContain('#');
  expect(markdown).toContain('No Crossing Today');
});
