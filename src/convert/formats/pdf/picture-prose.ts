// Tells text in a picture from the labels of a chart or a map: running words and rows of names with numbers are worth
// reading, the scattered scale of an axis says nothing where the picture itself is not to be seen.
import { meanConfidence } from '../../engines/ocr/confidence.ts';
import type { OcrReading, OcrWord } from '../../engines/ocr/port.ts';
import { wordLines } from '../../engines/ocr/word-lines.ts';
import type { Raster } from '../../engines/raster.ts';
import { edgesWithin } from './picture-text.ts';

/** A reading less sure than this is a guess at patterns. */
const sure = 0.8;
/** Share of what is drawn that must be text, unless there is much of it and it is read well. */
const textShare = 0.35;
const muchText = 100;
const verySure = 0.85;

/** A gap wider than this, in heights of the line, parts what stands on one line. */
const gap = 1.2;
/** Words in a row that make it running text, and the share of them that begin with a small letter: menus have capitals. */
const running = 4;
const smallShare = 0.4;
/** Share of the characters that must be running text, or, with so many rows of names and numbers, those or running text. */
const proseShare = 0.6;
const tableShare = 0.75;
const fewestRows = 4;
/** A sign or a banner: so few lines are taken for what they are. */
const bannerLines = 3;
const bannerLetters = 5;

/** `words` are those of the reading that are no noise. */
export function saysSomething(picture: Raster, reading: OcrReading, words: readonly OcrWord[]): boolean {
  if (!soundsLikeText(words)) return false;
  const chars = charsOf(words);
  const confidence = meanConfidence(words);
  // Boxes of a picture that was turned are not those of its pixels.
  if (reading.turned !== 0 || (chars >= muchText && confidence >= verySure)) return true;
  return edgesWithin(picture, words) >= textShare;
}

/** Read well, and running text or a table. */
export const soundsLikeText = (words: readonly OcrWord[]): boolean => meanConfidence(words) >= sure && isProse(words);

export function isProse(words: readonly OcrWord[]): boolean {
  const lines = wordLines(words);
  let all = 0;
  let prose = 0;
  let inRows = 0;
  let rows = 0;
  let lettered = 0;
  for (const line of lines) {
    const parts = partsOf(line);
    const [first, ...others] = parts;
    const size = charsOf(line);
    all += size;
    lettered += line.filter(isLettered).reduce((sum, word) => sum + word.text.length, 0);
    const isRow = first?.some(isLettered) === true && others.some((part) => part.some((word) => /\d/.test(word.text)));
    if (isRow) {
      inRows += size;
      rows += 1;
    } else prose += parts.filter(isRunning).reduce((sum, part) => sum + charsOf(part), 0);
  }
  if (lines.length <= bannerLines) return lettered >= bannerLetters && lettered > all / 2;
  if (prose === 0 && rows === 0) return false;
  return prose >= proseShare * all || (rows >= fewestRows && prose + inRows >= tableShare * all);
}

const isLettered = ({ text }: OcrWord): boolean => /\p{L}{2}/u.test(text);
/** It begins with a small letter, or is of a script that has no capitals. */
const isSmall = ({ text }: OcrWord): boolean => /^\P{L}{0,3}(?:\p{Ll}\p{Ll}|\p{Lo})/u.test(text);
export const charsOf = (words: readonly Pick<OcrWord, 'text'>[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

function isRunning(part: readonly OcrWord[]): boolean {
  // Scripts without spaces run in one long word.
  const longest = part.reduce((most, { text }) => Math.max(most, [...text].length), 0);
  const words = part.filter(isLettered);
  const isSentence = words.length >= running && words.filter(isSmall).length >= smallShare * words.length;
  return isSentence || (longest >= 8 && /^\P{ASCII}+$/u.test(part[0]?.text ?? ''));
}

function partsOf(line: readonly OcrWord[]): OcrWord[][] {
  const sorted = [...line].sort((one, other) => one.left - other.left);
  const heights = sorted.map((word) => word.bottom - word.top).sort((one, other) => one - other);
  const height = heights[heights.length >> 1] ?? 0;
  const parts: OcrWord[][] = [];
  for (const [at, word] of sorted.entries()) {
    const before = sorted[at - 1];
    if (before === undefined || word.left - before.right > gap * height) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
