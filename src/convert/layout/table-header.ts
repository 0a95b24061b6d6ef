// Whether the first row of a table is its head: a table that goes on from the page before begins with data.
import { lineText } from './lines.ts';
import type { PageCell } from './table-grid.ts';
import { isDatum } from './table-lines.ts';

export function hasHeader(rows: readonly (readonly PageCell[])[]): boolean {
  const [first, second] = rows;
  if (first === undefined || second === undefined || first.length !== second.length) return true;
  let data = 0;
  let alike = 0;
  let words = 0;
  for (const [at, cell] of first.entries()) {
    if (cell.colspan > 1 || cell.rowspan > 1) return true;
    const text = textOf(cell);
    if (at === 0 || text === '') continue;
    if (!isDatum(text) || isYear(text)) words += 1;
    else {
      data += 1;
      if (shapeOf(text) === shapeOf(textOf(second[at] as PageCell))) alike += 1;
    }
  }
  return !(data > words && alike >= 0.6 * data && alike > 0);
}

const textOf = ({ lines }: PageCell): string => lines.map(lineText).join(' ');
const isYear = (text: string): boolean => /^(?:1[6-9]|20|21)\d\d(?:[-/–]\d{2,4})?$/.test(text);
/** Numbers written alike have one shape: 12.5% and 7.0%. */
const shapeOf = (text: string): string => text.replace(/\d+/g, '9');
