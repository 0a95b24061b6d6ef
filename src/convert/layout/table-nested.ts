// Tables within cells of other tables: their lines are taken out, so that what they hold is read as the text of the cell.
import { largestOf, smallestOf } from './many.ts';
import { overlap } from './page.ts';
import { isAsLong, type Stroke, type Strokes, snap } from './table-strokes.ts';

/** In points: the lines of a table in a cell stand this far from those of the cell; a column is wider. */
const padding = 12;
/** Share of the whole that a table within it may fill; a frame around a table is no cell. */
const mostFilled = 0.6;
/** Lines of a grid that are compared with each other; a drawing has more. */
const mostLines = 2_000;

/** A grid without the lines that begin and end inside one of its cells. */
export function withoutNested(whole: Strokes): Strokes {
  const { horizontal, vertical } = whole;
  if (horizontal.length < 4 || vertical.length < 4 || horizontal.length * vertical.length > mostLines) return whole;
  const boxes = boxesOf(horizontal.filter((stroke) => isInside(stroke, vertical)));
  if (boxes.length === 0) return whole;
  const outer = {
    horizontal: horizontal.filter((stroke) => !boxes.some((box) => isAsLong(stroke, box))),
    vertical: vertical.filter((stroke) => !boxes.some((box) => standsIn(stroke, box))),
  };
  const area = extentOf(horizontal) * extentOf(vertical);
  const taken = boxes.reduce((sum, box) => sum + (box.to - box.from) * (box.bottom - box.top), 0);
  return outer.horizontal.length < 2 || outer.vertical.length < 3 || taken > mostFilled * area ? whole : outer;
}

/** It begins a little to the right of a line that runs on past it, and ends before another that does. */
function isInside({ at, from, to }: Stroke, vertical: readonly Stroke[]): boolean {
  const passing = vertical.filter((stroke) => stroke.from < at - snap && stroke.to > at + snap);
  const before = passing.filter((stroke) => stroke.at < from - snap).at(-1);
  const after = passing.find((stroke) => stroke.at > to + snap);
  if (before === undefined || after === undefined || from - before.at > padding) return false;
  // Its own lines end with it or near it; those of the cell are longer.
  const own = vertical.filter((stroke) => Math.abs(stroke.at - from) <= snap && touches(stroke, at));
  return own.length > 0 && own.every((stroke) => stroke.to - stroke.from < before.to - before.from - 2 * snap);
}

const touches = ({ from, to }: Stroke, at: number): boolean => from <= at + snap && to >= at - snap;

interface Nest {
  from: number;
  to: number;
  top: number;
  bottom: number;
}

/** Lines of one extent, one below the other: two or more. */
function boxesOf(strokes: readonly Stroke[]): Nest[] {
  const boxes: Nest[] = [];
  for (const stroke of strokes) {
    const box = boxes.findLast((one) => isAsLong(stroke, one));
    if (box === undefined) boxes.push({ from: stroke.from, to: stroke.to, top: stroke.at, bottom: stroke.at });
    else box.bottom = stroke.at;
  }
  return boxes.filter(({ top, bottom }) => bottom > top);
}

const standsIn = ({ at, from, to }: Stroke, box: Nest): boolean =>
  at > box.from - snap && at < box.to + snap && overlap(from, to, box.top, box.bottom) > 0;

const extentOf = (strokes: readonly Stroke[]): number =>
  largestOf(strokes, ({ to }) => to) - smallestOf(strokes, ({ from }) => from);
