// Pages that are typed as a whole, as reports of machines and old manuscripts are: there the letters say nothing of code.
import { isMonospace, type Segment } from './segments.ts';

/** In words: nearly all of a page is set in a typewriter's letters. */
const allTyped = 0.95;
/** Lines that say something, and the words of one. */
const fewestSentences = 5;
const fewestWords = 8;
const mostlyWords = 0.6;
const codeSign = /[{}=<>\\|$#]|\w\(|\)\.|;$/;

/** All is typed, and some of it is text. */
export function isTypedPage(segments: readonly Segment[]): boolean {
  let [all, typed] = [0, 0];
  for (const segment of segments) {
    all += segment.words.length;
    if (isMonospace(segment)) typed += segment.words.length;
  }
  if (typed < allTyped * all) return false;
  let sentences = 0;
  for (const segment of segments) if (isSentence(segment)) sentences += 1;
  return sentences >= fewestSentences;
}

function isSentence({ words }: Segment): boolean {
  if (words.length < fewestWords || words.some(({ text }) => codeSign.test(text))) return false;
  return (
    words.filter(({ text }) => /^["'(]?\p{L}[-'\p{L}]*["),.;:?!]*$/u.test(text)).length >= mostlyWords * words.length
  );
}
