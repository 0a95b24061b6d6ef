// From leaves with marks to a line of pieces: here the marks are nested again, longest outermost, as delimiters.
import { allMarks, emphasisMark, type Item, strongMark } from './sequence.ts';

/** One mark as it is written: from its opening delimiter to its closing one. */
export interface Span {
  readonly mark: number;
  readonly marker: '*' | '_' | '~';
  readonly items: Item[];
  readonly start: number;
  /** Index after the last item. */
  end: number;
}

export interface Piece {
  readonly kind: 'text' | 'code' | 'math' | 'raw' | 'break' | 'open' | 'close' | 'delimiter';
  value: string;
  /** For `open` and `close`: link or image text, within which delimiters pair only with each other. */
  readonly scope: boolean;
  /** For `delimiter`. */
  readonly span: Span | undefined;
  readonly opens: boolean;
  /** For `text`: holds no character that could need a backslash. */
  plain: boolean;
}

export const piece = (kind: Piece['kind'], value: string, scope: boolean, plain: boolean, opens = false): Piece => ({
  kind,
  value,
  scope,
  span: undefined,
  opens,
  plain,
});

export function piecesOf(items: Item[]): Piece[] {
  const pieces: Piece[] = [];
  lay(items, pieces);
  return pieces;
}

const isUnmarked = (item: Item): boolean => item.marks === 0 || isBlank(item);
const isBlank = (item: Item): boolean => item.kind === 'space' || item.kind === 'break';

/** Calls itself only for groups, which nest at most three deep (link, superscript, subscript). */
function lay(items: Item[], pieces: Piece[]): void {
  if (items.every(isUnmarked)) {
    for (const item of items) layItem(item, pieces);
    return;
  }
  spreadMarksOverBlanks(items);
  let reach: ReadonlyMap<number, Int32Array> | undefined;
  const open: Span[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as Item;
    let keep = 0;
    while (keep < open.length && item.marks & (open[keep] as Span).mark) keep += 1;
    closeDownTo(keep, open, at, pieces);
    // A delimiter before white space cannot open, so a mark that has to be reopened waits for the next leaf.
    if (item.marks !== 0 && !isBlank(item)) {
      let missing = item.marks;
      for (const span of open) missing &= ~span.mark;
      while (missing !== 0) {
        let mark = missing;
        if ((missing & (missing - 1)) !== 0) {
          reach ??= reachOf(items);
          mark = farthest(missing, reach, at);
        }
        missing &= ~mark;
        const span: Span = { mark, marker: markerOf(mark, item), items, start: at, end: items.length };
        open.push(span);
        pieces.push(delimiter(span, true));
      }
    }
    layItem(item, pieces);
  }
  closeDownTo(0, open, items.length, pieces);
}

function closeDownTo(keep: number, open: Span[], end: number, pieces: Piece[]): void {
  while (open.length > keep) {
    const span = open.pop() as Span;
    span.end = end;
    pieces.push(delimiter(span, false));
  }
}

function layItem(item: Item, pieces: Piece[]): void {
  const { group } = item;
  if (group !== undefined) {
    pieces.push(piece('open', group.open, group.scope, false));
    lay(group.content, pieces);
    pieces.push(piece('close', group.close, group.scope, false));
    return;
  }
  const kind = item.kind === 'space' || item.kind === 'group' ? 'text' : item.kind;
  const last = pieces[pieces.length - 1];
  // Neighbours of one kind are one: two code spans side by side would share a run of backticks.
  if (last !== undefined && last.kind === kind && (kind === 'text' || kind === 'code' || kind === 'math')) {
    last.value += kind === 'math' ? ` ${item.value}` : item.value;
    if (!item.plain) last.plain = false;
  } else pieces.push(piece(kind, item.value, false, item.plain));
}

const delimiter = (span: Span, opens: boolean): Piece => ({
  kind: 'delimiter',
  value: span.mark === emphasisMark ? span.marker : span.marker + span.marker,
  scope: false,
  span,
  opens,
  plain: false,
});

const markerOf = (mark: number, item: Item): Span['marker'] =>
  mark === emphasisMark ? (item.underscore ? '_' : '*') : mark === strongMark ? '*' : '~';

/**
 * White space between two leaves of the same marks has them too: a delimiter next to white space says nothing, and
 * `**a** **b**` is `**a b**`. Where the marks differ it has what the tree gives it, as far as both leaves share it: a
 * mark joined over the edge of another could not be nested with it.
 */
function spreadMarksOverBlanks(items: Item[]): void {
  let before = 0;
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as Item;
    if (!isBlank(item)) {
      before = item.marks;
      continue;
    }
    let next = at;
    let own = ~0;
    for (; next < items.length && isBlank(items[next] as Item); next += 1) own &= (items[next] as Item).marks;
    const after = items[next]?.marks ?? 0;
    const shared = before === after ? before : before & after & own;
    for (; at < next; at += 1) (items[at] as Item).marks = shared;
    at -= 1;
  }
}

/** For each mark and leaf: the index after the last neighbour that still has the mark. */
function reachOf(items: readonly Item[]): ReadonlyMap<number, Int32Array> {
  const reach = new Map<number, Int32Array>();
  for (const mark of allMarks) {
    const ends = new Int32Array(items.length);
    let end = items.length;
    for (let at = items.length - 1; at >= 0; at -= 1) {
      if (!((items[at] as Item).marks & mark)) end = at;
      ends[at] = end;
    }
    reach.set(mark, ends);
  }
  return reach;
}

/** The missing mark that lasts longest; at a tie emphasis goes around strong, which is how `***a***` is read. */
function farthest(missing: number, reach: ReadonlyMap<number, Int32Array>, at: number): number {
  let best = 0;
  let bestEnd = -1;
  for (const mark of allMarks) {
    const end = reach.get(mark)?.[at] ?? 0;
    if (missing & mark && end > bestEnd) {
      best = mark;
      bestEnd = end;
    }
  }
  return best;
}
