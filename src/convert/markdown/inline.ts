// One run of phrasing to one line of Markdown: leaves, marks, pieces, escapes.
import type { Phrasing } from '../document/tree.ts';
import { markdownLine } from './escape.ts';
import type { LineContext } from './line.ts';
import { writablePieces } from './marks.ts';
import { piecesOf } from './pieces.ts';
import { plainLine } from './plain-line.ts';
import { sequenceOf } from './sequence.ts';

export function writeInline(children: readonly Phrasing[], context: LineContext): string {
  return plainLine(children, context) ?? anyLine(children, context);
}

/** The whole way, for lines of any kind. */
export function anyLine(children: readonly Phrasing[], context: LineContext): string {
  const { items, marked } = sequenceOf(children, context.place === 'cell');
  if (items.length === 0) return '';
  return markdownLine(marked ? writablePieces(items) : piecesOf(items), context);
}
