// How far a reading is from the truth: edits per character, the usual measure of recognisers.

/** Edit distance over the length of the truth; white space counts as single blanks. */
export function characterErrorRate(read: string, truth: string): number {
  const a = read.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const b = truth.normalize('NFKC').replace(/\s+/g, ' ').trim();
  let row = Uint32Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = new Uint32Array(b.length + 1);
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1);
    }
    row = next;
  }
  return (row[b.length] as number) / Math.max(1, b.length);
}
