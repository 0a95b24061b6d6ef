// Tells frames in which something happens from those that are only background. It errs on the side of hearing too much:
// what is skipped here is lost, what is let through the model still judges by itself.
//
// The measure is how far the spectrum rises above its own floor, band by band, after the long-term spectral divergence of
// Ramírez et al. (2004). The floor is the lowest level of each band some seconds around, so steady noise, hum, a tone or
// a held chord are background however loud they are, and a voice in noise still shows in the bands where it is strong.
import { quietest } from './mel-frames.ts';

/** Mel bands taken together. */
const group = 4;
/** Frames a level is the mean of: 70 ms. */
const smoothing = 7;
/** Half a second: the floor is kept in blocks of this many frames. */
const blockFrames = 50;
/** Blocks before and after that count for the floor: six seconds each way. */
const reach = 12;
/** Mean rise above the floor, in decibels, from which a frame is more than background. */
const leastRise = 5.5;
/** Sum of all bands below which nothing can be heard at all: under one step of a 16-bit sample. */
const inaudible = 1e-6;

export interface JudgedFrame {
  readonly mel: Float32Array;
  readonly active: boolean;
}

interface Block {
  readonly frames: Float32Array[];
  /** Smoothed power of each group of bands, frame after frame. */
  readonly levels: Float64Array[];
  readonly floor: Float64Array;
}

export class VoiceActivity {
  readonly #groups: number;
  readonly #recent: Float64Array[] = [];
  readonly #sum: Float64Array;
  #blocks: Block[] = [];
  /** The block to be judged next, as a place in `#blocks`. */
  #next = 0;

  constructor(bands: number) {
    this.#groups = Math.floor(bands / group);
    this.#sum = new Float64Array(this.#groups);
  }

  /** Takes a frame, and gives those that enough is known about by now. */
  *push(mel: Float32Array): Generator<JudgedFrame> {
    let block = this.#blocks.at(-1);
    if (block === undefined || block.frames.length === blockFrames) {
      block = { frames: [], levels: [], floor: new Float64Array(this.#groups).fill(Number.POSITIVE_INFINITY) };
      this.#blocks.push(block);
    }
    const level = this.#smoothed(powersOf(mel, this.#groups));
    block.frames.push(mel);
    block.levels.push(level);
    // The first frames have too little to be smoothed with: a single one may be low by chance.
    if (this.#recent.length === smoothing) lower(block.floor, level);
    if (block.frames.length === blockFrames && this.#blocks.length - this.#next > reach) yield* this.#judgeNext();
  }

  *finish(): Generator<JudgedFrame> {
    while (this.#next < this.#blocks.length) yield* this.#judgeNext();
    this.#blocks = [];
    this.#next = 0;
  }

  #smoothed(powers: Float64Array): Float64Array {
    this.#recent.push(powers);
    const gone = this.#recent.length > smoothing ? this.#recent.shift() : undefined;
    const level = new Float64Array(this.#groups);
    for (let at = 0; at < this.#groups; at += 1) {
      const sum = (this.#sum[at] as number) + (powers[at] as number) - (gone?.[at] ?? 0);
      this.#sum[at] = Math.max(0, sum);
      level[at] = Math.max(sum / this.#recent.length, 10 ** quietest);
    }
    return level;
  }

  *#judgeNext(): Generator<JudgedFrame> {
    const block = this.#blocks[this.#next] as Block;
    const floor = new Float64Array(this.#groups).fill(Number.POSITIVE_INFINITY);
    for (const near of this.#blocks) lower(floor, near.floor);
    for (let at = 0; at < block.frames.length; at += 1) {
      const active = rise(block.levels[at] as Float64Array, floor) >= leastRise;
      yield { mel: block.frames[at] as Float32Array, active };
    }
    this.#next += 1;
    if (this.#next > reach) {
      this.#blocks.shift();
      this.#next -= 1;
    }
  }
}

function powersOf(mel: Float32Array, groups: number): Float64Array {
  const powers = new Float64Array(groups);
  for (let at = 0; at < groups; at += 1) {
    for (let band = at * group; band < (at + 1) * group; band += 1) {
      powers[at] = (powers[at] as number) + 10 ** (mel[band] as number);
    }
  }
  return powers;
}

function lower(floor: Float64Array, level: Float64Array): void {
  for (let at = 0; at < floor.length; at += 1) floor[at] = Math.min(floor[at] as number, level[at] as number);
}

/** Mean over the bands of how many decibels the level stands above the floor. */
function rise(level: Float64Array, floor: Float64Array): number {
  let total = 0;
  let sum = 0;
  for (let at = 0; at < level.length; at += 1) {
    total += level[at] as number;
    // A recording shorter than the smoothing has no floor: then all of it may be a voice.
    const base = Number.isFinite(floor[at]) ? (floor[at] as number) : 10 ** quietest;
    sum += Math.max(0, 10 * Math.log10((level[at] as number) / base));
  }
  return total < inaudible ? 0 : sum / level.length;
}
