// Where the pictures of a page lie: how much of it they cover, and the regions they make up together, since scanners and
// drawing programs cut one picture into hundreds of strips and tiles.
import { type Box, boundsOf, heightOf, widthOf } from '../../layout/page.ts';

/** The page as a raster of so many cells each way. */
const cells = 128;
/** Only the largest pictures are looked at. */
const mostPictures = 2_000;

const noCells = new Uint8Array(0);

export class PictureCover {
  readonly #covered: Uint8Array;
  readonly #width: number;
  readonly #height: number;
  /** On the page and with an area, the largest first. */
  readonly #pictures: readonly Box[];
  /** Share of the page that lies under pictures. */
  readonly share: number;

  constructor(width: number, height: number, pictures: readonly Box[]) {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    const page = { left: 0, top: 0, right: this.#width, bottom: this.#height };
    const all = pictures.map((box) => clipped(box, page)).filter((box) => widthOf(box) > 0 && heightOf(box) > 0);
    if (all.length > mostPictures) all.sort((one, other) => areaOf(other) - areaOf(one)).length = mostPictures;
    this.#pictures = all;
    // Most pages have none, and there may be thousands of them.
    this.#covered = all.length === 0 ? noCells : new Uint8Array(cells * cells);
    let count = 0;
    for (const box of all) {
      const [left, top, right, bottom] = this.#cellsOf(box);
      for (let row = top; row <= bottom; row += 1) {
        for (let at = row * cells + left; at <= row * cells + right; at += 1) {
          if (this.#covered[at] === 0) count += 1;
          this.#covered[at] = 1;
        }
      }
    }
    this.share = count / (cells * cells);
  }

  covers(x: number, y: number): boolean {
    if (this.share === 0 || x < 0 || y < 0 || x >= this.#width || y >= this.#height) return false;
    return this.#covered[this.#row(y) * cells + this.#column(x)] === 1;
  }

  /** Boxes around pictures that touch each other, from the top of the page to its foot. */
  regions(): Box[] {
    if (this.share === 0) return [];
    const names = new Int32Array(cells * cells);
    const members = new Map<number, Box[]>();
    let next = 0;
    for (let at = 0; at < names.length; at += 1) {
      if (this.#covered[at] === 0 || names[at] !== 0) continue;
      next += 1;
      this.#name(names, at, next);
    }
    for (const box of this.#pictures) {
      const [left, top] = this.#cellsOf(box);
      const name = names[top * cells + left] as number;
      const known = members.get(name);
      if (known === undefined) members.set(name, [box]);
      else known.push(box);
    }
    return [...members.values()].map(boundsOf).sort((one, other) => one.top - other.top || one.left - other.left);
  }

  #name(names: Int32Array, start: number, name: number): void {
    const waiting = [start];
    names[start] = name;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const column = at % cells;
      for (const near of [column > 0 ? at - 1 : -1, column < cells - 1 ? at + 1 : -1, at - cells, at + cells]) {
        if (near < 0 || near >= names.length || names[near] !== 0 || this.#covered[near] === 0) continue;
        names[near] = name;
        waiting.push(near);
      }
    }
  }

  /** The cells a picture reaches into by half at least, and one in any case. */
  #cellsOf({ left, top, right, bottom }: Box): readonly [left: number, top: number, right: number, bottom: number] {
    const across = this.#width / cells / 2;
    const down = this.#height / cells / 2;
    const first = this.#column(left + across);
    const upper = this.#row(top + down);
    return [first, upper, Math.max(first, this.#column(right - across)), Math.max(upper, this.#row(bottom - down))];
  }

  #column(x: number): number {
    return Math.min(cells - 1, Math.max(0, Math.floor((x / this.#width) * cells)));
  }

  #row(y: number): number {
    return Math.min(cells - 1, Math.max(0, Math.floor((y / this.#height) * cells)));
  }
}

export const areaOf = (box: Box): number => Math.max(0, widthOf(box)) * Math.max(0, heightOf(box));

export function clipped(box: Box, frame: Box): Box {
  return {
    left: Math.max(box.left, frame.left),
    top: Math.max(box.top, frame.top),
    right: Math.min(box.right, frame.right),
    bottom: Math.min(box.bottom, frame.bottom),
  };
}
