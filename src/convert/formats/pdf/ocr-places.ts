// Finds the words of a page that stand at a place, to tell what a picture says again from what only it says.
import { type Box, overlap, type Word } from '../../layout/page.ts';

/** Height of the bands that words are looked up by, in points. */
const band = 16;
/** A word that reaches over more bands than this is looked up in the first of them only. */
const mostBands = 200;
/** Words of one band that are remembered: more than any page that can be read has. */
const mostInBand = 5_000;
/** Share of a box that must lie under words before it stands at their place. */
const covered = 0.4;
/** Share of the pairs of letters that two readings of the same word have in common. */
const alike = 0.5;

export class PlacedWords {
  readonly #bands = new Map<number, Word[]>();

  constructor(words: readonly Word[]) {
    for (const word of words) {
      for (const at of bandsOf(word)) {
        const known = this.#bands.get(at);
        if (known === undefined) this.#bands.set(at, [word]);
        else if (known.length < mostInBand) known.push(word);
      }
    }
  }

  /** The words at a place, in their order. */
  at(box: Box): Word[] {
    const found = new Set<Word>();
    for (const at of bandsOf(box)) {
      for (const word of this.#bands.get(at) ?? []) if (sharedArea(word, box) > 0) found.add(word);
    }
    return [...found].sort((one, other) => one.order - other.order);
  }

  /** The word that most of the box lies under. */
  nearest(box: Box): Word | undefined {
    let nearest: Word | undefined;
    let most = 0;
    for (const word of this.at(box)) {
      const area = sharedArea(word, box);
      if (area <= most) continue;
      most = area;
      nearest = word;
    }
    return nearest;
  }

  /** Words stand where the box is. */
  covers(box: Box): boolean {
    let area = 0;
    for (const word of this.at(box)) area += sharedArea(word, box);
    return area > covered * Math.max(1e-6, (box.right - box.left) * (box.bottom - box.top));
  }

  /** The same word, or nearly so, stands at the same place. */
  says(word: Word): boolean {
    if (!this.covers(word)) return false;
    const text = plain(word.text);
    const there = plain(
      this.at(word)
        .map((one) => one.text)
        .join(''),
    );
    return text === '' || there.includes(text) || isAlike(text, there);
  }
}

function* bandsOf({ top, bottom }: Box): Generator<number> {
  const first = Math.floor(top / band);
  const last = Math.min(first + mostBands, Math.floor(bottom / band));
  for (let at = first; at <= last; at += 1) yield at;
}

function sharedArea(one: Box, other: Box): number {
  const across = overlap(one.left, one.right, other.left, other.right);
  const down = overlap(one.top, one.bottom, other.top, other.bottom);
  return across > 0 && down > 0 ? across * down : 0;
}

export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** By pairs of letters, so that one that was read wrongly does not matter. */
function isAlike(text: string, there: string): boolean {
  if (text.length < 3) return false;
  const pairs = new Set<string>();
  for (let at = 1; at < there.length; at += 1) pairs.add(there.slice(at - 1, at + 1));
  let shared = 0;
  for (let at = 1; at < text.length; at += 1) if (pairs.has(text.slice(at - 1, at + 1))) shared += 1;
  return shared >= alike * (text.length - 1);
}
