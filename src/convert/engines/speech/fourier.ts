// A Fourier transform for the frame size of the model, 400 samples, which is no power of two: sizes made of 2, 3 and 5.

/** Power of each frequency of a real signal: |X(0)|² to |X(size/2)|². Not to be shared between callers: it has memory. */
export class PowerSpectrum {
  readonly size: number;
  readonly #half: number;
  readonly #passes: readonly Pass[];
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
    this.#passes = passesOf(half);
    this.#turnsReal = Float64Array.from({ length: half + 1 }, (_, at) => Math.cos((-2 * Math.PI * at) / size));
    this.#turnsImaginary = Float64Array.from({ length: half + 1 }, (_, at) => Math.sin((-2 * Math.PI * at) / size));
    this.#real = new Float64Array(half);
    this.#imaginary = new Float64Array(half);
    this.#nextReal = new Float64Array(half);
    this.#nextImaginary = new Float64Array(half);
  }

  /** Fills `power`, which has room for size/2 + 1 values. */
  measure(signal: Float64Array, power: Float64Array): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    // A real signal is half as long as a complex one: even samples are the real part, odd ones the imaginary part.
    for (let at = 0; at < this.#half; at += 1) {
      real[at] = signal[2 * at] as number;
      imaginary[at] = signal[2 * at + 1] as number;
    }
    this.#transform();
    this.#unpack(this.#real, this.#imaginary, power);
  }

  /** The two halves of the complex signal are told apart by their symmetry. */
  #unpack(real: Float64Array, imaginary: Float64Array, power: Float64Array): void {
    const half = this.#half;
    const cosines = this.#turnsReal;
    const sines = this.#turnsImaginary;
    for (let at = 0; at <= half; at += 1) {
      const here = at % half;
      const there = (half - at) % half;
      const sumReal = ((real[here] as number) + (real[there] as number)) / 2;
      const sumImaginary = ((imaginary[here] as number) - (imaginary[there] as number)) / 2;
      const oddReal = ((imaginary[here] as number) + (imaginary[there] as number)) / 2;
      const oddImaginary = ((real[there] as number) - (real[here] as number)) / 2;
      const cosine = cosines[at] as number;
      const sine = sines[at] as number;
      const x = sumReal + cosine * oddReal - sine * oddImaginary;
      const y = sumImaginary + cosine * oddImaginary + sine * oddReal;
      power[at] = x * x + y * y;
    }
  }

  #transform(): void {
    let stride = 1;
    for (const pass of this.#passes) {
      run(pass, stride, this.#real, this.#imaginary, this.#nextReal, this.#nextImaginary);
      stride *= pass.radix;
      [this.#real, this.#nextReal] = [this.#nextReal, this.#real];
      [this.#imaginary, this.#nextImaginary] = [this.#nextImaginary, this.#imaginary];
    }
  }
}

/** One pass, which takes `radix` values together; cosines and sines stand in the order they are used in. */
interface Pass {
  readonly radix: number;
  readonly part: number;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

function passesOf(size: number): Pass[] {
  let span = size;
  return factorsOf(size).map((radix) => {
    const part = span / radix;
    const whole = span;
    span = part;
    const angles = Float64Array.from({ length: part * radix * radix }, (_, at) => {
      const piece = at % radix;
      const out = Math.floor(at / radix) % radix;
      const p = Math.floor(at / (radix * radix));
      return (-2 * Math.PI * ((out * (p + part * piece)) % whole)) / whole;
    });
    return { radix, part, cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
  });
}

/** Stockham's form: each pass writes into the other buffer, in order, so nothing has to be sorted at the end. */
function run(
  { radix, part, cosines, sines }: Pass,
  stride: number,
  real: Float64Array,
  imaginary: Float64Array,
  nextReal: Float64Array,
  nextImaginary: Float64Array,
): void {
  const step = stride * part;
  for (let p = 0; p < part; p += 1) {
    for (let out = 0; out < radix; out += 1) {
      const turn = (p * radix + out) * radix;
      const to = stride * (radix * p + out);
      for (let q = 0; q < stride; q += 1) {
        let sumReal = 0;
        let sumImaginary = 0;
        let from = q + stride * p;
        for (let piece = 0; piece < radix; piece += 1) {
          const x = real[from] as number;
          const y = imaginary[from] as number;
          const cosine = cosines[turn + piece] as number;
          const sine = sines[turn + piece] as number;
          sumReal += x * cosine - y * sine;
          sumImaginary += x * sine + y * cosine;
          from += step;
        }
        nextReal[to + q] = sumReal;
        nextImaginary[to + q] = sumImaginary;
      }
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
