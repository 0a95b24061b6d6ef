// Tells a table of contents, on which no line is a heading however it is set, and an index, whose lines are entries.
import type { PageItem } from './analyse-page.ts';
import type { Line } from './lines.ts';
import { blockOf } from './paragraphs.ts';

/** A table of contents: most of its lines end with the number of a page, and the numbers rise. */
export function isContents(items: readonly PageItem[]): boolean {
  let lines = 0;
  let numbered = 0;
  let rising = 0;
  let last = -1;
  for (const one of items) {
    if (one.kind !== 'text' || one.inMargin) continue;
    for (const line of one.block.lines) {
      lines += 1;
      const found = /(?:\s|\.)(\d{1,4}|[ivxl]{1,6})$/.exec(line.text.slice(-8));
      if (found === null) continue;
      numbered += 1;
      const number = Number(found[1]);
      if (Number.isNaN(number) || number >= last) rising += 1;
      if (!Number.isNaN(number)) last = number;
    }
  }
  return numbered >= 5 && numbered >= 0.55 * lines && rising >= 0.8 * numbered;
}

/** `equality operator, 360` or `erase, 115, 368,`. */
const isIndexEntry = (text: string): boolean =>
  /, ?\d{1,4}(?:[-–]\d{1,4})?,?$/.test(text.slice(-16)) && /\p{L}/u.test(text);
const onlyPages = /^\d{1,4}(?:[-–]\d{1,4})?(?:, ?\d{1,4}(?:[-–]\d{1,4})?)*,?$/;
const fewestEntries = 20;

/** On a page of an index every entry is a paragraph; one that runs over its line is not parted. */
export function withIndexEntries(items: readonly PageItem[]): readonly PageItem[] {
  let lines = 0;
  let entries = 0;
  for (const one of items) {
    if (one.kind !== 'text' || one.inMargin) continue;
    for (const { text } of one.block.lines) {
      lines += 1;
      if (isIndexEntry(text) || onlyPages.test(text)) entries += 1;
    }
  }
  if (entries < fewestEntries || entries < 0.6 * lines) return items;
  return items.flatMap((one) =>
    one.kind === 'text' && one.block.lines.length > 1
      ? entriesOf(one.block.lines).map((entry, at) => ({ ...one, opens: one.opens && at === 0, block: blockOf(entry) }))
      : [one],
  );
}

function entriesOf(lines: readonly Line[]): Line[][] {
  const entries: Line[][] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const goesOn = last !== undefined && (onlyPages.test(line.text) || /[,(]$/.test(last.at(-1)?.text ?? ''));
    if (goesOn) last.push(line);
    else entries.push([line]);
  }
  return entries;
}
