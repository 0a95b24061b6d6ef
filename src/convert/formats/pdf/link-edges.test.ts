// What stands beside a link's area is no part of the link, though no space parts them.
import { expect, test } from 'vitest';
import { pageOf, setLines } from '../../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../../test/support/pages-markdown.ts';
import { withLinkEdges } from './link-edges.ts';

const url = 'https://example.org/';
/** The area begins and ends with these letters of the text, and has a margin of a point. */
function linked(text: string, first: string, last: string): string {
  const words = setLines([text], { left: 60, top: 100 });
  const { size } = (words[0] as (typeof words)[number]).style;
  const box = (part: string, from: number) => {
    const word = words.find((one) => one.text.includes(part)) as (typeof words)[number];
    return word.left + (word.text.indexOf(part) + from) * 0.5 * size;
  };
  const links = [{ left: box(first, 0) - 1, right: box(last, last.length) + 1, top: 99, bottom: 113, url }];
  return pagesMarkdown(pageOf(withLinkEdges(words, links), { links })).trim();
}

test.each([
  ['See the manual.', 'manual', 'manual', `See the [manual](${url}).`],
  ['See (the manual), please', 'the', 'manual', `See ([the manual](${url})), please`],
  ["See the farmer's hay", 'farmer', 'farmer', `See the [farmer](${url})'s hay`],
  ['See the “manual”, please', 'manual', 'manual', `See the “[manual](${url})”, please`],
  ['See the manual.', 'manual', 'manual.', `See the [manual.](${url})`],
  ['See the well-known manual', 'well-known', 'known', `See the [well-known](${url}) manual`],
])('%s', (text, first, last, expected) => {
  expect(linked(text, first, last)).toBe(expected);
});
