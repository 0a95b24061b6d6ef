// The tree's table from a table on a page.
import { cell, table } from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import { phrasingOf } from './inline.ts';
import type { LinkArea } from './page.ts';
import type { PageCell, PageTable } from './table-grid.ts';

export function tableBlock(found: PageTable, page: number, links: readonly LinkArea[] = []): Block {
  const rows = found.rows.map((row) => row.map((one) => cell(cellContent(one, links), one.colspan, one.rowspan)));
  return table(rows, {
    origin: { kind: 'page', page, box: [found.left, found.top, found.right, found.bottom] },
    ...(found.header ? {} : { header: false }),
  });
}

/** Looks that a whole cell has are the table's own (a bold header); what differs within it is marked. */
function cellContent({ lines, words }: PageCell, links: readonly LinkArea[] = []): Phrasing[] {
  return phrasingOf(lines, {
    bold: words.every((word) => word.style.bold),
    italic: words.every((word) => word.style.italic),
    monospace: words.every((word) => word.style.monospace),
    links,
  });
}
