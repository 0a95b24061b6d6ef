// Labels with their values in a frame: each label begins at the left, and all values begin at one place.
import { isFormGrid } from '../document/form-grid.ts';
import { largestOf, smallestOf } from './many.ts';
import { type Box, liesIn, type Word } from './page.ts';
import type { Segment } from './segments.ts';
import {
  type FilledArea,
  fillGrid,
  isEmptyCell,
  type PageCell,
  type PageTable,
  rowsOf,
  type TableGrid,
} from './table-grid.ts';
import { type TableLine, tableLines } from './table-lines.ts';
import type { Within } from './table-rules.ts';
import { rowAreas } from './table-stack.ts';
import { isAsLong, type Stroke, type Strokes, snap } from './table-strokes.ts';

/** In points: what begins at one place. */
const aligned = 2.5;
const fewestLabels = 3;
/** Words of a label, the one with the colon among them. */
const mostLabelWords = 5;
/** Frames of a page that are looked at. */
const mostFrames = 100;
const mostLines = 200;
/** More drawn lines than this are no frames around a few words. */
const mostStrokes = 1000;

export function formTables(frames: readonly Box[], within: Within): PageTable[] {
  return frames.flatMap((frame) => formIn(frame, within(frame)) ?? []);
}

/** Whether drawn lines are those of a form, whose rows have cells of their own. */
export function isFormOver(grid: TableGrid, areas: readonly FilledArea[]): boolean {
  const rows = rowsOf(areas, grid);
  const columns = rows[0]?.reduce((sum, { colspan }) => sum + colspan, 0) ?? 0;
  return isFormGrid(
    rows.map((row) => row.length),
    columns,
  );
}

/** The rows of a form, each by itself; those that are space are none. */
export function formRows(rows: readonly (readonly PageCell[])[]): readonly (readonly PageCell[])[] {
  const filled = rows.filter((row) => !row.every(isEmptyCell));
  return filled.map((row) => row.map((cell) => ({ ...cell, colspan: 1, rowspan: 1 })));
}

/** Boxes with a line along each side and none between two of them from side to side. */
export function drawnFrames({ horizontal, vertical }: Strokes): Box[] {
  const frames: Box[] = [];
  if (horizontal.length > mostStrokes || vertical.length > mostStrokes) return frames;
  for (const [at, top] of horizontal.entries()) {
    const bottom = horizontal.slice(at + 1, at + 1 + mostFrames).find((other) => isAsLong(other, top));
    if (bottom === undefined) continue;
    const sides = [top.from, top.to].filter((x) => vertical.some((side) => runs(side, x, top.at, bottom.at)));
    if (sides.length === 2) frames.push({ left: top.from, top: top.at, right: top.to, bottom: bottom.at });
    if (frames.length >= mostFrames) break;
  }
  return frames;
}

const runs = ({ at, from, to }: Stroke, x: number, top: number, bottom: number): boolean =>
  Math.abs(at - x) <= snap && from <= top + snap && to >= bottom - snap;

function formIn(frame: Box, segments: readonly Segment[]): PageTable | undefined {
  const lines = tableLines(segments);
  if (lines.length < fewestLabels || lines.length > mostLines) return undefined;
  const left = smallestOf(lines, (line) => line.left);
  const rows = lines.map((line) => ({ line, parts: line.left - left <= aligned ? labelled(line) : undefined }));
  const labels = rows.flatMap(({ parts }) => parts ?? []);
  const values = labels.flatMap(({ value }) => value ?? []);
  if (labels.length < fewestLabels || values.length < fewestLabels || rows[0]?.parts === undefined) return undefined;
  const [first] = values as [Word, ...Word[]];
  if (values.some((value) => Math.abs(value.left - first.left) > aligned)) return undefined;
  const end = largestOf(labels, ({ label }) => label.right);
  if (end >= first.left) return undefined;
  // Lines without a label go on with the value above them.
  if (rows.some(({ line, parts }) => parts === undefined && line.left < first.left - aligned)) return undefined;
  const grid = gridOf(frame, rows, (end + first.left) / 2);
  const areas = fillGrid(grid, segments);
  if (segments.some(({ words }) => words.some((word) => !liesIn(word, frame)))) return undefined;
  return { ...frame, segments: new Set(segments), header: false, rows: rowsOf(areas) };
}

interface Labelled {
  readonly label: Word;
  readonly value: Word | undefined;
}

/** The last word of a label and the first one of its value: bold before plain words, or a colon between them. */
function labelled({ pieces }: TableLine): Labelled | undefined {
  const words = pieces.flatMap((piece) => piece.words);
  const plain = words.findIndex(({ style }) => !style.bold);
  const colon = words.slice(0, mostLabelWords).findIndex(({ text }) => text.endsWith(':'));
  const at = plain > 0 ? plain - 1 : colon;
  const label = words[at];
  if (label === undefined || at >= mostLabelWords || (plain > 0 && colon >= 0 && colon !== at)) return undefined;
  return { label, value: words[at + 1] };
}

function gridOf(
  { left, top, right, bottom }: Box,
  rows: readonly { readonly line: TableLine; readonly parts: Labelled | undefined }[],
  middle: number,
): TableGrid {
  const ys = [top];
  for (const [at, { line, parts }] of rows.entries()) {
    const before = rows[at - 1]?.line;
    if (parts !== undefined && before !== undefined) ys.push((before.bottom + line.top) / 2);
  }
  ys.push(bottom);
  return { xs: [left, middle, right], ys, areas: ys.slice(1).flatMap((_, row) => rowAreas(row, 2)) };
}
