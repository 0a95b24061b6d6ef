// What an engine believes to see in leaves, bricks and fur: lines of low confidence without one sure word. They are left
// out and counted, since invented text is worse than none; a line between two sure ones is only hard to read.
import { meanConfidence } from '../engines/ocr/confidence.ts';
import type { OcrWord } from '../engines/ocr/port.ts';
import { byLine } from '../engines/ocr/word-lines.ts';
import { type Box, boundsOf, heightOf, overlap, widthOf } from './page.ts';
import { median } from './sorted.ts';

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

/** Before a sure line: what is less sure than this, stands apart or is far too tall is a piece of a picture. */
const strayWord = 0.4;
const strayLetters = 5;
/** In heights of the line. */
const strayGap = 1;
const strayHeight = 2;
/** How sure the rest of the line is in the mean. */
const sureRest = 0.7;

/** A line between two sure ones is text with this much, if it is long enough. */
const doubtful = 0.3;
const doubtfulLetters = 8;
/** In heights of a line: white to the next one. */
const nearby = 1.5;
/** Doubtful lines of one picture that are looked at again. */
const mostDoubts = 200;

export function withoutNoise(words: readonly OcrWord[]): CleanedWords {
  const lines = byLine(words, ({ line }) => line);
  const texture = isTexture(words);
  const noise = new Set<number>();
  for (const [number, line] of lines) if (isNoise(line, texture)) noise.add(number);
  if (!texture && noise.size > 0 && noise.size < lines.size) {
    const sure = [...lines].flatMap(([number, line]) => (noise.has(number) ? [] : [boundsOf(line)]));
    for (const number of [...noise].slice(0, mostDoubts)) {
      if (isBetween(lines.get(number) as OcrWord[], sure)) noise.delete(number);
    }
  }
  const strays = new Set<OcrWord>();
  for (const [number, line] of lines) if (!noise.has(number)) for (const word of straysOf(line)) strays.add(word);
  const kept = words.filter((word) => !noise.has(word.line) && !isSpeck(word) && !strays.has(word));
  return kept.length === words.length ? { words, dropped: 0 } : { words: kept, dropped: words.length - kept.length };
}

/** Bullets, swatches of a legend and logos that stand before a line and were taken for letters of it. */
function straysOf(line: readonly OcrWord[]): readonly OcrWord[] {
  const first = line.findIndex((word) => !isDoubtful(word));
  const rest = line.slice(first);
  if (first <= 0 || !rest.some(isSure) || meanConfidence(rest) < sureRest) return [];
  const before = line.slice(0, first);
  const height = median(rest.map(heightOf));
  const [last, next] = [before[first - 1] as OcrWord, rest[0] as OcrWord];
  const gap = Math.max(next.left - last.right, last.left - next.right);
  if (gap >= strayGap * height) return before;
  return before.filter((word) => heightOf(word) > strayHeight * height);
}

/** Few letters, no digit, and hardly read. */
const isDoubtful = ({ text, confidence }: OcrWord): boolean =>
  confidence < strayWord && text.length <= strayLetters && !/\p{N}/u.test(text);

/** Words of some length with a line of the same height right above and another right below. */
function isBetween(words: readonly OcrWord[], sure: readonly Box[]): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  if (characters < doubtfulLetters || meanConfidence(words) < doubtful) return false;
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
  const letters = line.reduce((sum, { text }) => sum + lettersOf(text), 0);
  return meanConfidence(line) < (letters < sureLetters ? sureMark : sureLine);
}

export const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
