// The tree's table from a table on a page.
import { cell, table, text } from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import { lineText } from './lines.ts';
import type { PageCell, PageTable } from './table-grid.ts';

/** How the content of a cell is made; the caller may know of links and marks. */
export type CellContent = (cell: PageCell) => readonly Phrasing[];

export function tableBlock(found: PageTable, page: number, contentOf: CellContent = plainContent): Block {
  const rows = found.rows.map((row) => row.map((one) => cell([...contentOf(one)], one.colspan, one.rowspan)));
  return table(rows, {
    origin: { kind: 'page', page, box: [found.left, found.top, found.right, found.bottom] },
    ...(found.header ? {} : { header: false }),
  });
}

const plainContent: CellContent = (one) => (one.lines.length === 0 ? [] : [text(cellText(one))]);

/** The lines of a cell as one: a word that was parted at the end of a line is put together again. */
function cellText(one: PageCell): string {
  let all = '';
  for (const line of one.lines) {
    const next = lineText(line);
    if (all === '') all = next;
    else if (endsInHyphen(all) && startsLower(next)) all = all.slice(0, -1) + next;
    else all += ` ${next}`;
  }
  return all;
}

const endsInHyphen = (value: string): boolean => /\p{Ll}[-\u2010]$/u.test(value.slice(-3));
const startsLower = (value: string): boolean => /^\p{Ll}/u.test(value);
