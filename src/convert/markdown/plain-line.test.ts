// The short way must lead to the same line as the whole way, for any row of nodes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Phrasing } from '../document/tree.ts';
import { anyLine } from './inline.ts';
import type { LineContext } from './line.ts';
import { plainLine } from './plain-line.ts';

const pieces = [
  'a',
  'word',
  ' ',
  ' ',
  '.',
  '!',
  '(',
  ')',
  ':',
  '#',
  '1',
  '-',
  '+',
  '\u00a0',
  '😀',
  '…',
  'é',
  '*',
  '[',
  'www.',
  '://',
  '@',
  ' x ',
];
const words = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((list) => list.join(''));
const text = words.map((value): Phrasing => ({ type: 'text', value }));
const content = fc.oneof({ weight: 5, arbitrary: text.map((one) => [one]) }, fc.array(text, { maxLength: 2 }));
const node: fc.Arbitrary<Phrasing> = fc.oneof(
  { weight: 4, arbitrary: text },
  content.map((children): Phrasing => ({ type: 'strong', children })),
  content.map((children): Phrasing => ({ type: 'emphasis', children })),
  fc
    .tuple(
      fc.constantFrom('https://a.org/(b)', 'a', 'javascript:x', 'mailto:a'),
      fc.constantFrom(undefined, 't'),
      content,
    )
    .map(
      ([url, title, children]): Phrasing => ({
        type: 'link',
        url,
        ...(title === undefined ? {} : { title }),
        children,
      }),
    ),
  words.map((value): Phrasing => ({ type: 'inlineCode', value: value.replaceAll('*', '`') })),
  fc.constantFrom<Phrasing>({ type: 'footnoteReference', identifier: '1' }, { type: 'break' }),
);
const contexts: readonly LineContext[] = [
  { place: 'paragraph' },
  { place: 'paragraph', afterBullet: true },
  { place: 'heading' },
  { place: 'cell' },
];

test('the short way leads to the same line', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), fc.constantFrom(...contexts), (children, context) => {
      const line = plainLine(children, context);
      if (line === undefined) return;
      taken += 1;
      expect(line).toBe(anyLine(children, context));
    }),
    { numRuns: 10_000 },
  );
  expect(taken).toBeGreaterThan(500);
});
