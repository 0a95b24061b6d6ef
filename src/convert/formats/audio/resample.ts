// Brings sound to the rate the speech engine hears, while it streams past: a windowed sinc for each phase between two
// samples, so that nothing above half the new rate folds back into what is heard.

/** Zero crossings of the sinc to each side: the steepness of the filter. */
const crossings = 16;
/** Odd rates have thousands of phases; so many are told apart. */
const mostPhases = 512;
/** The pass band ends a little below half the lower rate. */
const passBand = 0.95;

export class Resampler {
  readonly #from: number;
  readonly #to: number;
  readonly #reach: number;
  readonly #cutoff: number;
  readonly #phases: number;
  readonly #filters = new Map<number, Float32Array>();
  /** Input that is still needed; its first sample is number `#start`. */
  #kept: Float32Array;
  #start: number;
  #received = 0;
  #made = 0;

  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#cutoff = Math.min(1, to / from) * passBand;
    this.#reach = Math.ceil(crossings / Math.min(1, to / from));
    this.#phases = Math.min(mostPhases, to / greatestDivisor(from, to));
    // Before the first sample there is silence.
    this.#kept = new Float32Array(this.#reach);
    this.#start = -this.#reach;
  }

  push(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    this.#received += samples.length;
    this.#keep(samples);
    // The last sample whose surroundings are complete.
    return this.#make(this.#received - this.#reach);
  }

  /** What was held back for the sound that would follow. */
  finish(): Float32Array {
    if (this.#from === this.#to) return new Float32Array(0);
    this.#keep(new Float32Array(this.#reach + 1));
    return this.#make(this.#received);
  }

  #keep(samples: Float32Array): void {
    const joined = new Float32Array(this.#kept.length + samples.length);
    joined.set(this.#kept);
    joined.set(samples, this.#kept.length);
    this.#kept = joined;
  }

  #make(before: number): Float32Array {
    const count = Math.max(0, Math.ceil((before * this.#to) / this.#from) - this.#made);
    const output = new Float32Array(count);
    const kept = this.#kept;
    for (let at = 0; at < count; at += 1) {
      // Whole numbers up to here: after hours of sound a sum of fractions would have drifted.
      const scaled = (this.#made + at) * this.#from;
      const whole = Math.floor(scaled / this.#to);
      const phase = Math.round(((scaled - whole * this.#to) / this.#to) * this.#phases);
      const filter = this.#filter(phase);
      const first = whole - this.#reach + 1 - this.#start;
      let sum = 0;
      for (let tap = 0; tap < filter.length; tap += 1) {
        sum += (filter[tap] as number) * (kept[first + tap] as number);
      }
      output[at] = sum;
    }
    this.#made += count;
    const needed = Math.floor((this.#made * this.#from) / this.#to) - this.#reach;
    if (needed > this.#start) {
      this.#kept = this.#kept.slice(needed - this.#start);
      this.#start = needed;
    }
    return output;
  }

  /** Weights of the samples around a place, `phase` of `#phases` after one of them. */
  #filter(phase: number): Float32Array {
    const known = this.#filters.get(phase);
    if (known !== undefined) return known;
    const weights = Float64Array.from({ length: 2 * this.#reach }, (_, tap) => {
      const distance = tap - this.#reach + 1 - phase / this.#phases;
      const share = distance / this.#reach;
      if (Math.abs(share) >= 1) return 0;
      const angle = Math.PI * distance * this.#cutoff;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      return sinc * (0.42 + 0.5 * Math.cos(Math.PI * share) + 0.08 * Math.cos(2 * Math.PI * share));
    });
    // Each phase lets a constant through unchanged, or the phases themselves would be heard as a tone.
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const filter = Float32Array.from(weights, (weight) => weight / total);
    this.#filters.set(phase, filter);
    return filter;
  }
}

function greatestDivisor(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b > 0) [a, b] = [b, a % b];
  return a;
}
