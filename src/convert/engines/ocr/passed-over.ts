// Print that the recogniser passed over: figures that stand alone in the cell of a table or at the end of an entry of a
// contents page are taken for specks when a page is cut into blocks. What stands in a row with words, as tall as they are,
// is set into lines of its own, which are read once more.
import { boundsOf } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import { numberLines } from './line-order.ts';
import type { OcrWord, PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { inkOf } from './prepare-ink.ts';
import { type Mark, markHeight, marksOf, markWidth } from './prepare-marks.ts';
import { wordLines } from './word-lines.ts';

/** A few marks side by side, none of them read. */
interface Piece extends PixelBox {
  /** Where the words of its row stand, and how far the nearest of them is. */
  readonly foot: number;
  readonly apart: number;
  /** The line of that word where it is near; -1 otherwise. */
  readonly line: number;
  /** Letters and figures, where none touch. */
  readonly marks: number;
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
/** By its own height: how much around a piece is read with it. */
const cropped = 0.4;
/** How far letters, which may be part of a word that was read, stand from the words of their row. */
const apartFromWords = 1;
/** No further from a word of its row it is part of the line. */
const besideWord = 1.5;
/** Share of a doubtful word that a piece has to cover. */
const leastOfWord = 0.7;
/** Of what a mark is compared with: sure words, and more than a sign. */
const sureWord = 0.7;
/** More are the texture of a picture. */
const mostPieces = 120;
const mostLookedAt = 600;
const piecesInLine = 12;
/** In heights of a piece, from one to the next: now and then two are taken for one, or none is seen, and it is tried again. */
const gaps = [1.5, 2.1] as const;
/** Less sure is a drawing; letters are sooner one than figures, and a single one is hardly ever a word. */
const sureFigure = 0.5;
/** What is less sure may be read once more where it stands alone. */
const sureOnce = 0.6;
/** A line of words one below the other that is really one is surer. */
const sureDown = 0.7;
const sureText = 0.75;

/** All words with those that were passed over, in pixels of `grey` both. */
export async function withPassedOver(
  grey: Raster,
  words: readonly OcrWord[],
  read: (picture: Raster) => Promise<readonly OcrWord[]>,
): Promise<readonly OcrWord[]> {
  const doubtful = doubtfulOf(words);
  const pieces = unreadPieces(grey as Grey, words, doubtful);
  if (pieces.length === 0 || pieces.length > mostPieces) return words;
  const found: OcrWord[][] = [];
  let left: readonly Piece[] = pieces;
  for (const apart of gaps) {
    if (left.length === 0) break;
    const { picture, slots } = montage(grey, left, apart);
    const lines = linesOf(slots, await read(picture));
    found.push(...lines.filter((line) => line.length > 0));
    left = left.filter((_, at) => lines[at]?.length === 0);
  }
  const replaced = new Set<OcrWord>();
  const lines = found.map((line) => {
    const crop = cropOf(boundsOf(line));
    const inside = [...doubtful.all].filter((word) => holdsMiddle(crop, word));
    for (const word of inside) replaced.add(word);
    return withStop(line, inside);
  });
  // What stands close to a word of its row goes on the line of that word.
  const [beside, apart] = [lines.filter(([word]) => isPlaced(word)), lines.filter(([word]) => !isPlaced(word))];
  return numberLines([...words.filter((word) => !replaced.has(word)), ...beside.flat()], apart);
}

const isPlaced = (word: OcrWord | undefined): boolean => word !== undefined && word.line >= 0;

/** Words that were read as nothing to be trusted. */
interface Doubtful {
  readonly all: ReadonlySet<OcrWord>;
  /** Those whose boxes may be trusted: not the figures of a column taken for one line. */
  readonly placed: readonly OcrWord[];
}

function doubtfulOf(words: readonly OcrWord[]): Doubtful {
  const all = new Set<OcrWord>();
  const placed: OcrWord[] = [];
  for (const line of wordLines(words)) {
    const { left, top, right, bottom } = boundsOf(line);
    const runsDown = line.length > 2 && bottom - top > 3 * (right - left);
    const columnTakenForLine = runsDown && meanConfidence(line) < sureDown;
    for (const word of line) {
      const isStop = lone.test(word.text);
      const isUnsure = word.confidence < sureOnce && standsAlone(word, line);
      if (isStop || isUnsure || columnTakenForLine) all.add(word);
      if (isUnsure && !columnTakenForLine) placed.push(word);
    }
  }
  return { all, placed };
}

/** With white around it that no line of text has. */
function standsAlone(word: OcrWord, line: readonly OcrWord[]): boolean {
  const white = apartFromWords * (word.bottom - word.top);
  return line.every((other) => other === word || other.left - word.right > white || word.left - other.right > white);
}
const lone = /^[.,:;|~_]+$/;

/** With the full stop that was read before it was. */
function withStop(line: readonly OcrWord[], before: readonly OcrWord[]): readonly OcrWord[] {
  const last = line.at(-1);
  const stop = before.find(({ text }) => text === '.');
  if (last === undefined || stop === undefined || !/^\d+$/.test(last.text) || stop.left < last.left) return line;
  return [...line.slice(0, -1), { ...last, text: `${last.text}.`, right: Math.max(last.right, stop.right) }];
}

/** A piece with what hangs on it, such as the full stop of a number. */
function cropOf({ left, top, right, bottom }: PixelBox): PixelBox {
  const rim = Math.floor(cropped * (bottom - top));
  return { left: left - rim, top: top - rim, right: right + rim, bottom: bottom + rim };
}

function holdsMiddle(box: PixelBox, { left, top, right, bottom }: PixelBox): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

function unreadPieces(grey: Grey, words: readonly OcrWord[], doubtful: Doubtful): Piece[] {
  const rows = new Rows(words.filter((word) => !doubtful.all.has(word)));
  const { mask, width, height } = inkOf(grey, false);
  for (const word of words) if (!doubtful.all.has(word)) clear(mask, width, height, word);
  const marks = marksOf(mask, width, height);
  const pieces = joined(marks.flatMap((mark) => rows.placed(mark)).sort((one, other) => one.left - other.left));
  if (pieces.length > mostLookedAt) return [];
  const others = marks.filter((mark) => markHeight(mark) > 2 && markWidth(mark) > 2);
  return pieces
    .filter((piece) => isShort(piece) && isClear(piece, others) && isWhole(piece, doubtful.placed))
    .sort((one, other) => one.foot - other.foot || one.left - other.left);
}

const isShort = ({ left, top, right, bottom }: Piece): boolean => right - left <= longest * (bottom - top);

/** No part of a word that was read with doubt: what is left of it where the box of another one lies over it. */
function isWhole(piece: Piece, doubtful: readonly OcrWord[]): boolean {
  for (const { left, top, right, bottom } of doubtful) {
    if (top >= piece.bottom || bottom <= piece.top) continue;
    const shared = Math.min(right, piece.right) - Math.max(left, piece.left);
    if (shared > 0 && shared < leastOfWord * (right - left)) return false;
  }
  return true;
}

/** Words that stand, to be asked for those level with a mark. */
class Rows {
  readonly #words: readonly OcrWord[];

  constructor(words: readonly OcrWord[]) {
    this.#words = words;
  }

  /** The mark on the foot of its row, where there is a word as tall as it, as letters and figures are. */
  placed(mark: Mark): Piece[] {
    const height = markHeight(mark);
    if (markWidth(mark) > 2 * height) return [];
    let nearest: OcrWord | undefined;
    let [least, apart] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const word of this.#words) {
      const { top, bottom, text, confidence } = word;
      const usual = bottom - top;
      const shared = Math.min(bottom, mark.bottom + 1) - Math.max(top, mark.top);
      if (shared < 0.3 * Math.min(usual, height)) continue;
      const white = Math.max(0, word.left - mark.right, mark.left - word.right);
      apart = Math.min(apart, white);
      if (shared < 0.7 * Math.min(usual, height)) continue;
      if (height < leastHeight * usual || height > mostHeight * usual) continue;
      if (confidence < sureWord || !/[\p{L}\p{N}]{2}/u.test(text)) continue;
      // Boxes may reach into the next row: words on the same foot count for more than near ones.
      const distance = white + 20 * Math.abs(bottom - mark.bottom - 1);
      if (distance >= least) continue;
      least = distance;
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
        apart,
        line: apart <= besideWord * height ? nearest.line : -1,
        marks: 1,
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
    else open[at] = grown(open[at] as Piece, mark);
    // What lies far to the left goes on with nothing.
    const reach = mark.left - 4 * (mark.bottom - mark.top);
    while (open.length > 0 && (open[0] as Piece).right < reach) pieces.push(open.shift() as Piece);
  }
  return [...pieces, ...open];
}

const grown = (piece: Piece, mark: Piece): Piece => ({
  ...boundsOf([piece, mark]),
  foot: piece.foot,
  apart: Math.min(piece.apart, mark.apart),
  line: Math.max(piece.line, mark.line),
  marks: piece.marks + 1,
});

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
  apart: number,
): { readonly picture: Raster; readonly slots: readonly Slot[] } {
  const tallest = Math.max(...pieces.map(({ top, bottom }) => bottom - top));
  const gap = Math.ceil(apart * tallest);
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
  for (const slot of slots) copy(grey, slot, pixels, width);
  return { picture: { width, height, channels: 1, pixels }, slots };
}

/** With a rim, for what hangs on a figure; made as light as the paper of the new picture. */
function copy(grey: Raster, { piece, left, top }: Slot, pixels: Uint8Array, width: number): void {
  const paper = paperOf(grey, piece);
  const crop = cropOf(piece);
  for (let y = Math.max(0, crop.top); y < Math.min(grey.height, crop.bottom); y += 1) {
    for (let x = Math.max(0, crop.left); x < Math.min(grey.width, crop.right); x += 1) {
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
  return slots.map((slot) => {
    const { piece, left, top } = slot;
    const inside = words.filter((word) => holdsMiddle(slot, word));
    const [x, y] = [piece.left - left, piece.top - top];
    const characters = inside.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, '').length, 0);
    return characters >= piece.marks && inside.every((word) => isBelievable(word, piece))
      ? inside.map((word) => ({
          ...word,
          left: word.left + x,
          top: word.top + y,
          right: word.right + x,
          bottom: word.bottom + y,
          baseline: piece.foot,
          line: piece.line,
        }))
      : [];
  });
}

function isBelievable({ text, confidence }: OcrWord, { apart, top, bottom }: Piece): boolean {
  if (/^[\d.,%+()–-]+$/.test(text) && /\d/.test(text)) return confidence >= sureFigure;
  return confidence >= sureText && /\p{L}{3}/u.test(text) && apart >= apartFromWords * (bottom - top);
}
