// A Fourier transform for the frame size of the model, 400 samples, which is no power of two: sizes made of 2, 3 and 5.

/** Power of each frequency of a real signal: |X(0)|² to |X(size/2)|². Not to be shared between callers: it has memory. */
export class PowerSpectrum {
  readonly size: number;
  readonly #half: number;
  readonly #factors: readonly number[];
  readonly #turnsReal: Float64Array;
  readonly #turnsImaginary: Float64Array;
  #real: Float64Array;
  #imaginary: Float64Array;
  #nextReal: Float64Array;
  #nextImaginary: Float64Array;

  constructor(size: number) {
    const half = size / 2;
    this.size = size;
    this.#half = half;
    this.#factors = factorsOf(half);
    this.#turnsReal = Float64Array.from({ length: size }, (_, at) => Math.cos((-2 * Math.PI * at) / size));
    this.#turnsImaginary = Float64Array.from({ length: size }, (_, at) => Math.sin((-2 * Math.PI * at) / size));
    this.#real = new Float64Array(half);
    this.#imaginary = new Float64Array(half);
    this.#nextReal = new Float64Array(half);
    this.#nextImaginary = new Float64Array(half);
  }

  /** Fills `power`, which has room for size/2 + 1 values. */
  measure(signal: Float64Array, power: Float64Array): void {
    // A real signal is half as long as a complex one: even samples are the real part, odd ones the imaginary part.
    for (let at = 0; at < this.#half; at += 1) {
      this.#real[at] = signal[2 * at] as number;
      this.#imaginary[at] = signal[2 * at + 1] as number;
    }
    this.#transform();
    const half = this.#half;
    for (let at = 0; at <= half; at += 1) {
      const here = at % half;
      const there = (half - at) % half;
      const sumReal = ((this.#real[here] as number) + (this.#real[there] as number)) / 2;
      const sumImaginary = ((this.#imaginary[here] as number) - (this.#imaginary[there] as number)) / 2;
      const oddReal = ((this.#imaginary[here] as number) + (this.#imaginary[there] as number)) / 2;
      const oddImaginary = ((this.#real[there] as number) - (this.#real[here] as number)) / 2;
      const cosine = this.#turnsReal[at] as number;
      const sine = this.#turnsImaginary[at] as number;
      const real = sumReal + cosine * oddReal - sine * oddImaginary;
      const imaginary = sumImaginary + cosine * oddImaginary + sine * oddReal;
      power[at] = real * real + imaginary * imaginary;
    }
  }

  /** Stockham's form: each pass writes into the other buffer, in order, so nothing has to be sorted at the end. */
  #transform(): void {
    const total = this.#half;
    let span = total;
    let stride = 1;
    for (const radix of this.#factors) {
      const part = span / radix;
      for (let p = 0; p < part; p += 1) {
        for (let q = 0; q < stride; q += 1) this.#butterfly(radix, part, stride, p, q);
      }
      span = part;
      stride *= radix;
      [this.#real, this.#nextReal] = [this.#nextReal, this.#real];
      [this.#imaginary, this.#nextImaginary] = [this.#nextImaginary, this.#imaginary];
    }
  }

  #butterfly(radix: number, part: number, stride: number, p: number, q: number): void {
    const span = part * radix;
    // Turns are kept for the whole size: one step of a transform of length `span` is so many of them.
    const unit = this.size / span;
    for (let out = 0; out < radix; out += 1) {
      let real = 0;
      let imaginary = 0;
      for (let piece = 0; piece < radix; piece += 1) {
        const from = q + stride * (p + part * piece);
        const turn = ((out * (p + part * piece)) % span) * unit;
        const cosine = this.#turnsReal[turn] as number;
        const sine = this.#turnsImaginary[turn] as number;
        const x = this.#real[from] as number;
        const y = this.#imaginary[from] as number;
        real += x * cosine - y * sine;
        imaginary += x * sine + y * cosine;
      }
      const to = q + stride * (radix * p + out);
      this.#nextReal[to] = real;
      this.#nextImaginary[to] = imaginary;
    }
  }
}

function factorsOf(size: number): number[] {
  const factors: number[] = [];
  let rest = size;
  for (const factor of [4, 2, 3, 5]) {
    while (rest % factor === 0) {
      factors.push(factor);
      rest /= factor;
    }
  }
  if (rest !== 1) throw new RangeError(`${size} is not made of 2, 3 and 5`);
  return factors;
}
