// The short way must lead to the same phrasing as the whole way, for any row of nodes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPhrasing, type Normalizing } from './normalize-phrasing.ts';
import { plainPhrasing } from './normalize-plain.ts';
import type { Phrasing } from './tree.ts';

const words = fc
  .array(fc.constantFrom('a', 'b', ' ', ' ', '  ', '\t', '\n', '\u0001', '\u00a0', '😀', '\u2028'), { maxLength: 4 })
  .map((list) => list.join(''));
const text = words.map((value): Phrasing => ({ type: 'text', value }));
const content = fc.oneof({ weight: 5, arbitrary: text.map((one) => [one]) }, fc.array(text, { maxLength: 2 }));
const node: fc.Arbitrary<Phrasing> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc
    .tuple(fc.constantFrom('strong' as const, 'emphasis' as const, 'superscript' as const), content)
    .map(([type, children]): Phrasing => ({ type, children })),
  fc.tuple(fc.constantFrom('a', 'b\u0001', 'javascript:x'), fc.constantFrom(undefined, 't\n'), content).map(
    ([url, title, children]): Phrasing => ({
      type: 'link',
      url,
      ...(title === undefined ? {} : { title }),
      children,
    }),
  ),
  words.map((value): Phrasing => ({ type: 'inlineCode', value })),
  fc.constantFrom<Phrasing>({ type: 'footnoteReference', identifier: '1' }, { type: 'break' }),
);

test('the short way leads to the same phrasing, and tells and counts the same', () => {
  let taken = 0;
  const told = (normalise: (normalizing: Normalizing) => unknown): unknown => {
    const codes = new Set<string>();
    let nodes = 0;
    const result = normalise({
      options: { preserveFormatting: true, includeLinks: true },
      once: (code) => codes.add(code),
      count: (more) => {
        nodes += more;
      },
      origin: undefined,
    });
    return result === undefined ? undefined : { result, nodes, codes };
  };
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), (children) => {
      const short = told((normalizing) => plainPhrasing(children, normalizing));
      if (short === undefined) return;
      taken += 1;
      expect(short).toEqual(told((normalizing) => anyPhrasing(children, normalizing)));
    }),
    { numRuns: 10_000 },
  );
  expect(taken).toBeGreaterThan(500);
});
