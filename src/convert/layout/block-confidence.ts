// How sure a block is whose words an engine has read: the mean over their characters.
import type { Word } from './page.ts';

/** Undefined for a block whose words the document itself gave. */
export function confidenceOf(parts: Iterable<{ readonly words: readonly Word[] }>): number | undefined {
  let characters = 0;
  let sum = 0;
  for (const { words } of parts) {
    for (const { text, confidence } of words) {
      if (confidence === undefined) continue;
      characters += text.length;
      sum += text.length * confidence;
    }
  }
  return characters === 0 ? undefined : Math.round((1000 * sum) / characters) / 1000;
}
