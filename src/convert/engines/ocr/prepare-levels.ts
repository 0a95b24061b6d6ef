// Makes faint print strong: differences from the paper around it are widened, which also takes shadows off the page.
import { type Grey, reduced } from './prepare-grey.ts';

/** Print of this contrast needs no help. */
const enoughContrast = 60;
const wantedContrast = 180;
const mostGain = 10;
/** Where paper ends up; a little grain above it is kept. */
const paperLevel = 240;
/** Tiles that the paper is looked for in, in pixels of the picture. */
const tile = 64;
const lookFactor = 2;
/** Paper is brighter than this share of a tile's pixels is dark: text covers less than a third of it. */
const paperShare = 0.7;

/** `contrast` in grey levels, as measured on the picture; dark print on light paper. */
export function strengthened(grey: Grey, contrast: number): Grey {
  if (contrast >= enoughContrast || contrast <= 0) return grey;
  const gain = Math.min(mostGain, wantedContrast / contrast);
  const papers = paperTiles(grey);
  const { width, height, pixels } = grey;
  const result = new Uint8Array(pixels.length);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y += 1) {
    paperRow(papers, y, row);
    for (let x = 0; x < width; x += 1) {
      const value = paperLevel + ((pixels[y * width + x] as number) - (row[x] as number)) * gain;
      result[y * width + x] = Math.min(255, Math.max(0, value));
    }
  }
  return { width, height, channels: 1, pixels: result };
}

interface Tiles {
  readonly across: number;
  readonly down: number;
  readonly levels: Float32Array;
}

function paperTiles(grey: Grey): Tiles {
  const small = reduced(grey, lookFactor);
  const side = tile / lookFactor;
  const across = Math.max(1, Math.ceil(small.width / side));
  const down = Math.max(1, Math.ceil(small.height / side));
  const levels = new Float32Array(across * down);
  const counts = new Uint32Array(256);
  for (let ty = 0; ty < down; ty += 1) {
    for (let tx = 0; tx < across; tx += 1) {
      counts.fill(0);
      let total = 0;
      for (let y = ty * side; y < Math.min(small.height, (ty + 1) * side); y += 1) {
        for (let x = tx * side; x < Math.min(small.width, (tx + 1) * side); x += 1) {
          const value = small.pixels[y * small.width + x] as number;
          counts[value] = (counts[value] as number) + 1;
          total += 1;
        }
      }
      let left = total * paperShare;
      let level = 0;
      for (; level < 255 && left > 0; level += 1) left -= counts[level] as number;
      levels[ty * across + tx] = level;
    }
  }
  return { across, down, levels };
}

/** Paper along one row of the picture, between the middles of the tiles. */
function paperRow({ across, down, levels }: Tiles, y: number, row: Float32Array): void {
  const fy = Math.min(down - 1, Math.max(0, y / tile - 0.5));
  const top = Math.floor(fy);
  const bottom = Math.min(down - 1, top + 1);
  for (let x = 0; x < row.length; x += 1) {
    const fx = Math.min(across - 1, Math.max(0, x / tile - 0.5));
    const left = Math.floor(fx);
    const right = Math.min(across - 1, left + 1);
    const above = between(levels[top * across + left], levels[top * across + right], fx - left);
    const below = between(levels[bottom * across + left], levels[bottom * across + right], fx - left);
    row[x] = between(above, below, fy - top);
  }
}

const between = (a: number | undefined, b: number | undefined, share: number): number =>
  (a as number) + ((b as number) - (a as number)) * share;

export function invertedGrey(grey: Grey): Grey {
  const pixels = new Uint8Array(grey.pixels.length);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = 255 - (grey.pixels[at] as number);
  return { ...grey, pixels };
}
