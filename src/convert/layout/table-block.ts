// The tree's table from a table on a page.
import { cell, lineBreak, table, text } from '../document/build.ts';
import type { Block, Phrasing } from '../document/tree.ts';
import type { Hyphens } from './hyphens.ts';
import { phrasingOf } from './inline.ts';
import { type Line, lineText } from './lines.ts';
import { listMark } from './list-marks.ts';
import type { LinkArea } from './page.ts';
import type { PageNotes } from './page-notes.ts';
import type { PageCell, PageTable } from './table-grid.ts';

/** `hyphens` tells which hyphens at line ends stay; all go without it. */
export function tableBlock(
  found: PageTable,
  page: number,
  links: readonly LinkArea[] = [],
  hyphens: Hyphens | undefined = undefined,
  notes: PageNotes | undefined = undefined,
): Block {
  const body = found.rows.slice(found.header ? 1 : 0);
  const marksCode = body.some((row) => row.some(hasProse));
  const rows = found.rows.map((row) =>
    row.map((one) => cell(cellContent(one, { links, hyphens, notes, marksCode }), one.colspan, one.rowspan)),
  );
  return table(rows, {
    origin: { kind: 'page', page, box: [found.left, found.top, found.right, found.bottom] },
    ...(found.header ? {} : { header: false }),
  });
}

const hasProse = ({ words }: PageCell): boolean =>
  words.some(({ text, style }) => !style.monospace && /\p{L}{2}/u.test(text));

/** Code that stands among text in other cells; figures are set like code for their width. */
const isCode = ({ words }: PageCell): boolean => words.some(({ text }) => /\p{L}{2}|[{}()[\]<>=/$]/u.test(text));

interface CellSettings {
  readonly links: readonly LinkArea[];
  readonly hyphens: Hyphens | undefined;
  readonly notes: PageNotes | undefined;
  readonly marksCode: boolean;
}

/** Looks that a whole cell has are the table's own (a bold header); what differs within it is marked. */
function cellContent(one: PageCell, { links, hyphens, notes, marksCode }: CellSettings): Phrasing[] {
  const { lines, words } = one;
  const looks = {
    bold: words.every((word) => word.style.bold),
    italic: words.every((word) => word.style.italic),
    monospace: words.every((word) => word.style.monospace) && !(marksCode && isCode(one)),
    links,
    notes,
    hyphens,
    skip: 0,
  };
  const items = itemsOf(lines);
  if (items.length < 2) return phrasingOf(lines, looks);
  return items.flatMap(({ bullet, mark, lines: own }, at) => {
    const content = phrasingOf(own, { ...looks, skip: bullet });
    return [...(at === 0 ? [] : [lineBreak]), ...(bullet > 0 ? [text(mark)] : []), ...content];
  });
}

interface CellItem {
  /** Characters of its bullet; 0 where it has none. */
  readonly bullet: number;
  /** What is written for it. */
  readonly mark: string;
  readonly lines: Line[];
}

/** The items of a list in a cell, and what stands before it; all lines together where there is no list. */
function itemsOf(lines: readonly Line[]): CellItem[] {
  const marks = lines.length < 2 ? [] : lines.map((line) => listMark(lineText(line)));
  const bullets = marks.filter((mark) => mark?.ordered === false).length;
  const numbers = marks.flatMap((mark) => (mark?.ordered === true ? [mark.number] : []));
  const counts =
    numbers.length >= 2 && numbers.every((number, at) => number !== undefined && number === (numbers[0] ?? 0) + at);
  const items: CellItem[] = [];
  for (const [at, line] of lines.entries()) {
    const mark = marks[at];
    const begins = mark !== undefined && (mark.ordered ? counts : bullets >= 2);
    if (begins || items.length === 0) {
      const bullet = mark?.ordered === false ? mark.length : 0;
      items.push({
        bullet,
        mark: mark?.checked === undefined ? '- ' : `- [${mark.checked ? 'x' : ' '}] `,
        lines: [line],
      });
    } else items.at(-1)?.lines.push(line);
  }
  return items;
}
