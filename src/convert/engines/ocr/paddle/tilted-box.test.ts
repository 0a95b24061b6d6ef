// Checks the geometry of tilted boxes on figures that can be drawn on paper, and as laws over many.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alongText,
  convexHull,
  type Point,
  placeIn,
  smallestBox,
  stretchOf,
  type TiltedBox,
  unclipped,
  uprightBounds,
} from './tilted-box.ts';

const sorted = (points: readonly Point[]): Point[] => points.toSorted((a, b) => a.y - b.y || a.x - b.x);
const degrees = (angle: number): number => (angle * 180) / Math.PI;

describe('convexHull', () => {
  it('leaves out what lies inside and on the sides', () => {
    const square = [0, 1, 2, 3].flatMap((y) => [0, 1, 2, 3].map((x) => ({ x, y })));
    expect(sorted(convexHull(square))).toEqual([
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 0, y: 3 },
      { x: 3, y: 3 },
    ]);
  });

  it('copes with a single point, and with points in a row', () => {
    expect(convexHull([{ x: 2, y: 5 }])).toEqual([{ x: 2, y: 5 }]);
    const row = [0, 1, 2, 3].map((x) => ({ x, y: 7 }));
    expect(sorted(convexHull(row))).toEqual([
      { x: 0, y: 7 },
      { x: 3, y: 7 },
    ]);
  });

  it('holds every point on one side of each of its edges', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 40 }), y: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 60 }), (points) => {
        const hull = convexHull(sorted(points));
        for (const [i, from] of hull.entries()) {
          const to = hull[(i + 1) % hull.length] as Point;
          for (const { x, y } of points) {
            expect((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)).toBeGreaterThanOrEqual(0);
          }
        }
      }),
    );
  });
});

describe('smallestBox', () => {
  it('is the area itself where that stands upright, pixels counted whole', () => {
    const box = smallestBox(
      convexHull([
        { x: 10, y: 20 },
        { x: 29, y: 20 },
        { x: 10, y: 24 },
        { x: 29, y: 24 },
      ]),
    );
    expect(box).toEqual({ x: 19.5, y: 22, width: 20, height: 5, angle: 0 });
  });

  it('finds the angle of a slanting bar', () => {
    const corners = sorted([
      { x: 0, y: 0 },
      { x: 80, y: 60 },
      { x: -6, y: 8 },
      { x: 74, y: 68 },
    ]);
    const box = alongText(smallestBox(convexHull(corners)));
    expect(degrees(box.angle)).toBeCloseTo(36.87, 2);
    expect(box.width).toBeCloseTo(101, 6);
    expect(box.height).toBeCloseTo(11, 6);
    expect(box.x).toBeCloseTo(37, 6);
    expect(box.y).toBeCloseTo(34, 6);
  });

  it('holds every point, whatever they are', () => {
    const point = fc.record({ x: fc.integer({ min: 0, max: 99 }), y: fc.integer({ min: 0, max: 99 }) });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
        const box = smallestBox(convexHull(sorted(points)));
        for (const { x, y } of points) {
          const { along, across } = placeIn(box, x, y);
          expect(Math.max(Math.abs(along), Math.abs(across))).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });
});

describe('alongText', () => {
  const box = (width: number, height: number, angle: number): TiltedBox => ({ x: 0, y: 0, width, height, angle });

  it('takes the side nearer to level as the line', () => {
    expect(alongText(box(10, 40, Math.PI / 2))).toMatchObject({ width: 40, height: 10 });
    expect(degrees(alongText(box(10, 40, Math.PI / 2)).angle)).toBeCloseTo(0);
    expect(degrees(alongText(box(40, 10, Math.PI - 0.1)).angle)).toBeCloseTo(degrees(-0.1));
  });

  it('takes the long side of a tall box', () => {
    const tall = alongText(box(10, 40, 0));
    expect(tall).toMatchObject({ width: 40, height: 10 });
    expect(Math.abs(degrees(tall.angle))).toBeCloseTo(90);
    // A little taller than wide is one wide letter, not a line that climbs.
    expect(alongText(box(10, 14, 0))).toMatchObject({ width: 10, height: 14, angle: 0 });
  });
});

it('grows a box by area over perimeter on every side', () => {
  // 100 x 10 at 1.6: 1000 x 1.6 / 220 = 7.27 on each side.
  const grown = unclipped({ x: 5, y: 5, width: 100, height: 10, angle: 0.3 }, 1.6);
  expect(grown.width).toBeCloseTo(114.545, 3);
  expect(grown.height).toBeCloseTo(24.545, 3);
  expect(grown).toMatchObject({ x: 5, y: 5, angle: 0.3 });
});

it('cuts a stretch out of a line and bounds it upright', () => {
  const line: TiltedBox = { x: 50, y: 50, width: 80, height: 10, angle: 0 };
  expect(stretchOf(line, 0.25, 0.5)).toEqual({ x: 40, y: 50, width: 20, height: 10, angle: 0 });
  const climbing = stretchOf({ ...line, angle: -Math.PI / 2 }, 0.75, 1);
  expect(climbing.y).toBeCloseTo(20);
  const bounds = uprightBounds(climbing, 100, 100);
  expect(bounds.left).toBeCloseTo(45);
  expect(bounds.top).toBeCloseTo(10);
  expect(bounds.right).toBeCloseTo(55);
  expect(bounds.bottom).toBeCloseTo(30);
  expect(uprightBounds({ ...line, x: 0, y: 98 }, 100, 100)).toEqual({ left: 0, top: 93, right: 40, bottom: 100 });
});
