// Signs of currency that stand away from their amounts, one below the other, are no column: `¥ 201,683` is one cell.
import { lineText } from './lines.ts';
import type { FilledArea } from './table-grid.ts';
import { isDatum } from './table-lines.ts';

/** Signs one below the other. */
const fewestSigns = 2;
const currency = /^(?:\p{Sc}|(?:US|HK|NT|[ACNS])\$|R[MPs]\.?|US[D$]|EUR|GBP|CHF|JPY|CNY|RMB|INR|kr\.?)$/u;

export function withoutSignColumns(areas: readonly FilledArea[]): readonly FilledArea[] {
  const narrow = new Map<string, FilledArea>();
  const byColumn = new Map<number, FilledArea[]>();
  for (const area of areas) {
    if (area.toColumn - area.column > 1) continue;
    narrow.set(placeOf(area, area.column), area);
    if (area.pieces.length === 0) continue;
    const list = byColumn.get(area.column);
    if (list === undefined) byColumn.set(area.column, [area]);
    else list.push(area);
  }
  const after = (area: FilledArea): FilledArea | undefined => narrow.get(placeOf(area, area.column + 1));
  const gone = new Set<number>();
  for (const [column, list] of byColumn) if (isSignColumn(list, after)) gone.add(column);
  if (gone.size === 0) return areas;
  return areas.flatMap((area) => {
    const isNarrow = area.toColumn - area.column === 1;
    if (gone.has(area.column)) return isNarrow ? [] : [{ ...area, column: area.column + 1 }];
    const before = isNarrow && gone.has(area.column - 1) ? narrow.get(placeOf(area, area.column - 1)) : undefined;
    return before === undefined ? [area] : [{ ...area, pieces: [...before.pieces, ...area.pieces] }];
  });
}

const placeOf = ({ row, toRow }: FilledArea, column: number): string => `${row} ${toRow} ${column}`;

/** Signs with an amount after each; above them at most heads of the column that follows. */
function isSignColumn(filled: readonly FilledArea[], after: (area: FilledArea) => FilledArea | undefined): boolean {
  const signs = filled.filter(isSign);
  if (signs.length < fewestSigns) return false;
  if (!signs.every((sign) => isDatum((after(sign)?.pieces ?? []).map(lineText).join(' ')))) return false;
  const first = signs.reduce((least, { row }) => Math.min(least, row), Number.POSITIVE_INFINITY);
  return filled.every((area) => isSign(area) || (area.row < first && after(area)?.pieces.length === 0));
}

const isSign = ({ pieces }: FilledArea): boolean =>
  pieces.length === 1 && pieces.every((piece) => currency.test(lineText(piece)));
