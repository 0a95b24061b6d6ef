// Lists from a stream of items: order is kept, levels nest, and no item is lost whatever the levels and indents say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paragraph } from '../../document/build.ts';
import type { Block, Origin } from '../../document/tree.ts';
import { type ItemPlace, ListBuilder } from './lists.ts';

const origin: Origin = { kind: 'paragraph', index: 1 };

function built(places: readonly ItemPlace[]): Block[] {
  const lists = new ListBuilder();
  places.forEach((place, at) => {
    lists.add(place, paragraph(String(at)), origin);
  });
  return lists.close();
}

/** Each paragraph with the depth of lists around it, in document order. */
function outline(blocks: readonly Block[], depth = 0): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'list') return block.children.flatMap((item) => outline(item.children, depth + 1));
    const [node] = block.type === 'paragraph' ? block.children : [];
    return node?.type === 'text' ? [`${node.value}@${depth}`] : [];
  });
}

const place = (list: string, level: number, value: number, indent = 720 * (level + 1), ordered = true): ItemPlace => ({
  list,
  level,
  indent,
  ordered,
  value,
});

test('every item is there once, in its order', () => {
  const anyPlace = fc.record({
    list: fc.constantFrom('a', 'b', 'c'),
    level: fc.integer({ min: 0, max: 8 }),
    indent: fc.integer({ min: -500, max: 5_000 }),
    ordered: fc.boolean(),
    value: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 30 }), (places) => {
      expect(outline(built(places)).map((line) => line.split('@')[0])).toEqual(places.map((_, at) => String(at)));
    }),
  );
});

test('levels of one list nest, whatever their indents', () => {
  const places = [place('a', 0, 1, 0), place('a', 2, 1, 0), place('a', 1, 1, 0), place('a', 0, 2, 0)];
  expect(outline(built(places))).toEqual(['0@1', '1@2', '2@2', '3@1']);
});

test('another list nests by its indent and lets the first go on', () => {
  const places = [place('a', 0, 1), place('b', 0, 1, 1440, false), place('a', 0, 2)];
  expect(built(places)).toMatchObject([{ type: 'list', ordered: true, start: 1, children: [{}, {}] }]);
  expect(outline(built(places))).toEqual(['0@1', '1@2', '2@1']);
});

test('a number that does not follow begins a list', () => {
  expect(built([place('a', 0, 1), place('a', 0, 3)])).toMatchObject([{ start: 1 }, { start: 3 }]);
});

test('text goes under the item it is aligned with', () => {
  const lists = new ListBuilder();
  lists.add(place('a', 0, 1), paragraph('one'), origin);
  lists.add(place('a', 1, 1), paragraph('two'), origin);
  expect(lists.continueWith(paragraph('under one'), 720)).toBe(true);
  expect(lists.continueWith(paragraph('at the edge'), 0)).toBe(false);
  expect(outline(lists.close())).toEqual(['one@1', 'two@2', 'under one@1']);
});
