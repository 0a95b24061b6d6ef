// From a network's answer, one row of probabilities per step along a line, to characters (CTC, greedy).

export interface ReadCharacter {
  readonly text: string;
  /** 0..1, of its surest step. */
  readonly probability: number;
  /** Steps it was seen on, first and last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The likeliest class of each step; equal neighbours are one character, class 0 is "nothing here" and parts equal
 * characters. `rows` holds `steps` x `classes` numbers.
 */
export function decodeCtc(rows: Float32Array, steps: number, characters: readonly string[]): ReadCharacter[] {
  const classes = characters.length;
  const read: ReadCharacter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const offset = step * classes;
    let best = 0;
    let most = rows[offset] as number;
    for (let i = 1; i < classes; i++) {
      const value = rows[offset + i] as number;
      if (value > most) {
        most = value;
        best = i;
      }
    }
    const text = characters[best] ?? '';
    const previous = read[read.length - 1];
    if (best !== 0 && best === last && previous) {
      read[read.length - 1] = { ...previous, probability: Math.max(previous.probability, most), to: step };
    } else if (best !== 0 && text !== '') read.push({ text, probability: most, from: step, to: step });
    last = best;
  }
  return read;
}
