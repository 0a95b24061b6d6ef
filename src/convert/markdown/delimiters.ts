// Checks that the delimiters of a line will be read back as they were meant, by the algorithm parsers use
// (CommonMark 0.31, "Phase 2: inline structure"). It sees only our own delimiters: those in text are escaped.
import {
  type CharacterClass,
  classAt,
  classBefore,
  type Flanking,
  punctuationClass,
  spaceClass,
  surelyFlanks,
} from './characters.ts';
import type { Piece, Span } from './pieces.ts';

interface Entry {
  readonly span: Span;
  readonly opens: boolean;
  readonly size: number;
}

interface Run {
  readonly marker: string;
  readonly entries: readonly Entry[];
  readonly flanking: Flanking;
  readonly length: number;
  /** Entries not yet used, as closers from the left and as openers from the right. */
  left: number;
  right: number;
  remaining: number;
}

type Event = Run | 'enter' | 'leave';

export interface Trouble {
  /** The opening (or closing) delimiter does not flank as it must. */
  readonly edges: readonly { readonly span: Span; readonly opens: boolean }[];
  /** Delimiters that flank well and still pair with the wrong partner. */
  readonly unpaired: readonly Span[];
}

const noTrouble: Trouble = { edges: [], unpaired: [] };

/** How far back an opener is looked for: own marks nest three deep, a run may hold a few of them. */
const lookBack = 16;

export function findTrouble(pieces: readonly Piece[]): Trouble {
  const edges: { span: Span; opens: boolean }[] = [];
  const events: Event[] = [];
  const spans: Span[] = [];
  let several = false;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece;
    if (piece.kind === 'open' && piece.scope) events.push('enter');
    if (piece.kind === 'close' && piece.scope) events.push('leave');
    if (piece.kind !== 'delimiter') continue;
    const marker = piece.value[0] as string;
    const entries: Entry[] = [];
    const before = classBeforePiece(pieces, at);
    let length = 0;
    for (; at < pieces.length; at += 1) {
      const next = pieces[at] as Piece;
      if (next.span === undefined || next.value[0] !== marker) break;
      entries.push({ span: next.span, opens: next.opens === true, size: next.value.length });
      length += next.value.length;
    }
    const flanking = surelyFlanks(marker, before, classAfterPiece(pieces, at));
    at -= 1;
    for (const { span, opens } of entries) {
      if (opens) spans.push(span);
      if (opens ? !flanking.opens : !flanking.closes) edges.push({ span, opens });
    }
    if (entries.length > 1) several = true;
    events.push({ marker, entries, flanking, length, left: 0, right: entries.length, remaining: length });
  }
  if (edges.length > 0) return { edges, unpaired: [] };
  if (takeTurns(events)) return noTrouble;
  const unpaired = new Set(pair(events, spans, true));
  // Parsers differ in whether a partly used run counts with its first or its present length in the rule of three.
  if (several) for (const span of pair(events, spans, false)) unpaired.add(span);
  return { edges, unpaired: [...unpaired] };
}

/** Marks that neither nest nor touch, each opened and closed by a run of its own: most lines, and surely paired. */
function takeTurns(events: readonly Event[]): boolean {
  for (let at = 0; at < events.length; at += 2) {
    const open = events[at];
    const close = events[at + 1];
    if (typeof open !== 'object' || typeof close !== 'object') return false;
    if (open.entries.length > 1 || close.entries.length > 1) return false;
    if (!open.entries[0]?.opens || close.entries[0]?.span !== open.entries[0].span) return false;
  }
  return true;
}

function pair(events: readonly Event[], spans: readonly Span[], firstLength: boolean): Span[] {
  const paired = new Set<Span>();
  const stack: Run[] = [];
  const scopes: number[] = [];
  for (const event of events) {
    if (event === 'enter') scopes.push(stack.length);
    else if (event === 'leave') stack.length = Math.min(stack.length, scopes.pop() ?? 0);
    else {
      event.left = 0;
      event.right = event.entries.length;
      event.remaining = event.length;
      if (event.flanking.closes) closeWith(event, stack, scopes[scopes.length - 1] ?? 0, paired, firstLength);
      if (event.flanking.opens && event.remaining > 0) stack.push(event);
    }
  }
  return spans.filter((span) => !paired.has(span));
}

function closeWith(closer: Run, stack: Run[], bottom: number, paired: Set<Span>, firstLength: boolean): void {
  let at = stack.length - 1;
  const lowest = Math.max(bottom, stack.length - lookBack);
  while (closer.remaining > 0 && at >= lowest) {
    const opener = stack[at] as Run;
    if (!canPair(opener, closer, firstLength)) {
      at -= 1;
      continue;
    }
    const use = closer.marker === '~' || (opener.remaining > 1 && closer.remaining > 1) ? 2 : 1;
    const from = opener.entries[opener.right - 1];
    const to = closer.entries[closer.left];
    if (
      from !== undefined &&
      to !== undefined &&
      from.opens &&
      !to.opens &&
      from.span === to.span &&
      from.size === use
    ) {
      paired.add(from.span);
    }
    stack.length = at + 1;
    opener.right -= 1;
    closer.left += 1;
    opener.remaining -= use;
    closer.remaining -= use;
    if (opener.remaining <= 0) {
      stack.pop();
      at -= 1;
    }
  }
}

function canPair(opener: Run, closer: Run, firstLength: boolean): boolean {
  if (opener.marker !== closer.marker) return false;
  if (closer.marker === '~') return opener.length === closer.length;
  if (!opener.flanking.closes && !closer.flanking.opens) return true;
  const first = firstLength ? opener.length : opener.remaining;
  const second = firstLength ? closer.length : closer.remaining;
  return (first + second) % 3 !== 0 || (first % 3 === 0 && second % 3 === 0);
}

/** First and last character of a piece as it will be written. */
function classBeforePiece(pieces: readonly Piece[], at: number): CharacterClass {
  const piece = pieces[at - 1];
  if (piece === undefined || piece.kind === 'break') return spaceClass;
  if (piece.kind === 'code' || piece.kind === 'math') return punctuationClass;
  return classBefore(piece.value, piece.value.length);
}

function classAfterPiece(pieces: readonly Piece[], at: number): CharacterClass {
  const piece = pieces[at];
  if (piece === undefined) return spaceClass;
  // A hard break is a backslash or a tag.
  if (piece.kind === 'break') return punctuationClass;
  if (piece.kind === 'code' || piece.kind === 'math') return punctuationClass;
  return classAt(piece.value, 0);
}
