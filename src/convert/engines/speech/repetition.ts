// Notices when the model has caught itself in a loop and writes the same words again and again.
import { deflateRawSync } from 'node:zlib';

/** A loop is a run of words that stands at the end so many times, and takes up so many words in all. */
const leastTurns = 4;
const leastWords = 20;
const longestTurn = 30;

/** How many words at the end only repeat what stands before them; 0 where nothing does. */
export function repeatedWords(words: readonly number[]): number {
  for (let turn = 1; turn <= longestTurn; turn += 1) {
    let same = 0;
    while (same + turn < words.length && words.at(-1 - same) === words.at(-1 - same - turn)) same += 1;
    const turns = Math.floor(same / turn);
    if (turns >= leastTurns - 1 && turns * turn + turn >= leastWords) return turns * turn;
  }
  return 0;
}

/** Length against compressed length: prose is near 1.5, text that repeats itself well above 2. */
export function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length === 0 ? 0 : bytes.length / deflateRawSync(bytes).length;
}
