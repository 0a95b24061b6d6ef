// Grids that are nearly all blank: a few cells strewn over a sheet must not become megabytes of empty cells, so such a grid
// is cut into shorter ones, each with the columns it uses.
import type { SheetRow } from './sheet-row.ts';

/** Places for each cell that holds something, and places that any table may have. */
const placesPerCell = 64;
const freePlaces = 65_536;
/** A table with a full first row may be a true matrix, however empty. */
const freeUnderHeader = 16 * 2 ** 20;
const fullShare = 0.6;

/** The rows in one piece where they are dense enough, else in as few as keep the bound. */
export function densePieces(rows: readonly SheetRow[]): (readonly SheetRow[])[] {
  const pieces: (readonly SheetRow[])[] = [];
  let start = 0;
  let columns = new Set<number>();
  let cells = 0;
  for (const [at, row] of rows.entries()) {
    const before = columns.size;
    for (let i = 0; i < row.cells.length; i += 1) columns.add(row.column(i));
    cells += row.cells.length;
    const first = (rows[start] as SheetRow).cells.length;
    const free = first >= fullShare * columns.size ? freeUnderHeader : freePlaces;
    if ((at - start + 1) * columns.size <= placesPerCell * cells + free || before === 0) continue;
    pieces.push(rows.slice(start, at));
    start = at;
    columns = new Set(row.columns);
    cells = row.cells.length;
  }
  if (start < rows.length) pieces.push(rows.slice(start));
  return pieces;
}
