// Areas of one even ground that is not the paper: shaded rows and coloured heads of tables, panels and boxes. They tell
// cells apart as drawn lines do.
import type { OcrArea } from './port.ts';
import { isFrameOfGround, lookAt } from './prepare-boxes.ts';
import { type Grey, levelsOf } from './prepare-grey.ts';
import { marksOf } from './prepare-marks.ts';

/** Grey levels: how even a ground is, and how far it is at least from the paper. */
const evenness = 6;
const leastDifference = 9;
/** Share of the picture that all areas of one level cover. */
const leastShare = 0.003;
const mostLevels = 6;
/** More are the texture of a picture. */
const mostAreas = 1_000;
/** In sizes of a letter: an area so wide is a row by itself; edges of cells that meet are no further apart. */
const widest = 15;
const sameEdge = 0.7;

/** `size` is the usual size of a letter in the picture. */
export function shadedAreas(grey: Grey, size: number): OcrArea[] {
  if (size <= 0) return [];
  const { small, letter, placeOf } = lookAt(grey, size);
  const areas: OcrArea[] = [];
  for (const level of groundLevels(small)) {
    const mask = new Uint8Array(small.pixels.length);
    for (let at = 0; at < mask.length; at += 1) {
      mask[at] = Math.abs((small.pixels[at] as number) - level) <= evenness ? 1 : 0;
    }
    for (const mark of marksOf(mask, small.width, small.height)) {
      if (isFrameOfGround(mark, letter, mask, small.width)) areas.push({ ...placeOf(mark), level });
    }
  }
  return areas.length > mostAreas
    ? []
    : areas.filter((area) => isWide(area, size) || areas.some((other) => isNext(area, other, size)));
}

/** Bars of charts are narrower than rows, and have white between them where cells meet. */
const isWide = ({ left, right }: OcrArea, size: number): boolean => right - left >= widest * size;

function isNext(one: OcrArea, other: OcrArea, size: number): boolean {
  const near = sameEdge * size;
  if (Math.abs(one.top - other.top) > near || Math.abs(one.bottom - other.bottom) > near) return false;
  return Math.abs(one.right - other.left) <= near || Math.abs(other.right - one.left) <= near;
}

/** The levels that most of what is not paper has, the commonest first. */
function groundLevels(grey: Grey): number[] {
  const counts = levelsOf(grey);
  const paper = counts.lastIndexOf(Math.max(...counts.subarray(128)));
  const found: number[] = [];
  const taken = new Uint8Array(256);
  const around = (level: number): number => {
    let sum = 0;
    for (let at = Math.max(0, level - evenness); at <= Math.min(255, level + evenness); at += 1) {
      if (taken[at] === 0) sum += counts[at] as number;
    }
    return sum;
  };
  for (let at = Math.max(0, paper - leastDifference + 1); at < 256; at += 1) taken[at] = 1;
  while (found.length < mostLevels) {
    // The commonest level that so many are near; what is left of the edges of others is no ground.
    let [best, most] = [-1, 0];
    for (let level = 0; level < 256; level += 1) {
      const count = counts[level] as number;
      if (taken[level] === 0 && count > most && around(level) > leastShare * grey.pixels.length)
        [best, most] = [level, count];
    }
    if (best < 0) break;
    found.push(best);
    for (let at = Math.max(0, best - evenness); at <= Math.min(255, best + evenness); at += 1) taken[at] = 1;
  }
  return found;
}
