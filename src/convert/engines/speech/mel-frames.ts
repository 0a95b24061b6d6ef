// Turns samples into the frames the model hears: 80 mel bands every 10 ms, in powers of ten, while the sound streams past.
import { PowerSpectrum } from './fourier.ts';
import { type MelBand, melBands } from './mel-scale.ts';

const sampleRate = 16_000;
/** One frame for each so many samples: 10 ms. */
const frameStep = 160;
export const framesPerSecond = sampleRate / frameStep;
const frameSize = 400;
/** The number of mel bands of all Whisper models but the latest large ones. */
export const usualBands = 80;
/** Nothing is quieter than this, in powers of ten: what digital silence becomes. */
export const quietest = -10;

/** Frames stand centred on every 160th sample; before the first sample the sound is mirrored, after the last it is silent. */
export class MelFrames {
  readonly bands: number;
  readonly #scale: readonly MelBand[];
  readonly #spectrum = new PowerSpectrum(frameSize);
  readonly #window = Float64Array.from(
    { length: frameSize },
    (_, at) => (1 - Math.cos((2 * Math.PI * at) / frameSize)) / 2,
  );
  readonly #signal = new Float64Array(frameSize);
  readonly #power = new Float64Array(frameSize / 2 + 1);
  /** Samples from the start of the next frame on. */
  #waiting = new Float32Array(0);
  #begun = false;
  #samples = 0;
  #frames = 0;

  constructor(bands: number) {
    this.bands = bands;
    this.#scale = melBands(bands, frameSize, sampleRate);
  }

  /** The frames that are complete with these samples. */
  *push(samples: Float32Array): Generator<Float32Array> {
    this.#samples += samples.length;
    this.#waiting = joined(this.#waiting, samples);
    if (!this.#begun) {
      if (this.#waiting.length <= frameSize / 2) return;
      this.#begin();
    }
    yield* this.#complete();
  }

  /** The frames that reach beyond the last sample. */
  *finish(): Generator<Float32Array> {
    if (this.#samples === 0) return;
    const missing = Math.max(0, frameSize / 2 + 1 - this.#waiting.length);
    if (!this.#begun) this.#waiting = joined(this.#waiting, new Float32Array(missing));
    if (!this.#begun) this.#begin();
    this.#waiting = joined(this.#waiting, new Float32Array(frameSize));
    const wanted = Math.ceil(this.#samples / frameStep);
    for (const frame of this.#complete()) {
      if (this.#frames > wanted) return;
      yield frame;
    }
  }

  #begin(): void {
    const mirrored = this.#waiting.slice(1, frameSize / 2 + 1).reverse();
    this.#waiting = joined(mirrored, this.#waiting);
    this.#begun = true;
  }

  *#complete(): Generator<Float32Array> {
    const waiting = this.#waiting;
    let at = 0;
    for (; at + frameSize <= waiting.length; at += frameStep) {
      this.#frames += 1;
      yield this.#frame(waiting, at);
    }
    this.#waiting = waiting.slice(at);
  }

  #frame(samples: Float32Array, from: number): Float32Array {
    const signal = this.#signal;
    const window = this.#window;
    const power = this.#power;
    let silent = true;
    for (let at = 0; at < frameSize; at += 1) {
      const sample = samples[from + at] as number;
      if (sample !== 0) silent = false;
      signal[at] = sample * (window[at] as number);
    }
    const frame = new Float32Array(this.bands).fill(quietest);
    // Recordings of many channels or hours are full of digital silence.
    if (silent) return frame;
    this.#spectrum.measure(signal, power);
    for (let band = 0; band < frame.length; band += 1) {
      const { first, weights } = this.#scale[band] as MelBand;
      let sum = 0;
      for (let at = 0; at < weights.length; at += 1) {
        sum += (weights[at] as number) * (power[first + at] as number);
      }
      // The comparison is also false for what is not a number: broken samples are silence.
      if (sum > 1e-10) frame[band] = Math.log10(sum);
    }
    return frame;
  }
}

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
