// The fast transform against the definition of the slow one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PowerSpectrum } from './fourier.ts';

function byDefinition(signal: Float64Array): number[] {
  const size = signal.length;
  return Array.from({ length: size / 2 + 1 }, (_, bin) => {
    let real = 0;
    let imaginary = 0;
    signal.forEach((sample, at) => {
      real += sample * Math.cos((2 * Math.PI * bin * at) / size);
      imaginary -= sample * Math.sin((2 * Math.PI * bin * at) / size);
    });
    return real * real + imaginary * imaginary;
  });
}

test.each([2, 8, 12, 20, 30, 90, 400])('a transform of %i samples is the definition', (size) => {
  const sample = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(sample, { minLength: size, maxLength: size }), (values) => {
      const signal = Float64Array.from(values);
      const power = new Float64Array(size / 2 + 1);
      new PowerSpectrum(size).measure(signal, power);
      byDefinition(signal).forEach((expected, bin) => {
        expect(power[bin]).toBeCloseTo(expected, 6);
      });
    }),
    { numRuns: 20 },
  );
});

test('a size with another factor is refused', () => {
  expect(() => new PowerSpectrum(14)).toThrow(RangeError);
});
