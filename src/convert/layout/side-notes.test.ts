// Notes beside a text, of few lines: read after the text, and in none of its lines.
import { describe, expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';
import type { Word } from './page.ts';

const text = set(
  [
    'The hay of the village lies in the barn at',
    'the end of the road, where it is as dry as',
    'any, and where all that live there know of',
    'it and come for some of it when it is cold.',
  ],
  { left: 60, top: 100 },
);
const markdown = (...words: readonly Word[][]): string => pagesMarkdown(pageOf([...text, ...words.flat()]));
const whole = /barn at the end of the road, where it is as dry as any, and where .* when it is cold\.\n\n/;

describe('beside a text', () => {
  test('a note of one line in smaller type is read after it', () => {
    expect(markdown(set(['or so they say'], { left: 300, top: 113, size: 8 }))).toMatch(whole);
  });

  test('so is one of two lines', () => {
    const said = markdown(set(['or so they say of it', 'in all the village'], { left: 300, top: 106, size: 8 }));
    expect(said).toMatch(whole);
    expect(said).toContain('or so they say of it in all the village\n');
  });

  test('what is as large as the text, or a single number, is on its line', () => {
    expect(markdown(set(['or so they say'], { left: 300, top: 112 }))).not.toMatch(whole);
    expect(markdown(set(['(7)'], { left: 300, top: 113, size: 8 }))).not.toMatch(whole);
  });
});
