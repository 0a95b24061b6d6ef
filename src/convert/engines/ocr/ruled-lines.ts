// Drawn lines in a picture of a page, such as the edges of table cells: long, thin, straight runs of dark. Strokes of
// letters are told apart by their length, and by the words they lie in where those are known.
import { scaledBox } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import type { OcrRule, PixelBox } from './port.ts';

/** Larger pictures are looked at in half their size, each pixel the darkest of four, which keeps hairlines. */
const workPixels = 3_000_000;
/** A pixel is dark when it is this much darker than what surrounds it; borders are often light grey. */
const leastContrast = 14;
/** Shares of the run that must be dark: a long line in a poor scan has more gaps than a stroke has. */
const leastCoverage = 0.8;
/** A picture full of lines is a photograph; the longest are kept. */
const mostRules = 4_000;

export function findRules(raster: Raster, words: readonly PixelBox[] = []): OcrRule[] {
  let grey = greyOf(raster);
  let scale = 1;
  while (grey.width * grey.height > workPixels && Math.min(grey.width, grey.height) > 400) {
    grey = halved(grey);
    scale *= 2;
  }
  const { width, height } = grey;
  if (width < 16 || height < 16) return [];
  const thickest = Math.min(14, Math.max(4, Math.round(Math.min(width, height) / 160)));
  const least = leastLength(words, width, height, scale);
  const dark = darkPixels(grey, Math.max(12, 3 * thickest));
  const found = [
    ...runs(transposed(dark, width, height), height, width, thickest, least, true),
    ...runs(dark, width, height, thickest, least, false),
  ].map((rule) => ({ ...scaledBox(rule, scale), horizontal: rule.horizontal }));
  const lines = withoutStrokes(found, words, 3 * scale);
  lines.sort((a, b) => lengthOf(b) - lengthOf(a));
  return lines.slice(0, mostRules).sort((a, b) => a.top - b.top || a.left - b.left);
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const lengthOf = (rule: OcrRule): number => (rule.horizontal ? rule.right - rule.left : rule.bottom - rule.top);

/** Shorter than a line of type is tall, nothing is told from a stroke. */
function leastLength(words: readonly PixelBox[], width: number, height: number, scale: number): number {
  if (words.length < 3) return Math.max(28, Math.round(0.03 * Math.max(width, height)));
  const heights = words.map((word) => word.bottom - word.top).sort((a, b) => a - b);
  const usual = (heights[heights.length >> 1] as number) / scale;
  return Math.max(16, Math.round(1.4 * usual));
}

/**
 * Engines take lines for letters, so that a line may lie within a word; one that ends at lines across it on both sides is
 * part of a grid all the same.
 */
function withoutStrokes(rules: readonly OcrRule[], words: readonly PixelBox[], near: number): OcrRule[] {
  const doubtful = new Set(rules.filter((rule) => isStroke(rule, words)));
  const sure = rules.filter((rule) => !doubtful.has(rule));
  if (doubtful.size === 0) return sure;
  const meets = (x: number, y: number, rule: OcrRule): boolean =>
    sure.some(
      (other) =>
        other.horizontal !== rule.horizontal &&
        x > other.left - near &&
        x < other.right + near &&
        y > other.top - near &&
        y < other.bottom + near,
    );
  return rules.filter(
    (rule) => !doubtful.has(rule) || (meets(rule.left, rule.top, rule) && meets(rule.right, rule.bottom, rule)),
  );
}

/** A stroke lies within a word and is no longer than it: a dash, the bar of a T, the stem of an l. */
function isStroke(rule: OcrRule, words: readonly PixelBox[]): boolean {
  for (const word of words) {
    const size = word.bottom - word.top;
    const slack = 0.12 * size;
    if (rule.horizontal) {
      const middle = (rule.top + rule.bottom) / 2;
      // An underline touches the box from below and is kept.
      if (middle < word.top - slack || middle > word.bottom - 0.04 * size) continue;
      if (rule.left > word.left - slack && rule.right < word.right + slack) return true;
    } else {
      const middle = (rule.left + rule.right) / 2;
      if (middle < word.left - slack || middle > word.right + slack) continue;
      if (rule.top > word.top - slack && rule.bottom < word.bottom + slack) return true;
    }
  }
  return false;
}

function greyOf({ width, height, channels, pixels }: Raster): Grey {
  if (channels === 1) return { width, height, pixels };
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 3) {
    // ITU-R BT.601, in 256ths.
    grey[at] =
      (77 * (pixels[from] as number) + 150 * (pixels[from + 1] as number) + 29 * (pixels[from + 2] as number)) >> 8;
  }
  return { width, height, pixels: grey };
}

function halved({ width, height, pixels }: Grey): Grey {
  const across = width >> 1;
  const down = height >> 1;
  const half = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    let upper = 2 * y * width;
    let lower = upper + width;
    for (let x = 0, at = y * across; x < across; x += 1, at += 1) {
      const a = Math.min(pixels[upper] as number, pixels[upper + 1] as number);
      const b = Math.min(pixels[lower] as number, pixels[lower + 1] as number);
      half[at] = Math.min(a, b);
      upper += 2;
      lower += 2;
    }
  }
  return { width: across, height: down, pixels: half };
}

/** 1 where a pixel is darker than the mean of the square around it, kept as sums that slide with the rows. */
function darkPixels({ width, height, pixels }: Grey, reach: number): Uint8Array {
  const dark = new Uint8Array(width * height);
  const columns = new Int32Array(width);
  let rows = 0;
  const addRow = (y: number, sign: number): void => {
    const from = y * width;
    for (let x = 0; x < width; x += 1) columns[x] = (columns[x] as number) + sign * (pixels[from + x] as number);
    rows += sign;
  };
  for (let y = 0; y < Math.min(reach, height); y += 1) addRow(y, 1);
  for (let y = 0; y < height; y += 1) {
    if (y + reach < height) addRow(y + reach, 1);
    if (y - reach - 1 >= 0) addRow(y - reach - 1, -1);
    let sum = 0;
    let wide = 0;
    for (let x = 0; x < Math.min(reach, width); x += 1, wide += 1) sum += columns[x] as number;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      if (x + reach < width) {
        sum += columns[x + reach] as number;
        wide += 1;
      }
      if (x - reach - 1 >= 0) {
        sum -= columns[x - reach - 1] as number;
        wide -= 1;
      }
      if (((pixels[at] as number) + leastContrast) * wide * rows < sum) dark[at] = 1;
    }
  }
  return dark;
}

function transposed(mask: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(mask.length);
  const tile = 64;
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      for (let y = top; y < Math.min(top + tile, height); y += 1) {
        for (let x = left; x < Math.min(left + tile, width); x += 1) {
          turned[x * height + y] = mask[y * width + x] as number;
        }
      }
    }
  }
  return turned;
}

/**
 * Lines that run down the rows of a mask. Each row is cut into dark pieces; a piece no wider than a line is thick goes on
 * with the run that stood there a row or a small gap before. There is at most one run for each column, so that memory
 * does not grow with the picture's content.
 */
function runs(
  mask: Uint8Array,
  width: number,
  height: number,
  thickest: number,
  least: number,
  turned: boolean,
): OcrRule[] {
  const found: OcrRule[] = [];
  const gap = thickest + 2;
  const first = new Int32Array(width).fill(-1);
  const last = new Int32Array(width);
  const count = new Int32Array(width);
  const thick = new Int32Array(width);
  const from = new Int32Array(width);
  const to = new Int32Array(width);
  const reach = (x: number, y: number, step: number): number => {
    let at = y;
    while (Math.abs(at + step - y) <= thickest && mask[(at + step) * width + x] === 1) at += step;
    return at;
  };
  const end = (x: number): void => {
    const start = first[x] as number;
    if (start < 0) return;
    first[x] = -1;
    const length = (last[x] as number) - start + 1;
    const dots = count[x] as number;
    if (length < least || dots < leastCoverage * length) return;
    // Slanted by more than a scan is, it is a drawing.
    if ((to[x] as number) - (from[x] as number) > Math.max(3, 0.025 * length)) return;
    const thickness = Math.max(1, Math.round((thick[x] as number) / dots));
    if (length < 5 * thickness) return;
    const middle = ((from[x] as number) + (to[x] as number) + 1) / 2;
    // At its ends a line of a grid lies in one that crosses it.
    const [head, foot] = [reach(x, start, -1), reach(x, start + length - 1, 1)];
    const near = Math.max(0, middle - thickness / 2);
    const far = middle + thickness / 2;
    found.push(
      turned
        ? { left: head, right: foot + 1, top: near, bottom: far, horizontal: true }
        : { left: near, right: far, top: head, bottom: foot + 1, horizontal: false },
    );
  };
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      if (mask[row + x] === 0) continue;
      const start = x;
      while (x < width && mask[row + x] === 1) x += 1;
      const wide = x - start;
      if (wide > thickest) continue;
      const middle = start + (wide >> 1);
      let best = -1;
      for (let side = 0; side <= 2; side += 1) {
        for (const near of side === 0 ? [middle] : [middle - side, middle + side]) {
          if (near < 0 || near >= width || (first[near] as number) < 0) continue;
          if (y - (last[near] as number) > gap) end(near);
          else if (last[near] !== y && (best < 0 || (count[near] as number) > (count[best] as number))) best = near;
        }
      }
      if (best < 0) {
        if ((first[middle] as number) >= 0) continue;
        first[middle] = y;
        last[middle] = y;
        count[middle] = 1;
        thick[middle] = wide;
        from[middle] = middle;
        to[middle] = middle;
        continue;
      }
      if (best !== middle) {
        if ((first[middle] as number) >= 0) end(middle);
        first[middle] = first[best] as number;
        count[middle] = count[best] as number;
        thick[middle] = thick[best] as number;
        from[middle] = from[best] as number;
        to[middle] = to[best] as number;
        first[best] = -1;
      }
      last[middle] = y;
      count[middle] = (count[middle] as number) + 1;
      thick[middle] = (thick[middle] as number) + wide;
      if (middle < (from[middle] as number)) from[middle] = middle;
      if (middle > (to[middle] as number)) to[middle] = middle;
    }
  }
  for (let x = 0; x < width; x += 1) end(x);
  return found;
}
