// What a table is called, right above or below its rows, is none of them, however well it stands in its columns; between rows
// it parts two tables.
import { isTableCaption } from './captions.ts';
import { type Box, boundsOf, middleY } from './page.ts';
import { isEmptyCell, type PageCell, type PageTable, textOfCell } from './table-grid.ts';
import { hasHeader } from './table-header.ts';

/** What is left beside a caption is a table from so many rows on. */
const fewestRows = 2;

type Row = PageTable['rows'][number];

/** The tables between rows that are nothing but captions; these go back to the text. */
export function withoutCaptions(table: PageTable): PageTable[] {
  const { rows } = table;
  const captions = table.isFrame === true ? [] : rows.flatMap((row) => captionOf(row) ?? []);
  if (captions.length === 0) return [table];
  const parts: PageTable[] = [];
  let from = 0;
  let above: Box | undefined;
  for (let at = 0; at <= rows.length; at += 1) {
    const caption = at < rows.length ? captionOf(rows[at] as Row) : undefined;
    if (caption === undefined && at < rows.length) continue;
    const below = caption && boundsOf(caption.words);
    const part = partOf(table, rows.slice(from, at), above, below);
    if (part !== undefined) parts.push(part);
    from = at + 1;
    above = below;
  }
  return parts.length === 0 ? [table] : parts;
}

/** The only words of a row, where they say what table it is. */
function captionOf(row: Row): PageCell | undefined {
  const cell = row.find((one) => !isEmptyCell(one));
  if (cell === undefined || !isTableCaption(textOfCell(cell))) return undefined;
  return row.every((one) => (one === cell || isEmptyCell(one)) && one.rowspan === 1) ? cell : undefined;
}

function partOf(
  table: PageTable,
  rows: readonly Row[],
  above: Box | undefined,
  below: Box | undefined,
): PageTable | undefined {
  const segments = new Set(
    [...table.segments].filter((one) => {
      const middle = middleY(one);
      return !(above !== undefined && middle < above.bottom) && !(below !== undefined && middle > below.top);
    }),
  );
  if (rows.length < fewestRows || segments.size < 2) return undefined;
  const inner = boundsOf([...segments]);
  const { left, right } = table;
  const top = above === undefined ? table.top : Math.min(inner.top, above.bottom);
  const bottom = below === undefined ? table.bottom : Math.max(inner.bottom, below.top);
  return { left, right, top, bottom, segments, rows, header: (above !== undefined || table.header) && hasHeader(rows) };
}
