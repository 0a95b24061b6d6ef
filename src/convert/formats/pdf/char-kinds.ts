// What a character of a page is, whatever it says: a letter, a blank, outside of the page.
import { type CharTable, pickedChars } from '../../engines/pdfium/char-table.ts';
import type { PdfPage } from '../../engines/pdfium/page.ts';

/** With the letters that have marks of their own. */
export const isLatinLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f);

export const isBlankCode = (code: number): boolean => code <= 32 || code === 0xa0;

/** Its middle lies there. */
export function isOutside({ chars: { left, top, right, bottom }, width, height }: PdfPage, at: number): boolean {
  const x = ((left[at] as number) + (right[at] as number)) / 2;
  const y = ((top[at] as number) + (bottom[at] as number)) / 2;
  return x < 0 || y < 0 || x > width || y > height;
}

export function withoutChars(chars: CharTable, dropped: ReadonlySet<number>): CharTable {
  const order: number[] = [];
  for (let at = 0; at < chars.count; at += 1) if (!dropped.has(at)) order.push(at);
  return pickedChars(chars, order, new Map());
}
