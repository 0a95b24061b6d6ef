// Makes one channel of many. A plain mean would halve a voice that is on one channel only, and silence one that two
// channels carry in opposite phase; so silent channels do not count, and channels that mirror the loudest are turned over.

/** Levels follow the sound within about this many samples. */
const stepSamples = 2_048;
/** A channel counts while its power is within 30 dB of the loudest. */
const audible = 1e-3;
/** How much of what was heard before still counts, step by step: some seconds. */
const memory = 0.98;
/** Correlation with the loudest channel from which one is its mirror image. */
const mirrored = -0.5;
/** Another channel must be this much louder, in power, to become the one the others are compared with. */
const clearlyLouder = 4;

export class MixDown {
  #gains: Float32Array | undefined;
  #power = new Float64Array(0);
  #likeness = new Float64Array(0);
  #reference = 0;

  push(channels: readonly Float32Array[]): Float32Array {
    const [first] = channels;
    if (first === undefined) return new Float32Array(0);
    if (channels.length === 1) return first;
    if (this.#power.length !== channels.length) this.#begin(channels.length);
    const output = new Float32Array(first.length);
    for (let from = 0; from < first.length; from += stepSamples) {
      this.#step(channels, from, Math.min(first.length, from + stepSamples), output);
    }
    return output;
  }

  #begin(count: number): void {
    this.#gains = undefined;
    this.#power = new Float64Array(count);
    this.#likeness = new Float64Array(count);
    this.#reference = 0;
  }

  #step(channels: readonly Float32Array[], from: number, to: number, output: Float32Array): void {
    const power = channels.map((channel) => product(channel, channel, from, to));
    this.#compare(channels, power, from, to);
    const loudest = Math.max(...power);
    const counted = power.map((one) => loudest > 0 && one >= loudest * audible);
    const count = Math.max(1, counted.filter(Boolean).length);
    const before = this.#gains;
    const gains = Float32Array.from(counted, (counts, channel) =>
      loudest === 0 ? (before?.[channel] ?? 0) : counts ? this.#sign(channel) / count : 0,
    );
    for (let channel = 0; channel < channels.length; channel += 1) {
      const samples = channels[channel] as Float32Array;
      const start = before?.[channel] ?? (gains[channel] as number);
      const slope = ((gains[channel] as number) - start) / (to - from);
      for (let at = from; at < to; at += 1) {
        output[at] = (output[at] as number) + (samples[at] as number) * (start + slope * (at - from));
      }
    }
    this.#gains = gains;
  }

  #compare(channels: readonly Float32Array[], power: readonly number[], from: number, to: number): void {
    for (let channel = 0; channel < channels.length; channel += 1) {
      this.#power[channel] = (this.#power[channel] as number) * memory + (power[channel] as number);
    }
    const loudest = this.#power.indexOf(Math.max(...this.#power));
    if ((this.#power[loudest] as number) > clearlyLouder * (this.#power[this.#reference] as number)) {
      this.#reference = loudest;
      this.#likeness.fill(0);
    }
    const reference = channels[this.#reference] as Float32Array;
    for (let channel = 0; channel < channels.length; channel += 1) {
      const likeness = product(reference, channels[channel] as Float32Array, from, to);
      this.#likeness[channel] = (this.#likeness[channel] as number) * memory + likeness;
    }
  }

  #sign(channel: number): number {
    const scale = Math.sqrt((this.#power[this.#reference] as number) * (this.#power[channel] as number));
    return (this.#likeness[channel] as number) < mirrored * scale ? -1 : 1;
  }
}

function product(one: Float32Array, other: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
