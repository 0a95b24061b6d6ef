// Makes marks writable. Where CommonMark's flanking rules forbid a delimiter, the mark moves into a link, shrinks past
// punctuation or, as the last resort, is dropped: text is never changed for the sake of a mark.
import { classAt, classBefore, spaceClass, wordClass } from './characters.ts';
import { findTrouble } from './delimiters.ts';
import { type Piece, piecesOf, type Span } from './pieces.ts';
import { emphasisMark, type Item } from './sequence.ts';

/** Each round settles every spot it found trouble at; what is left after these is written without marks. */
const repairRounds = 24;

export function writablePieces(items: Item[]): Piece[] {
  let current = withBlanksApart(items);
  for (let round = 0; round < repairRounds; round += 1) {
    const pieces = piecesOf(current);
    const { edges, unpaired } = findTrouble(pieces);
    if (edges.length === 0 && unpaired.length === 0) return pieces;
    const splits: Splits = { heads: new Map(), tails: new Map() };
    for (const { span, opens } of edges) settleEdge(span, opens, splits);
    for (const span of unpaired) settlePair(span);
    if (splits.heads.size > 0 || splits.tails.size > 0) current = withSplits(current, splits);
  }
  clearMarks(current);
  return piecesOf(current);
}

/** Leaves of which the punctuation at one end loses a mark. */
interface Splits {
  readonly heads: Map<Item, number>;
  readonly tails: Map<Item, number>;
}

function settleEdge(span: Span, opens: boolean, splits: Splits): void {
  const { mark, items } = span;
  const item = items[opens ? span.start : span.end - 1];
  if (item === undefined) return;
  if (item.kind === 'group') {
    item.marks &= ~mark;
    if (item.group?.transparent) for (const inner of item.group.content) inner.marks |= mark;
    return;
  }
  if (item.kind !== 'text') {
    item.marks &= ~mark;
    return;
  }
  const { value } = item;
  const edge = opens ? classAt(value, 0) : classBefore(value, value.length);
  const sides = opens ? splits.heads : splits.tails;
  if (edge === wordClass) drop(span);
  else sides.set(item, (sides.get(item) ?? 0) | mark);
}

/** Emphasis that meets other asterisks badly may still be written with an underscore. */
function settlePair(span: Span): void {
  const first = span.items[span.start];
  if (span.mark === emphasisMark && first !== undefined && !first.underscore) first.underscore = true;
  else drop(span);
}

function drop(span: Span): void {
  for (let at = span.start; at < span.end; at += 1) {
    const item = span.items[at];
    if (item !== undefined) item.marks &= ~span.mark;
  }
}

function clearMarks(items: readonly Item[]): void {
  for (const item of items) {
    item.marks = 0;
    if (item.group !== undefined) clearMarks(item.group.content);
  }
}

/** White space at the edges of text becomes leaves of its own, which marks need not cover. */
function withBlanksApart(items: readonly Item[]): Item[] {
  const apart: Item[] = [];
  for (const item of items) {
    if (item.group !== undefined) item.group.content = withBlanksApart(item.group.content);
    if (item.kind !== 'text') {
      apart.push(item);
      continue;
    }
    const { value, marks } = item;
    // White space at the edge of unmarked text has no marks anyway.
    if (marks === 0 && (classAt(value, 0) !== spaceClass || classBefore(value, value.length) !== spaceClass)) {
      apart.push(item);
      continue;
    }
    const start = blankHead(value);
    const end = start === value.length ? start : value.length - blankTail(value);
    if (start > 0) apart.push(leaf('space', value.slice(0, start), marks, true));
    if (start === 0 && end === value.length) apart.push(item);
    else if (end > start) apart.push(leaf('text', value.slice(start, end), marks, item.plain));
    if (end < value.length) apart.push(leaf('space', value.slice(end), marks, true));
  }
  return apart;
}

const leaf = (kind: 'text' | 'space', value: string, marks: number, plain: boolean): Item => ({
  kind,
  value,
  marks,
  underscore: false,
  group: undefined,
  plain,
});

function blankHead(value: string): number {
  let at = 0;
  while (at < value.length && classAt(value, at) === spaceClass) at += 1;
  return at;
}

function blankTail(value: string): number {
  let at = value.length;
  while (at > 0 && classBefore(value, at) === spaceClass) at -= 1;
  return value.length - at;
}

function withSplits(items: readonly Item[], splits: Splits): Item[] {
  const result: Item[] = [];
  for (const item of items) {
    if (item.group !== undefined) item.group.content = withSplits(item.group.content, splits);
    const headMarks = splits.heads.get(item) ?? 0;
    const tailMarks = splits.tails.get(item) ?? 0;
    if ((headMarks | tailMarks) === 0) {
      result.push(item);
      continue;
    }
    const { value, marks } = item;
    let start = 0;
    if (headMarks !== 0)
      while (start < value.length && classAt(value, start) !== wordClass) start += pointLength(value, start);
    let end = value.length;
    if (tailMarks !== 0)
      while (end > start && classBefore(value, end) !== wordClass) end -= pointLengthBefore(value, end);
    if (start > 0) result.push(leaf('text', value.slice(0, start), marks & ~headMarks, item.plain));
    if (end > start)
      result.push({ ...leaf('text', value.slice(start, end), marks, item.plain), underscore: item.underscore });
    if (end < value.length) result.push(leaf('text', value.slice(end), marks & ~tailMarks, item.plain));
  }
  return withBlanksApart(result);
}

const pointLength = (value: string, at: number): number => ((value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
const pointLengthBefore = (value: string, end: number): number =>
  end > 1 && (value.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;
