// Which words of a picture are bold: those whose strokes are thicker than those of most print on the page. One word says
// little, so the words of a line are told together: as few changes of weight as what is measured allows.
import type { OcrWord } from '../engines/ocr/port.ts';
import { byLine } from '../engines/ocr/word-lines.ts';
import { median } from './sorted.ts';

/** Strokes of bold type against plain type of the same size, as the mean over fonts. */
const boldStrokes = 1.45;
/** What a change of weight within a line costs: a bold word of six letters among plain ones is worth it. */
const change = 0.4;
/** A page with more bold print is unevenly printed, or its picture is uneven. */
const mostBold = 0.4;
/** Lines and letters from which on a page says what is usual. */
const leastLines = 4;
const leastLetters = 4;
/** No type is heavier: what measures more is white on black, or stands on a picture. */
const thickest = 2.2;

interface Weighed {
  readonly word: OcrWord;
  /** Size of its type, in any unit. */
  readonly size: number;
}

/** For each word whether it is bold. */
export function boldWords(words: readonly Weighed[]): readonly boolean[] {
  const lines = byLine(words.keys(), (at) => words[at]?.word.line ?? -1);
  const told = words.filter(({ word }) => word.stroke !== undefined && word.text.length >= leastLetters);
  const plain = words.map(() => false);
  if (lines.size < leastLines || told.length < leastLines) return plain;
  const usualStroke = usual(told.map(({ word }) => [word.stroke as number, word.text.length]));
  const usualSize = usual(told.map(({ word, size }) => [size, word.text.length]));
  const found = [...plain];
  let all = 0;
  let bold = 0;
  for (const line of lines.values()) {
    const ratios = line.map((at): readonly [number, number] => {
      const { word, size } = words[at] as Weighed;
      // Larger type has thicker strokes by itself.
      const ratio = (word.stroke ?? 0) / usualStroke / Math.max(1, size / usualSize);
      return ratio === 0 || ratio > thickest ? [1, 0] : [ratio, lettersOf(word)];
    });
    for (const [index, isBold] of likeliest(ratios).entries()) {
      const at = line[index] as number;
      found[at] = isBold;
      all += words[at]?.word.text.length ?? 0;
      if (isBold) bold += words[at]?.word.text.length ?? 0;
    }
  }
  return bold > mostBold * all ? plain : found;
}

/** The cheapest sequence of weights for a line's strokes, each counted by its letters. */
function likeliest(ratios: readonly (readonly [number, number])[]): boolean[] {
  let plain = 0;
  let bold = 0;
  /** For each word, whether the best way to each weight came from the other one. */
  const turned: (readonly [boolean, boolean])[] = [];
  for (const [ratio, letters] of ratios) {
    turned.push([bold + change < plain, plain + change < bold]);
    const toPlain = Math.min(plain, bold + change) + letters * (ratio - 1) ** 2;
    const toBold = Math.min(bold, plain + change) + letters * (ratio - boldStrokes) ** 2;
    plain = toPlain;
    bold = toBold;
  }
  const found: boolean[] = [];
  let isBold = bold < plain;
  for (let at = ratios.length - 1; at >= 0; at -= 1) {
    found[at] = isBold;
    if (turned[at]?.[isBold ? 1 : 0] === true) isBold = !isBold;
  }
  return found;
}

/** Bullets and dashes are as thick as they are. */
const lettersOf = ({ text }: OcrWord): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** The median over letters. */
function usual(values: readonly (readonly [number, number])[]): number {
  return median(values.flatMap(([value, letters]) => Array.from({ length: Math.ceil(letters / 4) }, () => value)));
}
