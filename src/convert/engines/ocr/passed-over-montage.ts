// Pieces of a picture set into lines of their own, on white paper and well apart, to be read once more; and the way back of
// the words that are read there.
import { liesIn } from '../../layout/page.ts';
import type { Raster } from '../raster.ts';
import type { OcrWord, PixelBox } from './port.ts';
import { levelOver, levelsOf } from './prepare-grey.ts';

/** A few marks side by side, none of them read. */
export interface Piece extends PixelBox {
  /** Where the words of its row stand, and how far the nearest of them is. */
  readonly foot: number;
  readonly apart: number;
  /** The line of that word where it is near; -1 otherwise. */
  readonly line: number;
  /** Letters and figures, where none touch. */
  readonly marks: number;
}

/** A piece in the picture that is read once more. */
export interface Slot extends PixelBox {
  readonly piece: Piece;
}

/** By its own height: how much around a piece is read with it. */
const cropped = 0.4;
const piecesInLine = 12;
/** Pixels: larger than any line of figures, and far from what a recogniser can count. */
const widest = 8_000;

export interface Montage {
  readonly picture: Raster;
  readonly slots: readonly Slot[];
}

/** `apart` by the tallest piece; undefined where they are too large to be figures. */
export function montage(grey: Raster, pieces: readonly Piece[], apart: number): Montage | undefined {
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
  if (width > widest) return undefined;
  const height = foot + gap;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const slot of slots) copy(grey, slot, pixels, width);
  return { picture: { width, height, channels: 1, pixels }, slots };
}

/** With a rim, for what hangs on a figure; made as light as the paper of the new picture. */
function copy(grey: Raster, { piece, left, top }: Slot, pixels: Uint8Array, width: number): void {
  // Nine tenths are darker: the ground of a figure, which is mostly white.
  const paper = Math.max(1, levelOver(levelsOf(grey, piece), 0.9));
  const crop = cropOf(piece);
  for (let y = Math.max(0, crop.top); y < Math.min(grey.height, crop.bottom); y += 1) {
    for (let x = Math.max(0, crop.left); x < Math.min(grey.width, crop.right); x += 1) {
      const value = ((grey.pixels[y * grey.width + x] as number) * 255) / paper;
      pixels[(top + y - piece.top) * width + left + x - piece.left] = Math.min(255, value);
    }
  }
}

/** The words of each piece, back where they were taken from; none where one is not believed, or some must be missing. */
export function wordsBack(
  slots: readonly Slot[],
  words: readonly OcrWord[],
  isBelievable: (word: OcrWord, piece: Piece) => boolean,
): OcrWord[][] {
  return slots.map((slot) => {
    const { piece, left, top } = slot;
    const inside = words.filter((word) => liesIn(word, slot));
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

/** A piece with what hangs on it, such as the full stop of a number. */
export function cropOf({ left, top, right, bottom }: PixelBox): PixelBox {
  const rim = Math.floor(cropped * (bottom - top));
  return { left: left - rim, top: top - rim, right: right + rim, bottom: bottom + rim };
}
