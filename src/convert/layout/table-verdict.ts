// Whether a grid of drawn lines holds a table: charts, forms, frames around prose and borders of pages do not.
import { lineText } from './lines.ts';
import { isListMark } from './list-marks.ts';
import { middleX, middleY, type Word } from './page.ts';
import { countOfWords, type Segment } from './segments.ts';
import { isProse } from './table-chains.ts';
import { columnsOf } from './table-columns.ts';
import { hasAxis } from './table-evidence.ts';
import { type FilledArea, ownersOf, slotOf, type TableGrid } from './table-grid.ts';
import { isDatumPiece, type TableLine, tableLines } from './table-lines.ts';

/** Share of the cells that must hold words. */
const leastFilled = 0.3;
/** Words of a cell in the middle; more is prose in frames. */
const mostWords = 60;
/** The same in a table of one column. */
const mostStackedWords = 30;
/** Lines of a cell that have a part of their own beside another: fewer are labels with their values. */
const fewestBeside = 5;
/** In parts of the type size: the white between two words of a line; cells stand further apart. */
const mostWordGap = 0.35;
const fewestThrough = 4;
const mostThrough = 0.25;
/** Words of a cell that names what is to be written beside it or below. */
const mostLabelWords = 15;

export function holdsTable({ xs }: TableGrid, areas: readonly FilledArea[], drawn: boolean): boolean {
  const filled = filledOf(areas);
  if (drawn && xs.length === 2) return isStackOfCells(areas, filled);
  if (filled.length < (drawn ? 3 : 4)) return false;
  const rows = new Set(filled.map((area) => area.row));
  const columns = new Set(filled.map((area) => area.column));
  // Nothing beside anything else is text with lines around it.
  if (rows.size < 2 || columns.size < 2 || filled.length === rows.size) return false;
  if (filled.length < leastFilled * countOfCells(areas, rows, columns)) return false;
  // The values of a chart have no heads.
  if (filled.every((area) => area.pieces.every(isDatumPiece))) return false;
  const words = wordsIn(filled);
  if (words / filled.length > mostWords || filled.some(isPanel)) return false;
  return crossed(xs, filled) <= 0.2 * words;
}

/** A framed part of the page that holds text in columns of its own. */
function isPanel({ pieces }: FilledArea): boolean {
  if (pieces.length < 2 * fewestBeside) return false;
  const beside = tableLines(pieces).filter((line) => line.pieces.length > 1);
  return beside.length >= fewestBeside && beside.some(isProse);
}

/**
 * Cells one below the other, none of them empty: a single frame is no table, nor is much prose in frames, nor what an engine
 * saw in a picture.
 */
function isStackOfCells(areas: readonly FilledArea[], filled: readonly FilledArea[]): boolean {
  if (filled.length < 2 || filled.length < areas.length || wordsIn(filled) / filled.length > mostStackedWords)
    return false;
  const beside = filled.filter(({ pieces }) => tableLines(pieces).some(hasColumns)).length;
  // Rows of a table in a frame, whose columns are not drawn.
  if (beside > 0.5 * filled.length) return false;
  return filled.every(({ pieces }) => pieces.every(({ words }) => words[0]?.confidence === undefined));
}

/** Parts beside each other; the mark of an item is none. */
const hasColumns = ({ pieces }: TableLine): boolean =>
  pieces.length > (isListMark(lineText(pieces[0] as Segment)) ? 2 : 1);

/** Rows of a form, its head included. */
const fewestFormRows = 3;
/** Share of the cells that stand for themselves in a grid that is drawn in full. */
const wholeGrid = 0.9;
/** In points: smaller cells have no room to write in. */
const narrowestCell = 14;
const lowestCell = 8;

/** A table that waits to be filled in: all its cells are drawn, and its first row or its first column says what belongs in them. */
export function isBlankForm({ xs, ys }: TableGrid, areas: readonly FilledArea[]): boolean {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (rows < fewestFormRows || columns < 2) return false;
  const single = areas.filter((area) => area.toRow - area.row === 1 && area.toColumn - area.column === 1).length;
  if (single < wholeGrid * rows * columns) return false;
  const roomy = (lines: readonly number[], least: number): boolean => {
    let count = 0;
    for (let at = 1; at < lines.length; at += 1)
      if ((lines[at] as number) - (lines[at - 1] as number) >= least) count += 1;
    return count >= wholeGrid * (lines.length - 1);
  };
  if (!roomy(xs, narrowestCell) || !roomy(ys, lowestCell)) return false;
  const filled = filledOf(areas);
  const inHead = filled.filter((area) => area.row === 0);
  const inFirst = filled.filter((area) => area.column === 0);
  const headed = inHead.length === columns && inHead.some((area) => !area.pieces.every(isDatumPiece));
  if (!headed && inFirst.length < 0.8 * rows) return false;
  const words = wordsIn(filled);
  return words / filled.length <= mostLabelWords && crossed(xs, filled) <= 0.1 * words;
}

const filledOf = (areas: readonly FilledArea[]): FilledArea[] => areas.filter((area) => area.pieces.length > 0);

const wordsIn = (areas: readonly FilledArea[]): number =>
  areas.reduce((sum, { pieces }) => sum + countOfWords(pieces), 0);

/** A cell with the axis of a chart in it: numbers one below the other that fall by equal steps. */
export function holdsChart(areas: readonly FilledArea[]): boolean {
  return areas.some((area) => {
    if (area.pieces.length < 5) return false;
    const byEdge = new Map<number, Segment[]>();
    for (const piece of area.pieces) {
      if (!isDatumPiece(piece)) continue;
      const edge = Math.round(piece.right / 4);
      for (const near of [edge, edge + 1]) {
        const list = byEdge.get(near);
        if (list === undefined) byEdge.set(near, [piece]);
        else list.push(piece);
      }
    }
    return [...byEdge.values()].some((list) => {
      const lines = tableLines(list);
      return list.length >= 4 && hasAxis(lines, columnsOf(lines).columns);
    });
  });
}

/** Lines of text that go on past lines of the grid as if there were none: the boxes of a drawing, which lie over each other. */
export function runsThrough(grid: TableGrid, segments: readonly Segment[]): boolean {
  const { xs, ys } = grid;
  const owners = ownersOf(grid);
  const ownerOf = (word: Word): number =>
    owners[slotOf(ys, middleY(word)) * (xs.length - 1) + slotOf(xs, middleX(word))] as number;
  let count = 0;
  for (const { words, size } of segments) {
    const cut = words.some((word, at) => {
      const before = words[at - 1];
      if (before === undefined || word.left - before.right > mostWordGap * size) return false;
      return ownerOf(before) !== ownerOf(word);
    });
    if (cut) count += 1;
  }
  return count >= fewestThrough && count > mostThrough * segments.length;
}

/** Rows and columns without any words do not count. */
function countOfCells(areas: readonly FilledArea[], rows: ReadonlySet<number>, columns: ReadonlySet<number>): number {
  return areas.filter((area) => rows.has(area.row) && columns.has(area.column)).length;
}

/** Words that run well over a line at the side of their cell: labels of charts do, words in cells do not. */
function crossed(xs: readonly number[], filled: readonly FilledArea[]): number {
  let count = 0;
  for (const area of filled) {
    const [left, right] = [xs[area.column] as number, xs[area.toColumn] as number];
    for (const piece of area.pieces) {
      for (const word of piece.words) {
        const slack = 0.4 * word.style.size;
        if (word.left < left - slack || word.right > right + slack) count += 1;
      }
    }
  }
  return count;
}
