// The dots that lead the eye from an entry to its page are written as three, however far it is.
import { endsEntry } from './contents-entry.ts';
import { type Line, lineFrom } from './lines.ts';
import type { Word } from './page.ts';

const shown = '...';
/** Dots in one word, and dots that are a word each. */
const fewest = 4;
const onlyDots = /^[.…·]+$/;
const dotsWithin = /[.…·]{4,}/;

export function withShortLeaders(lines: readonly Line[]): readonly Line[] {
  return lines.some(endsEntry) ? lines.map((line) => (endsEntry(line) ? shortened(line) : line)) : lines;
}

function shortened(line: Line): Line {
  const words: Word[] = [];
  for (let at = 0; at < line.words.length; at += 1) {
    const word = line.words[at] as Word;
    const end = endOfDots(line.words, at);
    if (end > at) {
      // They look as what they follow does.
      const { right } = line.words[end - 1] as Word;
      words.push({ ...word, text: shown, right, spaced: true, style: (words.at(-1) ?? word).style });
      const next = line.words[end];
      if (next !== undefined) words.push({ ...next, spaced: true });
      at = end;
    } else words.push(parted(word));
  }
  return { ...lineFrom(words, line, line.size), gapped: line.gapped, links: line.links };
}

/** The end of the run of words of dots alone that begins here; where it begins when they are too few. */
function endOfDots(words: readonly Word[], at: number): number {
  let end = at;
  let dots = 0;
  while (end < words.length && onlyDots.test((words[end] as Word).text)) {
    dots += (words[end] as Word).text.length;
    end += 1;
  }
  return dots >= fewest ? end : at;
}

function parted(word: Word): Word {
  const found = dotsWithin.exec(word.text);
  if (found === null) return word;
  const text = `${word.text.slice(0, found.index)} ${shown} ${word.text.slice(found.index + found[0].length)}`;
  return { ...word, text: text.trim() };
}
