// The words of a reading by the printed lines they stand in.
import type { OcrWord } from './port.ts';

/** Lines in the order of their numbers. */
export function wordLines(words: readonly OcrWord[]): OcrWord[][] {
  const lines = new Map<number, OcrWord[]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line === undefined) lines.set(word.line, [word]);
    else line.push(word);
  }
  return [...lines].sort(([one], [other]) => one - other).map(([, line]) => line);
}
