// Bare URLs in text are links by themselves in GFM (6.9) and swallow whatever follows up to white space: backslashes and
// delimiters too. One that holds and touches nothing of ours stays bare; else its colon or dot is escaped: plain text.
import type { Line } from './line.ts';
import type { Piece } from './pieces.ts';

const urlStart = /https?:\/\/|www\./gi;
const anyUrlStart = /https?:\/\/|www\./i;
const space = /\s/g;
const spaceFirst = /^\s/;

export function escapeUrls(line: Line): void {
  const { pieces } = line;
  const underscores = pieces.some(isUnderscore);
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, value } = pieces[at] as Piece;
    if (kind !== 'text') continue;
    // An underscore of ours beside an address would be taken for a part of it.
    if (underscores)
      for (let sign = value.indexOf('@'); sign !== -1; sign = value.indexOf('@', sign + 1)) line.escape(at, sign);
    const touches = value.charCodeAt(value.length - 1) !== 32 && !mayEndUrl(line, at);
    if ((touches || line.hasEscapes(at)) && anyUrlStart.test(value)) escapeStarts(line, at, value, touches);
  }
}

const isUnderscore = (piece: Piece): boolean => piece.kind === 'delimiter' && piece.value === '_';

function escapeStarts(line: Line, piece: number, value: string, touches: boolean): void {
  const escapes = [...line.escapesIn(piece)];
  let wordEnd = 0;
  let passed = 0;
  for (const match of value.matchAll(urlStart)) {
    if (match.index >= wordEnd) {
      space.lastIndex = match.index;
      wordEnd = space.exec(value)?.index ?? value.length;
    }
    while (passed < escapes.length && (escapes[passed] as number) < wordEnd) passed += 1;
    const holds = passed > 0 && (escapes[passed - 1] as number) >= match.index;
    if (holds || (touches && wordEnd === value.length)) line.escape(piece, match.index + match[0].search(/[:.]/));
  }
}

/** True when what follows a text ends a bare URL before any of our own markup begins. */
function mayEndUrl(line: Line, piece: number): boolean {
  let at = piece + 1;
  while (line.pieces[at]?.kind === 'delimiter' && !line.pieces[at]?.opens) at += 1;
  const next = line.pieces[at];
  if (next === undefined || next.kind === 'break') return true;
  const written = line.written[at] as string;
  return next.kind === 'text' ? spaceFirst.test(written) : written.startsWith('<');
}

/** Whether a bare URL stands right before a piece. */
export function endsInUrl(line: Line, piece: number): boolean {
  let at = piece - 1;
  while (line.pieces[at]?.kind === 'delimiter' || line.pieces[at]?.kind === 'close') at -= 1;
  const before = line.pieces[at];
  if (before?.kind !== 'text') return false;
  const { value } = before;
  let start = value.length;
  while (start > 0 && !spaceFirst.test(value[start - 1] as string)) start -= 1;
  return anyUrlStart.test(value.slice(start));
}
