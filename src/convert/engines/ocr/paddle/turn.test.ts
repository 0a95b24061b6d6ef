// Checks that lines are cut out of a picture level and the right way up.
import { expect, it } from 'vitest';
import { cutLevel } from './turn.ts';

/** 0, 10, 20, ... along x, and 1, 2, ... along y. */
const ramp = {
  width: 8,
  height: 6,
  channels: 1 as const,
  pixels: Uint8Array.from({ length: 48 }, (_, i) => (i % 8) * 10 + Math.floor(i / 8)),
};
const shades = (planes: Float32Array, count: number): number[] =>
  [...planes.subarray(0, count)].map((value) => Math.round((value + 1) * 127.5));

it('cuts an upright box as it is', () => {
  const cut = cutLevel(ramp, { x: 3, y: 2, width: 4, height: 2, angle: 0 }, 4, 2, false);
  expect(shades(cut, 8)).toEqual([11, 21, 31, 41, 12, 22, 32, 42]);
  expect(cut.subarray(8, 16)).toEqual(cut.subarray(0, 8));
});

it('turns a cut on its head', () => {
  const cut = cutLevel(ramp, { x: 3, y: 2, width: 4, height: 2, angle: 0 }, 4, 2, true);
  expect(shades(cut, 8)).toEqual([42, 32, 22, 12, 41, 31, 21, 11]);
});

it('lays a line level that runs down the page', () => {
  const cut = cutLevel(ramp, { x: 3, y: 3, width: 4, height: 2, angle: Math.PI / 2 }, 4, 2, false);
  expect(shades(cut, 8)).toEqual([31, 32, 33, 34, 21, 22, 23, 24]);
});

it('repeats the edge outside the picture', () => {
  const cut = cutLevel(ramp, { x: 0, y: 0, width: 4, height: 2, angle: 0 }, 4, 2, false);
  expect(shades(cut, 4)).toEqual([0, 0, 0, 10]);
});

it('averages what it makes smaller', () => {
  const pixels = Uint8Array.from({ length: 1024 }, (_, i) => (i % 2 === 0 ? 0 : 255));
  const striped = { width: 32, height: 32, channels: 1 as const, pixels };
  const cut = cutLevel(striped, { x: 16, y: 16, width: 32, height: 32, angle: 0 }, 8, 8, false);
  for (const shade of shades(cut, 64)) expect(Math.abs(shade - 127.5)).toBeLessThan(2);
});
