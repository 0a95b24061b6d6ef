// Forms are drawn over grids that no two of their rows share: what stands below each other has nothing to do with each other,
// and a table of all their columns would be mostly blank.

/** Whether rows with so many cells share hardly any borders of a grid with so many columns. */
export function isFormGrid(cellsOfRows: readonly number[], columns: number): boolean {
  let [most, all] = [0, 0];
  for (const count of cellsOfRows) {
    most = Math.max(most, count);
    all += count;
  }
  return columns > 2 * most || (3 * columns > 4 * most && columns * cellsOfRows.length > 3 * all);
}
