// Turns pieces into Markdown, with a backslash exactly where text would be read as something else. Rules by subject:
// escape-markers.ts, escape-brackets.ts, escape-urls.ts, line-start.ts.
import { isAsciiPunctuation } from './characters.ts';
import { characterReference } from './destination.ts';
import { Brackets } from './escape-brackets.ts';
import { TextRuns } from './escape-markers.ts';
import { endsInUrl, escapeUrls } from './escape-urls.ts';
import { Line, type LineContext } from './line.ts';
import { lineStartEscapes, offLineStart } from './line-start.ts';
import type { Piece } from './pieces.ts';
import { isInlineHtml } from './spans.ts';

/** What may mean something in the middle of a line; sequence.ts knows the same characters. */
const specials = /\\|`+|\*+|_+|~+|\$+|[[\]<&|]/g;
const reference = new RegExp(characterReference.source, 'y');

/** The finished line or lines; hard breaks are a backslash and a line feed in paragraphs, `<br>` elsewhere. */
export function markdownLine(pieces: readonly Piece[], context: LineContext): string {
  const line = new Line(pieces, context);
  if (pieces.some(mayBeSpecial)) escapeSpecials(line);
  if (context.place === 'paragraph') escapeLineStarts(line);
  if (context.place === 'heading') escapeHeadingEnd(line);
  if (pieces.length > 1) escapeSeams(line);
  escapeUrls(line);
  let result = '';
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, value } = pieces[at] as Piece;
    if (kind === 'text') result += line.escaped(at);
    else if (kind === 'raw' && line.startsLine(at)) result += offLineStart(value) + value;
    // A backslash would become part of a bare URL before it; a space ends the URL and is not seen.
    else if (kind === 'break' && context.place === 'paragraph' && endsInUrl(line, at)) result += ' \\\n';
    else result += line.written[at];
  }
  return result;
}

const mayBeSpecial = (piece: Piece): boolean => piece.kind === 'text' && !piece.plain;

function escapeSpecials(line: Line): void {
  const runs = new TextRuns(line);
  const brackets = new Brackets(line);
  const { pieces } = line;
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, value, scope, plain } = pieces[at] as Piece;
    if (kind === 'open') brackets.enter(scope);
    else if (kind === 'close') brackets.leave();
    else if (kind === 'text' && !plain) {
      specials.lastIndex = 0;
      for (let match = specials.exec(value); match !== null; match = specials.exec(value)) {
        escapeSpecial(line, at, match[0], match.index, runs, brackets);
      }
    }
  }
  runs.settle();
}

function escapeSpecial(line: Line, piece: number, run: string, at: number, runs: TextRuns, brackets: Brackets): void {
  switch (run[0]) {
    case '[':
      brackets.open(piece, at);
      break;
    case ']':
      brackets.close(piece, at);
      break;
    case '\\':
      // CommonMark 0.31, 2.4: before anything but ASCII punctuation a backslash is a backslash.
      if (isAsciiPunctuation(line.codeAfter(piece, at + 1))) line.escape(piece, at);
      break;
    case '&':
      reference.lastIndex = at;
      if (reference.test(line.written[piece] as string)) line.escape(piece, at);
      break;
    case '<':
      if (beginsTag(line, piece, at)) line.escape(piece, at);
      break;
    case '|':
      if (line.context.place === 'cell') line.escape(piece, at);
      break;
    default:
      runs.add(piece, at, run);
  }
}

/** How far a tag is followed before it is taken for one. */
const tagWindow = 1000;

/** CommonMark 0.31, 6.5 and 6.6: whether `<` begins a tag, a comment or an autolink; in doubt it does. */
function beginsTag(line: Line, piece: number, at: number): boolean {
  const code = line.codeAfter(piece, at + 1) | 32;
  if (code === 32 || !line.comesLater(piece, at, '>')) return false;
  if (code === 33 || code === 63) return true;
  const candidate = (line.written[piece] as string).slice(at, at + tagWindow);
  const end = candidate.indexOf('>') + 1;
  // Within quotes a tag may hold anything, and it may go on in the next piece.
  if (end === 0 || candidate.search(/["']/) !== -1) {
    return (code >= 97 && code <= 122) || code === 47 || line.comesLater(piece, at, '@');
  }
  const inside = candidate.slice(0, end);
  return isInlineHtml(inside) || /^<(?=[^\s<>:@]*[:@])[^\s<>]*>$/.test(inside);
}

function escapeLineStarts(line: Line): void {
  const { pieces } = line;
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, value } = pieces[at] as Piece;
    if (kind !== 'text' || !line.startsLine(at)) continue;
    for (const position of lineStartEscapes(value, at === 0)) line.escape(at, position);
    if (at > 0 || value.charCodeAt(0) !== 91) continue;
    // CommonMark 0.31, 4.7: `[label]:` would define a reference. GFM 5.3: `[ ]` would be a check box.
    const defines = pieces.some((piece) => piece.kind === 'text' && piece.value.includes(']:'));
    if (defines || (line.context.afterBullet && /^\[[ xX]\](?:\s|$)/.test(value))) line.escape(at, 0);
  }
}

/** CommonMark 0.31, 4.2: number signs after a space close a heading. */
function escapeHeadingEnd(line: Line): void {
  const last = line.pieces.length - 1;
  const piece = line.pieces[last];
  if (piece?.kind !== 'text' || !piece.value.endsWith('#')) return;
  let at = piece.value.length - 1;
  while (at > 0 && piece.value[at - 1] === '#') at -= 1;
  if (at === 0 ? last === 0 : piece.value[at - 1] === ' ') line.escape(last, at);
}

/** Where text meets a piece of our own: `!` before a bracket, `(` or `:` after a footnote call. */
function escapeSeams(line: Line): void {
  const { pieces } = line;
  for (let at = 0; at < pieces.length; at += 1) {
    const { kind, value } = pieces[at] as Piece;
    if (kind !== 'text') continue;
    if (value.endsWith('!') && line.written[at + 1]?.startsWith('[')) line.escape(at, value.length - 1);
    const before = pieces[at - 1];
    if (before?.kind !== 'raw' || !before.value.startsWith('[^')) continue;
    if (value[0] === '(' || (value[0] === ':' && line.startsLine(at - 1))) line.escape(at, 0);
  }
}
