// Bibliographies and other entries whose first line stands out: one paragraph each.
import { expect, test } from 'vitest';
import { pageOf, setLines as set } from '../../../test/support/page-words.ts';
import { pagesMarkdown } from '../../../test/support/pages-markdown.ts';

const look = { size: 10, leading: 12 };

/** Lines below each other; those that begin with a blank stand in. */
function page(lines: readonly string[], out = 60, within = 80): string[] {
  const words = lines.flatMap((line, at) =>
    set([line.trim()], { ...look, left: line.startsWith(' ') ? within : out, top: 100 + at * look.leading }),
  );
  return pagesMarkdown(pageOf(words)).trim().split('\n\n');
}

test('an entry with a number in brackets is a paragraph, wherever its lines end', () => {
  const entries = page([
    '[1] A. Miller and B. Baker, Fields of Hay in the Summer of the Year, ed.',
    ' by C. Carter (Meadow, 1994), p. 7, and whatever is written there of it',
    ' in the margins.',
    '[2] D. Smith, Carts 88, 445 (1983), a paper that fills the whole of the',
    '[3] E. Cooper, Barrels 51, 477 (1988).',
    '[4] F. Thatcher, On Roofs and What Was Once Below Them (Village Press of',
    ' the Lake, 2001).',
  ]);
  expect(entries.map((entry) => entry.slice(0, 8))).toEqual(['[1] A. M', '[2] D. S', '[3] E. C', '[4] F. T']);
  expect(entries[0]).toMatch(/whatever is written there of it in the margins\.$/);
});

test('so is one with a name in brackets', () => {
  const entries = page(
    [
      '[Mil94] A. Miller, Fields of Hay in the Summer of the Year, a story of',
      ' the farms and the barns, of which three are still there (M 1994)',
      '[Smi83] D. Smith, Carts and the Roads that they Took in those Years and',
      ' whom they met, as told by himself, 1983.',
      '[Tha01] F. Thatcher, On Roofs and What Was Once Below Them (2001)',
      '[Coo88] E. Cooper, Barrels 51, 477 (1988).',
    ],
    60,
    95,
  );
  expect(entries.map((entry) => entry.slice(0, 7))).toEqual(['[Mil94]', '[Smi83]', '[Tha01]', '[Coo88]']);
});

test('a reference at the start of a line of text is none', () => {
  const [text, ...more] = page([
    'The roads that carts took in those years are known from the books of',
    '[5] and from the stories of those who drove them through the village by',
    '[6] and by others, who wrote down whom they met and what they carried.',
  ]);
  expect(text).toMatch(/books of \[5\] and .* village by \[6\] and by others/);
  expect(more).toEqual([]);
});

test('entries without labels are told by where their lines end', () => {
  const entries = page([
    'Baker, B. (1994). Fields of hay in the summer of the year, and of those',
    ' who mowed them. Meadow.',
    'Carter, C. (1983). Carts and the roads that they took in those years to',
    ' the village by the lake, and whom they met on their way to the market',
    ' there. Village Press.',
    'Mason, M. (1999). Walls. Stones and their weight, vol. 3, p. 72, 1999.',
    'Thatcher, F. (2001). On roofs and on what was once below them, a story of',
    ' three houses. Lake.',
  ]);
  expect(entries.map((entry) => entry.split(',')[0])).toEqual(['Baker', 'Carter', 'Mason', 'Thatcher']);
});

test('text with indents is not turned round', () => {
  const paragraphs = page([
    ' The hay was mown in June, when the days are long and the nights are dry',
    'and warm, and brought to the barn.',
    ' The carts took the road by the lake, which was the shorter one, although',
    'the other one had no stones in it and was in the shade of the trees that',
    'stand there.',
    ' Nobody met them.',
  ]);
  expect(paragraphs.map((text) => text.split(' ', 2).join(' '))).toEqual(['The hay', 'The carts', 'Nobody met']);
});
