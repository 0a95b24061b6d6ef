// Words that are drawn twice at one place, to look bold or to cast a shadow, are there once.
import type { Word } from '../../layout/page.ts';

/** In parts of the type size: how far the second one may stand from the first. */
const near = 0.15;

export function withoutOverprinted(words: readonly Word[]): readonly Word[] {
  if (!anyGoesBack(words)) return words;
  const places = new Map<string, Word[]>();
  let kept: Word[] | undefined;
  for (const [at, word] of words.entries()) {
    const known = places.get(word.text);
    if (known === undefined) places.set(word.text, [word]);
    else if (known.some((other) => isSame(other, word))) {
      kept ??= words.slice(0, at);
      continue;
    } else if (known.length < mostPlaces) known.push(word);
    kept?.push(word);
  }
  return kept ?? words;
}

/** Places of one text that are kept in mind: a page of ditto marks must not take long. */
const mostPlaces = 200;

function isSame(one: Word, other: Word): boolean {
  const reach = near * (one.style.size || 1);
  return (
    Math.abs(one.left - other.left) <= reach &&
    Math.abs(one.bottom - other.bottom) <= reach &&
    Math.abs(one.right - other.right) <= reach &&
    one.style.angle === other.style.angle
  );
}

/** In points: lines whose feet are closer are one line here, and words overlap by less beside each other. */
const step = 2;
const leastOverlap = 1;

/** Some word begins before the end of what stands on its line already; on most pages none does. */
function anyGoesBack(words: readonly Word[]): boolean {
  const ends = new Map<number, number>();
  let line = Number.NaN;
  let end = Number.NEGATIVE_INFINITY;
  for (const { left, right, bottom } of words) {
    const own = Math.round(bottom / step);
    if (own !== line) {
      ends.set(line, end);
      line = own;
      const known = (at: number): number => ends.get(at) ?? Number.NEGATIVE_INFINITY;
      end = Math.max(known(own - 1), known(own), known(own + 1));
    }
    if (left < end - leastOverlap) return true;
    if (right > end) end = right;
  }
  return false;
}
