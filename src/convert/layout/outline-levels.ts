// Outlines give sections of one depth different levels now and then, where the program that made them lost count; what the
// numbers of the headings say is believed then.
import { partedNumber } from './numbering-scheme.ts';

export class OutlineLevels {
  /** By the kind and the depth of a number: how often the document gave it which level. */
  readonly #votes = new Map<string, Map<number, number>>();

  /** Told of each heading with the level that the document itself gives it. */
  note(text: string, level: number): void {
    const number = partedNumber(text);
    if (number === undefined) return;
    const key = `${number.kind}${number.depth}`;
    const votes = this.#votes.get(key) ?? new Map<number, number>();
    this.#votes.set(key, votes.set(level, (votes.get(level) ?? 0) + 1));
  }

  /** The level of a heading whose number has several parts, where the document gives any of that depth one. */
  levelOf(text: string): number | undefined {
    const number = partedNumber(text);
    return number === undefined || number.depth < 2 ? undefined : this.#levelAt(number.kind, number.depth);
  }

  /** The same for a heading that the document itself gives none, chapters included. */
  levelOfOther(text: string): number | undefined {
    const number = partedNumber(text);
    return number === undefined ? undefined : this.#levelAt(number.kind, number.depth);
  }

  /** That of most headings of the depth, and deeper than what is less deep. */
  #levelAt(kind: string, depth: number): number | undefined {
    const own = mostVoted(this.#votes.get(`${kind}${depth}`));
    if (own === undefined || depth === 1) return own;
    const above = this.#levelAt(kind, depth - 1);
    return above === undefined ? own : Math.max(own, above + 1);
  }
}

/** What most say; of equal ones the first. */
export function mostVoted<K>(votes: ReadonlyMap<K, number> | undefined): K | undefined {
  let best: K | undefined;
  for (const [level, count] of votes ?? []) if (best === undefined || count > (votes?.get(best) ?? 0)) best = level;
  return best;
}
