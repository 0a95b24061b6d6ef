// Reading order: columns, rows and what lies on what; and that no shape is ever lost or doubled.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box } from './box.ts';
import { readingOrder } from './reading-order.ts';

const at = (name: string, left: number, top: number, width: number, height: number) => ({
  name,
  box: { left, top, right: left + width, bottom: top + height } as Box | undefined,
});
const order = (shapes: readonly { readonly name: string; readonly box: Box | undefined }[]): string =>
  readingOrder(shapes)
    .map((shape) => shape.name)
    .join(' ');

test('two columns with heads are read column by column', () => {
  expect(
    order([
      at('B-body', 500, 150, 400, 300),
      at('B', 500, 100, 400, 50),
      at('A-body', 0, 150, 400, 300),
      at('A', 0, 100, 400, 50),
    ]),
  ).toBe('A A-body B B-body');
});

test('a line across the slide parts what stands above and below it', () => {
  expect(
    order([
      at('foot', 0, 500, 900, 50),
      at('right', 500, 100, 400, 300),
      at('left', 0, 100, 400, 300),
      at('head', 0, 0, 900, 50),
    ]),
  ).toBe('head left right foot');
});

test('rows that are far apart are read row by row', () => {
  expect(
    order([at('1', 0, 0, 50, 50), at('2', 0, 200, 50, 50), at('one', 60, 0, 500, 50), at('two', 60, 200, 500, 50)]),
  ).toBe('1 one 2 two');
});

test('frames that overlap a little are still parted', () => {
  expect(order([at('below', 0, 95, 400, 100), at('above', 0, 0, 400, 100)])).toBe('above below');
});

test('what lies under everything comes first, the rest by place', () => {
  expect(order([at('ground', 0, 0, 900, 600), at('low', 100, 400, 200, 50), at('high', 100, 100, 200, 50)])).toBe(
    'ground high low',
  );
});

test('a line along the upper edge of a figure is its title', () => {
  const figure = { ...at('chart', 0, 0, 900, 600), isFigure: true };
  const drawn = [at('label', 100, 300, 100, 50), at('title', 50, 0, 800, 80), at('small', 50, 10, 100, 80)];
  expect(order([figure, ...drawn])).toBe('title chart small label');
  expect(order([at('text', 0, 0, 900, 600), ...drawn])).toBe('text title small label');
});

test('what was drawn over all others comes after them', () => {
  const marks = [at('b', 500, 100, 50, 300), at('a', 100, 100, 50, 300)];
  expect(order([...marks, at('chart', 0, 0, 900, 600)])).toBe('a b chart');
});

test('text frames that overlap are read by their tops, where one begins below the middle of the other', () => {
  const shapes = [at('below', 320, 240, 400, 80), at('above', 0, 0, 500, 300)];
  expect(order(shapes)).toBe('above below');
  expect(order(shapes.map((shape) => ({ ...shape, isFigure: true })))).toBe('below above');
});

test('shapes in one place stay as they were drawn', () => {
  expect(order([at('first', 0, 0, 100, 100), at('second', 0, 0, 100, 101)])).toBe('first second');
});

test('a shape without a place follows the one drawn before it', () => {
  expect(order([at('low', 0, 500, 10, 10), { name: 'loose', box: undefined }, at('high', 0, 0, 10, 10)])).toBe(
    'high low loose',
  );
});

test('every shape comes out once', () => {
  const edge = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const size = fc.double({ min: 0, max: 1e9, noNaN: true });
  const box = fc.option(
    fc
      .record({ left: edge, top: edge, width: size, height: size })
      .map(({ left, top, width, height }): Box => ({ left, top, right: left + width, bottom: top + height })),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
      const shapes = boxes.map((one, number) => ({ number, box: one }));
      const numbers = readingOrder(shapes).map((shape) => shape.number);
      expect(numbers.sort((a, b) => a - b)).toEqual(boxes.map((_, number) => number));
    }),
  );
});
