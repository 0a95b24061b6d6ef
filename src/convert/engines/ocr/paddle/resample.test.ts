// Checks that pictures keep their tone and their edges when they change size, and colours their order.
import { expect, it } from 'vitest';
import { resample } from './resample.ts';

const plain = [0, 1, 2].map(() => ({ mean: 0, deviation: 1 / 255 }));

it('keeps an even tone at any size', () => {
  const raster = { width: 7, height: 5, channels: 1 as const, pixels: new Uint8Array(35).fill(200) };
  for (const [width, height] of [
    [3, 2],
    [7, 5],
    [20, 31],
  ] as const) {
    const planes = resample(raster, width, height, plain);
    expect(planes).toHaveLength(3 * width * height);
    for (const value of planes) expect(value).toBeCloseTo(200, 3);
  }
});

it('gives the very picture back at its own size', () => {
  const pixels = Uint8Array.from({ length: 12 }, (_, i) => i * 20);
  const planes = resample({ width: 4, height: 3, channels: 1, pixels }, 4, 3, plain);
  for (const [i, value] of planes.subarray(0, 12).entries()) expect(value).toBeCloseTo(i * 20, 2);
});

it('averages instead of skipping', () => {
  // Stripes one pixel wide come out grey at an eighth of the size, not black or white.
  const pixels = Uint8Array.from({ length: 64 * 64 }, (_, i) => (i % 2 === 0 ? 0 : 255));
  const planes = resample({ width: 64, height: 64, channels: 1, pixels }, 8, 8, plain);
  for (const value of planes) expect(Math.abs(value - 127.5)).toBeLessThan(12);
});

it('puts blue first and brings samples to the scale of the network', () => {
  const raster = { width: 1, height: 1, channels: 3 as const, pixels: Uint8Array.of(255, 0, 51) };
  const planes = resample(raster, 1, 1, [
    { mean: 0.1, deviation: 0.5 },
    { mean: 0.5, deviation: 0.5 },
    { mean: 0.5, deviation: 0.25 },
  ]);
  expect([...planes].map((value) => Math.round(value * 1000) / 1000)).toEqual([0.2, -1, 2]);
});
