// How thick the strokes of words are: what tells bold type from other type of its size.
import type { Raster } from '../raster.ts';
import type { OcrWord, PixelBox } from './port.ts';

/** Pixels around a box, so that the outer edges of its letters count. */
const margin = 1;
/** Share of a box that is lighter than the level taken for paper. */
const paperShare = 0.2;
/** Grey levels between paper and print in the mean of a box; less is no print. */
const leastInk = 2;

export function withStrokes(grey: Raster, words: readonly OcrWord[]): OcrWord[] {
  return words.map((word) => {
    const stroke = strokeWidth(grey, word);
    return stroke === undefined ? word : { ...word, stroke };
  });
}

/**
 * In pixels: the ink of a box over half the length of its edges. Both are sums of grey levels, so soft edges and faint
 * print change neither. Undefined where a box has no ink.
 */
export function strokeWidth({ width, height, pixels }: Raster, box: PixelBox): number | undefined {
  const left = Math.max(1, Math.floor(box.left) - margin);
  const top = Math.max(1, Math.floor(box.top) - margin);
  const right = Math.min(width, Math.ceil(box.right) + margin);
  const bottom = Math.min(height, Math.ceil(box.bottom) + margin);
  if (right <= left || bottom <= top) return undefined;
  const paper = paperLevel(pixels, width, { left, top, right, bottom });
  let ink = 0;
  let across = 0;
  let down = 0;
  for (let y = top; y < bottom; y += 1) {
    const row = y * width;
    let before = Math.max(0, paper - (pixels[row + left - 1] as number));
    for (let x = left; x < right; x += 1) {
      const here = Math.max(0, paper - (pixels[row + x] as number));
      ink += here;
      across += Math.abs(here - before);
      down += Math.abs(here - Math.max(0, paper - (pixels[row + x - width] as number)));
      before = here;
    }
  }
  const edges = Math.hypot(across, down);
  return ink < leastInk * (right - left) * (bottom - top) || edges === 0 ? undefined : (2 * ink) / edges;
}

function paperLevel(pixels: Uint8Array, width: number, { left, top, right, bottom }: PixelBox): number {
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const value = pixels[at] as number;
      counts[value] = (counts[value] as number) + 1;
    }
  }
  let lighter = paperShare * (right - left) * (bottom - top);
  let level = 255;
  for (; level > 0; level -= 1) {
    lighter -= counts[level] as number;
    if (lighter < 0) break;
  }
  return level;
}
