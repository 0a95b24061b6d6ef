// One run of phrasing to one line of Markdown: leaves, marks, pieces, escapes.
import type { Phrasing } from '../document/tree.ts';
import { hasSpecial, type LineContext, lineOf } from './escape.ts';
import { writablePieces } from './marks.ts';
import { piecesOf } from './pieces.ts';
import { type Item, sequenceOf } from './sequence.ts';

export function writeInline(children: readonly Phrasing[], context: LineContext): string {
  const { items, marked } = sequenceOf(children, context.place === 'cell');
  if (items.length === 0) return '';
  if (items.length === 1 && context.place === 'cell') {
    const only = items[0] as Item;
    if (only.kind === 'text' && only.marks === 0 && !hasSpecial(only.value, 'cell')) return only.value;
  }
  return lineOf(marked ? writablePieces(items) : piecesOf(items), context);
}
