// From flat leaves to nested phrasing: nothing is lost, and every character keeps its marks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Phrasing } from '../../document/tree.ts';
import { type Leaf, type LinkTarget, phrasingOf, splitAtEmptyLines } from './leaves.ts';
import { bold, italic, strike, subscript, superscript } from './run-format.ts';

const bits = new Map<string, number>([
  ['strong', bold],
  ['emphasis', italic],
  ['delete', strike],
  ['superscript', superscript],
  ['subscript', subscript],
]);

/** Each character that is not a space, with its marks and its link. */
function characters(nodes: readonly Phrasing[], marks = 0, url = ''): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return Array.from(node.value.replaceAll(' ', ''), (one) => `${one} ${marks} ${url}`);
    if (!('children' in node)) return [];
    expect(marks & (bits.get(node.type) ?? 0)).toBe(0);
    return characters(node.children, marks | (bits.get(node.type) ?? 0), node.type === 'link' ? node.url : url);
  });
}

const targets: readonly (LinkTarget | undefined)[] = [undefined, undefined, undefined, { url: 'a' }, { url: 'b' }];
const leaf = fc
  .tuple(fc.constantFrom('x', 'yz', ' ', 'q '), fc.integer({ min: 0, max: 31 }), fc.integer({ min: 0, max: 4 }))
  .map(([text, marks, target]): Leaf => ({ text, node: undefined, marks, link: targets[target] }));

test('every character keeps its marks and its link', () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 12 }), (leaves) => {
      const expected = leaves.flatMap((one) =>
        Array.from(one.text.replaceAll(' ', ''), (letter) => `${letter} ${one.marks} ${one.link?.url ?? ''}`),
      );
      expect(characters(phrasingOf(leaves.map((one) => ({ ...one }))))).toEqual(expected);
    }),
  );
});

test('the mark that reaches furthest is outermost', () => {
  const leaves: Leaf[] = [
    { text: 'a ', node: undefined, marks: bold | italic, link: undefined },
    { text: 'b', node: undefined, marks: italic, link: undefined },
  ];
  expect(phrasingOf(leaves)).toEqual([
    {
      type: 'emphasis',
      children: [
        { type: 'strong', children: [{ type: 'text', value: 'a ' }] },
        { type: 'text', value: 'b' },
      ],
    },
  ]);
});

test('empty lines split, single breaks do not', () => {
  const words = (text: string): Leaf => ({ text, node: undefined, marks: 0, link: undefined });
  const gap: Leaf = { text: '', node: { type: 'break' }, marks: 0, link: undefined };
  const parts = splitAtEmptyLines([gap, gap, words('a'), gap, words('b'), gap, words(' '), gap, words('c'), gap]);
  expect(parts.map((part) => part.map((one) => one.text.trim() || '·').join(''))).toEqual(['··a·b', 'c·']);
});
