// Tells pictures that may hold text from photographs and drawings at a hundredth of what reading them costs: text is
// strokes on plain ground that stand in rows, a photograph has shades everywhere.
import type { Raster } from '../../engines/raster.ts';
import type { Box } from '../../layout/page.ts';

/** Side of the squares that are looked at one by one, in pixels. */
const square = 16;
/** Grey levels between ink and ground, and within one of them. */
const contrast = 48;
const plain = 20;
/** Share of a square's pixels that must be clearly ink or ground. */
const twoToned = 0.6;
/** Changes between ink and ground along the rows of a square. */
const fewestChanges = 14;
/** Share of the squares that may be shaded, and from which on strokes stand side by side by chance. */
const mostShaded = 0.4;
const someShaded = 0.1;
/** Squares side by side that make a piece of a line, and how many squares in such pieces make text. */
const shortestRun = 3;
const fewestInRuns = 4;
/** Of text among shades, one piece is as long as this: a word or two. */
const longRun = 6;

/** More than one shade: worth a second look. */
export function hasInk({ pixels }: Raster): boolean {
  let least = 255;
  let most = 0;
  for (const value of pixels) {
    if (value < least) least = value;
    if (value > most) most = value;
    if (most - least >= contrast) return true;
  }
  return false;
}

/** `known` are places, in pixels, where text stands that needs no reading: labels set over the picture. */
export function mayHoldText(raster: Raster, known: readonly Box[] = []): boolean {
  const columns = Math.floor(raster.width / square);
  const rows = Math.floor(raster.height / square);
  const skipped = squaresOf(known, columns, rows);
  let inRuns = 0;
  let longest = 0;
  let shaded = 0;
  for (let row = 0; row < rows; row += 1) {
    let run = 0;
    for (let column = 0; column <= columns; column += 1) {
      const look = column === columns || skipped[row * columns + column] === 1 ? 'plain' : lookOf(raster, column, row);
      if (look === 'shaded') shaded += 1;
      if (look === 'stroked') run += 1;
      else {
        if (run >= shortestRun) inRuns += run;
        if (run > longest) longest = run;
        run = 0;
      }
    }
  }
  if (inRuns < fewestInRuns || shaded > mostShaded * columns * rows) return false;
  return longest >= longRun || shaded <= someShaded * columns * rows;
}

function squaresOf(boxes: readonly Box[], columns: number, rows: number): Uint8Array {
  const squares = new Uint8Array(columns * rows);
  const at = (value: number, most: number): number => Math.min(most, Math.max(0, Math.floor(value / square)));
  for (const { left, top, right, bottom } of boxes) {
    for (let row = at(top, rows); row <= at(bottom, rows - 1); row += 1) {
      squares.fill(1, row * columns + at(left, columns), row * columns + at(right, columns - 1) + 1);
    }
  }
  return squares;
}

/** Plain ground, strokes on it, or the shades of a photograph. */
function lookOf({ pixels, width, channels }: Raster, column: number, row: number): 'plain' | 'stroked' | 'shaded' {
  // Green stands for brightness where there are colours.
  const start = (row * square * width + column * square) * channels + (channels === 3 ? 1 : 0);
  let least = 255;
  let most = 0;
  for (let y = 0; y < square; y += 1) {
    for (let at = start + y * width * channels, x = 0; x < square; x += 1, at += channels) {
      const value = pixels[at] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  if (most - least <= plain) return 'plain';
  const middle = (most + least) / 2;
  const tone = Math.max(plain, (most - least) / 5);
  let clear = 0;
  let changes = 0;
  for (let y = 0; y < square; y += 1) {
    let light = (pixels[start + y * width * channels] as number) > middle;
    for (let at = start + y * width * channels, x = 0; x < square; x += 1, at += channels) {
      const value = pixels[at] as number;
      if (most - value <= tone || value - least <= tone) clear += 1;
      if (value > middle !== light) changes += 1;
      light = value > middle;
    }
  }
  if (clear < twoToned * square * square) return 'shaded';
  return changes >= fewestChanges && most - least >= contrast ? 'stroked' : 'plain';
}

/** Share of the sharp edges of a picture that lie within boxes, in pixels: how much of what is drawn is text. */
export function edgesWithin({ pixels, width, height, channels }: Raster, boxes: readonly Box[]): number {
  const inside = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of boxes) {
    const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1) {
      if (to > from) inside.fill(1, y * width + from, y * width + to);
    }
  }
  let all = 0;
  let within = 0;
  const green = channels === 3 ? 1 : 0;
  for (let y = 0; y < height; y += 1) {
    for (let at = y * width + 2; at < (y + 1) * width; at += 1) {
      const step = (pixels[at * channels + green] as number) - (pixels[(at - 2) * channels + green] as number);
      if (step < contrast && -step < contrast) continue;
      all += 1;
      within += inside[at] as number;
    }
  }
  return all === 0 ? 0 : within / all;
}
