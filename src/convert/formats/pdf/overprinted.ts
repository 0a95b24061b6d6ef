// Words that are drawn twice at one place, to look bold or to cast a shadow, are there once.
import type { Word } from '../../layout/page.ts';

/** In parts of the type size: how far the second one may stand from the first. */
const near = 0.15;

export function withoutOverprinted(words: readonly Word[]): readonly Word[] {
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
