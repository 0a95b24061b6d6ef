// Lines of text across a page or a part of it, with the pieces that stand apart on each: what tables without drawn
// cells are found from.
import { lineText } from './lines.ts';
import { type Box, boundsOf, heightOf, overlap } from './page.ts';
import { lineOverlap, type Segment } from './segments.ts';
import { median } from './sorted.ts';

export interface TableLine extends Box {
  /** From left to right. */
  readonly pieces: readonly Segment[];
}

/** Lines looked back at for one that a segment belongs to. */
const lookBack = 6;
/** Pieces of a line looked back at for one in the same place. */
const piecesBack = 64;

export function tableLines(segments: readonly Segment[]): TableLine[] {
  const sorted = [...segments].sort((a, b) => a.top + a.bottom - (b.top + b.bottom) || a.left - b.left);
  const lines: { top: number; bottom: number; right: number; pieces: Segment[] }[] = [];
  for (const segment of sorted) {
    const height = heightOf(segment);
    let found: (typeof lines)[number] | undefined;
    for (let at = lines.length - 1; at >= 0 && at >= lines.length - lookBack; at -= 1) {
      const line = lines[at] as (typeof lines)[number];
      const least = Math.min(line.bottom - line.top, height);
      if (overlap(line.top, line.bottom, segment.top, segment.bottom) < lineOverlap * least) continue;
      // What stands above or below another piece is on a line of its own, however close.
      if (segment.left >= line.right - 2 || !isCovered(line.pieces, segment)) {
        found = line;
        break;
      }
    }
    if (found === undefined) {
      const { top, right, bottom } = segment;
      lines.push({ top, bottom, right, pieces: [segment] });
    } else {
      found.pieces.push(segment);
      found.right = Math.max(found.right, segment.right);
    }
  }
  return lines
    .map(({ pieces }) => {
      const [first] = pieces;
      if (pieces.length === 1 && first !== undefined) {
        const { left, top, right, bottom } = first;
        return { left, top, right, bottom: Math.max(top, bottom), pieces };
      }
      // Signs with tall boxes do not make a line taller.
      const top = median(pieces.map((piece) => piece.top));
      const bottom = Math.max(top, median(pieces.map((piece) => piece.bottom)));
      const { left, right } = boundsOf(pieces);
      return { left, top, right, bottom, pieces: pieces.sort((a, b) => a.left - b.left) };
    })
    .sort((a, b) => a.top + a.bottom - (b.top + b.bottom));
}

function isCovered(pieces: readonly Segment[], { left, right }: Segment): boolean {
  for (let at = pieces.length - 1; at >= 0 && at >= pieces.length - piecesBack; at -= 1) {
    const piece = pieces[at] as Segment;
    if (overlap(piece.left, piece.right, left, right) > 2) return true;
  }
  return false;
}

const placeholders = new Set([
  '-',
  '–',
  '—',
  '−',
  'n/a',
  'n.a.',
  'na',
  '..',
  '...',
  '…',
  '*',
  '✓',
  '✗',
  '✔',
  '✘',
  'x',
  '×',
]);

const letter = /\p{L}/u;
/** A mark of a list at the start. */
const bullets = /^[•◦▪▫■□●○‣]/;

/** A number with its signs, a date, or what stands for a missing one. */
export function isDatum(text: string): boolean {
  if (text.length > 40 || bullets.test(text)) return false;
  if (placeholders.has(text.toLowerCase())) return true;
  let digits = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code < 128 ? (code | 32) >= 97 && (code | 32) <= 122 : letter.test(text[at] as string)) letters += 1;
  }
  return digits > 0 && letters <= digits && letters <= 4;
}

/** Words of a number with its signs and units. */
const mostDatumWords = 8;

export const isDatumPiece = (piece: Segment): boolean =>
  piece.words.length <= mostDatumWords && isDatum(lineText(piece));
