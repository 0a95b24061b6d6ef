// Tells a table of contents, on which no line is a heading however it is set.
import type { PageItem } from './analyse-page.ts';

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
