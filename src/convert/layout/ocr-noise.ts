// What an engine believes to see in leaves, bricks and fur: lines of low confidence without one sure word. They are left
// out and counted, since invented text is worse than none.
import type { OcrWord } from '../engines/ocr/port.ts';

export interface CleanedWords {
  readonly words: readonly OcrWord[];
  /** Words that were left out. */
  readonly dropped: number;
}

/** A line whose characters are surer than this in the mean is text. */
const sureLine = 0.5;
/** One word of some length that is as sure as this carries a doubtful line. */
const sureWord = 0.8;
const sureLetters = 3;
/** A line of a letter or two is a mark more often than a word. */
const sureMark = 0.7;
/** A mark without a letter needs this much. */
const sureSpeck = 0.4;

export function withoutNoise(words: readonly OcrWord[]): CleanedWords {
  const lines = new Map<number, OcrWord[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line === undefined) lines.set(word.line, [word]);
    else line.push(word);
  }
  const noise = new Set<number>();
  for (const [number, line] of lines) if (isNoise(line)) noise.add(number);
  const kept = words.filter((word) => !noise.has(word.line) && !isSpeck(word));
  return kept.length === words.length ? { words, dropped: 0 } : { words: kept, dropped: words.length - kept.length };
}

/** Marks alone, and doubtful ones: dust between two words. */
const isSpeck = ({ text, confidence }: OcrWord): boolean => confidence < sureSpeck && lettersOf(text) === 0;

function isNoise(line: readonly OcrWord[]): boolean {
  let characters = 0;
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of line) {
    characters += text.length;
    sum += text.length * confidence;
    const own = lettersOf(text);
    letters += own;
    if (own >= sureLetters && confidence >= sureWord) return false;
  }
  const mean = sum / Math.max(1, characters);
  return mean < (letters < sureLetters ? sureMark : sureLine);
}

export const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
