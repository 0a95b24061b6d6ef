// Tells which parts of a detected line have to be read again: what Tesseract was unsure of, and what it passed over.
import type { OcrWord } from '../port.ts';

/** A word and where it stands along a detected line, in heights of the line from its left end. */
export interface PlacedWord {
  readonly word: OcrWord;
  readonly from: number;
  readonly to: number;
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** What Tesseract read there, from left to right. */
  readonly words: readonly OcrWord[];
}

/** Words Tesseract gives at least this are right but for one character in 500; below, one in twenty is wrong. */
export const sureFrom = 0.9;
/** English words are hardly ever longer: these are mostly several, run together. */
const longWord = 16;
/** Room without words, in heights of the line, that may hide one: between words, and at the ends with their margin. */
const roomBetween = 1.1;
const roomAtEnds = 0.9;
/** From this share on, the line is read whole: its words help each other, and it costs little more. */
const mostlyDoubtful = 0.35;

/** `length` is the line's width in heights; words come from left to right. */
export function doubtfulStretches(placed: readonly PlacedWord[], length: number): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let waiting: OcrWord[] = [];
  const close = (to: number, room: number): void => {
    if (waiting.length > 0 || to - from >= room) {
      if (to > from) stretches.push({ from, to, words: waiting });
    }
    waiting = [];
  };
  for (const { word, from: left, to: right } of placed) {
    if (word.confidence < sureFrom || word.text.length > longWord) waiting.push(word);
    else {
      close(Math.min(left, length), from === 0 ? roomAtEnds : roomBetween);
      from = Math.max(from, right);
    }
  }
  close(length, roomAtEnds);
  const doubtful = stretches.reduce((sum, stretch) => sum + stretch.to - stretch.from, 0);
  if (doubtful < length * mostlyDoubtful) return stretches;
  return [{ from: 0, to: length, words: placed.map(({ word }) => word) }];
}
