// What an engine believes to see in leaves, bricks and fur: lines of low confidence without one sure word. They are left
// out and counted, since invented text is worse than none; a line between two sure ones is only hard to read.
import type { OcrWord } from '../engines/ocr/port.ts';
import { type Box, boundsOf, heightOf, overlap, widthOf } from './page.ts';

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
/** Of this many words some are sure, unless nothing of it is text. */
const fewestWords = 12;
const textureShare = 0.15;
/** A mark without a letter needs this much. */
const sureSpeck = 0.4;

/** A line between two sure ones is text with this much, if it is long enough. */
const doubtful = 0.3;
const doubtfulLetters = 8;
/** In heights of a line: white to the next one. */
const nearby = 1.5;
/** Doubtful lines of one picture that are looked at again. */
const mostDoubts = 200;

export function withoutNoise(words: readonly OcrWord[]): CleanedWords {
  const lines = new Map<number, OcrWord[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line === undefined) lines.set(word.line, [word]);
    else line.push(word);
  }
  const texture = isTexture(words);
  const noise = new Set<number>();
  for (const [number, line] of lines) if (isNoise(line, texture)) noise.add(number);
  if (!texture && noise.size > 0 && noise.size < lines.size) {
    const sure = [...lines].flatMap(([number, line]) => (noise.has(number) ? [] : [boundsOf(line)]));
    for (const number of [...noise].slice(0, mostDoubts)) {
      if (isBetween(lines.get(number) as OcrWord[], sure)) noise.delete(number);
    }
  }
  const kept = words.filter((word) => !noise.has(word.line) && !isSpeck(word));
  return kept.length === words.length ? { words, dropped: 0 } : { words: kept, dropped: words.length - kept.length };
}

/** Words of some length with a line of the same height right above and another right below. */
function isBetween(words: readonly OcrWord[], sure: readonly Box[]): boolean {
  const read = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (characters < doubtfulLetters || read < doubtful * characters) return false;
  const line = boundsOf(words);
  const height = heightOf(line);
  const near = sure.filter(
    (other) =>
      heightOf(other) > 0.6 * height &&
      heightOf(other) < 1.6 * height &&
      overlap(line.left, line.right, other.left, other.right) > 0.5 * Math.min(widthOf(line), widthOf(other)),
  );
  const isAbove = near.some(({ bottom }) => bottom <= line.top + 0.3 * height && line.top - bottom < nearby * height);
  return isAbove && near.some(({ top }) => top >= line.bottom - 0.3 * height && top - line.bottom < nearby * height);
}

/** Marks alone, and doubtful ones: dust between two words. */
const isSpeck = ({ text, confidence }: OcrWord): boolean => confidence < sureSpeck && lettersOf(text) === 0;

const isSure = ({ text, confidence }: OcrWord): boolean => confidence >= sureWord && lettersOf(text) >= sureLetters;

/** Hardly a sure word among many: not a page with poor lines but a picture of something else. */
function isTexture(words: readonly OcrWord[]): boolean {
  if (words.length < fewestWords) return false;
  return words.filter(isSure).length < textureShare * words.length;
}

function isNoise(line: readonly OcrWord[], texture: boolean): boolean {
  if (line.some(isSure)) return false;
  if (texture) return true;
  let characters = 0;
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of line) {
    characters += text.length;
    sum += text.length * confidence;
    letters += lettersOf(text);
  }
  const mean = sum / Math.max(1, characters);
  return mean < (letters < sureLetters ? sureMark : sureLine);
}

export const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
