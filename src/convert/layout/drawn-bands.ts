// Lines drawn all across a page: what stands above one is read before what stands below it, columns or not.
import { type Box, boundsOf, middleY, widthOf } from './page.ts';
import { byTop } from './placed.ts';

/** In parts of the width of all text: what is drawn of a line that runs all across. */
const allAcross = 0.96;
/** In points: how far text may reach over a line that it stands on. */
const overLine = 2;
/** More lines than this are a ruled sheet. */
const mostLines = 100;

/** The items between each two of such lines, from top to bottom, where these groups of them would be read across the lines. */
export function cutAtLines<T extends Box>(groups: readonly (readonly T[])[], lines: readonly Box[]): T[][] {
  if (groups.length < 2 || lines.length === 0) return [groups.flat()];
  const items = groups.flat();
  const drawn = heightsAcross(boundsOf(items), lines);
  const heights = drawn.filter(
    (y) => isReadAcross(groups, y) && !items.some(({ top, bottom }) => top < y - overLine && bottom > y + overLine),
  );
  if (heights.length === 0) return [[...items]];
  const bands: T[][] = heights.map(() => []);
  bands.push([]);
  for (const item of byTop(items)) {
    const middle = middleY(item);
    bands[heights.filter((y) => y < middle).length]?.push(item);
  }
  return bands.filter((band) => band.length > 0);
}

/** Something below the line comes in a group before something above it. */
function isReadAcross(groups: readonly (readonly Box[])[], y: number): boolean {
  let isBelow = false;
  for (const group of groups) {
    if (isBelow && group.some((item) => middleY(item) < y)) return true;
    isBelow ||= group.some((item) => middleY(item) > y);
  }
  return false;
}

/** Where lines, or pieces of them at one height, run all across. */
function heightsAcross(area: Box, lines: readonly Box[]): number[] {
  const byHeight = new Map<number, Box[]>();
  for (const line of lines) {
    const height = Math.round(middleY(line));
    const known = byHeight.get(height);
    if (known === undefined) byHeight.set(height, [line]);
    else known.push(line);
  }
  const drawn = [...byHeight].filter(([, pieces]) => drawnWidth(area, pieces) >= allAcross * widthOf(area));
  return drawn.length > mostLines ? [] : drawn.map(([height]) => height).sort((a, b) => a - b);
}

function drawnWidth(area: Box, pieces: readonly Box[]): number {
  let reach = area.left;
  let width = 0;
  for (const { left, right } of [...pieces].sort((a, b) => a.left - b.left)) {
    const to = Math.min(right, area.right);
    if (to <= reach) continue;
    width += to - Math.max(left, reach);
    reach = to;
  }
  return width;
}
