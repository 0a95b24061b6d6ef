// Lines through words strike them out; lines under, over and beside them do not, nor do those that go on.
import { expect, test } from 'vitest';
import { line, pdfOf, stroke } from '../../../../test/support/pdf-document.ts';
import { convert } from '../../index.ts';

async function markdown(content: string): Promise<string> {
  const rest = line(72, 560, 'Nothing else on this page is of any interest to anybody who reads it.');
  return (await convert(pdfOf([{ content: content + rest }]))).markdown.split('\n')[0] as string;
}

const text = line(72, 600, 'The price is twelve thirteen pounds.', 12);
/** `twelve` stands here. */
const [from, to] = [136, 170];

test.each([
  ['through a word', stroke(from, 604, to, 604), 'The price is ~~twelve~~ thirteen pounds.'],
  ['through two', stroke(from, 604, to + 46, 604), 'The price is ~~twelve thirteen~~ pounds.'],
  [
    'drawn twice',
    stroke(from, 603.5, to, 603.5) + stroke(from, 605, to, 605),
    'The price is ~~twelve~~ thirteen pounds.',
  ],
  ['that is a thin box', `${from} 603.7 ${to - from} 0.6 re f\n`, 'The price is ~~twelve~~ thirteen pounds.'],
  ['under a word', stroke(from, 598.5, to, 598.5), 'The price is twelve thirteen pounds.'],
  ['over a word', stroke(from, 611, to, 611), 'The price is twelve thirteen pounds.'],
  ['that goes on beyond the text', stroke(20, 604, 500, 604), 'The price is twelve thirteen pounds.'],
  ['through half a word', stroke(from, 604, from + 12, 604), 'The price is twelve thirteen pounds.'],
])('a line %s', async (_name, drawn, expected) => {
  expect(await markdown(text + drawn)).toBe(expected);
});
