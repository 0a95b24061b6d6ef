// The words of a reading by the printed lines they stand in.

/** By the number of the line, in the order the lines come in. */
export function byLine<T>(all: Iterable<T>, lineOf: (one: T) => number): Map<number, T[]> {
  const lines = new Map<number, T[]>();
  for (const one of all) {
    const number = lineOf(one);
    const line = lines.get(number);
    if (line === undefined) lines.set(number, [one]);
    else line.push(one);
  }
  return lines;
}

/** Lines in the order of their numbers. */
export function wordLines<T extends { readonly line: number }>(words: Iterable<T>): T[][] {
  return [...byLine(words, ({ line }) => line)].sort(([one], [other]) => one - other).map(([, line]) => line);
}
