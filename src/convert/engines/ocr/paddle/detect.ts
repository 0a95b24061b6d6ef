// Finds lines of print anywhere in a picture, level or not (DBNet: Liao et al., Real-time Scene Text Detection).
import type { Raster } from '../../raster.ts';
import { type Component, componentsOf } from './components.ts';
import type { Network } from './models.ts';
import { resample, type Scale } from './resample.ts';
import {
  alongText,
  boxAlong,
  convexHull,
  type Point,
  scaled,
  smallestBox,
  type TiltedBox,
  unclipped,
} from './tilted-box.ts';

export interface DetectedLine {
  /** `width` along the line of print. */
  readonly box: TiltedBox;
  /** Mean probability over the box, 0..1. */
  readonly score: number;
}

/** ImageNet's figures, in the order blue, green, red as the network was trained. */
const scales: readonly Scale[] = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
];

/** Both sides are whole multiples of it: the network halves them five times. */
const grid = 32;
/** Of the picture as it is searched: the network needs some 200 bytes for each. */
const mostPixels = 1_300_000;
const inkThreshold = 0.3;
const leastScore = 0.5;
/** The shorter side of what may be a line, in pixels of the map, before it is grown. */
const leastSide = 3;
const growth = 1.6;
/** Lines of one picture; a page of small print has some 300. */
const mostLines = 4_000;
/** So much longer than tall, a box tells its own angle; a shorter one takes that of the lines around it. */
const longRatio = 5;

interface Found {
  readonly outline: readonly Point[];
  readonly box: TiltedBox;
  readonly score: number;
}

/** `longSide` is what the picture is brought to before the search: smaller is faster, larger finds smaller print. */
export async function detectLines(detector: Network, raster: Raster, longSide: number): Promise<DetectedLine[]> {
  const wished = longSide / Math.max(raster.width, raster.height);
  const factor = Math.min(wished, Math.sqrt(mostPixels / (raster.width * raster.height)));
  const width = Math.max(grid, Math.round((raster.width * factor) / grid) * grid);
  const height = Math.max(grid, Math.round((raster.height * factor) / grid) * grid);
  const { data } = await detector.run(resample(raster, width, height, scales), [1, 3, height, width]);
  const found: Found[] = [];
  for (const component of componentsOf(data, width, height, inkThreshold)) {
    const one = foundIn(component);
    if (one) found.push(one);
    if (found.length === mostLines) break;
  }
  const common = commonAngle(found.map(({ box }) => box));
  return found.map(({ outline, box, score }) => {
    const settled = box.width >= box.height * longRatio ? box : alongText(boxAlong(outline, common));
    // A pixel's middle lies half a pixel from its corner.
    const grown = unclipped({ ...settled, x: settled.x + 0.5, y: settled.y + 0.5 }, growth);
    return { box: scaled(grown, raster.width / width, raster.height / height), score };
  });
}

function foundIn(component: Component): Found | undefined {
  const outline = convexHull(component.outline);
  const box = alongText(smallestBox(outline));
  if (Math.min(box.width, box.height) < leastSide) return undefined;
  // Over the whole box and not over the area alone: a ragged area is no line.
  const score = component.sum / Math.max(component.pixels, box.width * box.height);
  return score < leastScore ? undefined : { outline, box, score };
}

/** The angle most of the print runs at, quarter turns aside: the middle one of the long boxes, by their length. */
export function commonAngle(boxes: readonly TiltedBox[]): number {
  const long = boxes
    .filter(({ width, height }) => width >= height * longRatio)
    .map(({ width, angle }) => ({ width, angle: angle - Math.round(angle / (Math.PI / 2)) * (Math.PI / 2) }))
    .sort((a, b) => a.angle - b.angle);
  let left = long.reduce((sum, { width }) => sum + width, 0) / 2;
  for (const { width, angle } of long) {
    left -= width;
    if (left <= 0) return angle;
  }
  return 0;
}
