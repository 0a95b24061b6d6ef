// Boxes that lines join, as in charts of flow and plans of classes: what stands in a box is read together, and what is around
// them is no row or column of a table.
import { boundsOf, middleX, middleY } from './page.ts';
import { countOfWords, type Segment } from './segments.ts';
import { cellOf, type GridArea, ownersOf, type PageTable, slotOf, type TableGrid } from './table-grid.ts';

/** A grid with the lines it was made of: which positions have one on their left, and which above them. */
export interface LinedGrid extends TableGrid {
  readonly left: Uint8Array;
  readonly above: Uint8Array;
}

/** Rows and columns of lines in a drawing. */
const fewestLines = 3;
/** Share of what parts the cells of a table that may not be drawn. */
const mostOpen = 0.06;

/**
 * The rectangles with lines on all sides, where the grid is a drawing; else undefined. Between boxes that stand free of each
 * other there is no line, and what is around them is no rectangle.
 */
export function boxesOf(grid: LinedGrid): GridArea[] | undefined {
  const { xs, ys, areas } = grid;
  if (xs.length <= fewestLines || ys.length <= fewestLines) return undefined;
  let edges = 0;
  let open = 0;
  for (const area of areas) {
    edges += (xs[area.toColumn] as number) - (xs[area.column] as number);
    edges += (ys[area.toRow] as number) - (ys[area.row] as number);
    open += openAbove(grid, area, area.row) + openBeside(grid, area, area.column);
  }
  if (open <= mostOpen * edges) return undefined;
  return areas.filter(
    (area) =>
      openAbove(grid, area, area.row) + openAbove(grid, area, area.toRow) === 0 &&
      openBeside(grid, area, area.column) + openBeside(grid, area, area.toColumn) === 0,
  );
}

/** How much of the line above this row is missing over the columns of an area; the edges of the grid are none. */
function openAbove({ xs, ys, above }: LinedGrid, { column, toColumn }: GridArea, row: number): number {
  if (row === 0 || row === ys.length - 1) return 0;
  return missing(xs, column, toColumn, (at) => above[row * (xs.length - 1) + at] === 1);
}

/** The same of the line at the left of a column. */
function openBeside({ xs, ys, left }: LinedGrid, { row, toRow }: GridArea, column: number): number {
  if (column === 0 || column === xs.length - 1) return 0;
  return missing(ys, row, toRow, (at) => left[at * (xs.length - 1) + column] === 1);
}

function missing(places: readonly number[], from: number, to: number, isDrawn: (at: number) => boolean): number {
  let open = 0;
  for (let at = from; at < to; at += 1) if (!isDrawn(at)) open += (places[at + 1] as number) - (places[at] as number);
  return open;
}

/** A box by itself says nothing of what is around it. */
const fewestFrames = 3;
/** Share of the boxes that hold words; the bars of a chart hold numbers. */
const leastWorded = 0.6;
/** Share of the text in boxes; where less is, they stand around the words of lines. */
const leastBoxed = 0.5;

/** The boxes of a drawing with what stands in them, those that are drawn one below the other together. */
export function framesOf(drawing: TableGrid, segments: readonly Segment[]): PageTable[] {
  const { xs, ys, areas } = drawing;
  const owners = ownersOf(drawing);
  const inBoxes: Segment[][] = areas.map(() => []);
  for (const segment of segments) {
    const at = owners[slotOf(ys, middleY(segment)) * (xs.length - 1) + slotOf(xs, middleX(segment))] as number;
    const box = areas[at];
    if (box === undefined) continue;
    const isWithin = segment.left >= (xs[box.column] as number) && segment.right <= (xs[box.toColumn] as number);
    if (isWithin) inBoxes[at]?.push(segment);
  }
  const stacks = new Map<string, Segment[][]>();
  const frames: Segment[][][] = [];
  for (const [at, { row, toRow, column, toColumn }] of areas.entries()) {
    const inBox = inBoxes[at] as Segment[];
    if (inBox.length === 0) continue;
    const stack = stacks.get(`${row} ${column} ${toColumn}`) ?? [];
    if (stack.length === 0) frames.push(stack);
    stack.push(inBox);
    stacks.set(`${toRow} ${column} ${toColumn}`, stack);
  }
  if (countOfWords(frames.flat(2)) < leastBoxed * countOfWords(segments)) return [];
  const worded = frames.filter((boxes) => boxes.some((box) => box.some(hasWord))).length;
  return frames.length < fewestFrames || worded < leastWorded * frames.length ? [] : frames.map(frameOf);
}

const hasWord = ({ words }: Segment): boolean => words.some(({ text }) => /\p{L}{3}/u.test(text));

function frameOf(boxes: readonly (readonly Segment[])[]): PageTable {
  const segments = boxes.flat();
  const rows = boxes.map((box) => [cellOf(box)]);
  return { ...boundsOf(segments), segments: new Set(segments), header: false, rows, isFrame: true };
}
