// Addresses of cells and ranges (ECMA-376 part 1, 18.18.7 and 18.18.62): numbers from 1 in, letters out, and back.
import { numberText } from '../../document/number-text.ts';

/** Excel's own bounds; nothing beyond them is an address. */
export const mostRows = 1_048_576;
export const mostColumns = 16_384;

export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** 1 is A, 16 384 is XFD. */
export const columnName = (column: number): string => numberText(column, 'upperAlpha');

/** One number for a cell, to look it up by. */
export const cellKey = (row: number, column: number): number => row * 32_768 + column;

export function rangeName({ top, left, bottom, right }: CellRange): string {
  const first = `${columnName(left)}${top}`;
  return top === bottom && left === right ? first : `${first}:${columnName(right)}${bottom}`;
}

const address = /^\$?([A-Za-z]{1,3})\$?([0-9]{1,7})$/;

/** `B2`, `$B$2` or `B2:D9`, in any order of its corners; undefined for anything else or beyond the bounds of a sheet. */
export function parseRange(text: string): CellRange | undefined {
  if (text.length > 40) return undefined;
  const [from = '', to = from] = text.split(':', 2);
  const first = address.exec(from);
  const last = address.exec(to);
  if (first === null || last === null) return undefined;
  const columns = [columnNumber(first[1] as string), columnNumber(last[1] as string)];
  const rows = [Number(first[2]), Number(last[2])];
  const range = {
    top: Math.min(...rows),
    left: Math.min(...columns),
    bottom: Math.max(...rows),
    right: Math.max(...columns),
  };
  return range.top < 1 || range.bottom > mostRows || range.right > mostColumns ? undefined : range;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

export function contains(range: CellRange, row: number, column: number): boolean {
  return range.top <= row && row <= range.bottom && range.left <= column && column <= range.right;
}
