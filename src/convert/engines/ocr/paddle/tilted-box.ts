// Rectangles that need not stand upright: lines of print on photographs, on skewed scans and up the side of a table.
import type { PixelBox } from '../port.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle around its middle; `width` runs along `angle`, radians clockwise as shown. */
export interface TiltedBox extends Point {
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** The convex hull of points that come sorted by y and then x (Andrew's monotone chain), clockwise as shown. */
export function convexHull(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const side = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && !turnsRight(chain[chain.length - 2], chain[chain.length - 1], point)) chain.pop();
      chain.push(point);
    }
    chain.pop();
    return chain;
  };
  const hull = [...side(points), ...side(points.toReversed())];
  return hull.length > 0 ? hull : [...points.slice(0, 1)];
}

function turnsRight(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  if (!a || !b) return true;
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}

/**
 * The smallest rectangle around a convex outline: one of its sides lies on a side of the outline. Every point stands
 * for a whole pixel, so half a pixel is added all around.
 */
export function smallestBox(hull: readonly Point[]): TiltedBox {
  let best: TiltedBox | undefined;
  let bestArea = Number.POSITIVE_INFINITY;
  const tryAngle = (angle: number): void => {
    const box = boxAlong(hull, angle);
    const area = box.width * box.height;
    // Strictly smaller: the first of equal angles wins, so that a result never hangs on rounding elsewhere.
    if (area < bestArea - 1e-6) {
      best = box;
      bestArea = area;
    }
  };
  tryAngle(0);
  for (let i = 0; i < hull.length; i++) {
    const from = hull[i];
    const to = hull[(i + 1) % hull.length];
    if (from && to && (from.x !== to.x || from.y !== to.y)) tryAngle(Math.atan2(to.y - from.y, to.x - from.x));
  }
  return best ?? { x: 0, y: 0, width: 0, height: 0, angle: 0 };
}

/** The rectangle around points with its width at the given angle; half a pixel is added all around. */
export function boxAlong(points: readonly Point[], angle: number): TiltedBox {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  let minU = Number.POSITIVE_INFINITY;
  let maxU = Number.NEGATIVE_INFINITY;
  let minV = Number.POSITIVE_INFINITY;
  let maxV = Number.NEGATIVE_INFINITY;
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    if (u < minU) minU = u;
    if (u > maxU) maxU = u;
    if (v < minV) minV = v;
    if (v > maxV) maxV = v;
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: maxU - minU + 1, height: maxV - minV + 1, angle };
}

/** How much taller than wide a box is before its text is taken to run along the tall side. */
const tallRatio = 1.5;

/** The same rectangle with `width` along the line of print: the side nearer to level, or the long one of a tall box. */
export function alongText(box: TiltedBox): TiltedBox {
  let { width, height } = box;
  let angle = box.angle;
  // To -45..45 degrees first; every quarter turn swaps the sides.
  const quarters = Math.round(angle / (Math.PI / 2));
  angle -= (quarters * Math.PI) / 2;
  if (quarters % 2 !== 0) [width, height] = [height, width];
  if (height >= width * tallRatio) {
    [width, height] = [height, width];
    angle += angle > 0 ? -Math.PI / 2 : Math.PI / 2;
  }
  return { ...box, width, height, angle };
}

/** Grown on all sides by `ratio` x area / perimeter: the detector learnt from outlines shrunk that way (DBNet, 3.4). */
export function unclipped(box: TiltedBox, ratio: number): TiltedBox {
  const distance = (box.width * box.height * ratio) / (2 * (box.width + box.height));
  return { ...box, width: box.width + 2 * distance, height: box.height + 2 * distance };
}

export function scaled(box: TiltedBox, factorX: number, factorY: number): TiltedBox {
  // Both factors are all but equal (sides are rounded to whole 32s), so the angle stays.
  const factor = Math.sqrt(factorX * factorY);
  return { ...box, x: box.x * factorX, y: box.y * factorY, width: box.width * factor, height: box.height * factor };
}

/** The part of a box between two places along its width, 0..1. */
export function stretchOf(box: TiltedBox, from: number, to: number): TiltedBox {
  const shift = ((from + to) / 2 - 0.5) * box.width;
  return {
    ...box,
    x: box.x + shift * Math.cos(box.angle),
    y: box.y + shift * Math.sin(box.angle),
    width: box.width * (to - from),
  };
}

/** Where a point lies in a box: -0.5..0.5 along its width and its height where it is inside. */
export function placeIn(box: TiltedBox, x: number, y: number): { along: number; across: number } {
  const cos = Math.cos(box.angle);
  const sin = Math.sin(box.angle);
  const dx = x - box.x;
  const dy = y - box.y;
  return {
    along: box.width > 0 ? (dx * cos + dy * sin) / box.width : 0,
    across: box.height > 0 ? (dy * cos - dx * sin) / box.height : 0,
  };
}

/** The upright rectangle around a tilted one, within the picture. */
export function uprightBounds(box: TiltedBox, pictureWidth: number, pictureHeight: number): PixelBox {
  const cos = Math.abs(Math.cos(box.angle));
  const sin = Math.abs(Math.sin(box.angle));
  const halfWidth = (box.width * cos + box.height * sin) / 2;
  const halfHeight = (box.width * sin + box.height * cos) / 2;
  const within = (value: number, most: number): number => Math.min(most, Math.max(0, value));
  return {
    left: within(box.x - halfWidth, pictureWidth),
    top: within(box.y - halfHeight, pictureHeight),
    right: within(box.x + halfWidth, pictureWidth),
    bottom: within(box.y + halfHeight, pictureHeight),
  };
}
