// Whether the first row of a region names its columns: the rule of docs/csv.md, with the kinds the sheet itself gives.
import { boldLook, kindOf, kinds, type SheetRow } from './sheet-row.ts';

/** Rows of data looked at. */
const maxRows = 200;
/** A column has a kind when at least this share of its cells has it. */
const typedShare = 0.9;

export function hasHeader(rows: readonly SheetRow[]): boolean {
  const [first, second] = rows;
  if (first === undefined) return true;
  const firstKinds = new Map(first.columns.map((column, at) => [column, kindOf(first.look(at))]));
  if (second === undefined) return [...firstKinds.values()].every((kind) => kind === kinds.text);
  if (standsOut(first, second) || isSequence(first)) return true;
  let typed = 0;
  for (const [column, kind] of columnKinds(rows.slice(1, maxRows + 1))) {
    const above = firstKinds.get(column);
    // A name above numbers, dates or truth values is what a header is.
    if (above === kinds.text) return true;
    if (above !== undefined || kind !== kinds.text) typed += 1;
  }
  return typed === 0;
}

/** Bold over a row that is not. */
export function standsOut(first: SheetRow, second: SheetRow): boolean {
  const bold = (look: number): boolean => (look & boldLook) !== 0;
  return first.cells.length > 1 && first.every(bold) && !second.every(bold);
}

/** The kind of each column that has one other than text. */
export function columnKinds(rows: readonly SheetRow[]): Map<number, number> {
  const counts = new Map<number, number[]>();
  for (const row of rows) {
    for (let at = 0; at < row.cells.length; at += 1) {
      const column = row.column(at);
      let count = counts.get(column);
      if (count === undefined) {
        count = [0, 0, 0, 0, 0, 0];
        counts.set(column, count);
      }
      const kind = kindOf(row.look(at));
      // Errors stand in for what the column would hold.
      if (kind !== kinds.error) count[kind] = (count[kind] ?? 0) + 1;
    }
  }
  const found = new Map<number, number>();
  for (const [column, count] of counts) {
    const filled = count.reduce((sum, one) => sum + one, 0);
    for (const kind of [kinds.number, kinds.date, kinds.truth]) {
      if ((count[kind] ?? 0) > 0 && (count[kind] ?? 0) >= filled * typedShare) found.set(column, kind);
    }
  }
  return found;
}

/** Years or running numbers over columns: 2019, 2020, 2021. */
function isSequence(row: SheetRow): boolean {
  const numbers: number[] = [];
  for (const cell of row.cells) if (typeof cell === 'string' && /^\d{1,4}$/.test(cell)) numbers.push(Number(cell));
  if (numbers.length < 3 || numbers.length < row.cells.length - 2) return false;
  const step = (numbers[1] as number) - (numbers[0] as number);
  return Math.abs(step) === 1 && numbers.every((number, index) => number === (numbers[0] as number) + index * step);
}
