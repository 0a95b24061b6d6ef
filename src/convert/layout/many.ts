// For lists of any length: a page may hold hundreds of thousands of things, and a call takes far fewer arguments.

export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const one of more) list.push(one);
}

/** Less than every number where there are none. */
export function largestOf<T>(list: readonly T[], measure: (one: T) => number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const one of list) largest = Math.max(largest, measure(one));
  return largest;
}

/** More than every number where there are none. */
export function smallestOf<T>(list: readonly T[], measure: (one: T) => number): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const one of list) smallest = Math.min(smallest, measure(one));
  return smallest;
}
