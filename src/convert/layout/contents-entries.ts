// The entries of a table of contents: lines that end with dots and the number of a page, and what stands among them.
import { isContentsTitle } from '../contents-title.ts';
import type { PageItem } from './analyse-page.ts';
import { endsEntry } from './contents-entry.ts';
import { type Line, lineFrom } from './lines.ts';
import { addAll } from './many.ts';
import { boundsOf, type Word } from './page.ts';
import { blockOf } from './paragraphs.ts';
import { romanNumber } from './roman-number.ts';
import { type PageTable, textOfCell } from './table-grid.ts';

/** Entries with dots that make those around them entries too. */
const fewestDotted = 2;
/** The same without any, below the word that says what they are. */
const fewestPlain = 2;
/** Numbers from which on a line may end with a year. */
const firstYear = 1000;
/** Lines after one that are looked at for the next page. */
const farAhead = 5;
/** Lines of an entry without dots. */
const mostLines = 2;

/**
 * Where entries with dots stand, those around them without any (chapters, for the most part) are entries as well: none of them
 * is a heading, and rows of a title and a number are no table.
 */
export function withContentsEntries(items: readonly PageItem[]): readonly PageItem[] {
  if (!items.some((item) => isDotted(item) || isContentsHead(item))) return items;
  const out: PageItem[] = [];
  let run: PageItem[] = [];
  const flush = (): void => {
    const areEntries = run.filter(isDotted).length >= fewestDotted || (isContentsHead(out.at(-1)) && areRising(run));
    addAll(out, areEntries ? entriesOf(run) : run);
    run = [];
  };
  for (const item of items) {
    if (isLikeEntry(item)) run.push(item);
    else {
      flush();
      out.push(item);
    }
  }
  flush();
  return out;
}

const isDotted = (item: PageItem): boolean =>
  item.kind === 'text' && !item.inMargin && item.block.lines.some(endsEntry);

const isContentsHead = (item: PageItem | undefined): boolean =>
  item?.kind === 'text' && isContentsTitle(item.block.lines.map(({ text }) => text.trim()).join(' '));

/** Right below that, lines that end with numbers which stand apart and rise are entries without any dots. */
function areRising(run: readonly PageItem[]): boolean {
  const lines = run.flatMap((item) => (item.kind === 'text' ? item.block.lines : []));
  if (run.some(({ kind }) => kind !== 'text') || lines.length < fewestPlain) return false;
  const pages = lines.map(({ text }) => pageAtEnd(text) ?? Number.POSITIVE_INFINITY);
  return (
    lines.every((line) => endsEntry(line) || endsApart(line)) &&
    pages.every((page, at) => page < firstYear && page >= (pages[at - 1] ?? 0))
  );
}

/** In parts of the type size: white before the number of a page. */
const leastApart = 1.5;

function endsApart({ words, size }: Line): boolean {
  const [before, number] = words.slice(-2);
  return before !== undefined && number !== undefined && number.left - before.right > leastApart * size;
}

/** The page that a line leads to; undefined where it names none. */
function pageAtEnd(text: string): number | undefined {
  const found = /(?:^|\s|[.…_]{2})(\d{1,4}|[ivxlc]{1,7})$/i.exec(text.slice(-9))?.[1];
  return found === undefined ? undefined : /^\d/.test(found) ? Number(found) : romanNumber(found.toLowerCase());
}

function isLikeEntry(item: PageItem): boolean {
  if (item.kind === 'table') return isEntryTable(item.table);
  if (item.kind !== 'text' || item.inMargin) return false;
  if (isDotted(item)) return true;
  const { lines } = item.block;
  // The number of the page itself is none.
  if (!lines.some(({ text }) => /\p{L}/u.test(text))) return false;
  if (lines.length <= mostLines && pageAtEnd((lines.at(-1) as Line).text) !== undefined) return true;
  // Entries one below the other; the last may go on in the next block.
  return lines.length > mostLines && lines.slice(0, -1).every(({ text }) => pageAtEnd(text) !== undefined);
}

/** Titles and the numbers of their pages, which rise. */
function isEntryTable({ rows, header }: PageTable): boolean {
  let last = 0;
  return (
    !header &&
    rows.every((row) => {
      const text = textOfCell(row.at(-1));
      const page = pageAtEnd(text);
      const isEntry = row.length >= 2 && page !== undefined && page >= last && row[0]?.words.length !== 0;
      last = page ?? last;
      return isEntry && /^[\divxlc]+$/i.test(text);
    })
  );
}

/** An entry goes on until a line ends with its page, also over the end of a block. */
function entriesOf(run: readonly PageItem[]): PageItem[] {
  const lines = run.flatMap(linesOfItem);
  const pages = lines.map(({ text }) => pageAtEnd(text));
  const entries: PageItem[] = [];
  let open: Line[] = [];
  for (const [at, line] of lines.entries()) {
    open.push(line);
    const page = pages[at];
    if (page === undefined) continue;
    // A year within a title is none that the pages go on from.
    const next = pages.slice(at + 1, at + 1 + farAhead).find((other) => other !== undefined);
    if (page >= firstYear && !endsEntry(line) && next !== undefined && next < page) continue;
    entries.push(entryOf(open, entries.length === 0 && run[0]?.kind === 'text' && run[0].opens));
    open = [];
  }
  if (open.length > 0) entries.push(entryOf(open, false));
  return entries;
}

function linesOfItem(item: PageItem): readonly Line[] {
  if (item.kind === 'text') return item.block.lines;
  if (item.kind !== 'table') return [];
  return item.table.rows.map((row) => {
    const words = row.flatMap((cell) =>
      cell.words.map((word, at): Word => (at === 0 ? { ...word, spaced: true } : word)),
    );
    return lineFrom(words, boundsOf(words), (words[0] as Word).style.size);
  });
}

const entryOf = (lines: readonly Line[], opens: boolean): PageItem => ({
  kind: 'text',
  block: blockOf(lines),
  opens,
  inMargin: false,
  entry: true,
});
