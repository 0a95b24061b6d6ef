// Connected areas of a probability map: what the detector takes for lines of print.
import type { Point } from './tilted-box.ts';

export interface Component {
  /** Ends of its stretches, row by row: all that a convex hull needs, sorted by y and then x. */
  readonly outline: readonly Point[];
  readonly pixels: number;
  /** Sum of the map over its pixels. */
  readonly sum: number;
}

/** Areas where the map is above the threshold, joined over sides and corners, in the order of their first pixel. */
export function componentsOf(map: Float32Array, width: number, height: number, threshold: number): Component[] {
  // Stretches of pixels, four numbers each: row, first, last and, by its own index, the stretch it belongs to.
  const rows: number[] = [];
  const firsts: number[] = [];
  const lasts: number[] = [];
  const sums: number[] = [];
  const parents: number[] = [];
  let above = 0;
  for (let y = 0; y < height; y++) {
    const begin = rows.length;
    const offset = y * width;
    for (let x = 0; x < width; x++) {
      if ((map[offset + x] as number) <= threshold) continue;
      const first = x;
      let sum = 0;
      for (; x < width && (map[offset + x] as number) > threshold; x++) sum += map[offset + x] as number;
      const index = rows.length;
      rows.push(y);
      firsts.push(first);
      lasts.push(x - 1);
      sums.push(sum);
      parents.push(index);
      // Stretches of the row above are sorted too: those that end before this one begins are never needed again.
      while (above < begin && (lasts[above] as number) < first - 1) above++;
      for (let other = above; other < begin && (firsts[other] as number) <= x; other++) join(parents, other, index);
    }
    above = begin;
  }
  return gather(rows, firsts, lasts, sums, parents);
}

function rootOf(parents: number[], index: number): number {
  let at = index;
  while (parents[at] !== at) {
    const next = parents[parents[at] as number] as number;
    parents[at] = next;
    at = next;
  }
  return at;
}

/** The lower index becomes the root, so that areas keep the order of their first pixel. */
function join(parents: number[], a: number, b: number): void {
  const rootA = rootOf(parents, a);
  const rootB = rootOf(parents, b);
  if (rootA < rootB) parents[rootB] = rootA;
  else parents[rootA] = rootB;
}

function gather(rows: number[], firsts: number[], lasts: number[], sums: number[], parents: number[]): Component[] {
  const found = new Map<number, { outline: Point[]; pixels: number; sum: number }>();
  for (let i = 0; i < rows.length; i++) {
    const root = rootOf(parents, i);
    let component = found.get(root);
    if (!component) {
      component = { outline: [], pixels: 0, sum: 0 };
      found.set(root, component);
    }
    const y = rows[i] as number;
    const first = firsts[i] as number;
    const last = lasts[i] as number;
    component.outline.push({ x: first, y });
    if (last > first) component.outline.push({ x: last, y });
    component.pixels += last - first + 1;
    component.sum += sums[i] as number;
  }
  return [...found.values()];
}
