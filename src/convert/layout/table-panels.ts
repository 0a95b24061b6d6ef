// Frames that hold more than a table: parts of a form or page that go all across are cut out, what is left is looked at
// on its own.

import type { Segment } from './segments.ts';
import { fillGrid, type TableGrid } from './table-grid.ts';
import { tableLines } from './table-lines.ts';

/** Lines of a cell that goes all across: a title has fewer. */
const panelLines = 4;

/** The grid itself, or the grids above, between and below its panels. */
export function withoutPanels(grid: TableGrid, segments: readonly Segment[]): TableGrid[] {
  const { xs, ys } = grid;
  const columns = xs.length - 1;
  const wide = grid.areas.filter((area) => area.column === 0 && area.toColumn === columns);
  if (wide.length === 0 || columns < 2) return [grid];
  const cut = new Uint8Array(ys.length);
  let found = false;
  for (const area of fillGrid({ xs, ys, areas: grid.areas }, segments)) {
    if (area.column > 0 || area.toColumn < columns || area.pieces.length < panelLines) continue;
    if (tableLines(area.pieces).length < panelLines) continue;
    cut.fill(1, area.row, area.toRow);
    found = true;
  }
  if (!found) return [grid];
  const out: TableGrid[] = [];
  for (let row = 0; row < ys.length - 1; ) {
    if (cut[row] === 1) {
      row += 1;
      continue;
    }
    const from = row;
    while (row < ys.length - 1 && cut[row] === 0) row += 1;
    // No area crosses the cut: panels go all across.
    const areas = grid.areas
      .filter((area) => area.row >= from && area.toRow <= row)
      .map((area) => ({ ...area, row: area.row - from, toRow: area.toRow - from }));
    out.push({ xs, ys: ys.slice(from, row + 1), areas });
  }
  return out;
}
