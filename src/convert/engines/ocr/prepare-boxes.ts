// Light print on dark boxes within a page of dark print: the boxes are found by their ground and inverted, so that the
// whole page is dark on light.
import type { PixelBox } from './port.ts';
import { type Grey, levelOver, levelsOf, reduced } from './prepare-grey.ts';
import { type Mark, markHeight, marksOf, markWidth } from './prepare-marks.ts';

/** Pixels of the picture that is looked at. */
const lookPixels = 1_000_000;
/** Ground that is darker than this share of the page's paper. */
const darkShare = 0.62;
/** Share of its frame that the ground of a box fills; the print in it takes the rest. */
const leastFill = 0.5;
/** Share of a box that print covers: less is a bar or a photograph, more is no box. */
const leastPrint = 0.01;
const mostPrint = 0.45;
/** Share of each of its edges that is dark. */
const leastEdge = 0.8;
/** Sides of a box by the size of a letter. */
const leastHeight = 1.5;
const leastWidth = 3;
const mostBoxes = 500;
/** Share of the picture: what is larger is the page, and whether its print is light was told before. */
const mostOfPage = 0.7;
/** How far off an edge may be, in pixels: boxes are found on a smaller picture. */
const rim = 4;

/** `size` is the usual size of a letter in the picture. */
export function withBoxesInverted(grey: Grey, size: number): Grey {
  const boxes = darkBoxes(grey, size);
  if (boxes.length === 0) return grey;
  const pixels = new Uint8Array(grey.pixels);
  const { width, height } = grey;
  for (const box of boxes) {
    // Half of what lies in the box is ground: the print takes less.
    const print = printOn(levelOver(levelsOf(grey, box), 0.5));
    for (let y = Math.max(0, box.top - rim); y < Math.min(height, box.bottom + rim); y += 1) {
      const inside = y >= box.top + rim && y < box.bottom - rim;
      for (let x = Math.max(0, box.left - rim); x < Math.min(width, box.right + rim); x += 1) {
        const value = grey.pixels[y * width + x] as number;
        // Along the edges the ground ends a pixel sooner or later: whichever is lighter leaves no line there.
        const deep = inside && x >= box.left + rim && x < box.right - rim;
        const inverted = print[value] as number;
        pixels[y * width + x] = deep ? inverted : Math.max(value, inverted);
      }
    }
  }
  return { ...grey, pixels };
}

/** For each level what it becomes: the ground white, as the paper is, so that no edge of the box is left, and light print black. */
function printOn(ground: number): Uint8Array {
  const levels = new Uint8Array(256);
  for (let value = 0; value < 256; value += 1) {
    levels[value] = Math.min(255, ((255 - value) * 255) / Math.max(1, 255 - ground));
  }
  return levels;
}

export function darkBoxes(grey: Grey, size: number): PixelBox[] {
  const { small, letter, placeOf } = lookAt(grey, size);
  const dark = darkShare * paperOf(small);
  const mask = new Uint8Array(small.pixels.length);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (small.pixels[at] as number) < dark ? 1 : 0;
  const found = marksOf(mask, small.width, small.height).filter(
    (mark) =>
      markHeight(mark) * markWidth(mark) <= mostOfPage * mask.length &&
      isFrameOfGround(mark, letter, mask, small.width) &&
      hasPrint(mark, small, dark),
  );
  // The largest first; what lies in one of them was part of its print.
  found.sort((a, b) => markHeight(b) * markWidth(b) - markHeight(a) * markWidth(a));
  const boxes: Mark[] = [];
  for (const mark of found) {
    if (boxes.length === mostBoxes) break;
    if (!boxes.some((box) => overlaps(box, mark))) boxes.push(mark);
  }
  return boxes.map(placeOf);
}

/** A small view of the picture in which grounds are looked for. */
interface Look {
  readonly small: Grey;
  /** The size of a letter in it. */
  readonly letter: number;
  /** Where a mark of it lies in the picture. */
  readonly placeOf: (mark: Mark) => PixelBox;
}

export function lookAt(grey: Grey, size: number): Look {
  const factor = Math.max(1, Math.ceil(Math.sqrt((grey.width * grey.height) / lookPixels)));
  return {
    small: reduced(grey, factor),
    letter: Math.max(4, size / factor),
    placeOf: (mark) => ({
      left: mark.left * factor,
      top: mark.top * factor,
      right: Math.min(grey.width, (mark.right + 1) * factor),
      bottom: Math.min(grey.height, (mark.bottom + 1) * factor),
    }),
  };
}

/** A frame of one ground, large enough for print: what `mask` says fills most of it and its edges. */
export function isFrameOfGround(mark: Mark, letter: number, mask: Uint8Array, width: number): boolean {
  const [across, down] = [markWidth(mark), markHeight(mark)];
  if (down < leastHeight * letter || across < leastWidth * letter || mark.pixels < leastFill * across * down)
    return false;
  // Letters that touch may fill their frame as well, but never its edges.
  const inset = Math.min(2, Math.floor(down / 8));
  let [upper, lower, left, right] = [0, 0, 0, 0];
  for (let x = mark.left; x <= mark.right; x += 1) {
    upper += mask[(mark.top + inset) * width + x] as number;
    lower += mask[(mark.bottom - inset) * width + x] as number;
  }
  for (let y = mark.top; y <= mark.bottom; y += 1) {
    left += mask[y * width + mark.left + inset] as number;
    right += mask[y * width + mark.right - inset] as number;
  }
  return Math.min(upper, lower) >= leastEdge * across && Math.min(left, right) >= leastEdge * down;
}

/** Light pixels of the frame that are not its rim. */
function hasPrint(mark: Mark, { width, pixels }: Grey, dark: number): boolean {
  const rimX = Math.ceil(0.02 * markWidth(mark)) + 1;
  const rimY = Math.ceil(0.02 * markHeight(mark)) + 1;
  let light = 0;
  let all = 0;
  for (let y = mark.top + rimY; y <= mark.bottom - rimY; y += 1) {
    for (let x = mark.left + rimX; x <= mark.right - rimX; x += 1) {
      all += 1;
      if ((pixels[y * width + x] as number) >= dark) light += 1;
    }
  }
  return all > 0 && light >= leastPrint * all && light <= mostPrint * all;
}

const overlaps = (a: Mark, b: Mark): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;

/** The level that a quarter of the pixels is brighter than: paper, unless nearly all is box. */
function paperOf(grey: Grey): number {
  const counts = levelsOf(grey);
  let left = grey.pixels.length / 4;
  for (let level = 255; level > 0; level -= 1) {
    left -= counts[level] as number;
    if (left < 0) return level;
  }
  return 0;
}
