// Print that the recogniser passed over: figures that stand alone in the cell of a table or at the end of an entry of a
// contents page are taken for specks when a page is cut into blocks. What stands in a row with words, as tall as they are,
// is set into lines of its own, which are read once more.
import { boundsOf, liesIn } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import { meanConfidence } from './confidence.ts';
import { numberLines } from './line-order.ts';
import { cropOf, montage, type Piece, wordsBack } from './passed-over-montage.ts';
import type { OcrWord, PixelBox } from './port.ts';
import type { Grey } from './prepare-grey.ts';
import { inkOf } from './prepare-ink.ts';
import { type Mark, markHeight, marksOf, markWidth } from './prepare-marks.ts';
import { wordLines } from './word-lines.ts';

/** By the height of the words in the same row. */
const [leastHeight, mostHeight] = [0.42, 1.4];
/** By its own height: how far marks of one piece are apart, how long it may be, and how far other marks have to be. */
const nextMark = 0.7;
const longest = 12;
const clearance = { across: 0.5, down: 0.2 };
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
/** In heights of a piece, from one to the next: now and then two are taken for one, or none is seen, and it is tried again. */
const gaps = [1.5, 2.1] as const;
/** Less sure is a drawing; letters are sooner one than figures, and a single one is hardly ever a word. */
const sureFigure = 0.5;
const sureText = 0.75;
/** What is less sure may be read once more where it stands alone. */
const sureOnce = 0.6;
/** A line of words one below the other that is really one is surer. */
const sureDown = 0.7;

/** All words with those that were passed over, in pixels of `grey` both. */
export async function withPassedOver(
  grey: Raster,
  words: readonly OcrWord[],
  read: (picture: Raster) => Promise<readonly OcrWord[]>,
): Promise<readonly OcrWord[]> {
  if (words.length === 0) return words;
  const doubtful = doubtfulOf(words);
  const pieces = unreadPieces(grey as Grey, words, doubtful);
  if (pieces.length === 0 || pieces.length > mostPieces) return words;
  const found: OcrWord[][] = [];
  let left: readonly Piece[] = pieces;
  for (const apart of gaps) {
    if (left.length === 0) break;
    const made = montage(grey, left, apart);
    if (made === undefined) break;
    const lines = wordsBack(made.slots, await read(made.picture), isBelievable);
    found.push(...lines.filter((line) => line.length > 0));
    left = left.filter((_, at) => lines[at]?.length === 0);
  }
  const replaced = new Set<OcrWord>();
  const lines = found.map((line) => {
    const crop = cropOf(boundsOf(line));
    const inside = [...doubtful.all].filter((word) => liesIn(word, crop));
    for (const word of inside) replaced.add(word);
    const before = inside.find((word) => doubtful.placed.includes(word));
    return withStop(line, inside).map((word) => (before === undefined ? word : inPlaceOf(before, word, line.length)));
  });
  // What stands close to a word of its row goes on the line of that word, and what takes the place of one on its line.
  const [beside, apart] = [lines.filter(([word]) => isPlaced(word)), lines.filter(([word]) => !isPlaced(word))];
  return numberLines([...words.filter((word) => !replaced.has(word)), ...beside.flat()], apart);
}

/** On its line, and where it stood if it was one word: its own foot is surer than that of its row. */
const inPlaceOf = (before: OcrWord, word: OcrWord, words: number): OcrWord =>
  words === 1 ? { ...before, text: word.text, confidence: word.confidence } : { ...word, line: before.line };

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
      // Words gain nothing from being read without those around them.
      const isUnsure = word.confidence < sureOnce && !/\p{L}{3}/u.test(word.text) && standsAlone(word, line);
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

/** What is left of a number, or dust. */
const lone = /^[.,:;|~_]+$/;

/** With the full stop that was read before it was. */
function withStop(line: readonly OcrWord[], before: readonly OcrWord[]): readonly OcrWord[] {
  const last = line.at(-1);
  const stop = before.find(({ text }) => text === '.');
  if (last === undefined || stop === undefined || !/^\d+$/.test(last.text) || stop.left < last.left) return line;
  return [...line.slice(0, -1), { ...last, text: `${last.text}.`, right: Math.max(last.right, stop.right) }];
}

function unreadPieces(grey: Grey, words: readonly OcrWord[], doubtful: Doubtful): Piece[] {
  const standing = words.filter((word) => !doubtful.all.has(word));
  const { mask, width, height } = inkOf(grey, false);
  for (const word of standing) clear(mask, width, height, word);
  const marks = marksOf(mask, width, height);
  const pieces = joined(marks.flatMap((mark) => inRow(mark, standing)).sort((one, other) => one.left - other.left));
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

/** The mark on the foot of its row, where there is a word as tall as it, as letters and figures are. */
function inRow(mark: Mark, words: readonly OcrWord[]): Piece[] {
  const height = markHeight(mark);
  if (markWidth(mark) > 2 * height) return [];
  let nearest: OcrWord | undefined;
  let [least, apart] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const word of words) {
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

function isBelievable({ text, confidence }: OcrWord, { apart, top, bottom }: Piece): boolean {
  if (/^[\d.,%+()–-]+$/.test(text) && /\d/.test(text)) return confidence >= sureFigure;
  return confidence >= sureText && /\p{L}{3}/u.test(text) && apart >= apartFromWords * (bottom - top);
}
