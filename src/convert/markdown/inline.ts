// One run of phrasing to one line of Markdown: leaves, marks, pieces, escapes.
import type { Phrasing } from '../document/tree.ts';
import { markdownLine } from './escape.ts';
import type { LineContext } from './line.ts';
import { lineStartEscapes } from './line-start.ts';
import { writablePieces } from './marks.ts';
import { piecesOf } from './pieces.ts';
import { type Item, sequenceOf } from './sequence.ts';

export function writeInline(children: readonly Phrasing[], context: LineContext): string {
  const { items, marked } = sequenceOf(children, context.place === 'cell');
  if (items.length === 0) return '';
  const first = items[0] as Item;
  if (items.length === 1 && !marked && first.kind === 'text' && first.plain && isWhole(first.value, context)) {
    return first.value;
  }
  return markdownLine(marked ? writablePieces(items) : piecesOf(items), context);
}

/** Text that means the same in its place: most headings, cells and list items are such. */
function isWhole(value: string, context: LineContext): boolean {
  if (context.place === 'heading') return !value.endsWith('#');
  return context.place === 'cell' || lineStartEscapes(value, true).length === 0;
}
