// Steps whose numbers stand without a stop, in bold or in a colour, are a list; numbers of the text are not.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { TextStyle, Word } from './page.ts';

const steps = ['Open the gate of the leat.', 'Let the wheel turn twice.', 'Fill the hopper with grain.'];

function counted(look: Partial<TextStyle>, hanging: number, texts: readonly string[] = steps): readonly Word[] {
  return texts.flatMap((text, at) => {
    const top = 130 + 14 * at;
    return [
      ...set([String(at + 1)], { left: 72 - hanging, top, ...look }),
      ...set([text], { left: 72 - hanging + 14, top }),
    ];
  });
}

const written = (words: readonly Word[]): string =>
  pagesMarkdown(pageOf([...set(['This is how the mill is set going:'], { left: 72, top: 100 }), ...words]));

test.each([
  ['bold', { bold: true }, 0],
  ['bold and hanging', { bold: true }, 14],
  ['coloured', { colour: 0x2060c0 }, 0],
])('numbers that are %s count steps', (_name, look, hanging) => {
  expect(written(counted(look, hanging))).toContain(steps.map((text, at) => `${at + 1}. ${text}`).join('\n'));
});

test.each([
  ['look like the text', counted({}, 0)],
  ['lead to pages', counted({ bold: true }, 0, ['The wheel 7', 'The stone 12', 'The hopper 31'])],
  ['stand alone', counted({ bold: true }, 0, steps.slice(0, 1))],
])('numbers that %s make no list', (_name, words) => {
  expect(written(words)).not.toMatch(/^\d+\. /m);
});
