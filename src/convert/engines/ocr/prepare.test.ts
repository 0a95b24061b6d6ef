// Pictures are brought to dark print on light paper, upright and level, at a readable size; sound ones stay as they are.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  faded,
  grainy,
  inverted,
  rotated,
  samplePage,
  speckled,
  spoilt,
} from '../../../../test/support/degraded-page.ts';
import type { Raster } from '../raster.ts';
import { prepare } from './prepare.ts';
import { darkBoxes } from './prepare-boxes.ts';
import { greyOf, quarterTurned, reduced } from './prepare-grey.ts';
import { inkOf } from './prepare-ink.ts';
import { noiseOf } from './prepare-noise.ts';

let page: Raster;
beforeAll(async () => {
  page = (await samplePage('table', 2, 120)).raster;
}, 60_000);

const mean = ({ pixels }: Raster): number => pixels.reduce((sum, value) => sum + value, 0) / pixels.length;

describe('prepare', () => {
  test('a sound page keeps its place and only changes its scale', async () => {
    const prepared = await prepare(page);
    expect(prepared).toMatchObject({ turned: 0, levelled: 0, doubts: [], width: page.width, height: page.height });
    expect(prepared.grey.width).toBe(Math.round(page.width * prepared.scale));
    expect(prepared.letterSize).toBeGreaterThan(12);
    expect(prepared.letterSize).toBeLessThan(20);
  });

  test.each([
    [4, 0, -4],
    [-7.5, 0, 7.5],
    [90, 270, 0],
    [178, 180, 2],
    [268, 90, 2],
  ] as const)(
    'a page turned by %d degrees is turned back by %d and levelled by %d',
    async (degrees, turned, levelled) => {
      const prepared = await prepare(await spoilt(page, rotated(degrees)));
      expect(prepared.turned).toBe(turned);
      expect(Math.abs(prepared.levelled - levelled)).toBeLessThan(0.15);
      expect(prepared.doubts).toEqual([]);
    },
  );

  test('light print becomes dark', async () => {
    const prepared = await prepare(await spoilt(page, inverted));
    expect(mean(prepared.grey)).toBeGreaterThan(200);
  });

  test('a dark page whose letters stand on a light panel is read by those, not by its large light ones', async () => {
    const panel = greyOf((await samplePage('prose', 0, 120)).raster);
    const [width, height] = [2 * panel.width, 2 * panel.height];
    const pixels = new Uint8Array(width * height).fill(30);
    const top = height - panel.height - 60;
    for (let y = 0; y < panel.height; y += 1)
      pixels.set(panel.pixels.subarray(y * panel.width, (y + 1) * panel.width), (top + y) * width + 60);
    // Twenty rings in the dark: large letters.
    for (let ring = 0; ring < 20; ring += 1) {
      for (let y = 0; y < 120; y += 1) {
        for (let x = 0; x < 80; x += 1) {
          const inside = x >= 12 && x < 68 && y >= 12 && y < 108;
          if (!inside) pixels[(100 + (ring % 2) * 200 + y) * width + 60 + Math.floor(ring / 2) * 110 + x] = 255;
        }
      }
    }
    const prepared = await prepare({ width, height, channels: 1, pixels });
    const alone = await prepare(panel);
    expect(prepared.scale / alone.scale).toBeGreaterThan(0.7);
    const at = Math.round((top + 20) * prepared.scale) * prepared.grey.width + Math.round(80 * prepared.scale);
    expect(prepared.grey.pixels[at]).toBeGreaterThan(200);
  });

  test('faint print becomes strong', async () => {
    const prepared = await prepare(await spoilt(page, faded(0.1)));
    expect(inkOf(prepared.grey as Parameters<typeof inkOf>[0]).contrast).toBeGreaterThan(90);
  });

  test('the rules of a table are taken off, and its words are not', async () => {
    const { grey, ruled } = await prepare(page);
    const ink = (raster: Raster): number => raster.pixels.reduce((sum, value) => sum + 255 - value, 0);
    expect(ink(grey)).toBeLessThan(ink(ruled) * 0.95);
    const words = await prepare((await samplePage('prose', 0, 120)).raster);
    expect(ink(words.grey)).toBe(ink(words.ruled));
  });

  test('a view in colour has the same size as the grey one', async () => {
    const { grey, original } = await prepare(await spoilt(page, rotated(3)), { original: true });
    expect(original).toMatchObject({ width: grey.width, height: grey.height, channels: 3 });
    expect(original?.pixels).toHaveLength(grey.pixels.length * 3);
  });

  test('a huge picture is made smaller', async () => {
    const huge = { width: 9000, height: 6000, channels: 1, pixels: new Uint8Array(54_000_000).fill(255) } as const;
    const { grey } = await prepare(huge);
    expect(grey.width * grey.height).toBeLessThanOrEqual(24_100_000);
  });
});

test('grain and specks are measured, and text is neither', async () => {
  expect(noiseOf(greyOf(page)).grain).toBe(0);
  expect(noiseOf(greyOf(page)).specks).toBeLessThan(0.001);
  const grain = noiseOf(greyOf(await spoilt(page, faded(0.5), grainy(30)))).grain;
  // Three independent channels make the grey less grainy than each.
  expect(grain).toBeGreaterThan(12);
  expect(grain).toBeLessThan(25);
  expect(noiseOf(greyOf(await spoilt(page, speckled(0.04)))).specks).toBeGreaterThan(0.01);
});

test('only boxes with light print on dark ground are inverted', async () => {
  const grey = greyOf((await samplePage('boxed', 3, 120)).raster);
  const boxes = darkBoxes(grey, 10);
  expect(boxes).toHaveLength(1);
  // 72 to 540 points of the page, at 120 dots per inch.
  expect(Math.abs((boxes[0]?.left ?? 0) - 120)).toBeLessThan(4);
  expect(Math.abs((boxes[0]?.right ?? 0) - 900)).toBeLessThan(4);
  expect(darkBoxes(greyOf(page), 10)).toEqual([]);
});

test('four quarter turns are none, and reducing keeps the mean', () => {
  const raster = {
    width: 5,
    height: 3,
    channels: 3,
    pixels: Uint8Array.from({ length: 45 }, (_, i) => i * 5),
  } as const;
  const once = quarterTurned(raster, 90);
  expect(once).toMatchObject({ width: 3, height: 5 });
  expect([...once.pixels.slice(0, 3)]).toEqual([150, 155, 160]);
  expect(quarterTurned(once, 270)).toEqual(raster);
  expect(quarterTurned(quarterTurned(raster, 180), 180)).toEqual(raster);
  expect(
    reduced({ width: 4, height: 2, channels: 1, pixels: Uint8Array.of(0, 10, 20, 30, 40, 50, 60, 70) }, 2).pixels,
  ).toEqual(Uint8Array.of(25, 45));
});
