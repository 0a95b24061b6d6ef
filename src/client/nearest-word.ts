// "Did you mean ...?": finds the known word closest to a mistyped one.

/** Words longer than this are no typing errors; it also bounds the work. */
const longestWord = 64;

/** The closest of the known words, or undefined when none is close enough to be what was meant. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  if (word.length === 0 || word.length > longestWord) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > longestWord) continue;
    // An abbreviation is nearer than any mistyped word, but two letters say too little.
    const abbreviated = wanted.length >= 3 && candidate.startsWith(wanted);
    const distance = abbreviated ? Math.min(0.5, editDistance(wanted, candidate)) : editDistance(wanted, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
