// Rows that no drawn line parts and that hold words alone: told from the lines of one cell by where they break. Text that
// is wrapped breaks where the next word has no room left; rows break wherever their cell ends.
import { lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import { boundsOf, widthOf } from './page.ts';
import type { Segment } from './segments.ts';
import type { Column, PlacedPiece } from './table-columns.ts';

interface Placed {
  readonly placed: readonly PlacedPiece[];
}

/** Fewer lines than this may break early by chance. */
const fewestLines = 3;
/** Share of the lines that fill all columns but one, and of the breaks that nothing forced. */
const mostlyFilled = 0.8;
const mostlyMeant = 0.8;
/** Of so many breaks of wrapped text, half never come early. */
const manyBreaks = 8;
const halfMeant = 0.5;
/** Columns in which lines must break without need. */
const fewestColumns = 2;

/** Every line is a row of its own: it fills nearly all columns, and its cells end although more would have fitted. */
export function breakOnPurpose(lines: readonly Placed[], columns: readonly Column[]): boolean {
  if (lines.length < fewestLines || columns.length < fewestColumns) return false;
  const fewest = Math.max(fewestColumns, columns.length - 1);
  if (lines.filter(({ placed }) => filledBy(placed) >= fewest).length < mostlyFilled * lines.length) return false;
  let meant = 0;
  for (const [at, column] of columns.entries()) if (isMeant(lines, at, column)) meant += 1;
  return meant >= fewestColumns && meant >= 0.5 * columns.length;
}

const filledBy = (placed: readonly PlacedPiece[]): number =>
  new Set(placed.filter(({ from, to }) => to - from === 1).map(({ from }) => from)).size;

function isMeant(lines: readonly Placed[], column: number, { from, to }: Column): boolean {
  let breaks = 0;
  let early = 0;
  let before: readonly Segment[] = [];
  for (const { placed } of lines) {
    const here = placed.filter((one) => one.from === column && one.to === column + 1).map(({ piece }) => piece);
    const first = here[0]?.words[0];
    if (first === undefined) continue;
    const [last] = before;
    if (last !== undefined) {
      breaks += 1;
      // Cells may stand in the middle: what is free on both sides is room for the next word.
      const room = to - from - widthOf(boundsOf(before));
      if (room > widthOf(first) + 0.6 * (last.size || 1) && !isListItem(here)) early += 1;
    }
    before = here;
  }
  return breaks >= fewestLines - 1 && early >= (breaks >= manyBreaks ? halfMeant : mostlyMeant) * breaks;
}

/** The items of a list within a cell break where they end, too. */
function isListItem(cell: readonly Segment[]): boolean {
  const text = cell.map(lineText).join(' ').trim();
  const mark = listMark(`${text} `);
  return mark !== undefined && text.length > mark.length;
}
