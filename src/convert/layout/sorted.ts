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

const fewToSort = 32;
const few = new Float64Array(fewToSort);

/** The upper one of the two in the middle; 0 where there are none. */
export function median(values: readonly number[]): number {
  if (values.length < 2) return values[0] ?? 0;
  if (values.length > fewToSort) return new Float64Array(values).sort()[values.length >> 1] as number;
  // Most lists are short, and sorted in place at less than it costs to hand them over.
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    let place = at;
    for (; place > 0 && (few[place - 1] as number) > value; place -= 1) few[place] = few[place - 1] as number;
    few[place] = value;
  }
  return few[values.length >> 1] as number;
}
