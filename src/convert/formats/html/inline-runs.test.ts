// White space and formatting of a paragraph: what CSS shows is what the runs hold.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Phrasing } from '../../document/tree.ts';
import { InlineRuns } from './inline-runs.ts';

function textOf(nodes: readonly Phrasing[]): string {
  return nodes
    .map((node) =>
      'children' in node ? textOf(node.children) : 'value' in node ? node.value : node.type === 'break' ? '\n' : '',
    )
    .join('');
}

const kinds = ['strong', 'emphasis', 'delete', 'superscript', 'code'] as const;

test('collapses white space across elements as if there were none', () => {
  const piece = fc.tuple(
    fc.stringMatching(/^[ab \n\t]{0,8}$/),
    fc.option(fc.constantFrom(...kinds), { nil: undefined }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const runs = new InlineRuns();
      for (const [value, kind] of pieces) {
        const before = runs.marks;
        if (kind !== undefined) runs.mark({ kind });
        runs.text(value);
        runs.restore(before);
      }
      const shown = pieces
        .map(([value]) => value)
        .join('')
        .replace(/[ \n\t]+/g, ' ')
        .trim();
      expect(textOf(runs.take()[0] ?? [])).toBe(shown);
    }),
  );
});

test('never leaves a space at the edge of formatting', () => {
  const runs = new InlineRuns();
  runs.text('a');
  const before = runs.mark({ kind: 'strong' });
  runs.text(' b ');
  runs.restore(before);
  runs.text('c');
  expect(runs.take()).toEqual([
    [
      { type: 'text', value: 'a ' },
      { type: 'strong', children: [{ type: 'text', value: 'b' }] },
      { type: 'text', value: ' c' },
    ],
  ]);
});

describe('breaks', () => {
  test.each([
    [false, [['a\nb'], ['c']]],
    [true, [['a\nb\nc']]],
  ])('two end a paragraph unless joined (%s)', (joined, expected) => {
    const runs = new InlineRuns();
    for (const part of ['a', '', 'b', '', '', 'c']) {
      if (part === '') runs.lineBreak();
      else runs.text(part);
    }
    expect(runs.take(joined).map((one) => [textOf(one)])).toEqual(expected);
  });

  test('at the edges are dropped, with blank text between them', () => {
    const runs = new InlineRuns();
    runs.lineBreak();
    runs.text('\u00a0');
    runs.lineBreak();
    runs.text('x');
    runs.lineBreak();
    expect(runs.take()).toEqual([[{ type: 'text', value: 'x' }]]);
  });
});

test('formatting does not nest in itself, however often it is opened', () => {
  const runs = new InlineRuns();
  for (let count = 0; count < 1000; count += 1) {
    runs.mark({ kind: 'strong' });
    runs.mark({ kind: 'link', url: `/${count}` });
    runs.mark({ kind: 'superscript' });
  }
  runs.text('x');
  expect(runs.marks.length).toBeLessThan(8);
});
