// Pages that are written from right to left are laid out like all others, seen in a mirror: what is left of a page is where
// its lines begin, its lists have their marks and its tables their first column. Places are turned back where they are told.
import { movedContent } from './moved-content.ts';
import { type Box, boundsOf, heightOf, overlap, type PageContent, type Word } from './page.ts';

/** In parts of the type size: words of one run stand no further apart. */
const widestGap = 1.5;

/** With all words of a line in the order of reading from left to right; the same where no word runs from right to left. */
export function readFromLeft(content: PageContent): PageContent {
  const { words } = content;
  if (!words.some(({ rightToLeft }) => rightToLeft)) return content;
  let backward = 0;
  let forward = 0;
  for (const { text, rightToLeft } of words) {
    if (rightToLeft) backward += text.length;
    else if (/\p{L}/u.test(text)) forward += text.length;
  }
  const inOrder = straightened(words, backward > forward);
  return backward > forward ? mirrored({ ...content, words: inOrder }) : { ...content, words: inOrder };
}

/** Words that run against their line change places within the room they take together. */
function straightened(words: readonly Word[], isBackwards: boolean): Word[] {
  const done: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    let end = at + 1;
    while (end < words.length && followsAgainst(words[end - 1] as Word, words[end] as Word, isBackwards)) end += 1;
    const run = words.slice(at, end);
    const { left, right } = boundsOf(run);
    for (const word of run) done.push(run.length === 1 ? word : reflected(word, left + right));
    at = end - 1;
  }
  return done;
}

function followsAgainst(last: Word, word: Word, isBackwards: boolean): boolean {
  if (last.style.angle !== 0 || word.style.angle !== 0) return false;
  // Numbers have no direction of their own: those in a line from left to right are none of its words from the right.
  const goesAgainst = isBackwards ? !word.rightToLeft && !last.rightToLeft : word.rightToLeft || last.rightToLeft;
  if (!goesAgainst) return false;
  const shared = overlap(last.top, last.bottom, word.top, word.bottom);
  if (shared < 0.4 * Math.min(heightOf(last), heightOf(word))) return false;
  const gap = isBackwards ? word.left - last.right : last.left - word.right;
  return gap > -0.2 * word.style.size && gap < widestGap * word.style.size;
}

/** Turned round between two edges, which are given by their sum. */
const reflected = <T extends Box>(box: T, edges: number): T => ({
  ...box,
  left: edges - box.right,
  right: edges - box.left,
});

function mirrored(content: PageContent): PageContent {
  const all = <T extends Box>(boxes: readonly T[]): T[] => boxes.map((box) => reflected(box, content.width));
  return movedContent(content, { text: all, drawn: all }, ({ left, top, right, bottom }) =>
    reflected({ left, top, right, bottom }, content.width),
  );
}
