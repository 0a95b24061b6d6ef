// Print that the recogniser passed over: figures that stand alone in the cell of a table or at the end of an entry of a
// contents page are taken for specks when a page is cut into blocks. What stands in a row with words, as tall as they are,
// is set into lines of its own, which are read once more.
import { boundsOf } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import { numberLines } from './line-order.ts';
import type { OcrWord, PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { inkOf } from './prepare-ink.ts';
import { type Mark, markHeight, marksOf, markWidth } from './prepare-marks.ts';

/** A few marks side by side, none of them read. */
interface Piece extends PixelBox {
  /** Where the words of its row stand, and how far the nearest of them is. */
  readonly foot: number;
  readonly apart: number;
}

/** A piece in the picture that is read once more. */
interface Slot {
  readonly piece: Piece;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** By the height of the words in the same row. */
const [leastHeight, mostHeight] = [0.42, 1.4];
/** By its own height: how far marks of one piece are apart, how long it may be, and how far other marks have to be. */
const nextMark = 0.7;
const longest = 12;
const clearance = { across: 0.5, down: 0.2 };
/** How far letters, which may be part of a word that was read, stand from the words of their row. */
const apartFromWords = 1;
/** Of what a mark is compared with: sure words, and more than a sign. */
const sureWord = 0.7;
/** More are the texture of a picture. */
const mostPieces = 120;
const mostLookedAt = 600;
const piecesInLine = 12;
/** Less sure is a drawing; letters are sooner one than figures, and a single one is hardly ever a word. */
const sureFigure = 0.5;
const sureText = 0.75;

/** All words with those that were passed over, in pixels of `grey` both. */
export async function withPassedOver(
  grey: Raster,
  words: readonly OcrWord[],
  read: (picture: Raster) => Promise<readonly OcrWord[]>,
): Promise<readonly OcrWord[]> {
  const pieces = unreadPieces(grey as Grey, words);
  if (pieces.length === 0 || pieces.length > mostPieces) return words;
  const { picture, slots } = montage(grey, pieces);
  return numberLines(words, linesOf(slots, await read(picture)));
}

function unreadPieces(grey: Grey, words: readonly OcrWord[]): Piece[] {
  const rows = new Rows(
    words.filter(({ confidence, text }) => confidence >= sureWord && /[\p{L}\p{N}]{2}/u.test(text)),
  );
  if (rows.isEmpty) return [];
  const { mask, width, height } = inkOf(grey, false);
  for (const word of words) clear(mask, width, height, word);
  const marks = marksOf(mask, width, height);
  const pieces = joined(marks.flatMap((mark) => rows.placed(mark)).sort((one, other) => one.left - other.left));
  if (pieces.length > mostLookedAt) return [];
  const others = marks.filter((mark) => markHeight(mark) > 2 && markWidth(mark) > 2);
  return pieces
    .filter((piece) => piece.right - piece.left <= longest * (piece.bottom - piece.top) && isClear(piece, others))
    .sort((one, other) => one.foot - other.foot || one.left - other.left);
}

/** Sure words by where they stand, to be asked for those level with a mark. */
class Rows {
  readonly #words: readonly OcrWord[];

  constructor(words: readonly OcrWord[]) {
    this.#words = words;
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** The mark on the foot of its row, where there is a word as tall as it, as letters and figures are. */
  placed(mark: Mark): Piece[] {
    const height = markHeight(mark);
    if (markWidth(mark) > 2 * height) return [];
    let nearest: OcrWord | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const word of this.#words) {
      const { top, bottom } = word;
      const usual = bottom - top;
      if (height < leastHeight * usual || height > mostHeight * usual) continue;
      const shared = Math.min(bottom, mark.bottom + 1) - Math.max(top, mark.top);
      if (shared < 0.7 * Math.min(usual, height)) continue;
      const apart = Math.max(word.left - mark.right, mark.left - word.right);
      if (apart >= least) continue;
      least = apart;
      nearest = word;
    }
    if (nearest === undefined) return [];
    const { left, top, right, bottom } = mark;
    return [
      {
        left,
        top,
        right: right + 1,
        bottom: bottom + 1,
        foot: Math.round(nearest.baseline ?? nearest.bottom),
        apart: least,
      },
    ];
  }
}

function clear(mask: Uint8Array, width: number, height: number, { left, top, right, bottom }: PixelBox): void {
  const rim = Math.max(2, 0.15 * (bottom - top));
  const [from, to] = [Math.max(0, Math.floor(left - rim)), Math.min(width, Math.ceil(right + rim))];
  const end = Math.min(height, Math.ceil(bottom + rim));
  for (let y = Math.max(0, Math.floor(top - rim)); y < end; y += 1) mask.fill(0, y * width + from, y * width + to);
}

/** Marks from left to right; those side by side are one piece. */
function joined(marks: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  const open: Piece[] = [];
  for (const mark of marks) {
    const at = open.findIndex((piece) => goesOn(piece, mark));
    if (at < 0) open.push(mark);
    else
      open[at] = {
        ...boundsOf([open[at] as Piece, mark]),
        foot: (open[at] as Piece).foot,
        apart: Math.min((open[at] as Piece).apart, mark.apart),
      };
    // What lies far to the left goes on with nothing.
    const reach = mark.left - 4 * (mark.bottom - mark.top);
    while (open.length > 0 && (open[0] as Piece).right < reach) pieces.push(open.shift() as Piece);
  }
  return [...pieces, ...open];
}

function goesOn(piece: Piece, mark: Piece): boolean {
  const height = mark.bottom - mark.top;
  const shared = Math.min(piece.bottom, mark.bottom) - Math.max(piece.top, mark.top);
  return mark.left - piece.right <= nextMark * height && shared >= 0.6 * Math.min(height, piece.bottom - piece.top);
}

/** Nothing but its own marks, and a full stop or two, around it. */
function isClear(piece: Piece, marks: readonly Mark[]): boolean {
  const height = piece.bottom - piece.top;
  const [across, down] = [clearance.across * height, clearance.down * height];
  return !marks.some((mark) => {
    if (mark.left > piece.right + across || mark.right < piece.left - across) return false;
    if (mark.top > piece.bottom + down || mark.bottom < piece.top - down) return false;
    const inside =
      mark.left >= piece.left && mark.right < piece.right && mark.top >= piece.top && mark.bottom < piece.bottom;
    return !inside && markHeight(mark) > 0.4 * height;
  });
}

/** The pieces in lines, well apart, on white paper. */
function montage(
  grey: Raster,
  pieces: readonly Piece[],
): { readonly picture: Raster; readonly slots: readonly Slot[] } {
  const tallest = Math.max(...pieces.map(({ top, bottom }) => bottom - top));
  const gap = Math.ceil(1.5 * tallest);
  const slots: Slot[] = [];
  let [width, foot] = [0, 0];
  for (let from = 0; from < pieces.length; from += piecesInLine) {
    foot += gap + tallest;
    let x = gap;
    for (const piece of pieces.slice(from, from + piecesInLine)) {
      const right = x + piece.right - piece.left;
      const top = foot + piece.top - piece.foot;
      slots.push({ piece, left: x, right, top, bottom: top + piece.bottom - piece.top });
      x = right + gap;
    }
    width = Math.max(width, x);
  }
  const height = foot + gap;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const slot of slots) copy(grey, slot, pixels, width, Math.floor(0.3 * tallest));
  return { picture: { width, height, channels: 1, pixels }, slots };
}

/** With a rim, for what hangs on a figure; made as light as the paper of the new picture. */
function copy(grey: Raster, { piece, left, top }: Slot, pixels: Uint8Array, width: number, rim: number): void {
  const paper = paperOf(grey, piece);
  for (let y = Math.max(0, piece.top - rim); y < Math.min(grey.height, piece.bottom + rim); y += 1) {
    for (let x = Math.max(0, piece.left - rim); x < Math.min(grey.width, piece.right + rim); x += 1) {
      const value = ((grey.pixels[y * grey.width + x] as number) * 255) / paper;
      pixels[(top + y - piece.top) * width + left + x - piece.left] = Math.min(255, value);
    }
  }
}

/** The grey that most of it is lighter than by little: three quarters of the way from the darkest. */
function paperOf({ width, pixels }: Raster, { left, top, right, bottom }: Piece): number {
  const values: number[] = [];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) values.push(pixels[y * width + x] as number);
  values.sort((one, other) => one - other);
  return Math.max(1, values[Math.floor(0.9 * values.length)] ?? 255);
}

/** The words of each piece, back where they were taken from. */
function linesOf(slots: readonly Slot[], words: readonly OcrWord[]): OcrWord[][] {
  return slots.map(({ piece, left, top, right, bottom }) => {
    const inside = words.filter((word) => {
      const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
      return x >= left && x <= right && y >= top && y <= bottom;
    });
    const [x, y] = [piece.left - left, piece.top - top];
    return inside.every((word) => isBelievable(word, piece))
      ? inside.map((word) => ({
          ...word,
          left: word.left + x,
          top: word.top + y,
          right: word.right + x,
          bottom: word.bottom + y,
          baseline: piece.foot,
        }))
      : [];
  });
}

function isBelievable({ text, confidence }: OcrWord, { apart, top, bottom }: Piece): boolean {
  if (/^[\d.,%+()–-]+$/.test(text) && /\d/.test(text)) return confidence >= sureFigure;
  return confidence >= sureText && /\p{L}{2}/u.test(text) && apart >= apartFromWords * (bottom - top);
}
