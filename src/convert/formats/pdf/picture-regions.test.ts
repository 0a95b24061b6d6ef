// Pictures cut into pieces are one region again, and what they cover is known.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PictureCover } from './picture-regions.ts';

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });

test('strips of one picture are one region', () => {
  const strips = Array.from({ length: 50 }, (_, at) => box(100, 100 + at * 8, 400, 108 + at * 8));
  expect(new PictureCover(612, 792, strips).regions()).toEqual([box(100, 100, 400, 500)]);
});

test('pictures apart are regions of their own, from the top down', () => {
  const cover = new PictureCover(612, 792, [box(50, 500, 250, 600), box(350, 100, 550, 200), box(50, 100, 250, 200)]);
  expect(cover.regions()).toEqual([box(50, 100, 250, 200), box(350, 100, 550, 200), box(50, 500, 250, 600)]);
  expect(cover.covers(150, 150)).toBe(true);
  expect(cover.covers(300, 150)).toBe(false);
});

test('the share is that of the page, however often it is covered', () => {
  const half = box(0, 0, 306, 792);
  expect(new PictureCover(612, 792, [half, half, half]).share).toBeCloseTo(0.5, 1);
  expect(new PictureCover(612, 792, [box(-500, -500, 5_000, 5_000)]).share).toBe(1);
  expect(new PictureCover(612, 792, [box(700, 0, 900, 10), box(10, 10, 10, 10)]).share).toBe(0);
});

test('every picture on the page lies in one of the regions', () => {
  const place = fc.double({ min: -100, max: 900, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(place, place, place, place), { maxLength: 40 }), (given) => {
      const boxes = given.map(([a, b, c, d]) => box(Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)));
      const cover = new PictureCover(612, 792, boxes);
      const regions = cover.regions();
      for (const { left, top, right, bottom } of boxes) {
        const [x0, y0, x1, y1] = [Math.max(0, left), Math.max(0, top), Math.min(612, right), Math.min(792, bottom)];
        if (x1 <= x0 || y1 <= y0) continue;
        const holds = regions.some((one) => one.left <= x0 && one.top <= y0 && one.right >= x1 && one.bottom >= y1);
        expect(holds).toBe(true);
      }
      expect(cover.share).toBeGreaterThanOrEqual(0);
      expect(cover.share).toBeLessThanOrEqual(1);
    }),
  );
});
