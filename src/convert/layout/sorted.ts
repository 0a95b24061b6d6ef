// Looks things up in sorted lists of numbers, which pages have many of.

/** The index of the first number that is not below `value`; the length where all are. */
export function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const at = (low + high) >> 1;
    if ((sorted[at] as number) < value) low = at + 1;
    else high = at;
  }
  return low;
}

/** The upper one of the two in the middle; 0 where there are none. */
export function median(values: readonly number[]): number {
  if (values.length < 2) return values[0] ?? 0;
  const sorted = new Float64Array(values).sort();
  return sorted[sorted.length >> 1] as number;
}
