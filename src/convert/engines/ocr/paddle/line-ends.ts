// Draws the ends of a detected line out to where its print ends: the detector cuts a letter in two now and then.
import type { Raster } from '../../raster.ts';
import { inkProfile, reach } from './ink-box.ts';
import { placeIn, stretchOf, type TiltedBox } from './tilted-box.ts';
import { cutLevel } from './turn.ts';

/** All in heights of the line: how far an end may move, room left beyond the print, and the gap that ends a word. */
const farthest = 1.5;
const margin = 0.2;
const gap = 0.2;
/** The part of the height that print fills; above and below, other lines reach in. */
const band = 0.6;
/** A column inked over more of the band than this is no letter but a ruled line, which ends a cell. */
const ruled = 0.95;
/** Pixels per height that are enough to tell a gap. */
const resolution = 40;

/** `others` are lines found beside it, itself among them or not: an end never reaches into one of them. */
export function withWholeEnds(raster: Raster, box: TiltedBox, others: readonly TiltedBox[] = []): TiltedBox {
  if (box.width <= 0 || box.height <= 0) return box;
  const unit = box.height / box.width;
  const from = -outreach(raster, box, 0, -1) * unit;
  const to = 1 + outreach(raster, box, 1, 1) * unit;
  return stretchOf(box, isFree(box, 0, from, others) ? from : 0, isFree(box, 1, to, others) ? to : 1);
}

function isFree(box: TiltedBox, end: number, reached: number, others: readonly TiltedBox[]): boolean {
  if (end === reached) return true;
  for (const share of [1 / 3, 2 / 3, 1]) {
    const along = (end + (reached - end) * share - 0.5) * box.width;
    const x = box.x + along * Math.cos(box.angle);
    const y = box.y + along * Math.sin(box.angle);
    for (const other of others) {
      if (other === box) continue;
      const place = placeIn(other, x, y);
      if (Math.abs(place.along) < 0.5 && Math.abs(place.across) < 0.5) return false;
    }
  }
  return true;
}

/** How far, in heights, the print goes on beyond one end of the line. */
function outreach(raster: Raster, box: TiltedBox, end: 0 | 1, step: 1 | -1): number {
  const reachable = (farthest * box.height) / box.width;
  const around = stretchOf({ ...box, height: box.height * band }, end - reachable, end + reachable);
  const width = 2 * farthest * resolution;
  const height = band * resolution;
  const cut = cutLevel(raster, around, width, height, false).subarray(0, width * height);
  const pixels = Uint8Array.from(cut, (value) => Math.round((value + 1) * 127.5));
  const area = { left: 0, top: 0, right: width, bottom: height };
  const profile = inkProfile({ width, height, channels: 1, pixels }, area);
  if (!profile) return 0;
  const { columns } = profile;
  const start = width / 2 - (step > 0 ? 1 : 0);
  const last = reach(wallFrom(columns, start, step, height * ruled), start, step, gap * resolution, 1);
  // Nothing but paper at the edge: the line ends inside the box already.
  if (last === start && columns[start] === 0) return 0;
  return Math.abs(last - start) / resolution + margin;
}

/** The columns, empty from the first ruled line outwards. */
function wallFrom(columns: Uint32Array, start: number, step: 1 | -1, most: number): Uint32Array {
  for (let at = start; at >= 0 && at < columns.length; at += step) {
    if ((columns[at] as number) < most) continue;
    const open = columns.slice();
    if (step > 0) open.fill(0, at);
    else open.fill(0, 0, at + 1);
    return open;
  }
  return columns;
}
